"""The admin, entered by the site's own log-in with its limits."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.apps import AdminConfig
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


class Administration(admin.AdminSite):
    """Django's admin site, with the log-in and the password form of this site."""

    site_header = site_title = "Press or Pass administration"

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's log-in page; accounts that are not staff are refused."""
        next_url = request.GET.get(REDIRECT_FIELD_NAME, "")
        if not url_has_allowed_host_and_scheme(next_url, {request.get_host()}, require_https=request.is_secure()):
            next_url = reverse("admin:index")
        if self.has_permission(request):
            return redirect(next_url)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect(f"{reverse('accounts:log-in')}?{urlencode({REDIRECT_FIELD_NAME: next_url})}")

    def password_change(  # type: ignore[override]  # any response does
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("accounts:password")


class AdministrationConfig(AdminConfig):
    """Django's admin app, whose default site is `Administration`."""

    default_site = "pressorpass_site.accounts.administration.Administration"
