"""Pages and data go out packed to browsers that unpack them."""

import gzip
import json

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

UNPACKS = {"accept-encoding": "gzip"}


@pytest.mark.parametrize("address", ["/", "/api/v1/boards", "/robots.txt"])
def test_compressed_pages_have_the_same_content(client: Client, address: str) -> None:
    plain = client.get(address)
    packed = client.get(address, headers=UNPACKS)
    assert not plain.has_header("Content-Encoding")
    assert "Accept-Encoding" in packed["Vary"]
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content)
    if address == "/api/v1/boards":
        assert json.loads(gzip.decompress(packed.content)) == plain.json()


@pytest.mark.parametrize("address", ["/", "/api/v1/boards"])
@pytest.mark.parametrize("refusal", ["gzip;q=0", "br;q=1.0, gzip; q=0.000", "identity, gzip;q=0, br;q=0"])
def test_a_client_that_refuses_compression_gets_none(client: Client, address: str, refusal: str) -> None:
    for _ in range(2):  # the second time a kept page
        assert not client.get(address, headers={"accept-encoding": refusal}).has_header("Content-Encoding")
    assert client.get(address, headers={"accept-encoding": "br;q=0, gzip;q=0.1"})["Content-Encoding"] == "gzip"


def test_pictures_are_not_compressed_again(client: Client) -> None:
    assert not client.get("/card.png", headers=UNPACKS).has_header("Content-Encoding")


def test_a_compressed_page_is_revalidated(client: Client) -> None:
    address = "/boards/pyl-1985-02-r2/1/ring.svg"
    first = client.get(address, headers=UNPACKS)
    assert first["Content-Encoding"] == "gzip"
    assert client.get(address, headers=UNPACKS | {"if-none-match": first["ETag"]}).status_code == 304
