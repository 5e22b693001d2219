"""Helpers for the lab's pages: a page once all of its questions are answered, and games that are played on them."""

import re
from collections.abc import Generator
from html import unescape
from html.parser import HTMLParser
from typing import Any, TypeVar

from django.test import Client

from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work.models import Status
from tests.site.markup import markup

MOST_ROUNDS = 10
T = TypeVar("T")


def settled(client: Client, address: str) -> str:
    """A page, loaded again until nothing that it asks is unanswered."""
    for _ in range(MOST_ROUNDS):
        page = markup(client.get(address))
        waiting = [row for row in LabAnswer.objects.exclude(status=Status.DONE) if row.is_active]
        if not waiting:
            return unescape(page)
        for _ in waiting:
            jobs.execute()
    raise AssertionError(f"{address} never settles")


def links(page: str) -> dict[str, str]:
    """Where the buttons that are links lead, by their words."""
    found = re.findall(r'<a class="button[^"]*" href="([^"]*)"(?: aria-label="([^"]*)")?>(.*?)</a>', page, re.DOTALL)
    return {label or words.strip(): address for address, label, words in found}


def returned(asking: Generator[Any, Any, T]) -> T:
    """What a page's generator returns that asks nothing."""
    try:
        next(asking)
    except StopIteration as end:
        found: T = end.value
        return found
    raise AssertionError("it asks a question")


def seats(page: str) -> dict[str, str]:
    """The scores by their names."""
    found = re.findall(r'seat__name">(.*?)</dt>.*?seat__score">(.*?)</b>', page, re.DOTALL)
    return dict(found)


def scores(page: str) -> tuple[int, int]:
    """Yours and the best player's."""
    you, them = re.findall(r'class="seat__score">(\d+)', page)
    return int(you), int(them)


class LabForm(HTMLParser):
    """What a browser without scripts sends from the form of a question."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.inside = False
        self.select = self.textarea = ""
        self.options: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.inside = self.inside or found.get("id") == "lab-form"
        name = found.get("name") or ""
        if not self.inside:
            return
        if tag == "select":
            self.select, self.options = name, []
        elif tag == "option":
            self.options.append((found.get("value") or "", "selected" in found))
        elif tag == "textarea":
            self.textarea = name
        elif tag == "input" and name and found.get("type") in ("text", "hidden"):
            self.sent.append((name, found.get("value") or ""))
        elif tag == "input" and name and "checked" in found:
            self.sent.append((name, found.get("value") or "on"))

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.sent.append((self.textarea, data))
            self.textarea = ""
        elif self.options and self.options[-1][0] == "" and data.strip().isdigit():
            self.options[-1] = (data.strip(), self.options[-1][1])  # an option without a value is its text

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        if tag == "select" and self.inside:
            chosen = [value for value, selected in self.options if selected]
            self.sent.append((self.select, (chosen or [value for value, _ in self.options])[0]))
            self.options = []

    def values(self, name: str) -> list[str]:
        """What it sends under a name."""
        return [value for each, value in self.sent if each == name]
