"""Long runs of each kind of character and of each pair of kinds: what a pattern that goes back over a text is slow on."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from .values import Cases

KINDS = (
    *("a", "W", "1", "0", " ", "\t", "\n", "\r\n", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}", "\v"),
    *(",", ".", ":", ";", "/", "|", "=", "-", "–", "+", ">", "<", "#", "@", "*", "_", "`", "\\", "?", "&", "~"),
    *("'", '"', "’", "“", "(", ")", "[", "]", "{", "}", "$", "k", "e", "w", "é", "٣", "８", "½", "🙂"),
)
WORDS = (
    *("up ", "pass ", "pass to ", "lose a ", "round 1 ", "round 1:", "fix 1 ", "= 0e1,0,0@1 ", "left ", "player 1 "),
    *("1 spin ", "spin ", "8,000 ", "8 000 ", "who's up", "w/", "1.", "1:", "Ann:", "@1", "[b]", "<b>", "> ", "- "),
    *("{a}", "<id a>", '[A "b"] ', "undo ", "redo ", "undo redo ", "9(8:w", "500/-w ", "add a ", "(a, "),
)


def units(pairs: bool) -> Iterator[str]:
    """What runs are made of: each kind, each word and, if wanted, each pair of kinds."""
    yield from KINDS
    yield from WORDS
    if pairs:
        yield from map("".join, permutations(KINDS, 2))


def around(valid: str, unit: str, length: int) -> Iterator[str]:
    """Runs of this many characters with the text: before it, within it and behind it, and between two letters."""
    run = (unit * (length // len(unit) + 1))[: max(0, length - len(valid))]
    middle = len(valid) // 2
    yield run + valid
    yield valid[:middle] + run + valid[middle:]
    yield valid + run
    yield f"a{run[:-3]}b1"


def with_runs(seeds: Sequence[str], longest: int) -> Cases[str]:
    """One of these texts with a long run of one or two kinds of characters in it, or two such runs."""

    def make(draw: Random) -> str:
        text = draw.choice(seeds)
        for _ in range(draw.choice((1, 1, 2))):
            unit = "".join(draw.choice(draw.choice((KINDS, WORDS))) for _ in range(draw.choice((1, 2, 2))))
            room = max(0, longest - len(text))
            run = unit * (draw.randint(0, room) // len(unit))
            at = draw.choice((0, draw.randint(0, len(text)), len(text)))
            text = text[:at] + run + text[at:]
        return text

    return make
