from django.urls import path

from . import views

app_name = "whatif"

urlpatterns = [
    path("whatif/map/", views.map_page, name="map"),
    path("whatif/card/", views.card, name="card"),
    path("whatif/break-even/", views.break_even, name="break-even"),
    path("whatif/act/", views.act, name="act"),
]
