from django.urls import path

from . import views

app_name = "whatif"

urlpatterns = [
    path("whatif/map/", views.map_page, name="map"),
    path("whatif/card/", views.map_card, name="card"),
    path("whatif/break-even/", views.break_even, name="break-even"),
    path("whatif/act/", views.map_action, name="act"),
]
