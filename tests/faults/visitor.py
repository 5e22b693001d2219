"""Visitors of a site at which something fails: what they do, what they are told, and what they have been promised."""

import html
import http.client
import http.cookiejar
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from engine import event_to_json, parse_game, sample_games
from tests.load.visitor import FormReader
from tests.processes import PATIENCE, wait_for

# The longest that a browser is to be kept waiting before it is told something: SQLite's writers wait 20 s for a lock,
# and a form may write three times (a session, a row, a job).
REQUEST_PATIENCE = 70.0
GAME = "simulated-12"
# A page that is not held up by a fault: far less than the fault lasts, far more than a busy machine needs.
NOT_HELD_UP = 9.0
AGAIN = 0.5  # seconds after which a script sends again what has not arrived
LOOK = 0.4  # seconds between two looks at a page


def question(notation: str, rules: str = "show") -> str:
    """The address of a question."""
    return f"/p/{urllib.parse.quote(notation)}?rules={rules}"


@dataclass
class Page:
    """What a visitor got."""

    status: int
    url: str
    source: str
    seconds: float

    @property
    def text(self) -> str:
        """The words of the page's main part."""
        return self._words(self.source[self.source.find("<main") : self.source.find("</main>")])

    @property
    def answer(self) -> str:
        """The words of the part of an answer page that waits, answers or says why not."""
        part = self.source[max(self.source.find('id="answer"'), 0) : self.source.find("</main>")]
        return self._words(part).partition(">")[2].strip()

    @staticmethod
    def _words(body: str) -> str:
        body = re.sub(r"<noscript>.*?</noscript>|<script.*?</script>", " ", body, flags=re.DOTALL)
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body))).strip()

    @property
    def state(self) -> str:
        """The state of the answer on it: waiting, refining, done, failed or canceled."""
        match = re.search(r'id="answer"[^>]*data-state="(\w+)"', self.source)
        return match[1] if match else ""

    @property
    def key(self) -> str:
        match = re.search(r"/a/(\w{16,64})/|[?&]key=(\w{16,64})", self.source)
        assert match, self.text
        return match[1] or match[2]


class Visitor:
    """A browser, at an address that a proxy reports (`TRUSTED_PROXIES=1`) or this machine's."""

    def __init__(self, url: str, address: str = "") -> None:
        self.url = url
        self._address = address
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))

    def open(self, path: str, body: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> Page:
        """What a request brings, be it an error page.

        Raises:
            OSError: the site was not there, or hung up.
        """
        headers = {"Content-Type": kind, "Origin": self.url, "X-Forwarded-For": self._address}
        start_time = time.monotonic()
        try:
            response = self._opener.open(
                urllib.request.Request(self.url + path, body, headers), timeout=REQUEST_PATIENCE
            )
        except urllib.error.HTTPError as error:
            response = error
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from error
        with response:
            source = response.read().decode()
            return Page(response.status, response.url, source, time.monotonic() - start_time)

    def fill(self, path: str, **changes: str) -> Page:
        """Open a page and send its form, with these changes."""
        page = self.open(path)
        if page.status != 200:
            return page
        reader = FormReader()
        reader.feed(page.source[page.source.find("<main") :])
        return self.open(path, urllib.parse.urlencode(reader.fields | changes).encode())

    def ask(self, notation: str, rules: str = "show") -> Page:
        return self.open(question(notation, rules))

    def save(self, page: Page, title: str) -> Page:
        """Save the answer on a page."""
        return self.fill(f"/save/?key={page.key}", title=title)

    def begin_game(self) -> str:
        """Begin a game; its code."""
        page = self.fill("/games/new/", left="Ann", centre="Bob", right="Cy")
        return re.findall(r"/games/([\w-]{11})/", page.url)[0]

    def send_event(self, code: str, version: int, event: dict[str, Any]) -> Page:
        """Send an event of a game as the page's script does."""
        body = json.dumps({"version": version, "events": [event]}).encode()
        return self.open(f"/games/{code}/events/", body, "application/json")

    def game(self, code: str) -> dict[str, Any]:
        return json.loads(self.open(f"/games/{code}/game.json").source)

    def wait_for_page(self, path: str, what: str, is_right: Callable[[Page], bool], patience: float = PATIENCE) -> Page:
        """The page at an address once it is as it should be; it is looked at as often as a browser would."""

        def look() -> Page | None:
            try:
                page = self.open(path)
            except OSError:
                page = None
            if page and is_right(page):
                return page
            time.sleep(LOOK)
            return None

        return wait_for(f"{what} at {path}", look, patience)

    def wait_for_words(self, notation: str, words: str, rules: str = "show", patience: float = PATIENCE) -> Page:
        """The page of a question once it says something."""
        return self.wait_for_page(question(notation, rules), f"“{words}”", lambda page: words in page.answer, patience)

    def wait_for_state(self, notation: str, *states: str, rules: str = "show", patience: float = PATIENCE) -> Page:
        """The page of a question once its answer is in one of these states."""
        return self.wait_for_page(
            question(notation, rules), " or ".join(states), lambda page: page.state in states, patience
        )


@dataclass
class Promises:
    """What a site has accepted."""

    questions: list[str] = field(default_factory=list)
    saves: dict[str, str] = field(default_factory=dict)  # titles by address
    events: list[str] = field(default_factory=list)


class BusyVisitor(Visitor):
    """Enters a game, asks and saves all the time; like the page's script, sends an event again until it has arrived."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.promised = Promises()
        self.refused: Counter[str] = Counter()  # by status and heading
        self.longest = 0.0
        self.broken: list[str] = []  # pages that no visitor should see
        self._code = self.begin_game()
        self._first = len(self.game(self._code)["events"])
        self._version = 0
        self._count = 0
        events = [event_to_json(event) for event in parse_game(sample_games()[GAME]).events]
        self._coming = [{name: event[name] for name in event if name != "id"} for event in events]
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        self._thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            self._thread.join(2 * REQUEST_PATIENCE)
            assert not self._thread.is_alive(), "a request hung"

    def check_promises(self) -> None:
        """Everything that was accepted is there once, and every question is answered."""
        assert not self.broken, self.broken
        entered = self.game(self._code)["events"][self._first :]
        assert len(entered) == len(self.promised.events), (len(entered), self.promised.events)
        for address, title in self.promised.saves.items():
            assert title in self.open(address).text
        for notation in self.promised.questions:
            self.wait_for_answer(notation)

    def wait_for_answer(self, notation: str) -> None:
        """The answer to a question, for which somebody who is told that it failed asks to try again."""

        def answered() -> bool:
            page = self.ask(notation, "seed")
            if page.state in ("failed", "cancelled"):
                assert "Try again" in page.text, page.text
                self.open(f"/a/{page.key}/retry/", b"")
            return page.state == "done"

        wait_for(f"{notation} was answered", answered)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._count += 1
            event_at = self._version
            if event_at < len(self._coming):
                self._until_arrived(lambda at=event_at: self._enter(at))
            # The scores are like no other's, so that no stored answer is read.
            notation = f"{4001 + self._count}e1,3007,0@1"
            page = self._try(lambda n=notation: self.ask(n, "seed"))
            if page and page.status == 200:
                self.promised.questions.append(notation)
                title = f"Number {self._count:04d}"
                saved = self._try(lambda p=page, t=title: self.save(p, t))
                if saved and saved.status == 200 and "/s/" in saved.url:
                    self.promised.saves[saved.url.removeprefix(self.url)] = title
            self._stopping.wait(AGAIN)

    def _enter(self, at: int) -> bool:
        event = {"id": f"busy-{at:04d}", **self._coming[at]}
        page = self.send_event(self._code, self._version, event)
        if page.status in (200, 409):
            answer = json.loads(page.source)
            assert event["id"] in answer["known"], answer
            self._version = at + 1
            self.promised.events.append(event["id"])
            return True
        self._note(page)
        return False

    def _until_arrived(self, send: Callable[[], bool]) -> None:
        while not self._try(send) and not self._stopping.wait(AGAIN):
            pass

    def _try(self, request: Callable[[], Any]) -> Any:
        start_time = time.monotonic()
        try:
            page = request()
        except OSError as error:
            self.refused[f"no connection ({type(error).__name__})"] += 1
            return None
        finally:
            self.longest = max(self.longest, time.monotonic() - start_time)
        if isinstance(page, Page):
            self._note(page)
        return page

    def _note(self, page: Page) -> None:
        if page.status < 400:
            return
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", page.source, re.DOTALL)
        self.refused[f"{page.status} {heading[1].strip() if heading else page.source[:80]}"] += 1
        if page.status == 500 or "Traceback" in page.source or not page.source.strip():
            self.broken.append(f"{page.status} {page.url} {page.text[:200]}")
