from django.urls import path

from . import views

app_name = "dilemmas"

urlpatterns = [
    path("daily/", views.today, name="today"),
    path("daily/days/", views.past_days, name="days"),
    path("daily/<int:number>/", views.day, name="day"),
    path("daily/<int:number>/<int:part>/", views.part, name="part"),
    path("dilemma/<path:text>", views.position, name="position"),
]
