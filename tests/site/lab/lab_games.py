"""Helpers for the lab's pages: a page once all of its questions are answered, and games that are played on them."""

import re
from html import unescape

from django.test import Client

from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work.models import Status
from tests.site.markup import markup

MOST_ROUNDS = 10


def settled(client: Client, address: str) -> str:
    """A page, loaded again until nothing that it asks is unanswered."""
    for _ in range(MOST_ROUNDS):
        page = markup(client.get(address))
        waiting = [row for row in LabAnswer.objects.exclude(status=Status.DONE) if row.is_active]
        if not waiting:
            return unescape(page)
        for row in waiting:
            jobs.execute(row.pk, row.token)
    raise AssertionError(f"{address} never settles")


def links(page: str) -> dict[str, str]:
    """Where the buttons that are links lead, by their words."""
    found = re.findall(r'<a class="button[^"]*" href="([^"]*)"(?: aria-label="([^"]*)")?>(.*?)</a>', page, re.DOTALL)
    return {label or words.strip(): address for address, label, words in found}


def scores(page: str) -> tuple[int, int]:
    """Yours and the best player's."""
    you, them = re.findall(r"<dd>(\d+)", page)
    return int(you), int(them)
