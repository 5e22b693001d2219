"""Scripts that browsers still hold from before an update are told so, whatever they ask for."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

NOTICE = "This page is from before an update. Reload it."


@pytest.mark.parametrize("path", ["/p/8000e3,3000,0@1", "/a/0000000000000000/", "/cancel/", "/no/such/address/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_parts_asked_for_in_the_terms_of_htmx(client: Client, method: str, path: str) -> None:
    response = client.generic(
        method.upper(), path, headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/"}
    )
    page = response.content.decode()
    assert response.status_code == 200
    assert f"<title>{NOTICE}</title>" in page
    assert "css/outdated.css" in page
    assert not response.cookies


def test_live_changes_of_before(client: Client) -> None:
    response = client.post("/live/", {"line": "8000e3 3000 0"}, headers={"HX-Current-URL": "http://testserver/"})
    assert response.json()["trouble"] == NOTICE


@pytest.mark.usefixtures("loaded_boards")
def test_what_ifs_of_before(client: Client) -> None:
    assert client.get("/whatif/break-even/?position=8000e1,3000,0@1").json()["sentence"] == NOTICE
