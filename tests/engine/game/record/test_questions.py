"""The questions between the rounds in a record: what the podiums show after each, up to the round that they bring."""

import json

import pytest

from engine import EventError, event_from_json, event_to_json, event_words, game_from_json, game_to_json, write_game
from engine.game.record.events import Correction, QuizQuestion, Replacement, RoundBegins, Spin, SpinResult, Undo, Up
from engine.game.record.reading import parse_game, read_game, read_moves

ROUND_1 = '[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n\nround 1: 1 1 1\n500 750 w\n'
AFTER_TWO = f"{ROUND_1}question 1: 3 0 1\nquestion 2: 3 3 1\n"


def test_the_podiums_hold_the_spins_of_the_questions_so_far():
    game = parse_game(AFTER_TWO)
    state = game.state
    assert [c.earned for c in state.podiums] == [3, 3, 1]
    assert [c.score for c in state.podiums] == [500, 750, 0]
    assert (state.round, state.questions, state.seat) == (1, 2, None)
    assert not game.over
    assert [event_words(played_event, game.setup) for played_event in game.played[-2:]] == [
        "After question 1: Ann 3, Bob 0, Cy 1 spins.",
        "After question 2: Ann 3, Bob 3, Cy 1 spins.",
    ]


def test_round_2_begins_with_what_they_brought():
    game = parse_game(f"{AFTER_TWO}question 3: 4 3 4\nquestion 4: 4 4 7\nround 2: 4 4 7")
    assert (game.state.round, game.state.questions, game.state.seat) == (2, 0, 2)
    assert [c.spins for c in game.state.podiums] == [4, 4, 7]


@pytest.mark.parametrize(
    "text",
    [
        "question 1: 3 0 1",
        "Question 1 3/0/1",
        "q1: 3, 0, 1",
        "question: 3 0 1",
        "After question 1: 3 0 1",
        "Q 1: 3;0|1",
    ],
)
def test_a_question_is_typed_in_many_ways(text):
    game = parse_game(ROUND_1 + text)
    assert game.events[-1] == QuizQuestion((3, 0, 1), 1)
    assert write_game(game).splitlines()[-1] == "question 1: 3 0 1"
    assert read_moves(text, parse_game(ROUND_1)).game == game


def test_questions_may_be_left_out():
    assert parse_game(f"{ROUND_1}question 3: 4 3 5").state.questions == 3
    assert parse_game(f"{ROUND_1}question 1: 3 0 1\nquestion 4: 6 4 4").state.questions == 4
    assert parse_game(f"{AFTER_TWO}round 2: 4 6 3").state.round == 2
    # Three questions cannot bring 20 spins, four can.
    assert read_game(f"{ROUND_1}question 3: 8 6 6").problems
    assert not read_game(f"{ROUND_1}question 4: 8 6 6").problems


@pytest.mark.parametrize(
    ("text", "event", "message"),
    [
        (
            AFTER_TWO,
            QuizQuestion((6, 6, 1)),
            "A question adds 3 spins for one contestant at most, and 1 for others. After question 2",
        ),
        (AFTER_TWO, QuizQuestion((3, 2, 1)), "A question adds"),
        (AFTER_TWO, QuizQuestion((4, 4, 2)), "A question adds"),
        (ROUND_1, QuizQuestion((2, 0, 0)), "A question adds 3 spins for one contestant at most, and 1 for others."),
        (AFTER_TWO, QuizQuestion((3, 3, 1), 2), "Question 2 has been answered already."),
        (AFTER_TWO, QuizQuestion((3, 3, 1), 10_000_000), "A question before round 2 has a number from 1 to 5."),
        (ROUND_1, QuizQuestion((0, 0, 0), 0), "A question before round 2 has a number from 1 to 5."),
        (AFTER_TWO, QuizQuestion((3, 3, 1), 5), "There are 4 questions before round 2 on CBS."),
        (AFTER_TWO, RoundBegins(2, (3, 3, 9)), "A question adds"),
        (AFTER_TWO, RoundBegins(2, (2, 3, 1)), "A question adds"),
        (
            f"{AFTER_TWO}question 4: 3 3 1",
            RoundBegins(2, (3, 3, 2)),
            "A question adds 3 spins for one contestant at most, and 1 for others. After question 4 the spins were 3, 3 and "
            "1, and no question is left.",
        ),
        (
            AFTER_TWO,
            Spin(SpinResult("money", 500)),
            "Round 2 has not begun. Go on with “round 2: 3 3 1”, the spins of each.",
        ),
        (AFTER_TWO, Up(0), "Round 2 has not begun."),
        (
            "round 1: 1 1 1\n500",
            QuizQuestion((3, 0, 0)),
            "Round 1 is not over: contestant 2 and contestant 3 still hold spins.",
        ),
        ("round 2: 1 1 1", QuizQuestion((3, 0, 0)), "Round 2 has begun already; no questions follow it."),
        ("", QuizQuestion((3, 0, 0)), "No round has begun."),
        ("round 1: 1 0 0\n= 0,0,0w4\n", QuizQuestion((3, 0, 1)), "Contestant 3 is out and answers no questions."),
        ("round 1: 1 0 0\n= 0,0w4,0w4\n", QuizQuestion((3, 0, 0)), "The game is over."),
    ],
)
def test_what_cannot_be_between_the_rounds(text, event, message):
    with pytest.raises(EventError) as refused:
        parse_game(text).add(event)
    assert str(refused.value).startswith(message)


def test_the_number_of_questions_is_that_of_the_show():
    five = '[Show "GSN"]\nround 1: 1 0 0\n500\nquestion 5: 15 5 5'
    assert parse_game(five).state.questions == 5
    with_another_show = parse_game(five).with_headers(parse_game('[Show "CBS"]').headers)
    assert with_another_show.state.questions == 5, "what was accepted stays"


def test_mistakes_are_undone_replaced_and_corrected():
    game = parse_game(AFTER_TWO)
    assert [c.earned for c in game.add(Undo()).state.podiums] == [3, 0, 1]
    replaced = game.add(Replacement(5, QuizQuestion((1, 0, 1))))
    assert replaced.played[-1].warnings, "the next question no longer fits, but is what the podiums showed"
    assert [c.earned for c in replaced.state.podiums] == [3, 3, 1]
    with pytest.raises(EventError, match="Event 5 is question 1"):
        game.add(Replacement(5, QuizQuestion((0, 3, 1), 2)))
    with pytest.raises(EventError, match="a question the same question"):
        game.add(Replacement(5, RoundBegins(2, (0, 3, 1))))
    corrected = game.add(Correction(2, earned=4))
    assert ([c.earned for c in corrected.state.podiums], corrected.state.seat) == ([3, 3, 4], None)
    assert corrected.add(QuizQuestion((6, 3, 4))).state.questions == 3
    earlier = game.add(Correction(0, score=1000, after=4)).state
    assert (earlier.podiums[0].score, earlier.questions) == (1000, 2)


def test_text_and_json_give_the_game_back():
    game = parse_game(f"{AFTER_TWO}instead of 5: question 1: 0 3 1 <time 12:30>\nround 2: 4 6 3")
    assert parse_game(write_game(game)) == game
    assert game_from_json(json.loads(json.dumps(game_to_json(game)))) == game
    assert event_to_json(game.events[5]) == {"type": "question", "number": 2, "spins": [3, 3, 1]}
    assert event_from_json({"type": "question", "spins": [1, 0, 0]}) == QuizQuestion((1, 0, 0))


@pytest.mark.parametrize("text", ["question 2: 3 1", "question: ? 1 0", "question 2: 3 1 4 5", "question two", "q"])
def test_what_is_no_question(text):
    (problem,) = read_game(ROUND_1 + text).problems
    assert "question 2: 3 1 4" in problem.message


def test_after_a_gap_the_questions_are_known_though_the_scores_are_not():
    game = parse_game("round 1: 3 2 4\n...\nquestion 1: 3 0 1\nquestion 2: 4 0 4\nround 2: 500e4,0e1,700e7w1")
    assert [played_event.after.known for played_event in game.played] == [True, False, False, False, True]
    assert parse_game("round 1: ? 2 4\n...\n= 500,0,700w1\nquestion 1: 3 0 1").state.position is not None


def test_a_name_that_begins_like_a_question():
    game = parse_game('[Left "Q"]\n[Center "Quinn"]\nround 2: 500e1,0e1,700\nQuinn 500\nQ 750')
    assert [played_event.event.seat for played_event in game.played[1:]] == [1, 0]
