"""nginx with the configuration in deploy/, in front of a running site: slow and greedy clients take it from nobody."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pressorpass_site.process import die_with_parent
from tests.load.followers import Host
from tests.processes import PATIENCE, RunningSite, wait_for
from tools.run.broker import free_port
from tools.run.options import ROOT

UNPACKED = ROOT / ".venv" / "debian"  # by tools/proxy.sh
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:{UNPACKED}/usr/sbin")
CONFIGURATION = ROOT / "deploy" / "nginx"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="needs nginx, which `make nightly` fetches"),
]


def adapted(file: str, folder: Path, **changes: str) -> Path:
    """A configuration with the paths and ports of this test."""
    text = (CONFIGURATION / file).read_text()
    text = text.replace(" /tmp/", f" {folder}/").replace("/dev/stderr", f"{folder}/error.log")
    text = text.replace("/etc/pressorpass", str(CONFIGURATION))
    if not Path("/etc/nginx").exists():
        text = text.replace("/etc/nginx", f"{UNPACKED}/etc/nginx")
    for old, new in changes.items():
        assert old.replace("_", " ") in text
        text = text.replace(old.replace("_", " "), new)
    (folder / file).write_text(text)
    return folder / file


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nginx") / "access.log"


@pytest.fixture(scope="module")
def proxy(running_site: RunningSite, log: Path) -> Iterator[str]:
    """The address of nginx with the configuration that compose.yaml uses."""
    port, web = free_port(), running_site.url.removeprefix("http://")
    folder = log.parent
    changes = {"listen_8080": f"listen 127.0.0.1:{port}", "server_web:8000": f"server {web}"}
    configuration = adapted("compose.conf", folder, **changes, **{"/dev/stdout": str(log)})
    command = [str(NGINX), "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, preexec_fn=partial(die_with_parent, signal.SIGTERM)) as process:
        try:
            wait_for("nginx answered", lambda: is_up(port))
            yield url
        finally:
            process.send_signal(signal.SIGTERM)


def is_up(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


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


def test_idle_and_trickling_clients_take_the_site_from_nobody(proxy: str) -> None:
    address = (proxy.removeprefix("http://").split(":")[0], int(proxy.rsplit(":", 1)[1]))
    with ExitStack() as stack:
        idle = [stack.enter_context(socket.create_connection(address)) for _ in range(200)]
        half = [stack.enter_context(socket.create_connection(address)) for _ in range(12)]
        slow = [stack.enter_context(socket.create_connection(address)) for _ in range(12)]
        for each in half:
            each.sendall(b"POST /ask/ HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
        for each in slow:
            each.sendall(b"POST /ask/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
        for _ in range(8):
            for each in (*half, *slow):
                each.sendall(b"x")
            with get(f"{proxy}/rules/") as answer:
                assert answer.status == 200
            time.sleep(0.2)
        # What sends nothing is let go of.
        assert all(each.fileno() > 0 for each in idle)


def test_what_is_too_big_is_refused_in_words_for_people_and_programs(proxy: str, log: Path) -> None:
    body = b"x" * 3_300_000
    page = refusal(f"{proxy}/ask/?q=private", body)
    assert page.code == 413
    assert page.headers["Content-Type"].startswith("text/html")
    assert "Nothing was changed" in page.read().decode()
    for_programs = refusal(f"{proxy}/api/v1/solve", body)
    assert for_programs.code == 413
    assert json.load(for_programs)["detail"][0]["message"]
    refused = wait_for("both were logged", lambda: refusals(log, 413)[1:] and refusals(log, 413))
    assert {line["path"] for line in refused} == {"/ask/", "/api/v1/solve"}
    assert "private" not in log.read_text()


def test_a_game_is_followed_through_it_as_it_happens(proxy: str) -> None:
    host = Host(proxy)
    with get(f"{proxy}/games/{host.code}/stream") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.readline() == b"retry: 1000\n"


def test_without_web_server_it_says_so(log: Path) -> None:
    port, nobody = free_port(), free_port()
    changes = {"listen_8080": f"listen 127.0.0.1:{port}", "server_web:8000": f"server 127.0.0.1:{nobody}"}
    folder = log.parent / "alone"
    folder.mkdir()
    configuration = adapted("compose.conf", folder, **changes, **{"/dev/stdout": str(folder / "access.log")})
    command = [str(NGINX), "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"]
    with subprocess.Popen(command, preexec_fn=partial(die_with_parent, signal.SIGTERM)) as process:
        try:
            wait_for("nginx answered", lambda: is_up(port))
            page = refusal(f"http://127.0.0.1:{port}/ask/", b"line=1")
            assert (page.code, page.headers["Retry-After"]) == (503, "5")
            assert "try again in a moment" in page.read().decode()
        finally:
            process.send_signal(signal.SIGTERM)


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
    text = adapted("host.conf", tmp_path).read_text()
    text = text.replace("/etc/letsencrypt/live/press.example.org", str(tmp_path))
    text = text.replace("/var/log/nginx", str(tmp_path))
    main = tmp_path / "main.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)  # an nginx only unpacked has none
    main.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{folders}{text}\n}}\n")
    subprocess.run([str(NGINX), "-t", "-p", str(tmp_path), "-c", str(main)], check=True, capture_output=True)
