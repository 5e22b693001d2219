"""Bodies of requests: too big ones are refused unread, slow ones hold a thread for a while only."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.unreader import SocketUnreader

from pressorpass_site.core.http import arrival
from pressorpass_site.core.http.arrival import WholeRequests

ADDRESSES = ["/", "/ask/", "/games/import/", "/boards/own/import/", "/admin/login/", "/nothing/here/"]


class Unread:
    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body is read")

    readline = read


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*ADDRESSES, "/api/v1/solve"])
@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_a_body_that_is_too_big_is_refused_unread(client: Client, address: str, content_type: str) -> None:
    sent: dict[str, Any] = {"CONTENT_LENGTH": "700000000", "wsgi.input": Unread()}
    response = client.generic("POST", address, content_type=content_type, **sent)
    assert response.status_code == 413
    if address.startswith("/api/"):
        assert response.json()["detail"][0]["message"].startswith("The body is too long")
    else:
        assert "more than 2.5 MB, so it was not read. Nothing was changed." in response.content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("loaded_boards")
@pytest.mark.parametrize("length", ["", "-1", "1e9", "٣", "9" * 5000])
def test_a_length_that_is_none_is_no_error(client: Client, length: str) -> None:
    response = client.generic("POST", "/ask/", content_type="text/plain", CONTENT_LENGTH=length)
    assert response.status_code in (400, 413, 422)


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*ADDRESSES, "/api/v1/solve"])
def test_chunks_are_refused_unread(client: Client, address: str) -> None:
    sent: dict[str, Any] = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "", "wsgi.input": Unread()}
    response = client.generic("POST", address, content_type="multipart/form-data; boundary=x", **sent)
    assert response.status_code == 411


@pytest.mark.django_db
def test_nothing_of_an_allowed_upload_is_written_to_disk(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.NamedTemporaryFile", Unread().read)
    file = SimpleUploadedFile("game.txt", b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 1000))
    response = client.post("/games/import/", {"file": file})
    assert response.status_code == 422
    assert "at most 200 kB are read" in response.content.decode()


@pytest.mark.django_db
def test_a_form_with_too_many_fields_is_refused(client: Client) -> None:
    response = client.post("/ask/", {f"a{number}": "1" for number in range(2000)})
    assert response.status_code == 413
    assert "too many fields" in response.content.decode()


@pytest.fixture
def connection() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end and the client's."""
    server, client = socket.socketpair()
    with server, client:
        yield server, client


def asked(connection: socket.socket, length: int, *, most: int = 1000, seconds: float = 20.0) -> tuple[str, Any]:
    """Status and body that the application behind WholeRequests got, or the status of a refusal."""
    found: list[Any] = []

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        start_response("200 OK", [])
        found.append(environ["wsgi.input"])
        return []

    environ = {
        "CONTENT_LENGTH": str(length),
        "wsgi.input": Body(LengthReader(SocketUnreader(connection), length)),
        "gunicorn.socket": connection,
    }
    statuses: list[str] = []
    WholeRequests(application, most, seconds)(environ, lambda status, headers: statuses.append(status))
    return statuses[0], found[0] if found else None


def test_the_application_gets_the_whole_body(connection: tuple[socket.socket, socket.socket]) -> None:
    server, client = connection
    client.sendall(b"a=1" + b"x" * 97 + b"the next request")
    status, body = asked(server, 100)
    assert (status, body.read()) == ("200 OK", b"a=1" + b"x" * 97)


def test_a_body_that_will_be_refused_is_left_alone(connection: tuple[socket.socket, socket.socket]) -> None:
    server, client = connection
    client.sendall(b"x")
    status, body = asked(server, 2000)
    assert status == "200 OK"
    assert isinstance(body, Body)


def test_a_body_that_ends_early_is_refused(connection: tuple[socket.socket, socket.socket]) -> None:
    server, client = connection
    client.sendall(b"half")
    client.shutdown(socket.SHUT_WR)
    assert asked(server, 100) == ("408 Request Timeout", None)


def test_a_trickling_body_ends_after_a_while(connection: tuple[socket.socket, socket.socket]) -> None:
    server, client = connection
    ended = threading.Event()

    def trickle() -> None:
        while not ended.wait(0.02):
            client.sendall(b"x")

    thread = threading.Thread(target=trickle)
    thread.start()
    arrival.watch()
    try:
        began = time.monotonic()
        assert asked(server, 10**6, most=10**6, seconds=0.3) == ("408 Request Timeout", None)
        assert time.monotonic() - began >= 0.25
    finally:
        ended.set()
        thread.join()
