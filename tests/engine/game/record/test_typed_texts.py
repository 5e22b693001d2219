"""Games as fans type and paste them: what is read, and that nothing is kept as less than it says."""

import pytest

from engine import parse_game
from engine.game.record.reading import read_game, read_moves
from engine.game.record.writing import event_text, write_game

BEGIN = '[Left "Ann"]\n[Center "Bob"]\n[Right "Cy O’Neil"]\n= 3000e9w1,2000e2,1000e2@1\n'


def read(text: str) -> tuple[list[str], list[str]]:
    """The events after BEGIN, and the problems."""
    reading = read_game(BEGIN + text)
    return [event_text(event) for event in reading.game.events[1:]], [problem.message for problem in reading.problems]


@pytest.mark.parametrize(
    ("text", "events"),
    [
        # Typographic characters
        ("12→4:3000+", "12>4:3000+"),
        ("12 -> 4:3000+", "12>4:3000+"),
        ("12 => 4 : $3,000 + spin", "12>4:3000+"),
        ("9(8:500+ 10:p)→8", "9(8:500+ 10:p)>8:500+"),
        ("15:−w", "15:-w"),
        ("–w", "-w"),
        ("７５０＋", "750+"),
        ("ｗ", "w"),
        ("\u00a0Ann:\u00a0750", "750"),
        ("Ann:\u2009$1\u200b,250", "1250"),
        ("pass → Bob", "pass 2"),
        # Markdown, bullets, quoting
        ("**Ann:** 750 w", "750 w"),
        ("**Ann**: 750", "750"),
        ("__Ann:__ `750`", "750"),
        ("[b]Ann[/b]: 750", "750"),
        ("• Ann: 750", "750"),
        ("– Ann: 750", "750"),
        # Names
        ("Ann 750 w", "750 w"),
        ("ANN — 750", "750"),
        ("pass to Bob!", "pass 2"),
        # Amounts
        ("750.00", "750"),
        ("$1,250.00", "1250"),
        ("1,250", "1250"),
        ("4.000", "4000"),
        ("$1.250", "1250"),
        ("£750 €1.250", "750 1250"),
        ("3k 1.5k 2.5K+", "3000 1500 2500+"),
        ("750 dollars", "750"),
        ("500,750", "500 750"),
        ("p2,190", "p2190"),
        ("prize = $2.190", "p2190"),
        # Extra spins
        ("$1500 and a spin", "1500+"),
        ("$1,500 plus one spin", "1500+"),
        ("$1500 & spin", "1500+"),
        ("3000+S", "3000+"),
        ("750+1", "750+"),
        ("750+ 1. 500", "750+ 500"),
        ("spin 750 spin 500", "750 500"),
        ("750 w/ spin", "750+"),
        ("750 with spin", "750+"),
        # A prize beside a sum, two spins
        ("prize, 750", "p 750"),
        # Who is up
        ("Bob is up\nBob: 750", "up 2 750"),
        ("2 is up. 750", "up 2 750"),
        ("750, Cy O’Neil is up 500", "750 up 3 500"),
        ("Bob’s turn!\n750", "up 2 750"),
        ("center's up\n750", "up 2 750"),
        # Whammies as people spell them
        ("Whammie 500", "w 500"),
        ("WHAM whams!", "w w"),
        ("whammys, Whammies!!!!!!!!!!!! whammey", "w w w"),
        ("18:Wammy 18:WHAMMIE!", "18:w 18:w"),
        ("6(1:1750 10:p 15:2000/-whammie)>15:-whams", "6(1:1750 10:p 15:2000/-w)>15:-w"),
        ("w 15:-whammie", "w 15:-w"),
        # One Whammy off
        ("w lose a Whammie", "w -w"),
        ("w wham off", "w -w"),
        ("w loses a Whammy", "w -w"),
        ("w lost one Whammy", "w -w"),
        # Ends of sentences
        ("WHAMMY!", "w"),
        ("Whammy!!! 500.", "w 500"),
        # Passing
        ("pass 9 spins", "pass 2"),
        ("passes her 9 spins to Bob", "pass 2"),
        ("pass nine spins", "pass 2"),
        ("pass all spins", "pass 2"),
        # Totals
        ("750 = $3,750", "750"),
        ("750\n= Ann $3,750", "750"),
        ("750\n= 1: 3,750 e8 w1", "750"),
        ("= Bob has $2,000\n750", "750"),
        ("= Bob 2000 2 spins", ""),
        ("= Cy O'Neil: $1.000", ""),
        ("fix 2 $4.080 e2", "fix 2 $4,080 e2"),
        ("fix 2 4,080 3 spins", "fix 2 $4,080 e3"),
    ],
)
def test_what_fans_type(text: str, events: str) -> None:
    event_texts, problems = read(text)
    assert problems == []
    assert " ".join(event_texts) == events


@pytest.mark.parametrize(
    ("text", "counting", "words"),
    [
        ("750 foo 500", "750", "“foo” is not a move"),
        ("750 500 extra spin", "750", "“extra” is not a move"),
        ("750 and spins", "", "“and” is not a move"),
        ("750, plus spins 500", "", "“plus” is not a move"),
        ("3 thousand", "", "“thousand” is not a move"),
        ("500 and 2 spins", "", "“2 spins” is not a move"),
        ("500 + 2 spins", "", "“500 + 2 spins” is not a move"),
        ("3000+X", "", "“3000+X” is not a move"),
        ("4:5000+spam", "", "“4:5000+spam” is not a move"),
        ("750 spin", "", "Is that $750 + one spin?"),
        ("2 whammies", "", "“whammies” is not a move"),
        ("750.50", "", "“750.50” is not a move"),
        ("2000/500", "", "“2000/500” is not a move"),
        ("750 (Whammy next)", "", "“(Whammy” is not a move"),
        ("750 /500", "", "“/500” is not a move"),
        ("ww", "", "“ww” is not a move"),
        ("- w", "", "“-” is not a move"),
        ("1.250", "", "Is “1.250” $1,250, or $250 of contestant 1?"),
        ("1 250", "", "Is “1 250” one number?"),
        ("$1 250", "", "Is “$1 250” one number?"),
        ("12", "", "$12 is on no slide"),
        ("up 2 (foo", "", "“(foo” is not a move"),
        ("fix 2 $4,080 e2 and more", "", "“and” is not a move"),
        ("prize 2190", "", "Is “prize 2190” one prize? Write p2190, or “prize, 2190” for two spins"),
        ("500 prize $2,190 600", "500", "Is “prize $2,190” one prize? Write p2190"),
        ("prize: $2,190", "", "Is “prize: $2,190” one prize?"),
        ("prize worth $2,190 w", "", "Is “prize worth $2,190” one prize?"),
        ("500, p $2190", "500", "Is “p $2190” one prize?"),
        ("750, $2,190 prize", "750", "Is “$2,190 prize” one prize? Write p2190, or “2190, prize” for two spins"),
        ("750, 10: prize $2,190", "750", "Is “prize $2,190” one prize?"),
        ("750, no Whammy, 500", "750", "“no Whammy” is not a move"),
        ("750, not a Whammy! 500", "750", "“not a Whammy” is not a move"),
        ("750, no whams 500", "750", "“no whams” is not a move"),
        ("750, 12 Whammies! 500", "", "“Whammies” is not a move"),
        ("750 Double Whammy 500", "750", "Is “Double Whammy” a Whammy?"),
        ("750, no Whammies 500", "750", "“no Whammies” is not a move"),
        ("750 w/bonus", "", "“w/bonus” is not a move"),
        ("750 n spin", "", "“n” is not a move"),
        ("750 then a spin", "", "“then” is not a move"),
        ("500.750", "", "“500.750” is not a move"),
        ("$500,750", "", "$500750 is on no slide. If it came, write “$500750”"),
        ("$500.750", "", "$500750 is on no slide"),
        ("500k", "", "$500000 is on no slide"),
        *(
            (f"500 750 {word} 500", "500", f"“{word}” is not a move")
            for word in ("less", "stolen", "twice", "each", "not", "wait", "cancelled", "instead")
        ),
        ("750, pass, no wait, 500", "750", "“no” is not a move"),
        ("500 w not", "500", "“not” is not a move"),
        ("750, 500 total $4,250", "750 500", "“total $4,250” is not a move. Write “= $4,250”"),
        # Whose moves they are is not understood
        ("Bobby: 750", "", "“Bobby:” is not a move"),
        ("Bobby 750 500", "", "“Bobby” is not a move"),
        ("Ann: foo 500", "", "“foo” is not a move"),
        # Numbers that are stated are checked
        ("pass 4 spins", "", "Ann has 9 earned spins here, not 4 earned spins"),
        ("750\n= Ann $3,700", "750", "Ann has $3,750 here, not $3,700"),
        ("750 = $3,700", "750", "Ann has $3,750 here, not $3,700"),
        ("= Bob 2000 e3", "", "Bob has 2 earned spins here, not 3 earned spins"),
        ("= Bob out", "", "Bob has 0 Whammies here, not 4 Whammies"),
        ("gap\n= Bob $10,587", "...", "cannot be checked"),
    ],
)
def test_nothing_is_kept_as_less_than_it_says(text: str, counting: str, words: str) -> None:
    event_texts, problems = read(text)
    assert " ".join(event_texts) == counting
    assert any(words in problem for problem in problems), problems


def test_moves_that_go_on_are_not_kept_as_less_either() -> None:
    reading = read_moves("750\n1. 500 and foo", parse_game(BEGIN))
    assert [event_text(event) for event in reading.game.events[1:]] == ["750"]
    assert reading.problems
    assert not read_moves("750 = $3,750", parse_game(BEGIN)).problems
    (problem,) = read_moves("750 = $3,000 500", parse_game(BEGIN)).problems
    assert "not $3,000" in problem.message


def test_an_amount_that_could_be_a_square_is_written_so_that_it_is_read_again() -> None:
    game = parse_game(f"{BEGIN}$12\n500 $15+ $1.00 250")
    assert [event_text(event) for event in game.events[1:]] == ["$12.00", "500", "$15+", "$1.00", "250"]
    assert parse_game(write_game(game)) == game


def test_headers_may_have_any_quotes_and_keep_what_was_typed() -> None:
    game = parse_game('\ufeff[Left “Ann”]\n[Center „Bob ‘B’ Lee“]\n[Right "Cy “the → man” **"]\nround 1: 1 1 1')
    assert game.headers.names == ("Ann", "Bob ‘B’ Lee", "Cy “the → man” **")
    commented = parse_game(f"{BEGIN}750 {{“so” – **it** was}} <id a__b>")
    assert (commented.events[1].comment, commented.events[1].id) == ("“so” – **it** was", "a__b")
    assert parse_game(write_game(commented)) == commented


def test_positions_in_a_game_are_read_as_elsewhere() -> None:
    for text in ("= 3000e1,2500e1,0 up 2", "= 3000e1,2500e1,0 (up 2)", "= $3,000 1 spin / $2,500 1 spin / $0 up: 2"):
        assert parse_game(text).state.position.notation == "3000e1,2500e1,0@2", text
    reading = read_game("= 8000 (3) / 3000 / 0\n500")
    assert reading.game.state.position.notation == "8500e2,3000,0@1"
    assert [(guess.line, guess.column, guess.message) for guess in reading.guesses] == [
        (1, 1, "the 3 in brackets as earned spins")
    ]
    assert not read_game("= 8000e3,3000,0@1").guesses
    header = read_game('[Position "Left 8000 (3), Center 3000, Right 0"]\n500')
    assert header.game.state.position.notation == "8500e2,3000,0@1"
    assert len(header.guesses) == 1
    round_2 = parse_game("round 2: 3000e1,2500e1,0 up 1")
    assert round_2.state.seat == 0
