"""Three dilemmas a day: called one by one with a guess, scored, and compared with other voters."""

import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine.formatting import format_exact_percent
from pressorpass_site.games.dilemmas import days, deck, scoring
from pressorpass_site.games.dilemmas.deck import Entry
from pressorpass_site.games.dilemmas.lessons import write_lesson
from pressorpass_site.games.models import Vote
from pressorpass_site.questions.question import SEATS
from tests.site.markup import page
from tests.tier import NIGHTLY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

TODAY = next(number for number in range(days.FIRST_OF_THREE, days.FIRST_OF_THREE + 9) if days.is_sunday(number))
NUMBER = TODAY - 1
DAY = f"/daily/{NUMBER}/"
PARTS = [f"{DAY}{part}/" for part in (1, 2, 3)]
ENTRIES = [deck.get_entry(NUMBER, part) for part in (1, 2, 3)]


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the date to a day with three dilemmas; pages do not wait for a worker."""
    now = timezone.now().astimezone(days.ZONE).date()
    monkeypatch.setattr(days, "FIRST_DATE", now - timedelta(days=TODAY - 1))
    monkeypatch.setattr(days, "is_sunday", lambda number: number == TODAY)
    cache.clear()


def action(entry: Entry, *, right: bool = True) -> str:
    """Return the action of the better choice, or of the worse one."""
    best = list(entry.choices).index(entry.best)
    actions = ("press", "pass") if entry.is_a_call else ("one", "two")
    return actions[best if right else 1 - best]


def truth(entry: Entry) -> float:
    """Return the chance to guess; not for entries against the house."""
    return entry.choices[entry.best][entry.position.mover_seat]


def call(client: Client, part: int, guess: int, *, right: bool = True) -> None:
    path = PARTS[part - 1]
    response = client.post(path, {"action": action(ENTRIES[part - 1], right=right), "guess": guess})
    assert (response.status_code, response["Location"]) == (302, path)


def test_the_day_leads_from_one_to_the_next(client: Client) -> None:
    assert client.get(DAY)["Location"] == PARTS[0]
    call(client, 1, 50)
    assert client.get(DAY)["Location"] == PARTS[1]
    assert f'href="{PARTS[1]}"' in page(client, PARTS[0])
    for part in (2, 3):
        call(client, part, 50)
    assert f'href="{DAY}"' in page(client, PARTS[2])
    assert "The first to call all three" in page(client, DAY)


def test_days_with_one_and_days_to_come_have_no_parts(client: Client) -> None:
    assert client.get("/daily/3/1/").status_code == 404
    assert client.get("/daily/3/").status_code == 200
    for path in (f"/daily/{TODAY + 1}/", f"/daily/{TODAY + 1}/1/", f"{DAY}4/", f"{DAY}0/"):
        assert client.get(path).status_code == 404


def test_what_is_no_guess_is_none_and_too_much_is_100(client: Client) -> None:
    client.post(PARTS[0], {"action": action(ENTRIES[0]), "guess": "much"})
    Client().post(PARTS[0], {"action": action(ENTRIES[0]), "guess": "400"})
    assert list(Vote.objects.order_by("pk").values_list("guess", flat=True)) == [None, 100]


def test_the_line_to_share_has_squares_and_score(client: Client) -> None:
    for part, right in ((1, True), (2, False), (3, True)):
        call(client, part, 50, right=right)
    shown = page(client, DAY)
    shared = re.search(r'<textarea id="result"[^>]*>([^<]*)', shown)
    assert shared
    line, sentence, link = shared[1].splitlines()
    assert re.fullmatch(rf"Press or Pass {NUMBER} 🟩🟥🟩 \d+", line)
    assert sentence == "Two of three right. The first to call all three. And you?"
    assert link == f"http://testserver{DAY}"


def test_a_day_is_compared_with_that_of_others(client: Client) -> None:
    for voter in (Client(), Client()):
        for part in (1, 2, 3):
            call(voter, part, 100, right=False)
    for part in (1, 2, 3):
        call(client, part, round(100 * truth(ENTRIES[part - 1])))
    assert "Better than 100% of 2" in page(client, DAY)


def test_the_end_of_a_day_shows_each_score_and_what_it_taught(client: Client) -> None:
    for part in (1, 2, 3):
        call(client, part, round(100 * truth(ENTRIES[part - 1])))
    shown = page(client, DAY)
    scores = [int(score) for score in re.findall(r'podium__score">(\d+)<', shown)]
    assert len(scores) == 3
    assert f"<b data-count>{sum(scores)}</b>" in shown
    assert f"You said {round(100 * truth(ENTRIES[0]))}%, it was {format_exact_percent(truth(ENTRIES[0]))}" in shown
    for entry in ENTRIES:
        assert write_lesson(entry.lesson or entry.kind, entry.position, entry.best, SEATS) in unescape(shown)


def test_the_picture_of_a_day_is_the_caller_s_own(client: Client) -> None:
    picture = f"{DAY}card.png"
    assert client.get(picture)["Location"] == DAY, "nothing was called yet"
    for part in (1, 2, 3):
        call(client, part, 50)
    response = client.get(picture)
    assert (response["Content-Type"], response.content[:4]) == ("image/png", b"\x89PNG")
    assert "no-store" in response["Cache-Control"]
    assert Client().get(picture).status_code == 302
    assert client.get(f"/daily/{TODAY + 1}/card.png").status_code == 404


def test_the_next_day_is_counted_down_to_on_the_day_alone(client: Client) -> None:
    for number in (NUMBER, TODAY):
        for part in (1, 2, 3):
            client.post(f"/daily/{number}/{part}/", {"action": "press"})
            client.post(f"/daily/{number}/{part}/", {"action": "one"})
    assert "data-until" not in page(client, DAY)
    until = re.search(r'data-until="(\d+)"', page(client, f"/daily/{TODAY}/"))
    assert until
    assert 0 < int(until[1]) - timezone.now().timestamp() <= 25 * 3600


def test_before_the_call_nothing_linked_holds_the_odds(client: Client) -> None:
    """Neither the page nor its links and files reveal the chances or the reasons."""
    for path, entry in [*zip(PARTS, ENTRIES, strict=True)][: None if NIGHTLY else 1]:
        chances = [chance for choice in entry.choices.values() for chance in choice if 0.005 < chance < 0.995]
        secrets = {format_exact_percent(chance) for chance in chances} | {f"{chance:.4f}" for chance in chances}
        first = client.get(path)
        assert first.status_code == 200
        seen = first.content.decode()
        assert f"/p/{entry.notation}" not in unescape(seen), "the full answer is not linked"
        assert not re.search(r"more wins? in 100|risk of a Whammy", seen)
        links = set(re.findall(r'(?:href|src|action|content|data-[\w-]+|srcset)="([^"]+)"', seen))
        pages = [seen]
        for link in sorted({urljoin(path, unescape(url).partition("#")[0]) for url in links}):
            local = link.removeprefix("http://testserver")
            if not local.startswith("/") or " " in local or local.startswith("/account"):
                continue
            if local.startswith("/static/"):
                asset = finders.find(re.sub(r"\.[0-9a-f]{12}(?=\.)", "", local.removeprefix("/static/")))
                if asset and local.endswith((".js", ".css")):
                    pages.append(Path(str(asset)).read_text(encoding="utf-8"))
                continue
            answer = client.get(local)
            kind = answer.get("Content-Type", "")
            if answer.status_code == 200 and ("html" in kind or "json" in kind) and not answer.streaming:
                pages.append(answer.content.decode())
        assert len(pages) > 8
        words = [re.sub(r"<svg.*?</svg>|<style.*?</style>", "", html, flags=re.DOTALL) for html in pages]
        for number, word in enumerate(words):
            for secret in secrets:
                if number == 0 or entry.notation in word:
                    assert secret not in word


@pytest.mark.parametrize(
    ("mark", "guess", "truth", "expected"),
    [
        ("right", 40, 0.4, 100),
        ("right", 50, 0.4, 80),
        ("right", 65, 0.4, 50),
        ("right", 100, 0.4, 50),
        ("close", 40, 0.4, 75),
        ("wrong", 40, 0.4, 50),
        ("wrong", 100, 0.4, 0),
        ("right", 40, 0.404, 99),
        ("right", None, 0.4, 50),
        ("close", 40, None, 25),
        ("wrong", None, 0.4, 0),
    ],
)
def test_half_is_for_the_call_and_half_for_the_guess(
    mark: str, guess: int | None, truth: float | None, expected: int
) -> None:
    assert scoring.score_dilemma(mark, guess, truth) == expected
