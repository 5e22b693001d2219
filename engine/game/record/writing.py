"""A game as text, in the canonical form (docs/game-notation.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..position import Contestant
from . import events
from .events import Event, ShownSlide, SpinResult
from .game import Game
from .headers import BoardName, Headers
from .words import LARGE, SMALL

SEAT_TAGS = ("Left", "Center", "Right")
TEXT_TAGS = (("Date", "date"), ("Episode", "episode"))
MAX_LINE = 100


def write_game(game: Game) -> str:
    """Return the canonical text of a game."""
    lines = [*_write_header_lines(game.headers), ""]
    if game.headers.comment:
        lines += [_write_comment(game.headers.comment), ""]
    lines += _write_event_lines(game)
    return "\n".join(lines).strip("\n") + "\n"


def _write_header_lines(headers: Headers) -> Iterator[str]:
    for tag, name in zip(SEAT_TAGS, headers.names, strict=True):
        if name:
            yield _write_header_line(tag, name)
    for tag, attribute in TEXT_TAGS:
        if text := getattr(headers, attribute):
            yield _write_header_line(tag, text)
    for number, board in enumerate(headers.boards, 1):
        if board is not None:
            yield _write_header_line(f"Board{number}", write_board_header(board))
    if headers.preset != "show" or headers.options:
        yield _write_header_line(
            "Rules", " ".join([headers.preset, *(f"{name}={value}" for name, value in headers.options)])
        )
    if headers.result:
        yield _write_header_line("Result", headers.result)
    for tag, text in headers.extra:
        yield _write_header_line(tag, text)


def write_board_header(board: BoardName) -> str:
    """Return a board as a header names it: its id, with a digest after ``@``, or the whole board as JSON."""
    if board.content is not None:
        return json.dumps(board.content.to_json(), separators=(",", ":"), ensure_ascii=False)
    return board.id if board.digest is None else f"{board.id}@{board.digest}"


def _write_header_line(name: str, text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _write_comment(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("}", "\\}")
    return "{" + escaped + "}"


def _write_event_lines(game: Game) -> Iterator[str]:
    """Yield lines: one for each turn, one for each other event."""
    line, turn = "", -1
    for event in game.events:
        words = event_text(event)
        seat = event.seat if isinstance(event, (events.Spin, events.PassSpins)) else None
        if seat is None:
            if line:
                yield line
            line, turn = "", -1
            yield words
        elif seat == turn and len(line) + len(words) < MAX_LINE:
            line += " " + words
        else:
            if line:
                yield line
            line, turn = f"{seat + 1}. {words}", seat
    if line:
        yield line


def event_text(event: Event) -> str:
    """Return one event in the notation, with its notes."""
    notes = "".join(f" <{name} {text}>" for name, text in (("id", event.id), ("time", event.time)) if text is not None)
    comment = "" if event.comment is None else " " + _write_comment(event.comment)
    return _write_event_word(event) + notes + comment


def _write_event_word(event: Event) -> str:
    if isinstance(event, events.Spin):
        return _write_spin(event)
    if isinstance(event, events.PassSpins):
        return "pass" if event.to is None else f"pass {event.to + 1}"
    if isinstance(event, events.RoundBegins):
        return f"round {event.round}: {_write_round(event)}"
    if isinstance(event, events.QuizQuestion):
        number = "" if event.number is None else f" {event.number}"
        return f"question{number}: {' '.join(map(str, event.spins))}"
    if isinstance(event, events.Situation):
        mover_text = "" if event.seat is None else f"@{event.seat + 1}"
        return "= " + ",".join(write_podium(c) for c in event.podiums) + mover_text
    if isinstance(event, events.Correction):
        return _write_correction(event)
    if isinstance(event, events.Replacement):
        return f"instead of {event.of}: {_write_event_word(event.event)}"
    if isinstance(event, events.Up):
        return f"up {event.seat + 1}"
    return {events.Gap: "...", events.Undo: "undo", events.Redo: "redo"}[type(event)]


# The alternative to the money.
OTHER_WORD = {"cash_or_lose_whammy": "-w", "cash_or_double": "x2", "cash_or_spin": "0+"}


def _write_spin(spin: events.Spin) -> str:
    """Return the result of a spin, with the square: ``8:500+``, ``9(8:500+ 10:p)>8:500+``."""
    if spin.square is None:
        if (
            spin.result.kind == "money" and not SMALL <= (spin.result.amount or 0) < LARGE
        ):  # “12” may be meant as a square
            return f"${spin.result.amount}" + ("+" if spin.result.spin else ".00")
        return write_result_word(spin.result)
    side_words = " ".join(f"{s.square}:{write_shown_slide(s)}" for s in spin.shown)
    path = str(spin.square) + (f"({side_words})" if side_words else "") + "".join(f">{n}" for n in spin.moves)
    return f"{path}:{write_result_word(spin.result)}"


def write_result_word(result: SpinResult) -> str:
    """Return the result of a spin, in short: ``500+``."""
    spin = "+" if result.spin else ""
    if result.kind == "money":
        return f"{result.amount}{spin}"
    if result.kind == "prize":
        return f"p{'' if result.amount is None else result.amount}{spin}"
    return {"whammy": "w", "whammy_off": "-w", "double": "x2", "add_a_one": "add", "lead": "lead"}[result.kind] + spin


def write_shown_slides(shown_slides: Iterable[ShownSlide]) -> str:
    """Return the slides of squares on offer: ``8:500+,10:w``, by square."""
    return ",".join(
        f"{slide.square}:{write_shown_slide(slide)}" for slide in sorted(shown_slides, key=lambda slide: slide.square)
    )


def write_shown_slide(shown_slide: ShownSlide) -> str:
    """Return the slide that a square shows: ``500+``, ``w``, ``2000/-w``."""
    if shown_slide.kind == "move":
        return "move"
    if shown_slide.kind in OTHER_WORD:
        return f"{shown_slide.amount}/{OTHER_WORD[shown_slide.kind]}"
    return write_result_word(
        SpinResult("money", shown_slide.amount, shown_slide.kind == "cash_spin")
        if shown_slide.kind in ("cash", "cash_spin")
        else SpinResult(shown_slide.kind, shown_slide.amount, shown_slide.spin)
    )


def write_podium(c: Contestant) -> str:
    """Return a podium as in the one-line notation of a position: ``8000e3p1w2``."""
    parts = (("e", c.earned), ("p", c.passed), ("w", c.whammies))
    return str(c.score) + "".join(f"{letter}{count}" for letter, count in parts if count)


def _write_round(event: events.RoundBegins) -> str:
    spins = ["?" if count is None else str(count) for count in event.spins]
    if event.scores is None and event.whammies is None and event.passed is None:
        return " ".join(spins)
    parts = []
    for seat, count in enumerate(spins):
        score = "" if event.scores is None else str(event.scores[seat])
        passed = f"p{event.passed[seat]}" if event.passed is not None and event.passed[seat] else ""
        parts.append(f"{score}e{count}{passed}" + ("" if event.whammies is None else f"w{event.whammies[seat]}"))
    return ",".join(parts)


def _write_correction(event: events.Correction) -> str:
    words = ["fix", str(event.seat + 1)]
    if event.score is not None:
        words.append(f"${event.score:,}")
    for letter, value in (("e", event.earned), ("p", event.passed), ("w", event.whammies)):
        if value is not None:
            words.append(f"{letter}{value}")
    if event.after is not None:
        words.append(f"after {event.after}")
    return " ".join(words)
