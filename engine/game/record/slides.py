"""The slides of a board that can have brought the recorded result of a spin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...errors import EventError
from ..board import Board, Slide, Square
from ..board_format import EITHER, MONEY_KINDS, WITH_SPIN
from ..landing import Effect
from ..options import Rules
from .events import ShownSlide, Spin, SpinResult

ONE_SPIN = " + one spin"


@dataclass(frozen=True, slots=True)
class Fit:
    """The fit of a spin to the board.

    Attributes:
        effect: its effect on the contestant.
        warnings: sentences on assumptions.
    """

    effect: Effect
    warnings: tuple[str, ...] = ()


def fit_spin(spin: Spin, board: Board, rules: Rules) -> Fit:
    """Return the effect of a recorded spin. Raises EventError if the board cannot have brought it."""
    if spin.square is None:
        if spin.moves or spin.shown:
            raise EventError("A move needs the square on which the light stopped.", field="square")
        warning = _check_board(spin.result, board)
        slides = [slide for square in board.squares for slide in square.slides]
    else:
        final_square = _follow_moves(spin, board)
        warning = _check_square(spin.result, final_square, board)
        slides = list(final_square.slides)
    effect, assumption = _find_result_effect(spin.result, slides, board, rules)
    return Fit(effect, tuple(filter(None, (warning, assumption))))


def brings(slide: Slide, result: SpinResult) -> bool:
    """Return whether this slide can have brought that result."""
    if result.kind == "money":
        return (slide.kind in MONEY_KINDS and slide.amount == result.amount and slide.gives_spin == result.spin) or (
            slide.kind == "cash_or_spin" and result.spin and not result.amount
        )
    if result.kind == "prize":
        return (
            slide.kind == "prize"
            and slide.spin == result.spin
            and (result.amount is None or slide.value in (None, result.amount))
        )
    if result.kind == "whammy_off":
        return slide.kind == "cash_or_lose_whammy"
    if result.kind == "double":
        return slide.kind in ("double", "cash_or_double") and slide.spin == result.spin
    if result.kind == "lead":
        return slide.kind == "lead" and slide.spin == result.spin
    return slide.kind == result.kind


def kind_shown(slide: Slide) -> str:
    """Return the kind of slide that a viewer writes down: a jackpot is the money in it."""
    return "cash" if slide.kind == "jackpot" else slide.kind


def shows(slide: Slide, shown_slide: ShownSlide) -> bool:
    """Return whether this slide matches the one that was recorded on an offered square."""
    if kind_shown(slide) != shown_slide.kind or (slide.kind in WITH_SPIN and slide.spin != shown_slide.spin):
        return False
    if slide.kind == "prize":
        return shown_slide.amount is None or slide.value in (None, shown_slide.amount)
    return shown_slide.amount is None or slide.amount == shown_slide.amount


def find_recorded_slide(shown_slide: ShownSlide, square: Square) -> Slide | None:
    """Return the slide of the square that matches the recorded one, a prize with its recorded value; None if none does."""
    match = next((slide for slide in square.slides if shows(slide, shown_slide)), None)
    if match is not None and shown_slide.kind == "prize" and shown_slide.amount is not None:
        return Slide("prize", value=shown_slide.amount, spin=match.spin, name=match.name)
    return match


def get_recorded_slide(shown_slide: ShownSlide, square: Square) -> Slide:
    """Return the slide that the square showed: the matching slide of the board, else one made from the record."""
    match = find_recorded_slide(shown_slide, square)
    if match is not None or shown_slide.kind == "move":
        return match or Slide("unknown")
    amount, value = (None, shown_slide.amount) if shown_slide.kind == "prize" else (shown_slide.amount, None)
    return Slide(shown_slide.kind, amount, value, spin=shown_slide.spin)


def list_move_slides(square: Square, target: int | None = None) -> Iterator[Slide]:
    """Yield the square's direction slides; with ``target``, only slides that lead there."""
    for slide in square.slides:
        if slide.kind == "move" and (target is None or target in slide.to):
            yield slide


def find_square(board: Board, number: int) -> Square:
    """Return a square. Raises EventError if the board has none of that number."""
    for square in board.squares:
        if square.number == number:
            return square
    raise EventError(f"The board has no square {number}.", field="square")


def join_texts(texts: Iterable[str], last: str = "or") -> str:
    """Return text such as “a, b or c”."""
    words = list(dict.fromkeys(texts))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "nothing"


def describe_result(result: SpinResult) -> str:
    """Return the result of a spin in words: “$750 + one spin”."""
    spin = ONE_SPIN if result.spin else ""
    if result.kind == "money":
        return f"${result.amount or 0:,}{spin}"
    if result.kind == "prize":
        return ("a prize" if result.amount is None else f"a prize worth ${result.amount:,}") + spin
    words = {"whammy": "Whammy", "whammy_off": "one Whammy off", "double": "Double your $$", "add_a_one": "Add-a-one"}
    words["lead"] = "Take the lead"
    return words[result.kind] + spin


def describe_shown_slide(shown_slide: ShownSlide) -> str:
    """Return the slide that a square showed, in words."""
    if shown_slide.kind == "move":
        return "a move"
    if shown_slide.kind in EITHER:
        return Slide(shown_slide.kind, shown_slide.amount or 0).text
    if shown_slide.kind in ("cash", "cash_spin"):
        return describe_result(SpinResult("money", shown_slide.amount, shown_slide.kind == "cash_spin"))
    return describe_result(SpinResult(shown_slide.kind, shown_slide.amount, shown_slide.spin))


def _follow_moves(spin: Spin, board: Board) -> Square:
    """Return the square whose slide the contestant took. Raises EventError if no way leads there."""
    assert spin.square is not None
    square = find_square(board, spin.square)
    offered: set[int] = set()
    for target in spin.moves:
        moves = list(list_move_slides(square))
        if not any(target in slide.to for slide in moves) and not _has_undocumented(square):
            if not moves:
                raise EventError(
                    f"Square {square.number} has no direction slide.",
                    f"It shows {_list_square_slides(square)}.",
                    field="moves",
                )
            to = join_texts(str(n) for slide in moves for n in slide.to)
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
    seen_squares: set[int] = set()
    for shown_slide in spin.shown:
        if shown_slide.square not in offered:
            raise EventError(f"Square {shown_slide.square} is not on offer here.", field="shown")
        if shown_slide.square in seen_squares:
            raise EventError(f"Square {shown_slide.square} is given twice.", field="shown")
        seen_squares.add(shown_slide.square)
        square = find_square(board, shown_slide.square)
        if find_recorded_slide(shown_slide, square) is None and not _has_undocumented(square):
            raise EventError(
                f"Square {shown_slide.square} has no slide with {describe_shown_slide(shown_slide)}.",
                f"It shows {_list_square_slides(square)}.",
                field="shown",
            )
        is_taken = bool(spin.moves) and shown_slide.square == spin.moves[-1]
        slide = Slide(shown_slide.kind, shown_slide.amount, shown_slide.amount, spin=shown_slide.spin)
        if is_taken and not brings(slide, spin.result):
            raise EventError(
                f"Square {shown_slide.square} showed {describe_shown_slide(shown_slide)}, which does not bring {describe_result(spin.result)}.",
                field="came",
            )


def _check_square(result: SpinResult, square: Square, board: Board) -> str:
    """Return a warning, or ""; raise EventError if no slide of the square can have brought the result."""
    if any(brings(slide, result) for slide in square.slides):
        return ""
    if _has_undocumented(square):
        return (
            f"Not all slides of square {square.number} are documented, so {describe_result(result)} is taken as it is."
        )
    hint = f"It shows {_list_square_slides(square)}."
    prize = any(slide.kind == "prize" and slide.value is None for slide in square.slides)
    if result.kind == "money" and not result.spin and prize:
        hint += f" A prize is written {square.number}:p{result.amount}."
    for move in list_move_slides(square):
        for target in move.to:
            if any(brings(slide, result) for slide in find_square(board, target).slides):
                hint += f" Square {target} has it: perhaps {square.number}>{target}."
                raise EventError(
                    f"Square {square.number} has no slide with {describe_result(result)}.", hint, field="came"
                )
    raise EventError(f"Square {square.number} has no slide with {describe_result(result)}.", hint, field="came")


def _check_board(result: SpinResult, board: Board) -> str:
    """Return a warning, or ""; raise EventError if no slide of the board can have brought the result."""
    slides = [slide for square in board.squares for slide in square.slides]
    if any(brings(slide, result) for slide in slides):
        return ""
    has_open_prize = any(slide.kind == "prize" and slide.value is None for slide in slides)
    if not board.complete or (has_open_prize and result.kind in ("money", "prize")):
        return f"No slide of the board {board.id} shows {describe_result(result)}."
    amounts = sorted({s.amount for s in slides if s.amount is not None and s.gives_spin == result.spin})
    hint = ""
    if result.kind == "money" and amounts:
        nearest = sorted(sorted(amounts, key=lambda a: abs(a - (result.amount or 0)))[:3])
        hint = (
            f"Near it are {join_texts((describe_result(SpinResult('money', a, result.spin)) for a in nearest), 'and')}."
        )
    raise EventError(f"No slide of the board {board.id} shows {describe_result(result)}.", hint, field="came")


def _find_result_effect(result: SpinResult, slides: list[Slide], board: Board, rules: Rules) -> tuple[Effect, str]:
    if result.kind == "money":
        return Effect("money", (result.amount or 0,), result.spin), ""
    if result.kind == "lead":
        ahead = next((slide.amount or 1 for slide in slides if brings(slide, result)), 1)
        return Effect("lead", (ahead,), result.spin), ""
    if result.kind != "prize":
        return Effect(result.kind, spin=result.spin), ""
    if result.amount is not None:
        return Effect("money", (result.amount,), result.spin), ""
    values = {slide.value for slide in slides if brings(slide, result)}
    dollars = values.pop() if len(values) == 1 else None
    if dollars is not None:
        return Effect("money", (dollars,), result.spin), ""
    dollars = rules.prize_value(board.round)
    return Effect("money", (dollars,), result.spin), f"Prize value unknown; counted as ${dollars:,}."


def _has_undocumented(square: Square) -> bool:
    return any(slide.kind == "unknown" for slide in square.slides)


def _list_square_slides(square: Square) -> str:
    return join_texts(slide.text for slide in square.slides)
