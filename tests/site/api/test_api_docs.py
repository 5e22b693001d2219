"""What docs/api.md and the API's page show works as it stands there."""

import json
import re
import shlex
import subprocess
import sys
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from pressorpass_site.api.v1 import api
from tests.processes import PATIENCE, RunningSite
from tools.run.options import ROOT

DOCS = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def blocks(language: str) -> str:
    """What the document has in this language."""
    return "".join(re.findall(rf"```{language}\n(.*?)```", DOCS, re.DOTALL))


def curl(client: Client, command: str) -> Any:
    """What the command gets, without curl or a network."""
    words = shlex.split(command.replace("\\\n", ""))
    assert words.pop(0) == "curl"
    method, headers, body, url = "", {}, "", ""
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _, headers[name] = words.pop(0).partition(": ")
        elif word == "-d":
            body = words.pop(0)
        else:
            url = word
    call = client.post if body or method == "POST" else client.get
    content_type = headers.pop("Content-Type", "application/octet-stream")
    sent = {"data": body or None, "content_type": content_type} if call == client.post else {}
    return call(urlsplit(url).path if sent else url, headers=headers, **sent)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_boards")
class TestCommands:
    @pytest.fixture(autouse=True)
    def nobody_waits(self, settings: Any) -> None:
        settings.API_HELD_REQUESTS = 0

    @pytest.mark.parametrize("command", blocks("sh").splitlines())
    def test_of_the_document(self, client: Client, command: str) -> None:
        assert curl(client, command).status_code in (200, 202)

    def test_of_the_page(self, client: Client) -> None:
        page = unescape(client.get("/api/").content.decode())
        command = re.findall(r"curl http://testserver/api/v1/solve.*?}'", page, re.DOTALL)[0]
        assert curl(client, command).status_code in (200, 202)


@pytest.mark.slow
def test_the_program(running_site: RunningSite) -> None:
    program = blocks("python").replace("http://localhost:8000", running_site.url)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].startswith("press ['")
    assert done.stdout.splitlines()[-1] == "pass exact"


def test_the_document_names_every_address_and_status() -> None:
    document = json.loads(json.dumps(api.get_openapi_schema()))
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            named = path.replace("{board}", "{id}")
            assert f"`{method.upper()} {named}`" in DOCS
            for status in operation["responses"]:
                assert re.search(rf"\b{status}\b", DOCS)
