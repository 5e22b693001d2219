"""The contents of a draft: a board as it is typed, which may be incomplete or wrong.

It has the shape of the engine's JSON form (engine/game/board.py). A value that cannot be read stays
in its place as the text that was typed, so that nothing is lost and whoever opens the draft sees it
again. What is right is decided by the engine: every square and slide is put before its reader on its
own, so that everything that is wrong is found at once and not only the first of it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date
from typing import Any

from engine import Board as EngineBoard
from engine import BoardError, Slide, quoted
from pressorpass_site.core.money import parse_money

from . import exchange, statistics
from .models import NAME_LENGTH, SHOW_LENGTH
from .ring import RING_SQUARES

Content = dict[str, Any]

# What a slide is, in words; money with and without a spin is one choice here and a tick beside it.
KINDS = {
    "cash": "Money",
    "whammy": "Whammy",
    "prize": "Prize",
    "move": "Move to another square",
    "cash_or_lose_whammy": "Money, or lose a Whammy",
    "double": "Double your $$",
    "add_a_one": "Add-a-one",
    "unknown": "Not documented",
}
WITH_AMOUNT = ("cash", "cash_spin", "cash_or_lose_whammy")

USUAL_SLIDES = 3
MOST_SQUARES = 64
MOST_SLIDES = 1000
MOST_SLIDES_OF_A_SQUARE = 100
# More than any slide of the show ever had outside the bonus game's last round.
SUSPICIOUS_MONEY = 50_000
LONG_TEXT = 2000
# However long a text is, it is kept as typed up to here, and told to be too long.
MOST_TYPED = 50_000

ABOUT = ("id", "name", "show", "round", "valid_from", "valid_to", "source", "confidence", "notes")
# Of a whole board, written down; exported it is still small enough to be imported again.
MOST_BYTES = 500_000
MOST_MONEY = 1_000_000  # of one slide, as the engine has it
_READABLE = 10**12  # whatever a person may mean as a number; the engine knows what is too much


@dataclass(frozen=True)
class Problem:
    """Something wrong with a board, or, where `warning`, something worth a second look.

    `square` and `slide` are places in the lists (from 0), None where it is not about one; `part` is
    the field it belongs to, "" for the whole.
    """

    message: str
    square: int | None = None
    slide: int | None = None
    part: str = ""
    warning: bool = False
    where: str = "The board"


@dataclass(frozen=True)
class Report:
    """Everything that was found, and the board itself if it can be played on."""

    problems: list[Problem]
    board: EngineBoard | None = dataclass_field(repr=False)

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if not problem.warning]

    @property
    def warnings(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.warning]

    def at(self, square: int | None) -> list[Problem]:
        """What belongs to one square, or to none."""
        return [problem for problem in self.problems if problem.square == square]


# --- From typed text to content ------------------------------------------------------------------


def plain(text: Any, *, lines: bool = False) -> str:
    """A text as it was typed, but for characters that do harm; without `lines` it becomes one line."""
    kept = "".join(c for c in str(text) if c in "\n\t" or not exchange.harmful(c)).strip()
    return kept if lines else re.sub(r"[\n\t]+", " ", kept)


def amount(text: str) -> int | str | None:
    """Dollars, the text itself where it is not an amount, None where there is none."""
    if not (text := plain(text)):
        return None
    try:
        return parse_money(text, highest=_READABLE)
    except ValueError:
        return text


def count(text: str) -> int | str | None:
    """A whole number, the text itself where it is not one, None where there is none."""
    text = plain(text)
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text or None


def targets(text: str) -> list[int] | str | None:
    """The squares in “8 or 10”, the text itself where it names none, None where there is none."""
    text = plain(text)
    if re.fullmatch(r"(?:square\s*)?[0-9]{1,3}(?:[\s,;/]+(?:or\s+|and\s+)?[0-9]{1,3})*", text, re.IGNORECASE):
        return [int(number) for number in re.findall(r"[0-9]+", text)]
    return text or None


def slide(*, kind: str, dollars: str, to: str, spin: bool, label: str, name: str, weight: str) -> Content:
    """A slide as it was typed. What does not belong to its kind is kept, as the kind may change again."""
    found = {
        "kind": "cash_spin" if kind == "cash" and spin else plain(kind),
        "value" if kind == "prize" else "amount": amount(dollars),
        "to": targets(to),
        "spin": (spin and kind == "double") or None,
        "label": plain(label) or None,
        "name": plain(name) or None,
        "weight": _unless_one(count(weight)),
    }
    return {key: value for key, value in found.items() if value is not None}


def square(*, number: str, weight: str, slides: list[Content]) -> Content:
    """A square as it was typed."""
    found = {"number": count(number), "slides": slides, "weight": _unless_one(count(weight))}
    return {key: value for key, value in found.items() if value is not None}


def about(content: Content, typed: Mapping[str, str]) -> Content:
    """The content with what was typed about the board as a whole."""
    found = dict(content)
    for key, text in typed.items():
        if key == "source":
            found[key] = [line for line in plain(text, lines=True).replace("\t", " ").split("\n") if line.strip()]
        elif key == "round":
            found[key] = count(text) if plain(text) else ""
        else:
            found[key] = plain(text, lines=key == "notes")
    return found


def blank(number: int = 1) -> Content:
    """A new square: three slides nobody has documented yet."""
    return {"number": number, "slides": [{"kind": "unknown"} for _ in range(USUAL_SLIDES)]}


def blank_board() -> Content:
    """A new board in the shape of the show's ring."""
    return {"id": "", "name": "", "show": "", "round": 2, "squares": [blank(n + 1) for n in range(RING_SQUARES)]}


def squares(content: Content) -> list[Content]:
    """The squares of the content."""
    return list(content["squares"])


def with_squares(content: Content, found: list[Content]) -> Content:
    """The content with other squares."""
    return {**content, "squares": found}


def about_part(content: Content) -> Content:
    """What the content says about the board as a whole."""
    return {key: content.get(key) for key in ABOUT}


def drawable(content: Content, report: Report) -> EngineBoard | None:
    """The board to draw: what is wrong is left blank; None where there is nothing to draw."""
    if report.board is not None:
        return report.board
    wrong = {(problem.square, problem.slide) for problem in report.errors}
    drawn: dict[int, Content] = {}
    for index, each in enumerate(squares(content)):
        number = each.get("number")
        if isinstance(number, int) and 1 <= number <= MOST_SQUARES:
            slides = [
                {"kind": "unknown"} if (index, at) in wrong else {**kept, "weight": 1}
                for at, kept in enumerate(each["slides"])
            ]
            drawn.setdefault(number, {"number": number, "slides": slides or [{"kind": "unknown"}]})
    try:
        return EngineBoard.from_json({"id": "draft", "squares": list(drawn.values())})
    except BoardError:
        return None


def size(content: Content) -> int:
    """How many bytes the content has, written down."""
    return len(json.dumps(content, ensure_ascii=False).encode())


def fingerprint(part: Any) -> str:
    """Tells whether somebody else has changed a part meanwhile."""
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]


def _unless_one(weight: int | str | None) -> int | str | None:
    return None if weight == 1 else weight


# --- What is wrong ---------------------------------------------------------------------------


def check(content: Content) -> Report:
    """Everything that is wrong with a board, place by place, and what is worth a second look."""
    problems = list(_about_problems(content))
    numbers = [each.get("number") for each in squares(content)]
    for index, each in enumerate(squares(content)):
        problems += _square_problems(index, each, numbers)
    problems += _ring_problems(content, numbers)
    board = None
    if not any(not problem.warning for problem in problems):
        try:
            board = EngineBoard.from_json(content)
        except BoardError as error:
            problems.append(_placed(error, numbers))
        else:
            if statistics.too_far(board):
                problems.append(Problem(statistics.TOO_FAR, warning=True))
    return Report(problems, board)


def _about_problems(content: Content) -> Iterator[Problem]:
    def wrong(part: str, message: str) -> Problem:
        return Problem(message, part=part, where="About the board")

    if not content.get("name"):
        yield wrong("name", "The board needs a name.")
    for part, most in (("name", NAME_LENGTH), ("show", SHOW_LENGTH), ("confidence", LONG_TEXT), ("notes", LONG_TEXT)):
        if len(content.get(part) or "") > most:
            yield wrong(part, _too_long(len(content[part]), most))
    if (length := sum(len(line) for line in content.get("source") or [])) > 10 * LONG_TEXT:
        yield wrong("source", _too_long(length, 10 * LONG_TEXT))
    if refusal := _refusal({"round": content.get("round", 2)}, lambda value: _probe() | value):
        yield wrong("round", refusal)
    days: list[date] = []
    for part in ("valid_from", "valid_to"):
        text = content.get(part)
        try:
            days += [date.fromisoformat(text)] if text else []
        except ValueError:
            yield wrong(part, f"{quoted(str(text))} isn’t a day. Write it like 1985-02-05.")
    if len(days) == 2 and days[0] > days[1]:
        yield wrong("valid_to", "The board can’t end before it began.")


def _too_long(length: int, most: int) -> str:
    return f"This is too long: it has {length:,} characters, and {most:,} are the most."


def _ring_problems(content: Content, numbers: list[Any]) -> Iterator[Problem]:
    for number, times in Counter(str(n) for n in numbers).items():
        if times > 1:
            index = [str(n) for n in numbers].index(number)
            yield Problem(
                f"{times} squares have the number {number}.", index, part="number", where=place(content, index)
            )
    if not numbers:
        yield Problem("A board needs at least one square.")
    elif len(numbers) > MOST_SQUARES:
        yield Problem(f"A board may have {MOST_SQUARES} squares at most.")
    elif sorted(map(str, numbers)) != sorted(str(n + 1) for n in range(RING_SQUARES)):
        yield Problem(
            f"The show’s ring has the squares 1 to {RING_SQUARES}; this board has {len(numbers)}"
            f"{'' if len(numbers) != RING_SQUARES else ' with other numbers'}.",
            warning=True,
        )
    if numbers and all(each.get("weight") == 0 for each in squares(content)):
        yield Problem("One square at least needs a weight above 0: the light has to stop somewhere.")


def _square_problems(index: int, found: Content, numbers: list[Any]) -> Iterator[Problem]:
    number = found.get("number")
    where = f"Square {number}" if isinstance(number, int) else f"The {index + 1}. square"
    slides = found["slides"]

    def wrong(message: str, part: str = "", *, warning: bool = False) -> Problem:
        return Problem(message, index, None, part, warning, where)

    if refusal := _refusal({"number": number}, lambda value: _probe(value)):
        yield wrong(refusal, "number")
    if "weight" in found and (
        refusal := _refusal({"weight": found["weight"]}, lambda value: _probe(value, {"number": 2}))
    ):
        yield wrong(refusal, "weight")
    if not slides:
        yield wrong("A square needs at least one slide.")
    elif len(slides) != USUAL_SLIDES:
        yield wrong(f"The show’s squares have three slides; this one has {len(slides)}.", warning=True)
    if len(slides) > MOST_SLIDES_OF_A_SQUARE:
        yield wrong(f"A square may have {MOST_SLIDES_OF_A_SQUARE} slides at most.")
    if slides and all(each.get("weight") == 0 for each in slides):
        yield wrong("One slide at least needs a weight above 0: one of them has to show.")
    for at, each in enumerate(slides):
        for part, message, warning in _slide_problems(each, number, numbers):
            yield Problem(message, index, at, part, warning, f"{where}, slide {at + 1}")


def _slide_problems(found: Content, number: Any, numbers: list[Any]) -> Iterator[tuple[str, str, bool]]:
    """What is wrong with a slide: the part, the sentence, whether it is only a warning.

    Each part is put before the engine's reader with the others as they should be.
    """
    kind = found.get("kind")
    fine: Content = {"kind": kind, "amount": 1, "to": [2]}
    if refusal := _refusal({"kind": kind}, lambda value: _probe({"slides": [fine | value]}, {"number": 2})):
        forged = "" if kind in (None, "") else f"{quoted(str(kind))} is no kind of slide. "
        yield "kind", f"{forged}Choose what this slide is.", False
        return
    money = "value" if kind == "prize" else "amount"
    for part in (money, "to", "spin", "label", "name", "weight"):
        value = found.get(part)
        if (part == "amount" and kind not in WITH_AMOUNT) or (part == "to" and kind != "move"):
            continue  # kept from when the slide was of another kind
        if part == money and isinstance(value, str):
            yield part, _not_money(value), False
        elif part == money and isinstance(value, int) and value > MOST_MONEY:
            yield part, f"An amount goes up to ${MOST_MONEY:,}.", False
        elif part == "to" and isinstance(value, list):
            yield from (("to", sentence, False) for sentence in _lost(value, number, numbers))
        elif part in found or part in ("amount", "to"):
            probed = fine | {part: value}
            refusal = _refusal(probed, lambda slide: _probe({"slides": [slide, {"kind": "whammy"}]}, {"number": 2}))
            if refusal:
                yield part, refusal, False
    if kind == "unknown":
        yield "kind", "Not documented: no position can be answered on this board.", True
    dollars = found.get(money) if kind in (*WITH_AMOUNT, "prize") else None
    if dollars == 0:
        yield money, "$0: is that what the slide showed?", True
    elif isinstance(dollars, int) and dollars > SUSPICIOUS_MONEY:
        yield money, f"${dollars:,} is more than the show’s boards have: is it right?", True


def _lost(to: list[Any], number: Any, numbers: list[Any]) -> Iterator[str]:
    """Destinations that do not exist, or are where the light already is."""
    for target in dict.fromkeys(to):
        if target == number:
            yield "This slide moves to its own square."
        elif target not in numbers:
            yield f"This slide moves to square {target}, which does not exist."


def _not_money(text: str) -> str:
    try:
        parse_money(text, highest=MOST_MONEY, what="An amount")
    except ValueError as error:
        return str(error)
    return f"{quoted(text)} isn’t an amount of money."


def _probe(*found: Content) -> Content:
    """A board of one square or two, all as it should be but for what is given."""
    fine = {"number": 1, "slides": [{"kind": "whammy"}]}
    return {"id": "probe", "squares": [fine | each for each in found or ({},)]}


def _refusal(value: Content, board: Callable[[Content], Content]) -> str:
    """The engine's sentence against a value in the board made with it, "" if it takes it."""
    try:
        EngineBoard.from_json(board(value))
    except BoardError as error:
        sentence = re.sub(r"\b[Ss]quare ?1\.slide1\b", "this slide", error.message)
        sentence = re.sub(r"\b[Ss]quare ?1\b", "this square", sentence)
        return sentence[:1].upper() + sentence[1:]
    return ""


def _placed(error: BoardError, numbers: list[Any]) -> Problem:
    """A refusal of the whole board, at the place that the engine names."""
    found = re.fullmatch(r"square(\d+)(?:\.slide(\d+))?", error.field or "")
    if not found or int(found[1]) not in numbers:
        return Problem(error.message)
    index = numbers.index(int(found[1]))
    return Problem(error.message, index, int(found[2]) - 1 if found[2] else None, where=f"Square {found[1]}")


# --- In words --------------------------------------------------------------------------------


def place(content: Content, index: int) -> str:
    """What a square is called."""
    number = squares(content)[index].get("number")
    return f"Square {number}" if isinstance(number, int) else f"The {index + 1}. square"


def words(found: Content) -> str:
    """A slide in a few words, whatever was typed."""
    kind = found.get("kind", "")
    try:
        given: Content = {key: found.get(key) for key in ("amount", "value", "label", "name")}
        text = Slide(kind, to=tuple(found.get("to", ())), spin=bool(found.get("spin")), **given).text
    except (TypeError, ValueError):  # typed, but not yet what it should be
        money = found.get("value" if kind == "prize" else "amount")
        name = KINDS.get("cash" if kind == "cash_spin" else str(kind), "?")
        text = name if money is None else f"{name} ({money})"
    weight = found.get("weight", 1)
    return text if weight == 1 else f"{text}, weight {weight}"


def changes(before: Content, after: Content) -> list[str]:
    """What differs between two contents, one sentence a place."""
    found = [
        f"{_ABOUT_WORDS[key]}: {_short(before.get(key))} → {_short(after.get(key))}"
        for key in ABOUT
        if (before.get(key) or None) != (after.get(key) or None)
    ]
    old = {str(each.get("number")): each for each in squares(before)}
    new = {str(each.get("number")): each for each in squares(after)}
    found += [f"square {number} removed" for number in old if number not in new]
    for number, each in new.items():
        if number not in old:
            found.append(f"square {number} added: {' · '.join(map(words, each['slides']))}")
        else:
            found += _square_changes(number, old[number], each)
    return found


_ABOUT_WORDS = {
    "id": "id",
    "name": "name",
    "show": "show",
    "round": "round",
    "valid_from": "first day",
    "valid_to": "last day",
    "source": "sources",
    "confidence": "trust",
    "notes": "notes",
}


def _square_changes(number: str, before: Content, after: Content) -> Iterator[str]:
    if before.get("weight", 1) != after.get("weight", 1):
        yield f"square {number}: weight {before.get('weight', 1)} → {after.get('weight', 1)}"
    old, new = before["slides"], after["slides"]
    if len(old) != len(new):
        yield f"square {number}: {' · '.join(map(words, old)) or 'nothing'} → {' · '.join(map(words, new)) or 'nothing'}"
        return
    for index, (was, is_now) in enumerate(zip(old, new, strict=True), 1):
        if was != is_now:
            kept = words(was) == words(is_now)
            yield f"square {number}, slide {index}: {words(was)} → {'the same with other words' if kept else words(is_now)}"


def _short(value: Any) -> str:
    text = "; ".join(value) if isinstance(value, list) else str(value or "nothing")
    return text if len(text) <= 80 else f"{text[:80]}…"
