from django.urls import path

from . import views

app_name = "dilemmas"

urlpatterns = [
    path("daily/", views.today, name="today"),
    path("daily/days/", views.past_days, name="days"),
    path("daily/<int:number>/", views.day, name="day"),
    path("daily/<int:number>/<int:part>/", views.part, name="part"),
    path("practice/", views.practice, name="practice"),
    path("practice/<slug:kind>/", views.practice_kind, name="practice-kind"),
    path("practice/<slug:kind>/<int:place>/", views.practice_one, name="practice-one"),
    path("dilemma/<path:text>", views.position, name="position"),
]
