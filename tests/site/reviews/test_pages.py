"""The page, pictures and files of a stored game's review."""

import copy
import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from django.test import Client

from engine import Board, PositionValues, event_to_json, parse_game, solve_positions
from pressorpass_site.boards import services as boards
from pressorpass_site.core.owned import Visibility
from pressorpass_site.games import services as games
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.sharing import card
from pressorpass_site.sharing.subjects import build_game_subject
from tests.site.markup import words
from tests.site.reviews.test_services import GAME, LONGER, MISTAKE, add_known_values, review_game, run_review_job

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

PART = {"Part-Request": "true"}


def stored(text: str = LONGER, visibility: Visibility = Visibility.PUBLIC, *, solved: bool = True) -> StoredGame:
    """Return a stored game with a solved review."""
    game = parse_game(text)
    first, second = (boards.find_same_revision(game.setup.boards[number]) for number in (1, 2))
    assert first
    assert second
    events = [event_to_json(event) for event in game.events]
    stored_game = games.create_game(
        "somebody", "A game", game.headers, (first, second), events=events, visibility=visibility
    )
    if solved:
        review_game(games.get_named_game(stored_game))
    return stored_game


def figures(account: str) -> list[float]:
    """Return the values of a contestant's account: start, luck, skill, end, and the parts of luck."""
    account_text = re.sub(
        r"\d+ (?:of \d+ )?(?:decisions?|close)|−(?=\d)", lambda match: "-" if match[0] == "−" else "", words(account)
    )
    return [float(number) for number in re.findall(r"[-+]?\d+(?:\.\d+)?", account_text)]


def test_the_page_of_a_solved_game(client: Client) -> None:
    stored_game = stored()
    text = client.get(f"/games/{stored_game.code}/review/").content.decode()
    assert 'data-state="done"' in text
    accounts = text.partition('id="accounts"')[2].partition("</table>")[0].split("<tr>")[2:]
    assert len(accounts) == 3
    for start, luck, skill, end, *parts in map(figures, accounts):
        assert start + luck + skill == pytest.approx(end, abs=1e-6)
        assert sum(parts) == pytest.approx(luck, abs=1e-6)
    moves = [int(number) for number in re.findall(r'href="\?move=(\d+)"', text)]
    assert set(moves) >= {played.number for played in parse_game(LONGER).played if played.before.position}
    assert all(f'id="event-{number}"' in text for number in moves if number)
    assert text.count("<polyline") == 3
    assert "Bob presses: $750" in text
    titles = re.findall(r"<h3>(\w+)", text)
    assert titles == ["Accuracy", "Luck", "Mistakes"]


def test_the_story_of_a_game_is_kept_under_its_names_and_boards(client: Client) -> None:
    def steps(stored_game: StoredGame) -> str:
        return client.get(f"/games/{stored_game.code}/review/").content.decode().partition('<script id="steps"')[2]

    one, other = stored(), stored(LONGER.replace("Ann", "Zoe"))
    first = steps(one)
    assert "Ann" in first
    assert "Zoe" not in first
    assert steps(one) == first
    assert "Zoe" in steps(other)
    content = copy.deepcopy(one.board_2.content)
    content["squares"][0]["weight"] = 2
    boards.publish(Board.from_json(content))
    assert f"board={one.board_2.board.slug}.1" in steps(one)  # the addresses of its answers name the revision now


def stage(client: Client, stored_game: StoredGame, move: int) -> str:
    """Return the stage at a move, as a browser without scripts shows it."""
    text = client.get(f"/games/{stored_game.code}/review/?move={move}").content.decode()
    return text.partition('id="stage"')[2].partition("</section>\n  <div")[0]


def test_a_move_is_shown_on_the_stage_without_scripts(client: Client) -> None:
    stored_game = stored(MISTAKE)
    last = games.get_named_game(stored_game).played[-1].number
    shown = stage(client, stored_game, last)
    assert "Mistake" in shown
    assert "passing to Cy was better" in shown
    assert re.findall(r"<dt>(\w+)</dt>", shown) == ["Press", "Pass"]
    assert 'href="/dilemma/' in shown
    assert "1 Whammy" in shown
    assert (
        f'id="event-{last}" aria-current="true"'
        in client.get(f"/games/{stored_game.code}/review/?move={last}").content.decode()
    )
    start = stage(client, stored_game, 0)
    assert "At the start" in start
    assert "$9,000" in start
    assert "No mistakes" not in stage(client, stored_game, 999), "the result"


def test_a_new_review_says_how_far_it_is_and_can_be_stopped(client: Client) -> None:
    stored_game = stored(solved=False)
    page = client.get(f"/games/{stored_game.code}/review/").content.decode()
    assert "0 of" in page
    assert "Reviewing the game" in page
    assert "could not be solved" not in page
    looks = unescape(re.findall('data-part-get="([^"]*seen=[^"]*)"', page)[0])
    part = client.get(looks, headers=PART)
    assert part.content.decode().startswith('<div class="job"')
    stopped = client.post(f"/games/{stored_game.code}/review/", {"do": "stop"}, follow=True)
    assert "It was stopped." in stopped.content.decode()
    run_review_job(reviews.retry_review(games.get_named_game(stored_game)))
    whole = client.get(looks, headers=PART)
    assert 'id="review"' in whole.content.decode()
    assert 'data-state="done"' in whole.content.decode()


def test_a_game_that_cannot_be_judged_says_why(client: Client) -> None:
    stored_game = stored(GAME.replace('"seed"', '"seed goal=money"'), solved=False)
    page = client.get(f"/games/{stored_game.code}/review/")
    assert (page.status_code, "goal=win" in page.content.decode()) == (422, True)


def picture_of(stored_game: StoredGame) -> str:
    """Return the SVG of review.png."""
    return card.render_review_card(
        build_game_subject(stored_game, reviews.find_review(games.get_named_game(stored_game))), "testserver"
    )


def test_files_of_a_review(client: Client) -> None:
    stored_game = stored()
    shown = json.loads(client.get(f"/games/{stored_game.code}/review.json").content)
    table = client.get(f"/games/{stored_game.code}/review.csv").content
    assert table.startswith("\ufeff".encode()), "else Excel takes it for no Unicode"
    steps = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))
    assert [int(step["n"]) for step in steps] == [*range(1, len(shown["events"]) + len(shown["without_odds"]) + 1)]
    for step, event in zip(steps, shown["events"], strict=True):
        assert float(step["after_2"]) == event["after"][1]
        assert float(step["cost"]) == event["cost"]
    for account in shown["contestants"]:
        start, luck, skill, end = (account[name] for name in ("start", "luck", "skill", "end"))
        assert start + luck + skill == pytest.approx(end, abs=1e-9)
    drawn = "".join(ElementTree.fromstring(picture_of(stored_game)).itertext())
    assert "WON" in drawn
    assert "Costliest call" in drawn
    picture = client.get(f"/games/{stored_game.code}/review.png")
    assert (picture["Content-Type"], picture.content[:4]) == ("image/png", b"\x89PNG")


def test_links_to_a_review_say_whose_it_is_and_the_frame_has_its_verdict(client: Client) -> None:
    stored_game = stored()
    text = client.get(f"/games/{stored_game.code}/review/").content.decode()
    assert 'property="og:title" content="Review: A game"' in text
    assert re.search(rf'property="og:image" content="http://testserver/games/{stored_game.code}/card.png\?v=', text)
    assert f"/games/{stored_game.code}/review.png?v=" in text.partition('id="share-picture"')[2], "among its pictures"
    data = client.get("/oembed", {"url": f"http://testserver/games/{stored_game.code}/review/"}).json()
    assert f"/games/{stored_game.code}/card.png" in data["thumbnail_url"]
    assert f"/embed/games/{stored_game.code}/" in data["html"]
    frame = client.get(f"/embed/games/{stored_game.code}/?theme=dark")
    assert frame.status_code == 200
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "Ann" in frame.content.decode()


def roughly_stored(error: float) -> StoredGame:
    """Return a game with one mistake, whose review has only estimates with this standard error."""
    stored_game = stored(MISTAKE, solved=False)
    status = reviews.find_review(games.get_named_game(stored_game))
    for position, values in solve_positions(status.plan, status.plan.positions):
        assert values.press
        assert values.passing
        rough = [replace(odds, error=(error,) * 3, method="estimated") for odds in (values.press, values.passing)]
        add_known_values(status.plan.game, {position: PositionValues(*rough)})
    return stored_game


@pytest.mark.parametrize(("error", "counted"), [(0.01, "0 of 1 decision was right"), (0.04, "1 close")])
def test_calls_too_close_are_counted_apart_and_luck_and_skill_have_their_errors(
    client: Client, error: float, counted: str
) -> None:
    stored_game = roughly_stored(error)
    assert reviews.find_review(games.get_named_game(stored_game)).review.judged[0].cost == pytest.approx(0.09, abs=0.01)
    page = client.get(f"/games/{stored_game.code}/review/").content.decode()
    assert counted in page
    account = page.partition('id="accounts"')[2].split("<tr>")[2]
    luck, skill = (words(cell) for cell in re.findall("<td>(.*?)</td>", account)[1:3])
    assert "±" in skill
    assert luck.partition(" ")[2] in words(client.get(f"/embed/games/{stored_game.code}/"))
    contestant_data = client.get(f"/games/{stored_game.code}/review.json").json()["contestants"][0]
    assert (contestant_data["wrong"], contestant_data["too_close"]) == ((0, 1) if error > 0.02 else (1, 0))
    assert contestant_data["error"]["skill"] == pytest.approx(error * 2**0.5)


def test_while_it_is_solved_nothing_is_told_that_depends_on_all_of_it(client: Client) -> None:
    stored_game = stored(solved=False)
    status = reviews.get_or_start_review(games.get_named_game(stored_game))
    total = len(status.plan.positions)
    values = dict(solve_positions(status.plan, status.plan.positions))
    for count, position in enumerate(status.plan.positions[: total - 1], 1):
        add_known_values(status.plan.game, {position: values[position]})
        page = client.get(f"/games/{stored_game.code}/review/").content.decode()
        assert f"Solving: {count} of {total}" in page
        for early in (
            "Exact: ",
            "review-badge",
            "No mistakes found",
            "Costliest call",
            "Luckiest spin",
            'id="accounts"',
            "Key moments",
            "tiles-title",
        ):
            assert early not in page, early
        sent = client.get(f"/games/{stored_game.code}/review.json").json()
        assert (sent["method"], sent["contestants"], sent["key_moments"], sent["should_have"]) == (None, [], [], [])
        reply = client.get(f"/api/v1/games/{stored_game.code}/review").json()
        assert (reply["final"], reply["solved"], reply["review"]["method"]) == (False, count, None)
        for shown in (picture_of(stored_game), client.get(f"/embed/games/{stored_game.code}/").content.decode()):
            assert f"Solving: {count} of {total}" in shown
            for early in ("Exact", "No mistakes found", "luck ", "+ luck"):
                assert early not in shown, early
    add_known_values(status.plan.game, values)
    page = client.get(f"/games/{stored_game.code}/review/").content.decode()
    for late in ("review-badge", 'id="accounts"'):
        assert late in page
