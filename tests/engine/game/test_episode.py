"""An episode: its day as people write it, its version of the show, the boards nearest to it, and the spins of its rounds."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine import (
    DEFAULT_BOARD,
    ERAS,
    OPTIONS,
    EventError,
    Game,
    Headers,
    era_of_show,
    is_of_day,
    play,
    preset_boards,
    read_day,
    read_game,
    version,
)
from engine.game.episode import find_era_of_day, find_nearest_board
from engine.game.record.events import QuizQuestion, RoundBegins, Spin, SpinResult
from engine.game.record.headers import BoardName

BOARDS = preset_boards()
ERA = {era.id: era for era in ERAS}


@pytest.mark.parametrize(
    ("day", "texts"),
    [
        ((1983, 10, 10), ["1983-10-10", "10/10/1983"]),
        ((2019, 6, 12), ["6/12/2019", "06-12-2019", "6/12/19", "June 12, 2019", "june  12 2019", "Jun 12, 2019"]),
        ((2019, 6, 12), ["June 12,2019"]),
        ((1985, 3, 4), ["3/4/85"]),
        ((1985, 9, 5), ["Sept. 5th, 1985"]),
        ((1984, 6, 8), ["1984.06.08", "Friday, June 8, 1984", "Fri June 8, 1984", "June 8, ’84", "jun 8, 84"]),
        ((1984, 6, 8), ["6–8–1984", "1984‑06‑08", "６／８／１９８４"]),
        ((1984, 2, 29), ["2/29/1984"]),
    ],
)
def test_us_and_iso_dates_are_read(day, texts):
    assert {text: read_day(text) for text in texts} == dict.fromkeys(texts, date(*day))


def test_the_rest_is_not():
    for text in (
        *("", "yesterday", "32/13/1985", "13/10/1983", "2/29/1985", "1985-02-30", "1985-13-01", "spring 1985", "1985"),
        *("June 1985", "19850304", "1985-W10-1", "1985-03", "Juney 12, 2019", "6/12-2019", "0000-01-01", "Friday"),
        *("\u0663/\u0664/1985", "1985-03-04 and 05", "6/12/201", "June 31, 1985", "June 12", "June 12,"),
    ):
        assert read_day(text) is None, text


@pytest.mark.parametrize(
    ("day", "era"),
    [
        ((1983, 5, 18), "cbs"),
        ((1983, 9, 19), "cbs"),
        ((1986, 9, 26), "cbs"),
        ((1986, 9, 27), None),
        ((2002, 4, 15), "gsn"),
        ((2003, 12, 6), None),
        ((2019, 6, 11), None),
        ((2019, 6, 12), "abc"),
        ((2030, 1, 1), "abc"),
    ],
)
def test_the_show_of_a_day(day, era):
    assert find_era_of_day(date(*day)) is ERA.get(era)


def test_the_show_that_a_text_names():
    era_ids = {
        "Press Your Luck (ABC)": "abc",
        "gsn": "gsn",
        "Whammy! The All-New Press Your Luck": "gsn",
        "CBS pilot": "cbs",
    }
    assert {text: era_of_show(text).id for text in era_ids} == era_ids
    assert era_of_show("Press Your Luck") is None
    assert era_of_show("The abcdef show") is None


@pytest.mark.parametrize(
    ("text", "boards", "of_day"),
    [
        ("1983-05-18", ("pyl-1983-pilot-r1", "pyl-1985-02-r2"), (True, False)),
        ("1983-05-19", ("pyl-1983-09-r1", "pyl-1985-02-r2"), (False, False)),
        ("10/10/1983", ("pyl-1983-09-r1", "pyl-1985-02-r2"), (True, False)),
        ("1984-10-22", ("pyl-1984-09-r1", "pyl-1985-02-r2"), (True, False)),
        ("1985-03-04", ("pyl-1984-09-r1", "pyl-1985-02-r2"), (False, True)),
        ("May 1, 2002", ("pyl-1984-09-r1", "pyl-1985-02-r2"), (False, False)),
        ("6/12/2019", ("abc-2019-r1", "abc-2019-r2"), (True, True)),
        ("2024-07-01", ("abc-2019-r1", "abc-2019-r2"), (False, False)),
        ("yesterday", ("pyl-1984-09-r1", "pyl-1985-02-r2"), ()),
        ("May 1, 1977", ("pyl-1984-09-r1", "pyl-1985-02-r2"), (False, False)),
        ("1983-05-17", ("pyl-1984-09-r1", "pyl-1985-02-r2"), (False, False)),
        ("2019-06-11", ("pyl-1984-09-r1", "pyl-1985-02-r2"), (False, False)),
    ],
)
def test_a_game_is_on_the_boards_nearest_to_its_day(text, boards, of_day):
    game = Game.begin(Headers(date=text))
    game_boards = tuple(game.setup.boards.values())
    assert tuple(board.id for board in game_boards) == boards
    if of_day:
        assert tuple(is_of_day(board, game.headers.day) for board in game_boards) == of_day


def test_the_show_alone_chooses_too_and_before_the_day():
    ids = {
        show: [
            board.id for board in Game.begin(Headers(extra=(("Show", show),), date="1985-03-04")).setup.boards.values()
        ]
        for show in ("CBS", "ABC")
    }
    assert ids == {"CBS": ["pyl-1984-09-r1", "pyl-1985-02-r2"], "ABC": ["abc-2019-r1", "abc-2019-r2"]}


UNKNOWN = "No board of that show is known."


@pytest.mark.parametrize(
    ("show", "day", "words"),
    [
        ("", "", ""),
        ("", "yesterday", ""),
        ("", "1983-05-18", ""),
        ("Press Your Luck", "1985-03-04", ""),
        ("Press Your Luck", "", ""),
        ("CBS pilot", "", ""),
        # Second Chance, the predecessor, was on ABC.
        ("", "1977-03-07", UNKNOWN),
        ("", "5/1/77", UNKNOWN),
        ("ABC", "1977-05-01", UNKNOWN),
        ("Second Chance", "", UNKNOWN),
        ("Second Chance (ABC)", "1977-05-01", UNKNOWN),
        # Between the versions of which boards are known: Australia, the United Kingdom, Germany.
        ("", "1987-10-10", UNKNOWN),
        ("Press Your Luck (Australia)", "1988-02-01", UNKNOWN),
        ("Glück am Drücker", "", UNKNOWN),
        ("", "2019-06-11", UNKNOWN),
        ("", "2002-05-01", UNKNOWN),
        ("GSN", "", UNKNOWN),
        # The show is known, and was off the air.
        ("ABC", "1985-03-04", "The show was not on ABC on 1985-03-04, so the date chooses no board."),
        ("CBS", "1990-03-04", "The show was not on CBS on 1990-03-04, so the date chooses no board."),
    ],
)
def test_what_chooses_no_board_is_said(show, day, words):
    headers = Headers(date=day, extra=(("Show", show),) if show else ())
    assert headers.no_choice_words() == words
    boards = [board.id for board in Game.begin(headers).setup.boards.values()]
    if words == UNKNOWN:
        assert boards == ["pyl-1984-09-r1", "pyl-1985-02-r2"], "neither the nearest ones nor today’s"


PILOT_BOARD = Headers(boards=(BoardName("pyl-1983-pilot-r1"), None))


@pytest.mark.parametrize(
    "headers",
    [
        Headers(date="May 18, 1983"),
        Headers(date="5/18/83", extra=(("Show", "CBS"),)),
        Headers(extra=(("Show", "CBS pilot"),)),
        PILOT_BOARD,
        replace(PILOT_BOARD, extra=(("Show", "CBS"),)),
    ],
)
def test_the_pilot_has_five_questions(headers):
    game = Game.begin(headers)
    assert [board.id for board in game.setup.boards.values()] == ["pyl-1983-pilot-r1", "pyl-1985-02-r2"]
    for round_ in (1, 2):
        assert game.setup.era.max_spins(round_) == (15, 25)
        assert game.add(RoundBegins(round_, (15, 5, 5))).state.podiums[0].earned == 15
        with pytest.raises(EventError, match=r"0 to 15 spins in round . on CBS: 5 questions"):
            game.add(RoundBegins(round_, (16, 0, 0)))
        with pytest.raises(EventError, match="at most 25 spins together"):
            game.add(RoundBegins(round_, (15, 6, 5)))
    first_game = game.add(RoundBegins(1, (0, 0, 1))).add(Spin(SpinResult("money", 500)))
    assert first_game.add(QuizQuestion((15, 0, 0), 5)).state.questions == 5


@pytest.mark.parametrize("headers", [Headers(), Headers(date="1983-05-19"), Headers(date="1977-05-01")])
def test_the_series_has_four(headers):
    with pytest.raises(EventError, match="possible on the CBS pilot; give the game’s show"):
        Game.begin(headers).add(RoundBegins(1, (13, 0, 0)))
    game = Game.begin(Headers(extra=(("Show", "abc"),)))
    assert [board.id for board in game.setup.boards.values()] == ["abc-2019-r1", "abc-2019-r2"]
    assert game.setup.era is ERA["abc"]


def test_one_board_that_is_named_tells_the_show_of_the_other():
    game = Game.begin(Headers(boards=(None, BoardName("abc-2019-r2"))))
    assert [board.id for board in game.setup.boards.values()] == ["abc-2019-r1", "abc-2019-r2"]
    dated = Game.begin(Headers(boards=(None, BoardName("abc-2019-r2")), date="1985-03-04"))
    assert dated.setup.boards[1].id == "pyl-1984-09-r1"


def test_a_board_with_weights_is_never_chosen_by_a_day():
    weighted = replace(BOARDS[DEFAULT_BOARD], id="mine", squares=(replace(BOARDS[DEFAULT_BOARD].squares[0], weight=2),))
    assert weighted.weighted
    assert find_nearest_board(2, ERA["cbs"], date(1985, 3, 4), [weighted]).id == DEFAULT_BOARD


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("round 2: 1000e13, 2000e1, 500e2", "They are possible on GSN; give the game’s show."),
        ('[Show "GSN"]\nround 2: 1000e15, 2000e5, 500e5', ""),
        ('[Date "5/1/2002"]\nround 2: 1000e13, 2000e1, 500e2', ""),
        ('[Date "5/1/2002"]\nround 2: 16 0 0', "earns 0 to 15 spins in round 2 on GSN"),
        ('[Date "5/1/2002"]\nround 2: 15 5 6', "at most 25 spins together in round 2 on GSN"),
        ('[Date "2019-06-12"]\nround 1: 12 4 4', "earns 0 to 9 spins in round 1 on ABC: 3 questions"),
        ('[Show "ABC"]\nround 1: 9 4 3', "at most 15 spins together in round 1 on ABC"),
        ('[Board1 "abc-2019-r1"]\nround 1: 10 0 0', "earns 0 to 9 spins"),
        ('[Show "ABC"]\nround 1: 9 3 3', ""),
        ('[Show "ABC"]\nround 2: 12 4 4', ""),
        ('[Show "ABC"]\nround 2: 13 0 0', "earns 0 to 12 spins in round 2 on ABC"),
        ('[Show "CBS"]\nround 1: 12 4 4', ""),
    ],
)
def test_a_round_brings_the_spins_of_its_questions(text, problem):
    messages = [item.message for item in read_game(text).problems]
    assert (not messages) if not problem else problem in messages[0]


def test_a_replaced_round_too():
    game = read_game('[Show "ABC"]\nround 1: 9 3 3').game
    refused = read_game('[Show "ABC"]\nround 1: 9 3 3\ninstead of 1: round 1: 10 3 2').problems
    assert "0 to 9 spins" in refused[0].message
    assert game.setup.era is ERA["abc"]


def test_simulated_games_have_the_questions_of_their_show():
    headers = Headers(boards=(BoardName("abc-2019-r1"), BoardName("abc-2019-r2")))
    for seed in range(30):
        first = play(seed, headers, "cautious").events[0]
        assert sum(first.spins) <= 15
        assert max(first.spins) <= 9


RULES_PAGE = Path(version.__file__).resolve().parents[1] / "docs" / "rules.md"


def test_the_manual_s_table_of_eras_is_this_one():
    text = RULES_PAGE.read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([a-z_]+) \| (\S+) \*\*\[(.+?)\]\*\* \| (\S+) \*\*\[(.+?)\]\*\* \| (\S+) \*\*\[(.+?)\]\*\* \|$",
        text,
        re.MULTILINE,
    )
    written = {name: list(zip(cells[::2], cells[1::2], strict=True)) for name, *cells in rows}
    assert written == {name: [(era.facts[name].value, era.facts[name].mark) for era in ERAS] for name in OPTIONS}
