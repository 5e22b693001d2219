"""A game as JSON (``game.schema.json``). Seats are 1-3 there, as in the notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeGuard

from ...errors import EventError, GameError, GameProblem, InputError, quoted
from ..board import Board
from ..board_format import EITHER, WITH_SPIN
from ..plain_text import HALF, HAS_HALF
from ..position import Contestant
from . import events
from .events import RESULT_KINDS, Event, ShownSlide, SpinResult
from .game import Game
from .headers import BoardName, Headers

FORMAT = "pressorpass-game"
VERSION = 1
MAX_NUMBER = 10_000_000
MONEY_SLIDES = ("cash", "cash_spin", *EITHER)
SLIDE_KINDS = (*MONEY_SLIDES, "prize", "whammy", "move", "double", "add_a_one", "lead")
NOTES = ("id", "time", "comment")


def game_to_json(game: Game) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "headers": _write_headers_json(game.headers),
        "events": [event_to_json(event) for event in game.events],
    }


def game_from_json(game_json: Any, boards: Iterable[Board] = (), *, stored: bool = False) -> Game:
    """Return a game from its JSON form.

    Args:
        game_json: as ``json.loads`` gives it.
        boards: boards besides the presets that the headers may name.
        stored: whether the events were accepted before, perhaps by a version that checked less.

    Raises:
        GameError: with every problem.
    """
    if not isinstance(game_json, Mapping) or game_json.get("format") != FORMAT or game_json.get("version") != VERSION:
        raise GameError([GameProblem(0, 0, f"This is not a game: format must be “{FORMAT}” and version {VERSION}.")])
    events_json = game_json.get("events")
    if not isinstance(events_json, list):
        raise GameError([GameProblem(0, 0, "A game has a list of events.")])
    problems: list[GameProblem] = []
    try:
        headers, boards = _read_headers(game_json.get("headers", {})), tuple(boards)
        headers.check_boards(boards)
        game = Game.begin(headers, boards)
    except InputError as error:
        raise GameError([GameProblem(0, 0, f"Headers: {error.message}")]) from None
    for number, event_json in enumerate(events_json, 1):
        try:
            game = game.add(event_from_json(event_json), stored=stored)
        except EventError as error:
            problems.append(GameProblem(0, 0, f"Event {number}: {error.message}"))
    if problems:
        raise GameError(problems)
    return game


def event_to_json(event: Event) -> dict[str, Any]:
    fields: dict[str, Any] = _write_event_fields(event)
    return {**fields, **{name: text for name in NOTES if (text := getattr(event, name)) is not None}}


def event_from_json(event_json: Any) -> Event:
    """Return an event from its JSON form. Raises EventError."""
    if not isinstance(event_json, Mapping):
        raise EventError("An event is a JSON object.")
    kind = event_json.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise EventError(f"The type of an event is one of {', '.join(_READERS)}.", field="type")
    keys, reader = _READERS[kind]
    unknown = set(event_json) - {"type", *keys, *NOTES}
    if unknown:
        raise EventError(f"An event of type {kind} has no {quoted(min(map(str, unknown)))}.", field="type")
    notes: dict[str, Any] = {}
    for name in NOTES:
        if event_json.get(name) is not None:
            if not isinstance(event_json[name], str):
                raise EventError(f"The {name} of an event is a text.", field=name)
            if HALF.search(event_json[name]):
                raise EventError(f"The {name} of an event {HAS_HALF}", field=name)
            notes[name] = event_json[name]
    return reader(event_json, notes)


# -- writing -----------------------------------------------------------------------------------


def _write_headers_json(headers: Headers) -> dict[str, Any]:
    boards = {
        str(number): _write_board_json(board) for number, board in enumerate(headers.boards, 1) if board is not None
    }
    return {
        "names": list(headers.names),
        "date": headers.date,
        "episode": headers.episode,
        "result": headers.result,
        "boards": boards,
        "rules": {"preset": headers.preset, "options": dict(headers.options)},
        "comment": headers.comment,
        "extra": dict(headers.extra),
    }


def _write_board_json(board: BoardName) -> dict[str, Any]:
    if board.content is not None:
        return {"content": board.content.to_json()}
    return {"id": board.id} if board.digest is None else {"id": board.id, "digest": board.digest}


def _write_event_fields(event: Event) -> dict[str, Any]:
    if isinstance(event, events.RoundBegins):
        fields: dict[str, Any] = {"type": "round", "round": event.round, "spins": list(event.spins)}
        for name in ("scores", "whammies", "passed"):
            if getattr(event, name) is not None:
                fields[name] = list(getattr(event, name))
        return fields
    if isinstance(event, events.QuizQuestion):
        number = {} if event.number is None else {"number": event.number}
        return {"type": "question", **number, "spins": list(event.spins)}
    if isinstance(event, events.Spin):
        fields = {"type": "spin", **_write_seat_json(event.seat), "came": _write_slide_json(event.result)}
        if event.square is not None:
            fields["square"] = event.square
        if event.moves:
            fields["moves"] = list(event.moves)
        if event.shown:
            fields["shown"] = [
                {"square": side_slide.square, **_write_slide_json(side_slide)} for side_slide in event.shown
            ]
        return fields
    if isinstance(event, events.PassSpins):
        return {"type": "pass", **_write_seat_json(event.seat), **_write_seat_json(event.to, "to")}
    if isinstance(event, events.Correction):
        names = ("score", "earned", "passed", "whammies", "after")
        numbers = {name: getattr(event, name) for name in names if getattr(event, name) is not None}
        return {"type": "correction", **_write_seat_json(event.seat), **numbers}
    if isinstance(event, events.Replacement):
        return {"type": "replacement", "of": event.of, "event": _write_event_fields(event.event)}
    if isinstance(event, events.Up):
        return {"type": "up", **_write_seat_json(event.seat)}
    if isinstance(event, events.Situation):
        podiums = [
            {"score": c.score, "earned": c.earned, "passed": c.passed, "whammies": c.whammies} for c in event.podiums
        ]
        return {"type": "situation", "podiums": podiums, **_write_seat_json(event.seat)}
    return {"type": {events.Gap: "gap", events.Undo: "undo", events.Redo: "redo"}[type(event)]}


def _write_seat_json(seat: int | None, name: str = "seat") -> dict[str, int]:
    return {} if seat is None else {name: seat + 1}


def _write_slide_json(slide: SpinResult | ShownSlide) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": slide.kind}
    if slide.amount is not None:
        fields["amount"] = slide.amount
    if slide.spin:
        fields["spin"] = True
    return fields


# -- reading -----------------------------------------------------------------------------------


def _read_headers(headers_json: Any) -> Headers:
    if not isinstance(headers_json, Mapping):
        raise InputError("they must be a JSON object.")
    names = headers_json.get("names", ["", "", ""])
    if not isinstance(names, list) or len(names) != 3 or not all(isinstance(name, str) for name in names):
        raise InputError("names must be three texts.")
    texts = {key: headers_json.get(key, "") for key in ("date", "episode", "result", "comment")}
    extra = headers_json.get("extra", {})
    if not isinstance(extra, Mapping) or not all(isinstance(x, str) for x in (*texts.values(), *extra.values())):
        raise InputError("date, episode, result, comment and extra must be texts.")
    if any(HALF.search(text) for text in (*names, *texts.values(), *extra, *extra.values())):
        raise InputError(f"a text {HAS_HALF}")
    rules = headers_json.get("rules", {})
    options = rules.get("options", {}) if isinstance(rules, Mapping) else None
    preset = rules.get("preset", "show") if isinstance(rules, Mapping) else None
    if not isinstance(options, Mapping) or not isinstance(preset, str):
        raise InputError("rules must have a preset and options.")
    boards = headers_json.get("boards", {})
    if not isinstance(boards, Mapping) or set(boards) - {"1", "2"}:
        raise InputError("boards may have only the keys “1” and “2”.")
    headers = Headers(
        names=(names[0], names[1], names[2]),
        boards=(_read_board(boards.get("1")), _read_board(boards.get("2"))),
        extra=tuple(extra.items()),
        **texts,
    )
    return headers.with_rules(preset, list(options.items()))


def _read_board(board_json: Any) -> BoardName | None:
    if board_json is None:
        return None
    if isinstance(board_json, Mapping) and "content" in board_json:
        board = Board.from_json(board_json["content"])
        return BoardName(board.id, None, board)
    if isinstance(board_json, Mapping):
        board_id, digest = board_json.get("id"), board_json.get("digest")
        if isinstance(board_id, str) and board_id and (digest is None or isinstance(digest, str)):
            return BoardName(board_id, digest)
    raise InputError("a board has an id, perhaps with its digest, or a content.")


def _is_int(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER


def _read_int(fields: Mapping[str, Any], name: str) -> int | None:
    number = fields.get(name)
    if number is not None and not _is_int(number):
        raise EventError(f"{name} must be a whole number.", field=name)
    return number


def _read_seat(event_json: Mapping[str, Any], name: str = "seat") -> int | None:
    seat_number = event_json.get(name)
    if seat_number is not None and (not _is_int(seat_number) or not 1 <= seat_number <= 3):
        raise EventError(f"{name} must be 1, 2 or 3.", field=name)
    return None if seat_number is None else seat_number - 1


def _require_seat(event_json: Mapping[str, Any]) -> int:
    seat = _read_seat(event_json)
    if seat is None:
        raise EventError("seat must be 1, 2 or 3.", field="seat")
    return seat


def _read_three(event_json: Mapping[str, Any], name: str, *, allow_unknown: bool = False) -> tuple[Any, Any, Any]:
    numbers = event_json.get(name)
    if (
        not isinstance(numbers, list)
        or len(numbers) != 3
        or not all(_is_int(n) or (allow_unknown and n is None) for n in numbers)
    ):
        raise EventError(f"{name} must be three whole numbers.", field=name)
    return numbers[0], numbers[1], numbers[2]


def _read_round(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    return events.RoundBegins(
        _read_int(event_json, "round") or 0,
        _read_three(event_json, "spins", allow_unknown=True),
        *(
            None if event_json.get(name) is None else _read_three(event_json, name)
            for name in ("scores", "whammies", "passed")
        ),
        **notes,
    )


def _read_question(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    return events.QuizQuestion(_read_three(event_json, "spins"), _read_int(event_json, "number"), **notes)


def _read_kind(slide_json: Any, kinds: tuple[str, ...], field: str) -> tuple[str, int | None, bool]:
    if not isinstance(slide_json, Mapping) or slide_json.get("kind") not in kinds:
        raise EventError(f"{field} needs a kind: one of {', '.join(kinds)}.", field=field)
    spin = slide_json.get("spin", False)
    if not isinstance(spin, bool):
        raise EventError("spin must be true or false.", field=field)
    return slide_json["kind"], _read_int(slide_json, "amount"), spin


def _read_spin(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    moves, side_slides = event_json.get("moves", []), event_json.get("shown", [])
    if not isinstance(moves, list) or not all(_is_int(n) for n in moves):
        raise EventError("moves must be the numbers of squares.", field="moves")
    if not isinstance(side_slides, list) or not all(
        isinstance(slide_json, Mapping) and _is_int(slide_json.get("square")) for slide_json in side_slides
    ):
        raise EventError("shown must be slides, each with its square.", field="shown")
    slides = tuple(
        ShownSlide(slide_json["square"], *_read_kind(slide_json, SLIDE_KINDS, "shown")) for slide_json in side_slides
    )
    for slide in slides:
        amount = slide.amount is not None
        if (slide.kind in (*MONEY_SLIDES, "prize")) < amount or (slide.kind in MONEY_SLIDES) > amount:
            raise EventError("A slide with money has an amount, no other has.", field="shown")
        if slide.spin and slide.kind not in WITH_SPIN:
            raise EventError("Only double, lead and prize have spin here; use cash_spin.", field="shown")
    return events.Spin(
        SpinResult(*_read_kind(event_json.get("came"), RESULT_KINDS, "came")),
        _read_int(event_json, "square"),
        tuple(moves),
        slides,
        _read_seat(event_json),
        **notes,
    )


def _read_pass(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    return events.PassSpins(_read_seat(event_json, "to"), _read_seat(event_json), **notes)


def _read_correction(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    numbers = [_read_int(event_json, name) for name in ("score", "earned", "passed", "whammies", "after")]
    return events.Correction(_require_seat(event_json), *numbers, **notes)


def _read_replacement(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    inner = event_json.get("event")
    if not isinstance(inner, Mapping) or inner.get("type") not in ("spin", "pass", "round", "question"):
        raise EventError("event must be a spin, a pass, a round or a question.", field="event")
    return events.Replacement(_read_int(event_json, "of") or 0, event_from_json(inner), **notes)


def _read_up(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    return events.Up(_require_seat(event_json), **notes)


def _read_situation(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
    podiums = event_json.get("podiums")
    if not isinstance(podiums, list) or len(podiums) != 3 or not all(isinstance(p, Mapping) for p in podiums):
        raise EventError("podiums must be three objects with a score.", field="podiums")
    a, b, c = (
        Contestant(*(_read_int(podium, name) or 0 for name in ("score", "earned", "passed", "whammies")))
        for podium in podiums
    )
    return events.Situation((a, b, c), _read_seat(event_json), **notes)


def _make_plain_reader(kind: type[Event]) -> Callable[[Mapping[str, Any], dict[str, Any]], Event]:
    def read(event_json: Mapping[str, Any], notes: dict[str, Any]) -> Event:
        return kind(**notes)

    return read


_READERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any], dict[str, Any]], Event]]] = {
    "round": (("round", "spins", "scores", "whammies", "passed"), _read_round),
    "spin": (("seat", "came", "square", "moves", "shown"), _read_spin),
    "pass": (("seat", "to"), _read_pass),
    "correction": (("seat", "score", "earned", "passed", "whammies", "after"), _read_correction),
    "replacement": (("of", "event"), _read_replacement),
    "question": (("number", "spins"), _read_question),
    "up": (("seat",), _read_up),
    "situation": (("podiums", "seat"), _read_situation),
    "gap": ((), _make_plain_reader(events.Gap)),
    "undo": ((), _make_plain_reader(events.Undo)),
    "redo": ((), _make_plain_reader(events.Redo)),
}
