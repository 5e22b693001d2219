"""The forms of the lab's questions: selects and numbers, also without scripts, for the texts of the command line."""

from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from engine.lab import GAMES, Game, Question
from engine.lab.games.betsy.rules import START
from engine.lab.games.yahtzee.rules import CATEGORIES
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.tasks import jobs
from tests.site.markup import Fields, markup, words
from tests.site.work.by_hand import run_next

from .lab_games import lab_form

pytestmark = pytest.mark.django_db

QUESTIONS = [(game, question) for game in GAMES for question in game.questions]
each_question = pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=lambda question: question.name)


def asked(client: Client, address: str) -> dict[str, str]:
    """Return the options in a URL."""
    LabAnswer.objects.all().delete()
    assert client.get(address).status_code == 200
    question = address.split("/")[3]
    options: dict[str, str] = LabAnswer.objects.get(input__question=question).options
    return options


def form(client: Client, address: str) -> Fields:
    return lab_form(unescape(markup(client.get(address))))


@each_question
def test_a_question_has_a_field_for_each_option_and_sent_as_it_is_asks_the_same(
    client: Client, game: Game, question: Question
) -> None:
    """A question with a required option opens with an example."""
    address = f"/lab/{game.name}/{question.name}/"
    page = unescape(markup(client.get(address)))
    for option in question.options:
        assert (f'name="{option.name}"' in page) is not option.local
        assert not option.required or LabAnswer.objects.filter(input__question=question.name).exists()
    sent = lab_form(page).sent
    answer_count = LabAnswer.objects.count()
    assert client.get(f"{address}?{urlencode(sent)}").status_code == 200
    assert LabAnswer.objects.count() == answer_count
    assert {name for name, _ in sent} >= {option.name for option in question.options if option.required}


@pytest.mark.parametrize(
    ("sent", "options"),
    [
        ("pig/duel/?a=hold&a-hold=25&b=optimal&b-hold=20", {"a": "hold:25"}),
        ("pig/solitaire/?policy=hold&policy-hold=+20", {"policy": "hold:20"}),
        ("hog/duel/?a=bacon&a-bacon=8&a-dice=6&b=always&b-bacon=&b-dice=4", {"a": "bacon:8:6", "b": "always:4"}),
        ("hog/duel/?a=swap:7:4&first=average", {"a": "swap:7:4", "first": "average"}),
        (
            "hog/contest/?policies=always&policies-dice=3&policies-bacon=8"
            "&policies=&policies-dice=5&policies-bacon=8&policies=swap&policies-dice=6&policies-bacon=9",
            {"policies": "always:3,swap:9:6"},
        ),
        ("betsy/match/?a=material&a-plies=3&a-seconds=1&b=seconds&b-plies=2&b-seconds=.25&games=2",
         {"a": "material:3", "b": "seconds:.25", "games": "2"}),
        ("yahtzee/policy/?policy=greedy&depth=2", {"policy": "greedy"}),
        ("yatzy/value/?open=none&open=two_pairs&open=chance", {"open": "two_pairs,chance"}),
        ("yahtzee/policy/?policy=autoplayer&depth=2", {"policy": "autoplayer", "depth": "2"}),
        ("yahtzee/value/?rules=plain&upper=63&open=none&open=chance&open=yahtzee",
         {"rules": "plain", "upper": "63", "open": "chance,yahtzee"}),
        (f"yahtzee/value/?{'&'.join(f'open={name}' for name in ('none', *CATEGORIES))}", {}),
        ("yahtzee/category/?roll=1&roll=5&roll=2&roll=2&roll=6&open=none&open=aces&open=chance&yahtzee=0&objective=points"
         "&opp-open=none&opp-upper=0", {"roll": "1,5,2,2,6", "open": "aces,chance", "yahtzee": "0"}),
        (f"betsy/moves/?board={'%0D%0A'.join(START[first : first + 8] for first in range(0, 64, 8))}&below=b", {}),
    ],
)  # fmt: skip
def test_choices_and_their_numbers_are_joined(client: Client, sent: str, options: dict[str, str]) -> None:
    assert asked(client, f"/lab/{sent}") == options


@pytest.mark.parametrize(
    ("old", "fields"),
    [
        ("pig/duel/?a=hold:25&first=b", {"a": ["hold"], "a-hold": ["25"], "b": ["optimal"], "first": ["b"]}),
        ("hog/duel/?a=bacon:9:6", {"a": ["bacon"], "a-bacon": ["9"], "a-dice": ["6"]}),
        (
            "hog/contest/?policies=optimal,always:4,swap:7:6",
            {"policies": ["optimal", "always", "swap", "", ""], "policies-dice": ["5", "4", "6", "5", "5"]},
        ),
        ("tree/win/?strategy=hstrat&form=drift&E=.5&top=.5&step=1/6", {"form": ["drift"], "step": ["1/6"]}),
        ("yahtzee/keep/?roll=1,2,3,4,5&rerolls=1", {"roll": list("12345"), "rerolls": ["1"]}),
        ("yatzy/value/?open=two_pairs,chance", {"open": ["none", "two_pairs", "chance"]}),
        ("betsy/solve/?plies=13&side=b", {"plies": ["13"], "side": ["b"]}),
        ("betsy/match/?a=seconds:0.25&b=random", {"a": ["seconds"], "a-seconds": ["0.25"], "b": ["random"]}),
        ("pig/iterate/?tolerance=1e-5", {"tolerance": ["1e-5"]}),
    ],
)
def test_old_addresses_fill_the_fields(client: Client, old: str, fields: dict[str, list[str]]) -> None:
    form_fields = form(client, f"/lab/{old}")
    assert {name: form_fields.values(name) for name in fields} == fields


@pytest.mark.parametrize(
    ("sent", "field", "message", "kept"),
    [
        ("pig/duel/?a=hold&a-hold=2x", "a", "“Holds at” must be a whole number from 1 to 1000, not “2x”", "2x"),
        ("pig/duel/?a=hold&a-hold=", "a", "“Holds at” must be a whole number from 1 to 1000, not nothing", "hold"),
        ("pig/duel/?a=sit", "a", "must be one of the choices, not “sit”", "sit"),
        ("hog/duel/?a=bacon&a-bacon=8&a-dice=11", "a", "must roll from 0 to 10 dice, not 11", "11"),
        ("hog/contest/?policies=optimal,always:x", "policies", "Players 2: “Dice” must be", "x"),
        ("betsy/match/?a=seconds&a-seconds=99", "a", "“Seconds” must be a number from 0.001 to 60", "99"),
        ("betsy/moves/?board=RNBQKBNRxyz", "board", "64", "RNBQKBNR\nxyz"),
        ("pig/duel/?goal=abc", "goal", "whole number", "abc"),
        ("pig/duel/?goal=50&own=60", "own", "must be less than the goal of 50", "60"),
        ("yahtzee/keep/?roll=1&roll=&roll=2&roll=3&roll=4&rerolls=1", "roll", "five", "4"),
        ("tree/win/?strategy=lstrat&E=2&A=.75", "E", "must be", "2"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_what_is_wrong_with_a_choice_is_told_beside_it(
    client: Client, sent: str, field: str, message: str, kept: str
) -> None:
    response = client.get(f"/lab/{sent}")
    for _ in LabAnswer.objects.all():  # some things only the engine finds
        run_next(jobs)
        response = client.get(f"/lab/{sent}")
    page = unescape(markup(response))
    assert response.status_code == 422
    assert f'<a href="#id_{field}' in page, "the way to the field"
    assert message in words(page[page.index(f'id="id_{field}_error"') :].partition("</ul>")[0])
    assert kept in [value for _, value in lab_form(page).sent]
