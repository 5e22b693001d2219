"""The slides of a board that can have brought the recorded result of a spin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...errors import EventError
from ..board import Board, Slide, Square
from ..board_format import EITHER, MONEY_KINDS, WITH_SPIN
from ..landing import Effect
from ..options import Rules
from .events import Came, Shown, Spin

ONE_SPIN = " + one spin"


@dataclass(frozen=True, slots=True)
class Fit:
    """The fit of a spin to the board.

    Attributes:
        effect: its effect on the contestant.
        warnings: sentences about what was assumed.
    """

    effect: Effect
    warnings: tuple[str, ...] = ()


def fit(spin: Spin, board: Board, rules: Rules) -> Fit:
    """Return the effect of a recorded spin. Raises EventError if the board cannot have brought it."""
    if spin.square is None:
        if spin.moves or spin.shown:
            raise EventError("A move needs the square on which the light stopped.", field="square")
        warning = _anywhere(spin.came, board)
        slides = [slide for square in board.squares for slide in square.slides]
    else:
        last = _follow(spin, board)
        warning = _on_square(spin.came, last, board)
        slides = list(last.slides)
    effect, assumed = _effect(spin.came, slides, board, rules)
    return Fit(effect, tuple(filter(None, (warning, assumed))))


def brings(slide: Slide, came: Came) -> bool:
    """Return whether this slide can have brought that result."""
    if came.kind == "money":
        return (slide.kind in MONEY_KINDS and slide.amount == came.amount and slide.gives_spin == came.spin) or (
            slide.kind == "cash_or_spin" and came.spin and not came.amount
        )
    if came.kind == "prize":
        return (
            slide.kind == "prize"
            and slide.spin == came.spin
            and (came.amount is None or slide.value in (None, came.amount))
        )
    if came.kind == "whammy_off":
        return slide.kind == "cash_or_lose_whammy"
    if came.kind == "double":
        return slide.kind in ("double", "cash_or_double") and slide.spin == came.spin
    if came.kind == "lead":
        return slide.kind == "lead" and slide.spin == came.spin
    return slide.kind == came.kind


def kind_shown(slide: Slide) -> str:
    """Return the kind of slide that a viewer writes down: a jackpot is the money in it."""
    return "cash" if slide.kind == "jackpot" else slide.kind


def shows(slide: Slide, shown: Shown) -> bool:
    """Return whether this is the slide that an offered square is said to have shown."""
    if kind_shown(slide) != shown.kind or (slide.kind in WITH_SPIN and slide.spin != shown.spin):
        return False
    if slide.kind == "prize":
        return shown.amount is None or slide.value in (None, shown.amount)
    return shown.amount is None or slide.amount == shown.amount


def matching_slide(shown: Shown, square: Square) -> Slide | None:
    """Return the slide of the square that it is said to have shown; a prize has the value that was seen."""
    found = next((slide for slide in square.slides if shows(slide, shown)), None)
    if found is not None and shown.kind == "prize" and shown.amount is not None:
        return Slide("prize", value=shown.amount, spin=found.spin, name=found.name)
    return found


def as_slide(shown: Shown, square: Square) -> Slide:
    """Return the slide that the square showed: the square's own if it has one like it."""
    found = matching_slide(shown, square)
    if found is not None or shown.kind == "move":
        return found or Slide("unknown")
    value = shown.amount if shown.kind == "prize" else None
    return Slide(shown.kind, None if shown.kind == "prize" else shown.amount, value, spin=shown.spin)


def move_slides(square: Square, target: int | None = None) -> Iterator[Slide]:
    """Yield the square's direction slides, those that lead to ``target`` if that is given."""
    for slide in square.slides:
        if slide.kind == "move" and (target is None or target in slide.to):
            yield slide


def find_square(board: Board, number: int) -> Square:
    """Return a square. Raises EventError if the board has none of that number."""
    for square in board.squares:
        if square.number == number:
            return square
    raise EventError(f"The board has no square {number}.", field="square")


def listed(texts: Iterable[str], last: str = "or") -> str:
    """Return text such as “a, b or c”."""
    words = list(dict.fromkeys(texts))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "nothing"


def came_text(came: Came) -> str:
    """Return the result of a spin in words: “$750 + one spin”."""
    spin = ONE_SPIN if came.spin else ""
    if came.kind == "money":
        return f"${came.amount or 0:,}{spin}"
    if came.kind == "prize":
        return ("a prize" if came.amount is None else f"a prize worth ${came.amount:,}") + spin
    words = {"whammy": "Whammy", "whammy_off": "one Whammy off", "double": "Double your $$", "add_a_one": "Add-a-one"}
    words["lead"] = "Take the lead"
    return words[came.kind] + spin


def shown_text(shown: Shown) -> str:
    """Return the slide that a square showed, in words."""
    if shown.kind == "move":
        return "a move"
    if shown.kind in EITHER:
        return Slide(shown.kind, shown.amount or 0).text
    if shown.kind in ("cash", "cash_spin"):
        return came_text(Came("money", shown.amount, shown.kind == "cash_spin"))
    return came_text(Came(shown.kind, shown.amount, shown.spin))


def _follow(spin: Spin, board: Board) -> Square:
    """Return the square whose slide the contestant took. Raises EventError if no way leads there."""
    assert spin.square is not None
    square = find_square(board, spin.square)
    offered: set[int] = set()
    for target in spin.moves:
        moves = list(move_slides(square))
        if not any(target in slide.to for slide in moves) and not _blank(square):
            if not moves:
                raise EventError(
                    f"Square {square.number} has no direction slide.", f"It shows {_slides(square)}.", field="moves"
                )
            to = listed(str(n) for slide in moves for n in slide.to)
            raise EventError(
                f"Nothing on square {square.number} leads to square {target}.",
                f"It leads to {'square' if to.isdigit() else 'squares'} {to}.",
                field="moves",
            )
        offered |= {n for slide in moves if target in slide.to for n in slide.to}
        square = find_square(board, target)
    _check_shown(spin, board, offered)
    return square


def _check_shown(spin: Spin, board: Board, offered: set[int]) -> None:
    seen: set[int] = set()
    for shown in spin.shown:
        if shown.square not in offered:
            raise EventError(f"Square {shown.square} is not on offer here.", field="shown")
        if shown.square in seen:
            raise EventError(f"Square {shown.square} is given twice.", field="shown")
        seen.add(shown.square)
        square = find_square(board, shown.square)
        if matching_slide(shown, square) is None and not _blank(square):
            raise EventError(
                f"Square {shown.square} has no slide with {shown_text(shown)}.",
                f"It shows {_slides(square)}.",
                field="shown",
            )
        last = bool(spin.moves) and shown.square == spin.moves[-1]
        slide = Slide(shown.kind, shown.amount, shown.amount, spin=shown.spin)
        if last and not brings(slide, spin.came):
            raise EventError(
                f"Square {shown.square} showed {shown_text(shown)}, which does not bring {came_text(spin.came)}.",
                field="came",
            )


def _on_square(came: Came, square: Square, board: Board) -> str:
    """Return a warning, or ""."""
    if any(brings(slide, came) for slide in square.slides):
        return ""
    if _blank(square):
        return f"Not all slides of square {square.number} are documented, so {came_text(came)} is taken as it is."
    meant = f"It shows {_slides(square)}."
    prize = any(slide.kind == "prize" and slide.value is None for slide in square.slides)
    if came.kind == "money" and not came.spin and prize:
        meant += f" A prize is written {square.number}:p{came.amount}."
    for move in move_slides(square):
        for target in move.to:
            if any(brings(slide, came) for slide in find_square(board, target).slides):
                meant += f" Square {target} has it: perhaps {square.number}>{target}."
                raise EventError(f"Square {square.number} has no slide with {came_text(came)}.", meant, field="came")
    raise EventError(f"Square {square.number} has no slide with {came_text(came)}.", meant, field="came")


def _anywhere(came: Came, board: Board) -> str:
    """Return a warning, or ""."""
    slides = [slide for square in board.squares for slide in square.slides]
    if any(brings(slide, came) for slide in slides):
        return ""
    varies = any(slide.kind == "prize" and slide.value is None for slide in slides)
    if not board.complete or (varies and came.kind in ("money", "prize")):
        return f"No slide of the board {board.id} shows {came_text(came)}."
    amounts = sorted({s.amount for s in slides if s.amount is not None and s.gives_spin == came.spin})
    meant = ""
    if came.kind == "money" and amounts:
        near = sorted(sorted(amounts, key=lambda a: abs(a - (came.amount or 0)))[:3])
        meant = f"Near it are {listed((came_text(Came('money', a, came.spin)) for a in near), 'and')}."
    raise EventError(f"No slide of the board {board.id} shows {came_text(came)}.", meant, field="came")


def _effect(came: Came, slides: list[Slide], board: Board, rules: Rules) -> tuple[Effect, str]:
    if came.kind == "money":
        return Effect("money", (came.amount or 0,), came.spin), ""
    if came.kind == "lead":
        ahead = next((slide.amount or 1 for slide in slides if brings(slide, came)), 1)
        return Effect("lead", (ahead,), came.spin), ""
    if came.kind != "prize":
        return Effect(came.kind, spin=came.spin), ""
    if came.amount is not None:
        return Effect("money", (came.amount,), came.spin), ""
    values = {slide.value for slide in slides if brings(slide, came)}
    value = values.pop() if len(values) == 1 else None
    if value is not None:
        return Effect("money", (value,), came.spin), ""
    value = rules.prize_value(board.round)
    return Effect("money", (value,), came.spin), f"Prize value unknown; counted as ${value:,}."


def _blank(square: Square) -> bool:
    return any(slide.kind == "unknown" for slide in square.slides)


def _slides(square: Square) -> str:
    return listed(slide.text for slide in square.slides)
