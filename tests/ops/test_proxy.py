"""nginx with the configuration in deploy/, in front of a running site: slow and greedy clients take it from nobody."""

import http.client
import http.server
import json
import os
import shutil
import signal
import socket
import socketserver
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pressorpass_site.process import end_with_parent
from tests.load.followers import Host
from tests.nginx import CONFIGURATION, FOLDERS, NGINX, as_in_its_container, is_up
from tests.processes import PATIENCE, RunningSite, plain_environment, wait_for
from tools.run.broker import find_free_port
from tools.run.options import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="needs nginx, which `make nightly` fetches"),
]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nginx") / "access.log"


@pytest.fixture(scope="module")
def proxy(running_site: RunningSite, log: Path) -> Iterator[str]:
    """The address of nginx with the configuration that compose.yaml uses."""
    with as_in_its_container(log.parent, running_site.url.removeprefix("http://")) as url:
        yield url


def get(url: str) -> http.client.HTTPResponse:
    answer: http.client.HTTPResponse = urllib.request.urlopen(url, timeout=PATIENCE)
    return answer


def refusal(url: str, body: bytes) -> urllib.error.HTTPError:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(url, body), timeout=PATIENCE)
    return refused.value


def refusals(log: Path, status: int) -> list[dict[str, Any]]:
    """What nginx says of the requests that it has refused itself."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [line for line in lines if line["status"] == status]


def test_pages_probes_and_ids_come_through(proxy: str) -> None:
    for path in ("/", "/healthz", "/readyz"):
        with get(proxy + path) as answer:
            assert answer.status == 200
            assert answer.headers["Server"] == "nginx"


class Counting(http.server.BaseHTTPRequestHandler):
    """A web server that says how many requests it got, and lets pages be sent again unless their path says otherwise."""

    count = 0

    def do_GET(self) -> None:
        type(self).count += 1
        self.send_response(200)
        self.send_header("Cache-Control", "private, no-cache")
        self.send_header("Vary", "Cookie, Accept-Encoding")
        if self.path.startswith("/shared"):
            self.send_header("X-Accel-Expires", "3600")  # a machine that hangs for a second still sees it
        if "cookie" in self.path:
            self.send_header("Set-Cookie", "sessionid=secret")
        self.end_headers()
        self.wfile.write(str(self.count).encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""


def test_a_marked_page_is_sent_again_to_visitors_without_a_cookie_alone(tmp_path: Path) -> None:
    with (
        serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Counting)) as web,
        as_in_its_container(tmp_path, f"127.0.0.1:{web.server_address[1]}") as url,
    ):
        first = said(f"{url}/shared")
        assert said(f"{url}/shared") == first
        assert said(f"{url}/shared", Cookie="__cf_bm=a-proxy-s") == first
        with get(f"{url}/shared") as answer:
            assert answer.headers["X-Accel-Expires"] is None
            assert answer.headers["Cache-Control"] == "private, no-cache"
        alone: tuple[dict[str, str], ...] = (
            {"Cookie": "a=1; sessionid=mine"},
            {"Cookie": "own_boards=mine"},
            {"Part-Request": "true"},
            {"Authorization": "Bearer mine"},
            {"Accept-Encoding": "gzip"},
            {"Host": "other.example"},
        )
        for headers in alone:
            assert said(f"{url}/shared", **headers) != first, headers
        assert said(f"{url}/shared") == first, "none of theirs was kept"
        for path in ("/shared?with=query", "/shared/cookie", "/unmarked", "/api/v1/shared"):
            assert said(url + path) != first
        for path in ("/shared/cookie", "/unmarked", "/api/v1/shared", "/static/shared"):
            assert said(url + path) != said(url + path), path
    assert (tmp_path / "access.log").read_text() == "", "nothing was refused"


@pytest.fixture
def connect(proxy: str) -> Iterator[Callable[[int, bytes], list[socket.socket]]]:
    """Open this many connections of one address, and begin a request on each."""
    port = int(proxy.rsplit(":", 1)[1])
    with ExitStack() as stack:

        def begin(count: int, sent: bytes) -> list[socket.socket]:
            opened = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(count)]
            for connection in opened:
                connection.sendall(sent)
                connection.setblocking(False)
            return opened

        yield begin


HALF_HEADER = b"POST /ask/ HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_BODY = b"POST /ask/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"


def said_on(connection: socket.socket) -> bytes | None:
    """What the server says on a connection, empty at its end; None if it waits."""
    try:
        return connection.recv(10_000)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def status_for(proxy: str, address: str) -> int:
    """The status of a page for a client of this address."""
    host, port = proxy.removeprefix("http://").split(":")
    client = http.client.HTTPConnection(host, int(port), timeout=PATIENCE, source_address=(address, 0))
    with closing(client):
        client.request("GET", "/rules/", headers={"Host": f"{host}:{port}"})
        return client.getresponse().status


def test_idle_and_trickling_clients_take_the_site_from_nobody(proxy: str, connect: Any) -> None:
    idle = connect(200, b"")
    trickling = [*connect(12, HALF_HEADER), *connect(12, HALF_BODY)]
    for _ in range(8):
        for connection in trickling:
            connection.sendall(b"x")
        assert status_for(proxy, "127.0.0.1") == 200
        time.sleep(0.2)
    assert all(idle_connection.fileno() > 0 for idle_connection in idle)


def test_headers_that_come_slowly_and_bodies_that_stop_are_given_up(proxy: str, connect: Any) -> None:
    headers, bodies = connect(12, HALF_HEADER), connect(12, HALF_BODY)
    open_connections = [*headers, *bodies]

    def all_given_up() -> bool:
        for connection in [*open_connections]:
            if connection in headers:
                with suppress(OSError):
                    connection.sendall(b"x")  # one byte now and then does not help
            if said_on(connection) is not None:
                open_connections.remove(connection)
        return not open_connections

    wait_for("all were given up", all_given_up)
    assert status_for(proxy, "127.0.0.1") == 200


def test_200_connections_of_one_address_leave_the_site_to_others(proxy: str, connect: Any) -> None:
    crowd = connect(200, HALF_BODY)
    refused: set[socket.socket] = set()

    def most_are_refused() -> bool:
        refused.update(
            crowd_connection
            for crowd_connection in crowd
            if (said_on(crowd_connection) or b"").startswith(b"HTTP/1.1 429")
        )
        return len(refused) >= 140

    wait_for("most were refused", most_are_refused)
    assert status_for(proxy, "127.0.0.1") == 429
    assert status_for(proxy, "127.0.0.2") == 200
    for connection in crowd:
        connection.close()
    wait_for("its pages are there again", lambda: status_for(proxy, "127.0.0.1") == 200)


def test_what_is_too_big_is_refused_in_words_for_people_and_programs(proxy: str, log: Path) -> None:
    body = b"x" * 3_300_000
    page = refusal(f"{proxy}/ask/?q=private", body)
    assert page.code == 413
    assert page.headers["Content-Type"].startswith("text/html")
    assert "Nothing was changed" in page.read().decode()
    for_programs = refusal(f"{proxy}/api/v1/solve", body)
    assert for_programs.code == 413
    assert json.load(for_programs)["detail"]
    refused = wait_for("both were logged", lambda: refusals(log, 413)[1:] and refusals(log, 413))
    assert {line["path"] for line in refused} == {"/ask/", "/api/v1/solve"}
    assert "private" not in log.read_text()


def test_a_game_is_followed_through_it_as_it_happens(running_site: RunningSite, tmp_path: Path) -> None:
    port = find_free_port()
    command = (sys.executable, "-m", "gunicorn", "--workers=1", f"--bind=127.0.0.1:{port}", "pressorpass_site.wsgi")
    environment = plain_environment(DATA_DIR=str(running_site.data_dir), GAME_STREAMS="250")
    web = running_site.url.removeprefix("http://")
    with as_in_its_container(tmp_path, web, streams=f"127.0.0.1:{port}") as url:
        host = Host(url)
        address = f"{url}/games/{host.code}/stream"
        with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as streams:
            try:
                wait_for("the process for streams answered", lambda: is_up(port))
                with get(address) as stream:
                    assert stream.headers["Content-Type"].startswith("text/event-stream")
                    assert stream.readline() == b"retry: 1000\n"
            finally:
                streams.terminate()
        with get(address) as polled:
            assert polled.readline() == b"retry: 2000\n", "without that process browsers ask"


def test_without_web_server_it_says_so(tmp_path: Path) -> None:
    with as_in_its_container(tmp_path, f"127.0.0.1:{find_free_port()}") as url:
        page = refusal(f"{url}/ask/", b"line=1")
        assert (page.code, page.headers["Retry-After"]) == (503, "5")
        assert "try again in a moment" in page.read().decode()


class Names(socketserver.BaseRequestHandler):
    """A name server that knows where `web` is, as Docker's does."""

    address: str | None = None

    def handle(self) -> None:
        request_line, reply_to = self.request
        address = type(self).address
        count, status = (1, 0x8180) if address else (0, 0x8183)  # no such name
        reply = request_line[:2] + struct.pack("!5H", status, 1, count, 0, 0) + request_line[12:]
        if address:
            reply += b"\xc0\x0c" + struct.pack("!2HIH", 1, 1, 600, 4) + socket.inet_aton(address)
        reply_to.sendto(reply, self.client_address)


class Told(http.server.BaseHTTPRequestHandler):
    """A web server that says at which address it is, and what it was told about the client."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(f"{self.server.server_address[0]!s} {self.headers['X-Forwarded-For']}".encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[Any]:
    """A server in a thread of its own."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def said(url: str, **headers: str) -> str:
    """What the web server behind nginx says; empty if nginx answers by itself."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError:
        return ""


def test_a_web_server_that_comes_back_at_another_address_is_found(tmp_path: Path) -> None:
    port = find_free_port()
    with (
        serving(socketserver.UDPServer(("127.0.0.1", 0), Names)) as names,
        as_in_its_container(tmp_path, f"web:{port}", resolver=f"127.0.0.1:{names.server_address[1]}") as url,
    ):
        assert not said(url), "nginx does not need to know it when it starts"
        for address in ("127.0.0.2", "127.0.0.3"):
            with serving(http.server.ThreadingHTTPServer((address, port), Told)):
                Names.address = address
                wait_for("it was found", lambda address=address: said(url).startswith(address))


FORGED = {"X-Forwarded-For": "198.51.100.7"}


@pytest.mark.parametrize(
    ("trusted", "client"),
    [
        ("", "127.0.0.1"),
        ("127.0.0.0/8", "198.51.100.7"),
        ("192.0.2.1, 127.0.0.1", "198.51.100.7"),
        ("10.0.0.0/8,172.16.0.0/12,192.168.0.0/16", "127.0.0.1"),
    ],
)
def test_only_the_proxy_that_is_named_says_who_the_client_is(tmp_path: Path, trusted: str, client: str) -> None:
    with (
        serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Told)) as web,
        as_in_its_container(tmp_path, f"127.0.0.1:{web.server_address[1]}", trusted=trusted) as url,
    ):
        assert said(url, **FORGED) == f"127.0.0.1 {client}"
        assert said(url, **{"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}) == f"127.0.0.1 {client}"


@pytest.fixture(scope="module")
def client_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], bytes]]:
    """By what nginx limits an address."""
    folder, port = tmp_path_factory.mktemp("clients"), find_free_port()
    (folder / "main.conf").write_text(
        f"pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ {FOLDERS.format(folder)}"
        f"include {CONFIGURATION}/http.conf; access_log off; set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"
        f"server {{ listen 127.0.0.1:{port}; return 200 $client; }} }}"
    )
    command = [
        str(NGINX),
        "-e",
        f"{folder}/error.log",
        "-p",
        str(folder),
        "-c",
        f"{folder}/main.conf",
        "-g",
        "daemon off;",
    ]

    def ask(address: str) -> bytes:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"X-Forwarded-For": address})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return bytes(answer.read())

    with subprocess.Popen(command, preexec_fn=partial(end_with_parent, signal.SIGTERM)) as process:
        try:
            wait_for("nginx answered", lambda: is_up(port))
            yield ask
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.mark.parametrize(
    "alike",
    [
        ("2001:db8::1", "2001:db8::2", "2001:db8:0:0:1::", "2001:db8::ffff:192.0.2.1", "2001:0DB8:0:0:ffff:1:2:3"),
        ("2001:db8:1:2::", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::6"),
        ("fe80::1", "fe80::a:1"),
        ("2001:db8:a0a:0:5::a", "2001:db8:a0a::a"),  # a line feed among the bytes, and at the end
        ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"),
    ],
)
def test_addresses_of_one_network_share_a_limit(client_of: Callable[[str], bytes], alike: tuple[str, ...]) -> None:
    assert len({client_of(address) for address in alike}) == 1


def test_addresses_of_different_networks_do_not(client_of: Callable[[str], bytes]) -> None:
    others = [
        "2001:db8::1",
        "2001:db8:0:1::1",
        "2001:db8:1::1",
        "2001:db9::1",
        "192.0.2.1",
        "192.0.2.2",
        "::ffff:192.0.2.3",
        "::1",
    ]
    assert len({client_of(address) for address in others}) == len(others)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_the_configuration_with_tls_is_valid(tmp_path: Path) -> None:
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=localhost",
            "-keyout",
            "privkey.pem",
            "-out",
            "fullchain.pem",
        ],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    printed = subprocess.run(
        ["sh", str(CONFIGURATION / "host.sh"), "press.example.com"],
        env={**os.environ, "PATH": f"{Path(str(NGINX)).parent}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
        text=True,
    )
    text = printed.stdout.replace("/etc/pressorpass", str(CONFIGURATION))
    text = text.replace("/etc/letsencrypt/live/press.example.com", str(tmp_path))
    text = text.replace("/var/log/nginx", str(tmp_path)).replace("/var/cache", str(tmp_path))
    main = tmp_path / "main.conf"
    main.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{FOLDERS.format(tmp_path)}{text}\n}}\n")
    command = [str(NGINX), "-t", "-e", f"{tmp_path}/log", "-p", str(tmp_path), "-c", str(main)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "[warn]" not in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("nginx/1.22.1", ["listen 443 ssl http2 default_server;"]),
        ("nginx/1.9.15 (Ubuntu)", ["listen 443 ssl http2 default_server;"]),
        ("nginx/1.25.0", ["listen 443 ssl http2 default_server;"]),
        ("nginx/1.25.1", ["listen 443 ssl default_server;", "http2 on;"]),
        ("nginx/1.26.3 (Ubuntu)", ["listen 443 ssl default_server;", "http2 on;"]),
        ("freenginx/1.29.0", ["listen 443 ssl default_server;", "http2 on;"]),
    ],
)
def test_http_2_is_asked_for_in_the_words_of_the_version(tmp_path: Path, version: str, words: list[str]) -> None:
    (tmp_path / "nginx").write_text(f"#!/bin/sh\necho 'nginx version: {version}' >&2\n")
    (tmp_path / "nginx").chmod(0o755)
    printed = subprocess.run(
        ["sh", str(CONFIGURATION / "host.sh"), "press.example.com"],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert all(f"    {word}\n" in printed for word in words)
    assert printed.count("http2") == (1 if "http2 on;" in words else 2)
    assert "press.example.org" not in printed
