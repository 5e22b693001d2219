from django.contrib import admin
from django.urls import include, path

handler400 = "pressorpass_site.pages.errors.bad_request"
handler403 = "pressorpass_site.pages.errors.forbidden"
handler404 = "pressorpass_site.pages.errors.not_found"
handler500 = "pressorpass_site.pages.errors.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("pressorpass_site.pages.urls")),
    path("", include("pressorpass_site.boards.urls")),
    path("", include("pressorpass_site.answers.analyses.urls")),
    path("", include("pressorpass_site.answers.choices.urls")),
    path("", include("pressorpass_site.games.dilemmas.urls")),
    path("", include("pressorpass_site.accounts.urls")),
    path("", include("pressorpass_site.sharing.saved.urls")),
    path("", include("pressorpass_site.sharing.urls")),
    path("", include("pressorpass_site.answers.whatif.urls")),
    path("", include("pressorpass_site.lab.urls")),
    path("", include("pressorpass_site.games.urls")),
    path("", include("pressorpass_site.api.urls")),
]
