"""The client of a request: its address, which limits and queues go by, and the host that it names.

Jobs and other rows remember only a hash of the address, keyed with the site's secret.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import AddressValueError, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import salted_hmac

NETWORK_BITS = 64  # the part of an IPv6 address that identifies one household
UNKNOWN_ADDRESS = "unknown"  # a web server behind a socket file has no client address
CLIENT_LENGTH = 16

SITE = ""  # the client of commands, workers and the site's own threads
_client: ContextVar[str] = ContextVar("client", default=SITE)


def get_client_address(environ: Mapping[str, Any]) -> str:
    """Return the client's IPv4 address or IPv6 network, as reported by trusted proxies; `environ` is the WSGI environment."""
    hops = [environ.get("REMOTE_ADDR", "")]
    if settings.TRUSTED_PROXIES:
        # Each proxy appends the address of its caller; entries from before our own proxies can be forged.
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        hops.insert(0, forwarded[-settings.TRUSTED_PROXIES :][0].strip())
    return next(filter(None, map(_normalize_address, hops)), UNKNOWN_ADDRESS)


def get_current_client() -> str:
    """Return the client of the request that is being answered, as a hash; SITE outside requests."""
    return _client.get()


@contextmanager
def act_for_client(client: str) -> Iterator[None]:
    token = _client.set(client)
    try:
        yield
    finally:
        _client.reset(token)


def hash_address(address: str) -> str:
    """Return the keyed hash by which rows name an address."""
    return salted_hmac("client", address).hexdigest()[:CLIENT_LENGTH]


def display_host(request: HttpRequest) -> str:
    """Return the host to display, without a made-up port: Django checks only the name."""
    name, port = split_domain_port(request.get_host())
    is_own = port in ("", request.META.get("SERVER_PORT"), str(urlsplit(settings.SITE_URL).port))
    return request.get_host() if is_own else name


def _normalize_address(text: str) -> str:
    """Return an address in canonical form, an IPv6 one as its network; "" if it is invalid."""
    try:
        address = ip_address(text)
    except (AddressValueError, ValueError):
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 128 - NETWORK_BITS << 128 - NETWORK_BITS)}/{NETWORK_BITS}"
