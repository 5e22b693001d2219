from django.urls import path

from . import views

app_name = "pages"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules_page, name="rules"),
    path("method/", views.method_page, name="method"),
    path("moments/", views.moments_page, name="moments"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("robots.txt", views.robots, name="robots"),
    path("readyz", views.ready, name="ready"),
    path("health", views.health, name="health"),
]
