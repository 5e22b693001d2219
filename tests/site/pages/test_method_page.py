"""The page of the method."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_former_page_of_measured_techniques_leads_there_for_good(client: Client) -> None:
    answer = client.get("/method/techniques/")
    assert (answer.status_code, answer["Location"]) == (301, "/method/")
