"""The forms and links of the site's own pages, from which requests are made by changing something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from random import Random
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from django.urls import Resolver404, get_resolver, resolve

from .requests import Fields, Request, check
from .site import ADMIN, FAN, NOBODY, Things

MAX_LINKS = 40  # of one page that are followed
LOG_OUT = re.compile("log-?out")
LINKS = ("href", "src", "data-part-get", "data-url", "action")
_GROUP = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\])*\)")


@dataclass(frozen=True)
class Seed:
    """A request that the site itself offers."""

    method: str
    path: str
    fields: Fields
    who: str

    @property
    def kind(self) -> tuple[str, ...]:
        """What it has in common with others that need not be tried beside it."""
        try:
            route = resolve(self.path).route
        except Resolver404:
            route = "none"
        return (self.method, route, self.who, *sorted({name for name, _ in self.fields}))


def patterns(resolver: object = None, before: str = "") -> Iterator[str]:
    """The route of every address of the site."""
    for url_pattern in (resolver or get_resolver()).url_patterns:  # type: ignore[attr-defined]
        route = before + str(url_pattern.pattern).lstrip("^").rstrip("$").replace("\\Z", "")
        if hasattr(url_pattern, "url_patterns"):
            yield from patterns(url_pattern, route)
        else:
            yield route


def filled(route: str, value: object) -> str:
    """An address of a route; `value` gives the text for each named part."""
    return "/" + _GROUP.sub(lambda match: value(match[1] or match[2]), route).replace("\\", "")  # type: ignore[operator]


def crawl(things: Things, pages: int) -> list[Seed]:
    """One request of every kind that is found on at most this many pages, by each visitor."""
    seeds: dict[tuple[str, ...], Seed] = {}
    for who in (NOBODY, FAN, ADMIN):
        waiting = [Seed("GET", path, (), who) for path in _start(things, who) if not LOG_OUT.search(path)]
        Random(pages).shuffle(waiting)
        seen = 0
        while waiting:
            seed = waiting.pop(0)
            if seed.kind in seeds or LOG_OUT.search(seed.path):
                continue
            seeds[seed.kind] = seed
            if seed.method != "GET" or seen >= pages:
                continue
            answer = check(Request("GET", seed.path, seed.fields, who=who))
            seen += answer.status == 200
            if answer.status == 302:
                waiting.insert(0, _of_link(answer.headers["location"], seed.path, who))
            elif answer.headers.get("content-type", "").startswith("text/html"):
                page = _Page(seed.path, who)
                page.feed(answer.text)
                waiting += [link for link in page.found if link.kind not in seeds]
    return list(seeds.values())


def _start(things: Things, who: str) -> list[str]:
    """Every address with real parts; those of the admin for the administrator, the others for the others."""
    routes = [route for route in patterns() if route.startswith("admin/") == (who == ADMIN)]
    return [
        filled(route, lambda name, place=place: (things.named.get(name, ["x"]) * 2)[place])
        for route in routes
        for place in (0, 1)
        if place == 0 or "<" in route
    ]


def _of_link(link: str, base: str, who: str) -> Seed:
    parts = urlsplit(urljoin(base, link))
    return Seed("GET", unquote(parts.path), tuple(parse_qsl(parts.query, keep_blank_values=True)), who)


class _Page(HTMLParser):
    """Collects the forms and links of a page."""

    def __init__(self, path: str, who: str) -> None:
        super().__init__()
        self.path, self.who = path, who
        self.found: list[Seed] = []
        self.form: tuple[str, str] | None = None
        self.fields: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attributes}
        for name in LINKS:
            if name in named and urlsplit(named[name]).netloc == "" and len(self.found) < MAX_LINKS:
                link = _of_link(named[name], self.path, self.who)
                if link.path.startswith("/") and not link.path.startswith("/static/"):
                    self.found.append(link)
        if "data-part-post" in named:
            self.found.append(Seed("POST", _of_link(named["data-part-post"], self.path, self.who).path, (), self.who))
        if tag == "form":
            self.form = (named.get("method", "get").upper(), named.get("action", "") or self.path)
            self.fields = []
        elif self.form and tag in ("input", "select", "textarea", "button") and named.get("name"):
            self.fields.append((named["name"], named.get("value", "1")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.form:
            method, action = self.form
            link = _of_link(action, self.path, self.who)
            self.found.insert(0, Seed(method, link.path, tuple(self.fields), self.who))
            self.form = None
