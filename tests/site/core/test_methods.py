"""A request with a method that an address does not take gets a page that says so."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_page_that_takes_no_form_says_so(client: Client) -> None:
    response = client.post("/method/")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert "This page does not accept POST requests. Nothing was changed." in response.content.decode()


@pytest.mark.parametrize("address", ["/ask/", "/account/claim/", "/boards/own/copy/"])
def test_an_address_for_forms_has_no_page(client: Client, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This address only receives forms." in response.content.decode()
