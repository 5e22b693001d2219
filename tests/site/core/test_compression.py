"""Pages and data go out packed to browsers that unpack them."""

import gzip
import json

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

UNPACKS = {"accept-encoding": "gzip"}


@pytest.mark.parametrize("address", ["/", "/api/v1/boards", "/robots.txt"])
def test_what_is_packed_is_the_same(client: Client, address: str) -> None:
    plain = client.get(address)
    packed = client.get(address, headers=UNPACKS)
    assert not plain.has_header("Content-Encoding")
    assert "Accept-Encoding" in packed["Vary"]
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content)
    if address == "/api/v1/boards":
        assert json.loads(gzip.decompress(packed.content)) == plain.json()


def test_pictures_are_packed_in_themselves(client: Client) -> None:
    assert not client.get("/card.png", headers=UNPACKS).has_header("Content-Encoding")


def test_what_is_packed_is_known_again(client: Client) -> None:
    address = "/boards/pyl-1985-02-r2/1/ring.svg"
    first = client.get(address, headers=UNPACKS)
    assert first["Content-Encoding"] == "gzip"
    assert client.get(address, headers=UNPACKS | {"if-none-match": first["ETag"]}).status_code == 304
