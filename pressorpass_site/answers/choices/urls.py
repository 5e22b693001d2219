from django.urls import path

from . import views

app_name = "choices"

urlpatterns = [
    path("choose/", views.start, name="start"),
    *views.ChoiceViews().build_url_patterns("choose/answer/"),
    path("choose/<path:text>", views.choice_page, name="choice"),
]
