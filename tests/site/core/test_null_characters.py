"""Null characters, which one database stores and another does not, are refused wherever an address has them."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address", ["/p/%00", "/save/?key=%00", "/saved/?q=a%00b", "/boards/diff/?from=%00", "/lab/pig/duel/?a=%00"]
)
def test_a_page_says_so(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 400
    assert "The address contains a null character (%00)." in response.content.decode()


@pytest.mark.parametrize("address", ["/api/v1/lab/pig/duel?a=%00", "/api/v1/boards/%00"])
def test_the_api_refuses_in_json(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 400
    assert response.json()["detail"]


def test_a_per_cent_sign_is_not_one(client: Client) -> None:
    assert client.get("/saved/?q=%2500").status_code == 200
