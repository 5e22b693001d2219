"""Reading positions from what people type and paste."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from engine import Contestant, InputError, NotationError, Position, Rules, read_position
from tests.tier import times

PODIUMS = "8000e3,3000,0@1"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("8000e3,3000,0@1", PODIUMS),
        ("$8,000 3 spins / 3000 / 0", PODIUMS),
        ("8,000 3 spins / 3,000 / 0", PODIUMS),
        ("8,000 3 spins, 3,000, 0", PODIUMS),
        ("8000 (3), 3000, 0", PODIUMS),
        ("$8,000 (3), $3,000, $0", PODIUMS),
        ("8000 3 / 3000 0 / 0 0", PODIUMS),
        ("8k 3 spins / 3k / 0", PODIUMS),
        ("$8.5k 3 spins / 3k / 0", "8500e3,3000,0@1"),
        ("8.000 3 spins / 3.000 / 0", PODIUMS),
        ("$8,000.00 3 spins / $3,000.00 / $0.00", PODIUMS),
        ("8000 three spins / 3000 / zero", PODIUMS),
        ("8000 with 3 spins left vs 3000 vs 0", PODIUMS),
        ("8000 + 3 spins - 3000 - 0", PODIUMS),
        ("８０００ 3 spins / 3000 / 0", PODIUMS),
        # Names of the seats, in any case and order
        ("Left 8000 3 earned 2 passed 1 whammy, Centre $3,000; Right: out", "8000e3p2w1,3000,0w4@1"),
        ("LEFT: $8,000, 3 spins; CENTER: $3,000; RIGHT: $0", PODIUMS),
        ("right 0, left 8000 3 spins, middle 3000", PODIUMS),
        ("L: 8000 e3 C: 3000 R: 0", PODIUMS),
        ("Left $8,000 3 spins left, Center $3,000, Right $0", PODIUMS),
        ("Player 1: 8000, 3 spins. Player 2: 3000. Player 3: 0", PODIUMS),
        ("Left has $8,000 and 3 spins, Center has $3,000 and Right has $0", PODIUMS),
        ("left - 8000 - 3 earned spins\ncenter - 3000\nright - 0", PODIUMS),
        # Whammies
        ("8000 3 spins W / 3000 WW / 0 WWW", "8000e3w1,3000w2,0w3@1"),
        ("8000 3 spins, a whammy / 3000, two whammies / 0, 3 whammies", "8000e3w1,3000w2,0w3@1"),
        ("8000 3 spins no whammies / 3000 / out", "8000e3,3000,0w4@1"),
        ("8000 spins: 3 whammies: 1 / 3000 / 0", "8000e3w1,3000,0@1"),
        ("8000e3 w1 / 3000 w / 0", "8000e3w1,3000w1,0@1"),
        ("8000 W, 3 spins / 3000 / 0", "8000e3w1,3000,0@1"),
        ("8000 W 3 spins / 3000 1 spin / 0 @2", "8000e3w1,3000e1,0@2"),
        ("8000 a whammy, earned 3 / 3000 whammy, 2 passed / 0 @2", "8000e3w1,3000p2w1,0@2"),
        ("8000 w 3 e 2 / 3000 whammies: 1 / 0", "8000e2w3,3000w1,0@1"),
        # Who is up
        ("8000 2 spins / *3000 1 spin / 0", "8000e2,3000e1,0@2"),
        ("8000 2 spins / 3000 1 spin / 0 up: Center", "8000e2,3000e1,0@2"),
        ("8000 2 spins / 3000 1 spin / 0 @ right 0", None),
        ("8000 2 spins / 3000 1 spin / 0 @centre", "8000e2,3000e1,0@2"),
        ("Centre is up. 8000 2 spins / 3000 1 spin / 0", "8000e2,3000e1,0@2"),
        ("8000 2 spins\n3000 1 spin ←\n0", "8000e2,3000e1,0@2"),
        ("Left 8000 2 spins, Center 3000 1 spin, Right 0. Center to play", "8000e2,3000e1,0@2"),
        ("8000 2 spins / 3000 2 passed / 0, who's up: 2", "8000e2,3000p2,0@2"),
        # Lines, tables, forums
        ("$8,000, 3 spins\n$3,000\n$0", PODIUMS),
        ("> $8,000, 3 spins\n> $3,000\n> $0", PODIUMS),
        ("- 8000, 3 spins\n- 3000\n- 0", PODIUMS),
        ("* 8000, 3 spins\n* 3000\n* 0", PODIUMS),
        ("**Peter:** $8,000, 3 spins\n**Ed:** $3,000\n**Janie:** $0", PODIUMS),
        ("[b]Michael[/b]: $8,000 (3 earned, 1 passed)\nEd: $3,000\nJanie: $0", "8000e3p1,3000,0@1"),
        ("\tLeft\tCentre\tRight\nScore\t$8,000\t$3,000\t$0\nEarned\t3\t0\t0\nPassed\t0\t0\t0", PODIUMS),
        ("Score: 8,000 3,000 0\nSpins: 3 0 0\nWhammies: 1 0 2", "8000e3w1,3000,0w2@1"),
        (
            "| Player | Score | Earned | Passed | Whammies |\n|---|---|---|---|---|\n| Left | $8,000 | 3 | 0 | 1 |\n| Center | 3000 | 0 | 0 | 0 |\n| Right | 0 | 0 | 0 | 2 |",
            "8000e3w1,3000,0w2@1",
        ),
        ("Name\tScore\tSpins\nEd\t8,000\t3\nPeter\t3,000\t0\nJanie\t0\t0", PODIUMS),
        ("$8,000 3 spins $3,000 $0", PODIUMS),
        # Spaces between thousands
        ("8 000 3 spins / 3 000 / 0", PODIUMS),
        ("8\u00a0000 3 spins / 3\u202f000 / 0", PODIUMS),
        ("$8\u2009000 3 spins / $3\u2009000 / $0", PODIUMS),
        ("8 000 / 3 000 2 spins / 0", "8000,3000e2,0@2"),
        ("Player 1 500 3 spins, Player 2 300, Player 3 0", "500e3,300,0@1"),
        # Numbered lists, names without a mark, sums and other ways to say it
        ("1. 8000 3 spins\n2. 3000\n3. 0", PODIUMS),
        ("1) 8000 3 spins\n2) 3000\n3) 0", PODIUMS),
        ("1: 8000 3 spins / 2: 3000 / 3: 0", PODIUMS),
        ("#1 8000 3 spins\n#2 3000\n#3 0", PODIUMS),
        ("1. Peter: 8000 3 spins\n2. Ed: 3000\n3. Jan: 0", PODIUMS),
        ("P1 8000 3 spins\nP2 3000\nP3 0", PODIUMS),
        ("P2: 3000\nP1: 8000 3 spins\nP3: 0", PODIUMS),
        ("8000, 4 spins (3 earned, 1 passed) / 3000 / 0", "8000e3p1,3000,0@1"),
        # Passed spins that are counted twice
        ("8000 / 3000, 5 spins (3 passed) / 0", "8000,3000e2p3,0@2"),
        ("8000 / 3000, 5 spins (including 3 passed) / 0", "8000,3000e2p3,0@2"),
        ("8000 / 3000, 5 spins, 3 of them passed / 0", "8000,3000e2p3,0@2"),
        ("8000 / 3000, five spins, three of them were passed / 0", "8000,3000e2p3,0@2"),
        ("8000 / 3000, 5 spins, of which 3 are passed / 0", "8000,3000e2p3,0@2"),
        ("8000 / 3000, 5 spins including 5 passed / 0", "8000,3000p5,0@2"),
        ("8000 / 3000, 5 spins (3p) / 0", "8000,3000e2p3,0@2"),
        ("8000 / 3000, 2 spins and 3 passed / 0", "8000,3000e2p3,0@2"),
        ("3000e1,2500e1,0 w/ 2 up", "3000e1,2500e1,0@2"),
        ("8000 e3 p2 up / 3000 1 spin / 0", "8000e3p2,3000e1,0@1"),
        ("8000 3 spins (his turn) / 3000 1 spin / 0", "8000e3,3000e1,0@1"),
        ("8000 3 spins her turn / 3000 1 spin / 0", "8000e3,3000e1,0@1"),
        ("8000e3p2 up, 3000e1, 0", "8000e3p2,3000e1,0@1"),
        ("8000, 4 spins (1 passed and 3 earned) / 3000 / 0", "8000e3p1,3000,0@1"),
        ("Ann 3000 2 spins / Bob 8000 3 spins (up) / Cy 0", "3000e2,8000e3,0@2"),
        ("Ann 3000 2 spins\nBob 8000\nCy out", "3000e2,8000,0w4@1"),
        ("8000 w/ 3 spins / 3000 / 0", PODIUMS),
        ("8000 3 spins W/3000 WW/0 WWW", "8000e3w1,3000w2,0w3@1"),
        ("£8,000 3 spins / £3,000 / £0", PODIUMS),
        ("8000 2 spins / 3000 1 spin, up next / 0", "8000e2,3000e1,0@2"),
        ("Left: 8000 3 spins, Center: 3000, Right: nothing", PODIUMS),
        ("8000+6 / 3000 / 0", "8000e6,3000,0@1"),
        ("8000e3 3000 0", PODIUMS),
        ("8000e3 3000p1 0 @2", "8000e3,3000p1,0@2"),
        # Blanks of any number
        (f"8000{60 * ' '}3 spins{60 * ' '}/{60 * ' '}3000{60 * ' '}/{60 * ' '}0", PODIUMS),
        (
            "Player        Score      Spins\nEd            8,000      3\nPeter         3,000      0\nJanie         0          0",
            PODIUMS,
        ),
    ],
)
def test_what_people_paste(text: str, notation: str | None) -> None:
    if notation is None:
        with pytest.raises(InputError):
            read_position(text)
    else:
        assert read_position(text).position.notation == notation


@pytest.mark.parametrize(
    "up",
    [
        " (up 2)",
        " [up 2]",
        ", up 2",
        "; up 2.",
        " — up 2",
        " – up 2",
        ". 2 up now",
        " #2 is up",
        ", number 2 is up",
        ", no. 2 up",
        " (2nd is up)",
        ", the second player is up",
        ", player two is up",
        ", Player B is up",
        " turn 2",
        ", turn: 2",
        ", it’s 2’s turn",
        ", it is 2's turn",
        ", 2 to play",
        ", 2 plays next",
        ", next: 2",
        ", who’s up: 2",
        " up = 2",
        " up center",
        ", up: middle",
        ", Center’s up",
        ", center to spin",
        "\nup 2",
        "\n> up 2",
        "\n**up 2**",
        " @2",
        " @ center",
        "\u200b up 2",
    ],
)
def test_whoever_is_up_is_no_number_of_spins(up: str) -> None:
    for text in ("3000e1,2500e1,0", "$3,000, 1 spin / $2,500, 1 spin / $0", "3000 1 spin\n2500 1 spin\n0"):
        assert read_position(text + up).position.notation == "3000e1,2500e1,0@2", text + up


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("$20,074 e2; $12,535 p0; $6525 e4 p2; up 1", "20074e2,12535,6525e4p2@1"),
        ("up 1, 3000e1,2500e1,0", "3000e1,2500e1,0@1"),
        ("up 1\n3000e1\n2500e1\n0", "3000e1,2500e1,0@1"),
        ("It's 1's turn: 3000e1, 2500e1, 0", "3000e1,2500e1,0@1"),
        ("3000e1 / 2500e1 / 0 / up 1", "3000e1,2500e1,0@1"),
        ("Left 3000 1 spin; Center 2500 1 spin; Right 0; 1 up", "3000e1,2500e1,0@1"),
        ("Left 8000 2 spins up - Center 3000 1 spin - Right 0", "8000e2,3000e1,0@1"),
        ("8000 2 spins, up / 3000 1 spin / 0", "8000e2,3000e1,0@1"),
        ("8000 up, 2 spins / 3000 1 spin / 0", "8000e2,3000e1,0@1"),
        ("8000 up 2 spins / 3000 1 spin / 0", "8000e2,3000e1,0@1"),
        ("8000 spins: 2 up / 3000 1 spin / 0", "8000e2,3000e1,0@1"),
        # By name
        ("Ann: 3000 1 spin\nBob: 2500 1 spin\nCy: 0\nAnn’s turn", "3000e1,2500e1,0@1"),
        ("Ann: 3000 1 spin / Bob: 2500 1 spin / Cy: 0, up: Ann", "3000e1,2500e1,0@1"),
        ("Ann $3,000 1 spin, Bob $2,500 1 spin, Cy $0, Ann to play", "3000e1,2500e1,0@1"),
        ("José: 3000 1 spin\nBob O’Neil: 2500 1 spin\nCy: 0\nUp next: José", "3000e1,2500e1,0@1"),
        ("Ann has $3,000 and 1 spin, Bob has $2,500 and 1 spin, and Cy has $0. Ann is up.", "3000e1,2500e1,0@1"),
        ("1. Ann: 3000, 1 spin\n2. Bob: 2500, 1 spin\n3. Cy: 0\nAnn's turn", "3000e1,2500e1,0@1"),
        ("P3 Cy: 0\nP2 Bob: 2500, 1 spin\nP1 Ann: 3000, 1 spin\nup: Ann", "3000e1,2500e1,0@1"),
        ("3000e1 2500e1 0 up 1", "3000e1,2500e1,0@1"),
        ("Round 2: 3000 1 spin / 2500 1 spin / 0, up 1", "3000e1,2500e1,0@1"),
        # As fans type
        ("Player A - $8000 - 3 spins | Player B - $3000 | Player C - $0", PODIUMS),
        ("A - $8000 - 3 spins | B - $3000 | C - $0", PODIUMS),
        ("A: 8000 3 spins\nB: 3000\nC: 0", PODIUMS),
        ("Player One: 8000, 3 spins; Player Two: 3000; Player Three: 0", PODIUMS),
        ("1st: 8000 3 spins\n2nd: 3000\n3rd: 0", PODIUMS),
        ("８０００e３，3000，0＠1", PODIUMS),
        ("\ufeff8000e3,3000,0@1", PODIUMS),
        ("€8.000 3 spins / €3.000 / €0", PODIUMS),
        ("8\u202f000 $, 3 spins / 3\u202f000 $ / 0 $", PODIUMS),
        ("“8000 3 spins / 3000 / 0”", PODIUMS),
        ("8000 plus 3 spins / 3000 / 0", PODIUMS),
        ("8k, 3 spins | 3.5k, two whammies | 0, whammied out", "8000e3,3500w2,0w4@1"),
        (
            "> **Left** – $8,000, 3 spins left\n> **Center** – $3,000\n> **Right** – Whammied out",
            "8000e3,3000,0w4@1",
        ),
        ("Score\tSpins\n8k\t3\n3k\t0\n0\t0", PODIUMS),
        ("Score: 8k 3k 0\nSpins: 3 0 0", PODIUMS),
        ("Here’s the situation:\n8000 3 spins\n3000\n0", PODIUMS),
        ("8000 3 spins / 3000 0 / 0 0", PODIUMS),
    ],
)
def test_what_fans_type(text: str, notation: str) -> None:
    assert read_position(text).position.notation == notation


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3000 up 2 / 2500 1 spin / 0", "Is “up 2” a seat or a number of spins?"),
        ("3000 (2 up) / 2500 1 spin / 0", "Is “2 up” a seat or a number of spins?"),
        ("3000 1 spin / 2500 1 spin / 0 2", "What does the 2 count?"),
        ("3000 1 spin / 2500 1 spin / 0 (2)", "What does the 2 count?"),
        ("3000e1,2500e1,0 (2)", "What does the 2 count?"),
        ("3000e1,2500e1,0 2", "What is this number?"),
        ("3000 1 spin / 2500 1 spin / 0 → 2", "“→ 2”"),
        ("3000 1 spin / 2500 1 spin / 0, player 2", "“player 2”"),
        ("3000 1 spin / 2500 1 spin / 0, seat 2", "“seat 2”"),
        ("3000 1 spin / 2500 1 spin / 0 with 2", "What does the 2 count?"),
        ("8000 3 spins 2 / 3000 / 0", "“spins 2”"),
        ("8000 3 / 3000 / 0 1", "Is the last 1 a number of spins, or the seat of the one up?"),
        ("8000 3 (1) / 3000 / 0", "What does the 1 count?"),
        ("$8,000/3/0 whammies, $3,000/0/1, $0/0/2", "What does the 2 count?"),
        ("8000 has a 3000 / 3000 1 spin / 0", "What does the 3000 count?"),
        ("Ann: 3000 1 spin\nBob: 2500 1 spin\nCy: 0\nDave is up", "“dave is up” is not understood"),
        ("Score: 8000 3000 0\nSpins: 1 1 0\nUp: Bob", "“up: bob” names nobody of the three"),
        ("Ann’s turn. Ann: 8000, 3 spins / Bob: 3000, 1 spin / Cy: 0", "“ann's” is not understood"),
        ("Ann, no whammies: 8000, 3 spins\nBob: 3000\nCy: 0", ""),
        ("Each has two whammies\n3000 1 spin\n2500\n0", "“each has two whammies” is not understood"),
        ("8000² 3 spins / 3000 / 0", "“²” is not understood"),
        ("8½k 3 spins / 3000 / 0", "“½” is not understood"),
        ("3000e1,2500e1,0 up 3", "Right"),  # who holds no spins
        ("3000e1,2500e1,0@1 up 2", "Only one contestant can be up"),
        ("8000 3 spins, passed / 3000 / 0", "no number with “passed”"),
        ("3000e1,2500e1,0 P2 up", "Is “P2 up” the second contestant, or two passed spins?"),
        ("3000e1,2500e1,500e1 P2 up", "Is “P2 up” the second contestant"),
        ("3000e1,2500e1,0 p1 up", "Is “p1 up” the first contestant, or one passed spin?"),
        ("3000e1,2500e1,0, P3 is up", "Is “P3 is up” the third contestant"),
        ("3000e1/2500e1/0 - P2 up", "Is “P2 up” the second contestant"),
        ("3000e1,2500e1,0 (P2's turn)", "Is “P2's turn” the second contestant"),
        ("3000e1\n2500e1\n0\nP2 to play", "Is “P2 to play” the second contestant"),
        ("8000 3 spins 1 whammy left / 3000 / 0", "What does “1 whammy left” mean?"),
        ("8000 3 spins, 2 more whammies / 3000 / 0", "What does “2 more whammies” mean?"),
        ("8000 3 whammies to go 2 spins / 3000 / 0", "What does “3 whammies to go” mean?"),
        ("8000 3 spins / 3000, 1 whammy remaining / 0", "What does “1 whammy remaining” mean?"),
        ("8000 / 3000, 2 spins (3 passed) / 0", "two numbers"),
        ("8000 / 3000, 1 passed, 4 spins / 0", "two numbers of spins"),
        ("8000 / 3000, 1 passed spin, 4 spins / 0", "two numbers of spins"),
        ("8000 / 3000, 4 spins, both passed / 0", "“both” is not understood"),
        ("8000 / 3000, 4 spins (3 earned, 2 passed) / 0", "two numbers for earned spins"),
        ("8000 4 spins / 1 passed / 0", "Center needs a score"),
        ("8000 4 spins / 1 passed / 3000 / 0", "seems to have 4"),
        ("8000 / 3000, 4 spins; 1 passed / 0", ""),
        ("8000/3000/0 and left has 3 spins", "“left” is not understood"),
        ("8000, 3000, 0; left 3 spins", "“left” is not understood"),
        ("$8,000\t$3,000\t$0\n3\t0\t0", ""),
        ("6525 2 earned/1 passed, 1 whammy / 12500, 2 whammies / 500 2 earned/3 passed", "It is not clear where"),
        ("3k - 2 passed and 3 earned, 2k - no spins, 0 w3", "It is not clear where"),
        ("800 - spins: 3, passed: 3 w2\t600 - spins: 8, passed: 1\t0", "It is not clear where"),
        ("3000 - 4 spins; 3 passed - 6525, 1 whammy - 800 - 1 earned", "It is not clear where"),
        ("3k, 0 - 0 1, 0 - 3 1", "It is not clear where"),
        ("8000 3 spins; 3000 2 spins; 0 1 spin; third", "“third” is not understood"),
    ],
)
def test_a_number_with_two_meanings_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_position(text)
    assert words in str(caught.value)


# A total of spins and its parts: of 4 spins is one passed, or are all, or none.
ONE_OF_FOUR = """4 spins (1 passed)|4 spins, 1 passed|(4 spins, 1 passed)|4 spins: 1 passed|4 spins 1 passed|4 spins - 1 passed
4 spins — 1 passed|4 spins [1 passed]|4 spins. 1 passed|4 spins, 1p|4 spins (1p)|4 spins p1|4 spins, passed 1|4 spins: passed: 1
spins 4 (passed 1)|spins: 4 (1 passed)|spins: 4, passed: 1|spins=4, passed=1|spins 4 passed 1|spins: 4, of which passed: 1
4 spins - 1 of them passed|4 spins, 1 of which passed|4 spins, 1 of which is passed|4 spins, of which 1 passed
4 spins (of those, 1 passed)|4 spins (1 of these was passed)|4 spins, with 1 of them passed|4 spins and 1 of them passed
4 spins incl. 1 passed|4 spins inc 1 passed|4 spins including 1 passed|4 spins (including 1 passed spin)|4 spins that include 1 passed
4 spins, counting 1 passed|4 spins with 1 passed|4 spins w/ 1 passed|4 spins, 1 received|4 spins left, 1 passed|4 spins left (1 passed)
4 spins remaining, 1 of the spins passed|4 spins to play, 1 passed|4 spins total, 1 passed|4 total spins, 1 passed|4 spins in all, 1 passed
4 spins in total (1 passed)|a total of 4 spins, 1 passed|total 4 spins, 1 passed|four spins, one passed|four spins, one of them passed
passed 1 of 4|passed 1 of 4 spins|1 of 4 passed|1 of 4 spins passed|1 of the 4 spins was passed|1 of his 4 spins passed
1 out of 4 spins passed|4 spins, 1 of 4 passed|4 spins, 1 whammy, 1 passed|4 spins (1 passed, 1 whammy)|4 spins, 1 passed and 1 whammy
4 spins: 3 earned 1 passed|4 spins: 3 earned, 1 passed|4 spins - 3 earned, 1 passed|4 spins = 3 earned + 1 passed
4 spins (1 passed, 3 earned)|4 spins (3e 1p)|4 spins (e3, p1)|3 earned + 1 passed = 4 spins|4 spins, earned 3 passed 1"""
ALL_OF_FOUR = """4 spins: 4 passed|4 spins, 4 passed|4 spins (4 passed)|4 spins, all passed|4 spins (all passed)|4 spins: all passed
4 spins all passed|4 spins, all of them passed|4 spins, all of which are passed|4 spins, all 4 passed|4 spins - all passed
four spins, all of them were passed|4 spins, 4 of 4 passed|spins: 4, passed: 4|4 passed spins|4 spins passed|passed spins: 4"""
NONE_OF_FOUR = "4 spins, none passed|4 spins (0 passed)|4 spins, no passed spins|4 spins, all earned|4 spins, 4 earned|spins: 4, passed: 0"
FOUR_AND_ONE = """4 earned, 1 passed|4 earned (1 passed)|4 earned spins, 1 passed|4 own spins, 1 passed|4 spins + 1 passed|4 spins and 1 passed
4 spins & 1 passed|4 spins plus 1 passed|4 spins plus 1 more passed|4 spins, 1 more passed|4 spins (+1 passed)|1 passed and 4 spins
1 passed + 4 spins|earned: 4, passed: 1|e4 p1|4e+1p|4 spins earned, 1 passed|5 spins (4 earned, 1 passed)"""


def ways(texts: str) -> list[str]:
    return texts.replace("\n", "|").split("|")


@pytest.mark.parametrize(
    ("spins", "earned", "passed"),
    [
        *((spins, 3, 1) for spins in ways(ONE_OF_FOUR)),
        *((spins, 0, 4) for spins in ways(ALL_OF_FOUR)),
        *((spins, 4, 0) for spins in ways(NONE_OF_FOUR)),
        *((spins, 4, 1) for spins in ways(FOUR_AND_ONE)),
        ("2 spins, 3 passed", 2, 3),
        ("2 spins, both passed", 0, 2),
    ],
)
def test_a_total_of_spins_is_told_from_a_sum(spins: str, earned: int, passed: int) -> None:
    for text in (f"8000 / 3000, {spins} / 0", f"8000\n$3,000 {spins}\n0", f"left 8000; center 3000: {spins}; right 0"):
        reading = read_position(text)
        center = reading.position.contestants[1]
        assert (center.score, center.earned, center.passed) == (3000, earned, passed), text
        counts_twice = (spins in ways(ONE_OF_FOUR)[:50] or spins in ways(ALL_OF_FOUR)[:14]) and "earned" not in spins
        assert not counts_twice or f"{passed} of the 4 spins as passed" in reading.guesses, text


@pytest.mark.parametrize(
    ("table", "notation"),
    [
        ("Score: 8000 3000 0\nSpins: 4 0 0\nPassed: 1 0 0", "8000e3p1,3000,0@1"),
        ("Score: 8000 3000 0\nEarned spins: 4 0 0\nPassed spins: 1 0 0", "8000e4p1,3000,0@1"),
        ("Score: 8000 3000 0\nSpins: 4 0 0\nEarned: 3 0 0\nPassed: 1 0 0", "8000e3p1,3000,0@1"),
        ("Score: 8000 3000 0\nSpins: 4 0 0\nPassed: 0 2 0\nup 2", "8000e4,3000p2,0@2"),  # which are no part of none
        ("Score: 8000 3000 0\nSpins: 4 0 0\nEarned: 3 0 0\nPassed: 2 0 0", None),
        ("Name\tScore\tSpins\tPassed\nEd\t8000\t4\t1\nBob\t3000\t0\t0\nCy\t0\t0\t0", "8000e3p1,3000,0@1"),
        ("Total\tTotal spins\tPassed\n8000\t4\t1\n3000\t0\t0\n0\t0\t0", "8000e3p1,3000,0@1"),
        ("Score\tSpins\tEarned\tPassed\n8000\t4\t3\t1\n3000\t0\t0\t0\n0\t0\t0\t0", "8000e3p1,3000,0@1"),
        ("Score\tEarned\tPassed\n8000\t4\t1\n3000\t0\t0\n0\t0\t0", "8000e4p1,3000,0@1"),
        ("8000 2 spins, 3 passed / 3000 4 spins, 1 passed / 0, up 1", "8000e2p3,3000e4p1,0@1"),  # as the first says
    ],
)
def test_the_whole_text_tells_whether_passed_spins_are_part_of_the_spins(table: str, notation: str | None) -> None:
    if notation is None:
        with pytest.raises(NotationError, match="two numbers"):
            read_position(table)
    else:
        assert read_position(table).position.notation == notation


TOTALS = """{t} spins ({p} passed)|{t} spins, {p} passed|{t} spins: {p} passed|{t} spins - {p} of them passed|{t} spins / {p} passed
{t} spins; {p} passed|spins {t} (passed {p})|spins: {t}, passed: {p}|passed {p} of {t}|{p} of {t} spins passed|{p} passed, {t} spins
{t} spins incl. {p} passed|{t} spins: {e} earned {p} passed|{t} spins ({p} passed, {e} earned)|{t} spins left, {p} received"""
SUMS = """{e} earned, {p} passed|{e} earned/{p} passed|{e} earned + {p} passed|e{e} p{p}|{e}E+{p}P|{e} spins + {p} passed
{e} spins and {p} passed|earned {e}, passed {p}|earned: {e}; passed: {p}|{p} passed and {e} earned|({e}+{p})|{e} {p}"""
NAMES = (
    ("", "", ""),
    ("Left ", "Center ", "Right "),
    ("Ed: ", "Bob: ", "Cy: "),
    ("1. ", "2. ", "3. "),
    ("- ", "- ", "- "),
)
AMOUNTS = "{}", "${:,}", "{:,}", "${}"
BETWEEN = " / ", "\n", ", ", "; ", " | ", " vs ", "\t", " - "
WHAMMIES = ", {} whammies", " ({} whammies)", " w{}", ", whammies: {}"


def written(rng: Random) -> Iterator[tuple[str, Position]]:
    """Podiums in every style and separator, with one of the other ways to write each."""
    for style, between in product(ways(TOTALS) + ways(SUMS), BETWEEN):
        names, amount, whammies = rng.choice(NAMES), rng.choice(AMOUNTS), rng.choice(WHAMMIES)
        before, counts = rng.choice([" ", ", ", ": ", " - ", " with "]), rng.random() < 0.5
        podiums, pieces = [], []
        for seat in range(3):
            score = rng.choice([0, 500, 800, 3000, 12500, 6525])
            earned, passed = rng.choice([0, 1, 3, 7]), 0 if counts and not seat else rng.choice([0, 1, 2, 4])
            podiums.append(Contestant(score, earned, passed, rng.choice([0, 1, 3]) if counts else 0))
            has = style.format(t=earned + passed, e=earned, p=passed) if passed else f"{earned} earned"
            pieces.append(names[seat] + amount.format(score) + (before + has if earned or passed else ""))
            pieces[seat] += whammies.format(podiums[seat].whammies) if podiums[seat].whammies else ""
        holders = [seat for seat in range(3) if podiums[seat].spins]
        if holders:
            yield f"{between.join(pieces)}\nup {holders[-1] + 1}", Position(tuple(podiums), holders[-1])  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(times(30)))
def test_a_podium_in_any_style_is_read_exactly_or_refused(seed: int) -> None:
    readable = 0
    for text, position in written(Random(seed)):
        try:
            assert read_position(text).position == position, text
        except InputError:
            continue
        readable += 1
    assert readable > 40


def test_what_was_guessed_is_said() -> None:
    reading = read_position("8000 (3), 3000, 0")
    assert reading.guesses == ("the 3 in brackets as earned spins",)
    assert reading.summary == "Left $8,000, 3 earned spins, up · Center $3,000 · Right $0"
    assert read_position("8000 3 2 / 3000 / out").guesses == (
        "the 3 after the score as earned spins",
        "the 2 after the score as passed spins",
    )
    assert read_position("Ed: 8000, 3 spins\nPeter: 3000\nJanie: 0").guesses == ("the three stand from left to right",)
    assert read_position("8 000 3 spins / 3000 / 0").guesses == ("“8 000” as one number",)
    assert read_position("8000+6 / 3000 / 0").guesses == ("the 6 after the score as earned spins",)
    assert read_position("3000e1,2500e1,0 up 2").guesses == ("“up 2” as who is up",)
    assert read_position("8000 / 3000, 5 spins (3 passed) / 0").guesses == ("3 of the 5 spins as passed",)
    assert read_position("8k, passed 2 / 3000 / 0").guesses == ("“passed 2” as passed spins to be played",)
    assert read_position("Friday:\n8000e3\n3000\n0").guesses == ("“friday:” as a remark",)
    assert not read_position(PODIUMS).guesses
    assert read_position(PODIUMS).notation
    assert not read_position("Left 8000 3 spins, Center 3000, Right 0").guesses


def test_the_rules_decide_who_is_up_where_words_do_not() -> None:
    reading = read_position("$8,000 2 spins / 3000 1 spin / 0")
    assert reading.position.notation == "8000e2,3000e1,0@2"
    assert reading.guesses == ("Center as up because the lower score plays first",)
    level = read_position("3000 2 spins / 3000 1 spin / 0")
    assert level.position.mover_seat == 1
    assert level.guesses == ("Center as up because the rules say so",)
    assert read_position("$8,000 2 spins / 3000 1 spin / 0", Rules(turn_order="seat")).position.mover_seat == 0
    assert not read_position("8000 2 spins up / 3000 1 spin / 0").guesses


def test_of_two_who_received_spins_the_text_has_to_say_who_is_up() -> None:
    rules, text = Rules(turn_order="receiver"), "6525 4 earned 2 passed / 11087 2 passed / 20074"
    with pytest.raises(NotationError, match="Say who is up"):
        read_position(text, rules)
    assert read_position(f"{text} up 2", rules).position.notation == "6525e4p2,11087p2,20074@2"
    assert read_position(text, Rules()).position.mover_seat == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8000 bananas / 3000 / 0", "“bananas” is not understood"),
        ("hello world", "no number"),
        ("8000 3 spins / 3000", "seems to have 2"),
        ("Left 8000 3 spins, Center 3000", "What about Right?"),
        ("Left 8000 3 spins, Left 3000, Right 0", "named twice"),
        ("8000 / 3000 / 0", "Nobody has spins"),
        ("8000 3 spins 4 spins / 3000 / 0", "two numbers for earned spins"),
        ("8000.50 3 spins / 3000 / 0", "without cents"),
        ("$8,000 $2,000 3 spins / 3000 / 0", "two amounts of money"),
        ("*8000 3 spins / *3000 1 spin / 0", "Only one contestant can be up"),
        ("8000 3 spins / 3000 / 0 9 whammies", "0 to 4 Whammies"),
        ("8000 3 spins / 3000 / 0 🙂", "“🙂” is not understood"),
        ("$8,0000 3 spins / 3000 / 0", "“$8,0000” isn’t an amount of money"),
        ("$80,00 3 spins / 3000 / 0", "“$80,00” isn’t an amount of money"),
        ("Score: 8,0000 3,000 0\nSpins: 3 0 0", "“8,0000” isn’t an amount of money"),
        ("8,0 3 spins / 3000 / 0", "What are these numbers"),
        ("8 000 00 3 spins / 3000 / 0", "“00” is not understood"),
        ("-8000 3 spins / -3000 / 0", "can’t be negative"),
        ("$-8000 3 spins / 3000 / 0", "can’t be negative"),
        ("8000 -3 spins / 3000 / 0", "can’t be negative"),
        ("8000, 5 spins (3 earned, 1 passed) / 3000 / 0", "two numbers for earned spins"),
        ("8000 3 spins / 3000 / 0 " + "x" * 5000, "too long"),
        ("a" + 950 * " " + "b1", "too long for a position: 953 characters, and at most 500 are read"),
        (60 * "ﷺ" + "8000 3 spins / 3000 / 0", "too long"),  # a ligature of 18 letters
        ("a" + 490 * " " + "b1", "seems to have 1"),
    ],
)
def test_what_is_not_understood_is_pointed_at(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_position(text)
    assert words in str(caught.value)


def test_the_notation_has_the_engine_s_messages() -> None:
    with pytest.raises(InputError, match="two numbers for earned"):
        read_position("8000e3e4,3000,0@1")
    with pytest.raises(InputError, match="1, 2 or 3"):
        read_position("8000e3,3000,0@4")
