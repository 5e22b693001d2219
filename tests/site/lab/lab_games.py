"""Helpers for the lab's pages: load a page with all of its answers, and play a game."""

import re
from collections.abc import Generator
from html import unescape
from typing import Any, TypeVar

import pytest
from django.test import Client

from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work.models import Status
from tests.site.conftest import STAYS
from tests.site.markup import Fields, markup
from tests.site.work.by_hand import run_next

MAX_ROUNDS = 10
T = TypeVar("T")


def settled(client: Client, address: str) -> str:
    """Load a page until all of its questions are answered."""
    for _ in range(MAX_ROUNDS):
        page = markup(client.get(address))
        waiting = [lab_answer for lab_answer in LabAnswer.objects.exclude(status=Status.DONE) if lab_answer.is_active]
        if not waiting:
            return unescape(page)
        for lab_answer in waiting:
            jobs.refresh(lab_answer, STAYS)  # however long that takes on a busy machine
        for _ in waiting:
            run_next(jobs)
    raise AssertionError(f"{address} never settles")


def links(page: str) -> dict[str, str]:
    """Return the URLs of a page's buttons by their texts."""
    hrefs = re.findall(r'<a class="button[^"]*" href="([^"]*)"(?: aria-label="([^"]*)")?>(.*?)</a>', page, re.DOTALL)
    return {label or words.strip(): address for address, label, words in hrefs}


def lab_form(page: str) -> Fields:
    """Return the fields of the form of a question."""
    return Fields(page.partition('id="lab-form"')[2].partition("</form>")[0])


def returned(asking: Generator[Any, Any, T]) -> T:
    """Return the value of a page generator that yields no question."""
    with pytest.raises(StopIteration) as end:
        next(asking)
    value: T = end.value.value
    return value


def seats(page: str) -> dict[str, str]:
    """Return the scores by name."""
    scores = re.findall(r'seat__name">(.*?)</dt>.*?seat__score">(.*?)</b>', page, re.DOTALL)
    return dict(scores)


def scores(page: str) -> tuple[int, int]:
    """Return your score and the best player's."""
    you, them = re.findall(r'class="seat__score">(\d+)', page)
    return int(you), int(them)
