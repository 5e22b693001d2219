"""A request's line in the log: what happened, under an id, and nothing that is nobody's business."""

import io
import json
import logging
from collections.abc import Iterator
from logging.config import DictConfigurator  # type: ignore[attr-defined]
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import path

from pressorpass_site import logs
from pressorpass_site.core import clients, metrics
from pressorpass_site.core.http import request_log

pytestmark = pytest.mark.django_db


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What goes to standard error as JSON."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DictConfigurator({"version": 1}).configure_formatter(logs.build_formatter("json")))
    root, level = logging.getLogger(), request_log.access.level
    root.addHandler(handler)
    request_log.access.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    request_log.access.setLevel(level)


def requests(written: io.StringIO) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    return [line for line in lines if line["logger"] == "pressorpass.access"]


def test_a_request_is_logged_with_the_id_of_its_response(client: Client, written: io.StringIO) -> None:
    response = client.get("/rules/?q=private", REMOTE_ADDR="192.0.2.7")
    (line,) = requests(written)
    assert (line["method"], line["path"], line["status"]) == ("GET", "/rules/", 200)
    assert line["milliseconds"] > 0
    assert line["request_id"] == response["X-Request-ID"]
    assert line["client"] == clients.hash_address("192.0.2.7")
    assert "private" not in written.getvalue()
    assert "192.0.2.7" not in written.getvalue()


@pytest.mark.parametrize("address", ["/account/forgotten/MQ/secret-token-1/", "/games/abcdefghijk/host/secret-key-2/"])
def test_secrets_in_addresses_are_left_out(client: Client, written: io.StringIO, address: str) -> None:
    client.get(address)
    (line,) = requests(written)
    assert line["path"].endswith("/…/")
    assert address.split("/")[-2] not in written.getvalue()


def test_an_id_is_taken_from_a_proxy_of_ours_only(client: Client, written: io.StringIO, settings: Any) -> None:
    given = {"X-Request-ID": "0123456789abcdef"}
    assert client.get("/rules/", headers=given)["X-Request-ID"] != "0123456789abcdef"
    settings.TRUSTED_PROXIES = 1
    assert client.get("/rules/", headers=given)["X-Request-ID"] == "0123456789abcdef"
    assert client.get("/rules/", headers={"X-Request-ID": "a\tb" * 9})["X-Request-ID"].isalnum()


def test_probes_are_counted_but_not_logged(client: Client, written: io.StringIO) -> None:
    def count() -> float:
        return sum(metrics.REQUESTS.labels("pages:ready", "GET", status)._value.get() for status in (200, 503))

    before = count()
    client.get("/readyz")
    assert requests(written) == []
    assert count() == before + 1


def test_an_error_is_logged_with_the_id_of_its_request(client: Client, written: io.StringIO) -> None:
    def broken(_: object) -> None:
        raise ValueError("broken on purpose")

    class Addresses:
        urlpatterns = [path("broken/", broken)]

    client.raise_request_exception = False
    before = metrics.ERRORS.labels("django.request")._value.get()
    with override_settings(ROOT_URLCONF=Addresses):
        response = client.get("/broken/?q=private")
    assert response.status_code == 500
    (error,) = [line for line in map(json.loads, written.getvalue().splitlines()) if line["level"] == "error"]
    assert error["request_id"] == response["X-Request-ID"]
    assert "broken on purpose" in json.dumps(error["exception"])
    assert "private" not in written.getvalue()
    assert metrics.ERRORS.labels("django.request")._value.get() == before + 1
