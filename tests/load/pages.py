"""Pages that many people open at once, and how many of them the site answers in a second."""

import asyncio
import json
import re
import time
import urllib.request
from dataclasses import dataclass
from urllib.parse import quote

from tests.load.client import Figures, hammer, offer, request
from tests.load.setups import Setup
from tests.load.visitor import Visitor

# Besides the famous moments on the home page: solved here, as fans would have them solved.
SOLVED = [f"{score}e1,3000,0@1" for score in range(8000, 9000, 100)]
SAVED = 8
LINKS = re.compile(r'href="(/p/[^"]+)"')
MANY = 24  # connections
WARM_UP_SECONDS = 0.15  # for each page

Request = tuple[bytes, bytes | None]


@dataclass(frozen=True)
class Page:
    """Requests of one kind, what they should reach, and the statuses that are right."""

    name: str
    requests: list[Request]
    rate: float = 0.0  # requests a second; 0: none is promised
    p95: float = 0.0  # seconds
    statuses: tuple[int, ...] = (200,)

    def reached(self, figures: Figures, offered: Figures | None) -> bool:
        """Whether the figures are as promised; `offered` are for exactly the promised number of requests."""
        fast = offered is None or (not offered.errors and offered.percentile(0.95) <= self.p95)
        return not figures.errors and figures.rate >= self.rate and fast


def prepare(setup: Setup) -> list[Page]:
    """Solve and save the answers that are then requested; return the pages."""
    fan, url = Visitor(setup.url), setup.url
    moments = sorted(set(LINKS.findall(fan.open("/").read().decode())))
    answers = [link.replace("&amp;", "&") for link in moments] + [
        f"/p/{quote(notation, safe=',@')}" for notation in SOLVED
    ]
    bodies = [json.dumps({"position": position}).encode() for position in SOLVED]
    keys = [_solved(fan, body) for body in bodies]
    form = {"visibility": "public", "title": "Press or pass?"}
    saved = [fan.fill_in(f"/save/?key={key}", "/save/", **form).geturl().removeprefix(url) for key in keys[:SAVED]]
    for path in answers:
        fan.open(path).read()
    etag = fan_etag(url, "/")
    mine = {"Cookie": fan.cookies}
    # What is promised to a crowd without cookies where pages are shared, and to visitors with a cookie each under `make run`.
    shared, own = (1, 0) if setup.shares_pages else (0, 1)
    return [
        Page("home", _get(url, ["/"]), 2000 * shared),
        Page("home, known to the browser (304)", _get(url, ["/"], If_None_Match=etag), statuses=(304,)),
        Page("home, of somebody with boards or saves", _get(url, ["/"], **mine), 220 * own),
        Page(f"answers, {len(answers)} of them", _get(url, answers), 1000 * shared, 0.1 * shared),
        Page("one answer that all open", _get(url, answers[:1]), 1000 * shared, 0.1 * shared),
        Page("answers, of somebody with boards or saves", _get(url, answers, **mine), 120 * own),
        Page(f"saved answers, {len(saved)} of them", _get(url, saved), 1000 * shared, 0.1 * shared),
        Page("saved answers, of somebody with boards or saves", _get(url, saved, **mine), 120 * own),
        Page("API, GET /analyses/…", _get(url, [f"/api/v1/analyses/{key}" for key in keys])),
        Page("API, POST /solve", [_post(url, body) for body in bodies]),
        Page("a style sheet", _get(url, [_style_sheet(fan)])),
    ]


def measure(setup: Setup, page: Page, seconds: float) -> tuple[Figures, float]:
    """The figures with as many requests as the site can answer, and how many processors it used."""
    warm_up = 1 + WARM_UP_SECONDS * len(page.requests)  # so that each web process has rendered each page
    asyncio.run(hammer(setup.url, page.requests, MANY, warm_up, page.statuses))
    used, started = setup.cpu_seconds(), time.monotonic()
    figures = asyncio.run(hammer(setup.url, page.requests, MANY, seconds, page.statuses))
    return figures, (setup.cpu_seconds() - used) / (time.monotonic() - started)


def measure_offered(setup: Setup, page: Page, seconds: float) -> Figures | None:
    """How long replies take while just as many requests come as are promised; None if nothing is said of that."""
    if not page.p95:
        return None
    return asyncio.run(offer(setup.url, page.requests, page.rate, seconds, page.statuses))


def fan_etag(url: str, path: str) -> str:
    """The tag of a page as a new visitor gets it, compressed."""
    page_request = urllib.request.Request(url + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(page_request, timeout=60) as reply:
        return str(reply.headers["ETag"])


def _solved(fan: Visitor, body: bytes) -> str:
    """Answer a question; return its key."""
    while True:
        reply = fan.open("/api/v1/solve", body, "application/json")
        content = json.load(reply)
        if reply.status == 200:
            assert content["status"] == "done", content
            return str(content["id"])
        time.sleep(0.2)


def _style_sheet(fan: Visitor) -> str:
    return re.findall(r'rel="stylesheet" href="([^"]+)"', fan.open("/").read().decode())[0]


def _get(url: str, paths: list[str], **headers: str) -> list[Request]:
    return [(request(url, path, **headers), None) for path in paths]


def _post(url: str, body: bytes) -> Request:
    return request(url, "/api/v1/solve", body, Content_Type="application/json"), body
