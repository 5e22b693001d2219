from django.urls import path

from . import views

app_name = "lab"

urlpatterns = [
    path("lab/", views.index, name="index"),
    *views.LabAnswers().build_url_patterns("lab/answers/"),
    path("lab/<slug:game>/", views.lab_game_page, name="game"),
    path("lab/<slug:game>/<slug:question>/", views.lab_question_page, name="question"),
]
