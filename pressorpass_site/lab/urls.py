from django.urls import path

from . import views

app_name = "lab"

urlpatterns = [
    path("lab/", views.index, name="index"),
    *views.LabAnswers().addresses("lab/answers/"),
    path("lab/<slug:game>/", views.game, name="game"),
    path("lab/<slug:game>/<slug:question>/", views.question, name="question"),
]
