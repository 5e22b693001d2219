"""The notation: what may be typed, and where it says that something is wrong."""

import pytest

from engine.errors import GameError
from engine.game.record.events import Came, Correction, PassSpins, RoundBegins, Shown, Spin
from engine.game.record.reading import parse_game, read_game
from engine.game.record.writing import write_game

BEGIN = "= 3000e9w1,3000e2,3000e2@1\n"


def only(text):
    """The one event after BEGIN, without its seat."""
    return parse_game(BEGIN + text).events[1]


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("500", Came("money", 500)),
        ("$2,500", Came("money", 2500)),
        ("press $750 + one spin", Came("money", 750, True)),
        ("750+", Came("money", 750, True)),
        ("750 +spin", Came("money", 750, True)),
        ("W", Came("whammy")),
        ("Whammy", Came("whammy")),
        ("-w", Came("whammy_off")),
        ("lose a whammy", Came("whammy_off")),
        ("whammy off", Came("whammy_off")),
        ("p", Came("prize")),
        ("P2190", Came("prize", 2190)),
        ("prize=$2,190", Came("prize", 2190)),
        ("prize (2190)", Came("prize", 2190)),
    ],
)
def test_what_came(text, came):
    assert only(text) == Spin(came, seat=0)


@pytest.mark.parametrize(
    ("text", "spin"),
    [
        ("8:500+", Spin(Came("money", 500, True), 8, seat=0)),
        ("8 : $500 + spin", Spin(Came("money", 500, True), 8, seat=0)),
        ("12>4:3000+", Spin(Came("money", 3000, True), 12, (4,), seat=0)),
        (
            "9(8:500+ 10:p)>8",
            Spin(Came("money", 500, True), 9, (8,), (Shown(8, "cash_spin", 500), Shown(10, "prize")), 0),
        ),
        (
            "6 (1: $1,750, 10: prize, 15: 2000/-w) > 15 : -w",
            Spin(
                Came("whammy_off"),
                6,
                (15,),
                (Shown(1, "cash", 1750), Shown(10, "prize"), Shown(15, "cash_or_lose_whammy", 2000)),
                0,
            ),
        ),
    ],
)
def test_squares_and_choices(text, spin):
    assert only(text) == spin


def test_rounds_passes_and_corrections():
    game = parse_game("Round 1: 3, 2, 4\n2: 750, 500\n1: pass to 2\n3: pass 2\n2: 1000, $750, 500")
    assert game.events[0] == RoundBegins(1, (3, 2, 4))
    assert game.events[3] == PassSpins(1, 0)
    with_scores = parse_game("round 2: $2,500e7, $4,080e2w1, $4,608e3").events[0]
    assert with_scores == RoundBegins(2, (7, 2, 3), (2500, 4080, 4608), (0, 1, 0))
    assert only("fix 2 score 4080, earned=2 w 1") == Correction(1, 4080, 2, None, 1)
    assert only("fix 2 $4,080 e2 after 1") == Correction(1, 4080, 2, None, None, 1)


def test_seats_are_numbers_names_or_places():
    text = '[Left "Ann Lee"]\n' + BEGIN
    for label in ("1.", "1:", "Ann Lee:", "ann lee :", "Left:"):
        assert parse_game(f"{text}{label} 500").events[1].seat == 0, label
    assert parse_game(f"{text}1. 500 pass to right").events[2].to == 2


def test_a_label_is_checked():
    (problem,) = read_game(BEGIN + "2. 500").problems
    assert (problem.line, problem.column) == (2, 4)
    assert problem.message.startswith("Contestant 1 is up, not contestant 2.")


def test_a_record_may_begin_with_a_position_header():
    assert parse_game('[Position "8000e3,3000,0@1"]\n500').state.position.notation == "8500e2,3000,0@1"


def test_comments_and_notes():
    game = parse_game("# on the game\n{and more}\n" + BEGIN + "500 {a } # b\n750 <id x1> <time 12:30> {c}")
    assert game.headers.comment == "on the game\nand more"
    assert [(e.id, e.time, e.comment) for e in game.events[1:]] == [(None, None, "a b"), ("x1", "12:30", "c")]


def test_all_errors_are_found_each_at_its_line_and_column():
    text = '[Left "Ann"\n[Rules "show ties=maybe"]\nround 2: 3 1 5\n2. 3:750 xyz\n   pass 2\n1. 500 {open'
    with pytest.raises(GameError) as error:
        parse_game(text)
    assert [(p.line, p.column) for p in error.value.problems] == [
        (1, 1),
        (2, 9),
        (4, 4),
        (4, 10),
        (5, 4),
        (6, 4),
        (6, 8),
    ]
    assert str(error.value.problems[3]) == "Line 4, column 10: “xyz” is not a move."


def test_one_mistake_is_named_once_a_line():
    problems = read_game(f"{BEGIN}2. 500 750 w\n2. w").problems
    assert [(p.line, p.column) for p in problems] == [(2, 4), (3, 4)]


def test_the_canonical_form():
    text = "round 2: 3 1 5\nBob: press $500\nleft: W\nleft: w, 2000"
    assert write_game(parse_game('[Center "Bob"]\n' + text)) == (
        '[Center "Bob"]\n\nround 2: 3 1 5\n2. 500\n1. w w 2000\n'
    )
