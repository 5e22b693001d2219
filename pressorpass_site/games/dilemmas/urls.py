from django.urls import path

from . import views

app_name = "dilemmas"

urlpatterns = [
    path("daily/", views.today_dilemma, name="today"),
    path("daily/days/", views.dilemma_calendar, name="days"),
    path("daily/<int:number>/", views.dilemma_day, name="day"),
    path("daily/<int:number>/<int:part>/", views.dilemma_part, name="part"),
    path("practice/", views.practice_page, name="practice"),
    path("practice/<slug:kind>/", views.practice_kind, name="practice-kind"),
    path("practice/<slug:kind>/<int:place>/", views.practice_dilemma, name="practice-one"),
    path("dilemma/<path:text>", views.dilemma_position, name="position"),
]
