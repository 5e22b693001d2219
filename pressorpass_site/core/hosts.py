"""The host that a request names: Django checks its name, but anybody can make up its port."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def has_own_port(request: HttpRequest) -> bool:
    """Return whether the host has no port, the server's own or that of SITE_URL: others would make many sites of one."""
    _, port = split_domain_port(request.get_host())
    return port in ("", request.META.get("SERVER_PORT"), str(urlsplit(settings.SITE_URL).port))


def shown(request: HttpRequest) -> str:
    """Return the host as people read it, without a made-up port."""
    return request.get_host() if has_own_port(request) else split_domain_port(request.get_host())[0]
