from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import views


class SavedCodeConverter(StringConverter):
    regex = "[A-Za-z0-9_-]{11}"


register_converter(SavedCodeConverter, "saved")

app_name = "saved"

urlpatterns = [
    path("save/", views.save, name="save"),
    path("saved/", views.own_saved_list, name="mine"),
    path("saved/public/", views.public_saved_list, name="public"),
    path("saved/compare/", views.compare, name="compare"),
    path("s/<saved:code>/", views.show, name="detail"),
    path("s/<saved:code>/edit/", views.edit, name="edit"),
    path("s/<saved:code>/delete/", views.delete, name="delete"),
    path("s/<saved:code>/again/", views.rerun_saved, name="rerun"),
    path("s/<saved:code>/keep/", views.save_version, name="keep"),
    path("s/<saved:code>/<int:number>/", views.show, name="version"),
]
