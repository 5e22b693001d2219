"""The page of each game: play, a surprising fact that the engine confirms, and the questions."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from engine.lab import GAMES, Reply, ask
from engine.lab.question import GameFact
from pressorpass_site.lab.models import LabAnswer
from tests.site.markup import markup

from .lab_games import links

pytestmark = pytest.mark.django_db

NAMES = [game.name for game in GAMES]
FACTS: dict[str, GameFact] = {game.name: game.fact for game in GAMES}
STALEMATE = FACTS["betsy"].options["board"]
# What makes the first move of each game.
FIRST_MOVES = {
    "pig": ">Roll</a>",
    "hog": 'aria-label="4 dice"',
    "tree": 'aria-label="Go to the high branch',
    "yahtzee": ">Roll the others</button>",
    "sebastian": ">Roll the others</button>",
    "yatzy": ">Roll the others</button>",
    "betsy": 'aria-label="white parakeet on e2"',
}


@pytest.mark.parametrize("game", FIRST_MOVES)
def test_a_game_opens_on_play_then_its_fact_then_its_questions_then_how_it_works(client: Client, game: str) -> None:
    page = unescape(markup(client.get(f"/lab/{game}/")))
    parts = [FIRST_MOVES[game], FACTS[game].sentence, 'id="questions"', 'id="explained"']
    places = [page.index(part, page.index("<h1")) for part in parts]
    assert places == sorted(places)
    assert not LabAnswer.objects.exists()  # there is nothing to wait for


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_lab_a_game_and_its_questions_lead_to_each_other(client: Client, game: Any) -> None:
    lab = unescape(markup(client.get("/lab/")))
    does = "Play" if game.name in FIRST_MOVES else "Ask about"
    assert links(lab)[f"{does} {game.title}"] == f"/lab/{game.name}/"
    assert FACTS[game.name].sentence in lab
    page = markup(client.get(f"/lab/{game.name}/"))
    for question in game.questions:
        assert f'href="/lab/{game.name}/{question.name}/"' in page
    page = markup(client.get(f"/lab/{game.name}/{game.questions[0].name}/"))
    assert links(page).get(f"Play {game.title}") == (f"/lab/{game.name}/" if game.name in FIRST_MOVES else None)


class TestFacts:
    """Every number of a fact comes from the engine."""

    @pytest.mark.parametrize("game", NAMES)
    def test_its_link_leads_to_its_answer(self, client: Client, game: str) -> None:
        fact = FACTS[game]
        assert client.get(f"/lab/{game}/{fact.question}/", fact.options).status_code == 200

    def test_pig(self) -> None:
        alone = {hold: _number("pig", "solitaire", policy=f"hold:{hold}") for hold in (20, 25)}
        wins = {hold: _number("pig", "duel", a=f"hold:{hold}") for hold in (20, 25)}
        assert alone[20] < alone[25]
        assert wins[20] < wins[25]
        _says("pig", f"{alone[20]:.2f} and {alone[25]:.2f} turns", *map(_percent, wins.values()))

    def test_hog(self) -> None:
        wins = _number("hog", "duel")
        assert wins < 0.5
        assert _percent(wins) in FACTS["hog"].sentence

    def test_tree(self) -> None:
        low, high = (_number("tree", "win", strategy=strategy, E="0.5", A="0.75") for strategy in ("lstrat", "hstrat"))
        assert low > high
        _says("tree", f"low branch wins {_percent(low)}", f"high one {_percent(high)}")

    def test_yahtzee(self) -> None:
        reply = _ask("yahtzee", "boxes")
        adds = dict(reply.answer.answer)  # type: ignore[arg-type]
        assert adds["yahtzee"] < adds["sixes"]
        expected = reply.answer.details["value"]
        _says("yahtzee", f"{expected:.1f} points", f"{adds['yahtzee']:.1f} points", f"Sixes {adds['sixes']:.1f}")

    def test_sebastian(self) -> None:
        one, two = (_ask("sebastian", "policy", policy="autoplayer", depth=str(far)) for far in (1, 2))
        values = [float(reply.answer.answer) for reply in (one, two)]  # type: ignore[arg-type]
        assert f"only {values[1] - values[0]:.1f} points" in FACTS["sebastian"].sentence
        best = one.answer.details["optimal"]
        _says("sebastian", f"{values[0]:.1f} points", f"{values[1]:.1f} when it plans two", f"expects {best:.1f}")

    def test_betsy(self) -> None:
        assert _ask("betsy", "solve", board=STALEMATE, plies="3").answer.answer == ["b1b6"]
        after = STALEMATE.replace("Q", ".")[:41] + "Q" + STALEMATE[42:]
        moves = _ask("betsy", "moves", board=after, side="b").answer.answer
        assert moves  # it must step, though it is not attacked:
        assert not _ask("betsy", "solve", board=after, plies="1").answer.answer
        for move in moves:  # type: ignore[union-attr]
            end = "abcdefgh".index(str(move)[2]) + 8 * (int(str(move)[3]) - 1)
            stepped = "".join("k" if place == end else bird.replace("k", ".") for place, bird in enumerate(after))
            assert _ask("betsy", "solve", board=stepped, plies="1").answer.answer


def _ask(game: str, question: str, **options: str) -> Reply:
    reply = ask(game, question, options)
    assert reply.answer.certainty == "exact"
    return reply


def _number(game: str, question: str, **options: str) -> float:
    return float(_ask(game, question, **options).answer.answer)  # type: ignore[arg-type]


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def _says(game: str, *parts: str) -> None:
    for part in parts:
        assert part in FACTS[game].reason


# A game with its first choice made.
BEGUN = {
    "pig": "?seed=3&moves=r",
    "hog": "?against=always%3A4&seed=3&moves=4",
    "tree": "?seed=3&way=h&past=h.l",
    "yahtzee": "?seed=3&moves=0",
    "sebastian": "?seed=3&moves=0",
    "yatzy": "?seed=3&moves=0",
    "betsy": "?you=both&moves=e2e4",
}


@pytest.mark.parametrize("game", BEGUN)
def test_each_game_can_be_taken_back_looked_at_and_begun_anew(client: Client, game: str) -> None:
    address = f"/lab/{game}/{BEGUN[game]}"
    page = markup(client.get(address))
    assert page == markup(client.get(address))  # the next game's dice, too
    there = {words: unescape(link).removesuffix("#table") for words, link in links(page).items()}
    assert there["Take back"] == BEGUN[game].rpartition("&way" if game == "tree" else "&moves")[0]
    assert "Choice 1 of 1" in markup(client.get(f"/lab/{game}/{there['Look back']}"))
    assert '<details class="card" id="history">' in page
    assert client.get(f"/lab/{game}/{there['New game']}").status_code == 200
    if game != "betsy":
        assert there["Start over"] == there["Take back"]
        assert there["New game"] != there["Take back"]


@pytest.mark.parametrize(
    ("address", "before", "made"),
    [
        ("yahtzee/?seed=3&moves=01&step=1", "You kept nothing. 1 reroll left.", "You kept "),
        ("pig/?seed=3&moves=rr&step=1", "in hand.", "You rolled."),
    ],
)
def test_a_choice_that_is_looked_at_follows_what_was_there_before_it(
    client: Client, address: str, before: str, made: str
) -> None:
    page = markup(client.get(f"/lab/{address}"))
    shown = page[page.index('aria-labelledby="turn"') :]
    assert shown.index(before) < shown.index('<h2 id="turn" class="verdict">' + made)
    assert re.search(f'id="announcement">.*{before}.* {made}', page)


# What is said of a wrong part of an address: what is wrong in the words of the address, and what is done instead.
WRONG_PARTS = {
    "pig/?goal=0": "“goal” must be a whole number from 2 to 200, not “0”; 100 is used.",
    "pig/?you=90&total=60": "“total” must be a whole number from 0 to 15, not “60”; 0 is used.",
    "pig/?against=hold:5000": "“Holds at” must be a whole number from 1 to 1000, not “5000”; the best player is used.",
    "pig/?seed=x": "“seed” must be a whole number from 0 to 999999999999999, not “x”; a new one is drawn.",
    "pig/?do=hold": "Choice 1, “hold”, is not possible: the rules do not allow it there.",
    "hog/?no-hogtimus=x": "“no-hogtimus” must be 0, 1, no, yes, false, true or on, not “x”; it is left out.",
    "tree/?E=0.6": "“E” must be 0.75, 0.5 or 0.25, not “0.6”; 0.5 is used.",
    "tree/?way=zz": "Choice 1 of “way”, “z”, is not possible: a way has h and l, high and low.",
    "tree/?way=h&past=q": "“past” must have the looks of every move, like h.hh,-,l; it is left out.",
    "tree/?way=h&past=hh": "Choice 1 of “past”, “hh”, is not possible: the high branch of h cannot be looked at.",
    "tree/?seen=h.h": "Look 2 of “seen”, “h”, is not possible: h is looked at twice.",
    f"yahtzee/?seed=1&do=roll&{'&'.join(f'keep={place}' for place in range(5))}": "there is nothing to roll",
    "yahtzee/?moves=00&do=roll&keep=1": "Choice 3, “roll”, is not possible: there is no reroll left.",
    "betsy/?moves=e2e4-e7e5&move=zz": "<li>Choice 3: “zz” is not a move: type it like e4, Nf3, exd5 or e2e4.",
    "betsy/?move=e2e5": "Choice 1, “e2e5”, is not possible: White cannot move so.",
    "betsy/?board=x": "there are 1; the usual one is used.",
    "betsy/?moves=e2e4-e7e5-e4e5": "Choice 3 of “moves”, “e4e5”",
    "betsy/?moves=f2f3-e7e5-g2g4-d8h4-a2a3-h4e1-a7a6": "the game is over by then",
    "betsy/?you=x": "“you” must be",
    "betsy/?colour=b": "“colour” is not a setting of this game",
    f"betsy/?board={'.' * 64}": "a kingfisher is missing",
    "betsy/?you=both&moves=d2d4-e7e5-g1f3-a7a6&move=Nd2": "could be b1d2 or f3d2",
    "pig/?seed=4&moves=hr": "Choice 1 of “moves”, “h”, is not possible: the rules do not allow it there.",
}


@pytest.mark.parametrize("address", WRONG_PARTS)
def test_a_wrong_part_is_told_in_its_own_words_and_what_is_done_instead(client: Client, address: str) -> None:
    response = client.get(f"/lab/{address}")
    page = unescape(markup(response))
    assert response.status_code == 422
    assert links(page)["New game"]
    assert not LabAnswer.objects.exists()
    assert WRONG_PARTS[address] in page[page.index('role="alert"') :].partition("</section>")[0]
