"""Context of the entry page: its board, and the buttons that enter an event. Starts no job."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine import (
    MONEY_KINDS,
    Board,
    Game,
    Pass,
    Slide,
    event_from_json,
    event_text,
    event_to_json,
    kind_shown,
    legal_actions,
)
from engine.formatting import format_count, format_money
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.figures import OddsBar
from pressorpass_site.boards import ring
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.games.reviews import show

from .. import page
from ..models import Hints, StoredGame
from ..odds import LAST_ROUND, OddsRow
from .forms import QuizSpinsForm, RoundForm, SecondRoundForm

MAX_AMOUNTS = 6  # fit within the ring on a phone
MAX_PRIZES = 4
PAD = ("1", "2", "3", "⌫", "4", "5", "6", "00", "7", "8", "9", "0")
MAX_GAME_AMOUNTS = 3  # amounts of the game itself; the others are the board's most frequent ones

# The alternative to the money of a choice: its result, its words, and its notation.
_ALTERNATIVES: dict[str, tuple[dict[str, Any], str, str]] = {
    "cash_or_lose_whammy": ({"kind": "whammy_off"}, "Lose a Whammy", "-w"),
    "cash_or_double": ({"kind": "double"}, "Double your $$", "x2"),
    "cash_or_spin": ({"kind": "money", "amount": 0, "spin": True}, "Spin again", "0+"),
}


def build_context(
    stored_game: StoredGame,
    game: Game,
    odds_row: OddsRow | None,
    *,
    hints: Hints,
) -> dict[str, Any]:
    names = stored_game.names
    context = page.build_context(stored_game, game, odds_row, may_enter=True)
    board = stored_game.board_2 if game.state.round == LAST_ROUND else stored_game.board_1
    context |= {
        "podiums": show.build_podiums(
            game.state, names, page.list_winners(game), _build_odds_bars(odds_row, context["answer"])
        ),
        "prizes": list_recent_prizes(game),
        "whammy": WHAMMY,
        "undo": UNDO,
        "can_undo": bool(game.counting),
        "redo": REDO,
        "can_redo": bool(game.undone),
        "recent": build_recent_buttons(game, board.engine_board) if game.state.round else [],
        "passes": build_pass_buttons(game, names),
        "overrules": build_overrule_buttons(game, names),
        "up": "" if game.state.seat is None else names[game.state.seat],
        "forms": build_round_forms(stored_game, game),
        "hints": hints,
        "hint_choices": list(Hints),
    }
    return context


def build_rings(stored_game: StoredGame, game: Game) -> dict[str, Any]:
    round_ = game.state.round or 1
    other = LAST_ROUND + 1 - round_
    return {
        "boards": {1: build_ring_data(stored_game.board_1), 2: build_ring_data(stored_game.board_2)},
        "ring_round": round_,
        "other_round": other,
        "other_ring": ring.draw((stored_game.board_2 if other == LAST_ROUND else stored_game.board_1).engine_board),
        "pad_keys": PAD,
    }


def build_round_forms(stored_game: StoredGame, game: Game) -> dict[str, RoundForm]:
    """Return the forms of the rounds that can still begin and of the next question, by name."""
    forms: dict[str, RoundForm] = {}
    if game.state.round == 0:
        forms["round_1"] = RoundForm(1, stored_game.names)
        forms["start_2"] = SecondRoundForm(stored_game.names)
    elif game.state.round < LAST_ROUND:
        if game.state.questions < game.setup.era.questions_before(LAST_ROUND):
            forms["question"] = QuizSpinsForm(game, stored_game.names)
        forms["round_2"] = RoundForm(LAST_ROUND, stored_game.names)
    return forms


def _build_odds_bars(odds_row: OddsRow | None, answer: Answer | None) -> list[list[OddsBar]]:
    """Return each contestant's bars: one for each choice, a single one if nobody decides, none without an answer."""
    if answer is not None and not answer.is_too_rough:
        return answer.bars
    return [[bar] for bar in page.build_odds_bars(odds_row)] or [[], [], []]


def list_recent_prizes(game: Game) -> list[int]:
    events = (event_to_json(played_event.event) for played_event in reversed(game.played))
    results = [event["came"] for event in events if event["type"] == "spin"]
    amounts = [result["amount"] for result in results if result["kind"] == "prize" and result.get("amount")]
    return list(dict.fromkeys(amounts))[:MAX_PRIZES]


@dataclass(frozen=True)
class MoveButton:
    """A button that enters an event; `more` is its second line, `words` its text in the list of waiting events."""

    label: str
    event: dict[str, Any]
    words: str
    more: str = ""

    @property
    def json(self) -> str:
        return json.dumps(self.event)


WHAMMY = MoveButton("Whammy", {"type": "spin", "came": {"kind": "whammy"}}, "Whammy")
UNDO = MoveButton("Undo", {"type": "undo"}, "Undo")
REDO = MoveButton("Redo", {"type": "redo"}, "Redo")


def build_pass_buttons(game: Game, names: tuple[str, str, str]) -> list[MoveButton]:
    """Return the buttons for passing: two if the opponents are level, none if the rules forbid it."""
    state = game.state
    position = state.position
    if position is None or state.seat is None:
        return []
    spins = format_count(position.mover.earned, "spin")
    buttons = []
    for action in legal_actions(position, game.setup.unrestricted_rules):
        if not isinstance(action, Pass):
            continue
        if action.to is None:
            buttons.append(MoveButton("Stop", {"type": "pass"}, "Stop", f"and give up {spins}"))
        else:
            event = {"type": "pass", "to": action.to + 1}
            buttons.append(MoveButton(f"Pass to {names[action.to]}", event, f"Pass to {names[action.to]}", spins))
    return buttons


def build_overrule_buttons(game: Game, names: tuple[str, str, str]) -> list[MoveButton]:
    state = game.state
    if not state.round:
        return []
    can = [seat for seat in range(3) if seat != state.seat and (state.podiums[seat].spins or not state.known)]
    return [
        MoveButton(f"{names[seat]} is up", {"type": "up", "seat": seat + 1}, f"{names[seat]} is up") for seat in can
    ]


def build_recent_buttons(game: Game, board: Board) -> list[MoveButton]:
    """Return buttons with the latest amounts of the round, then with the most frequent ones of the board."""
    entered = []
    for entry in reversed(game.played):
        if entry.before.round != game.state.round:
            break
        event = event_to_json(entry.event)
        if event["type"] == "spin" and event["came"]["kind"] == "money":
            entered.append((event["came"]["amount"], event["came"].get("spin", False)))
    button_counts = Counter(
        (slide.amount, slide.gives_spin) for _, _, slide in board.slides() if slide.kind in ("cash", "cash_spin")
    )
    likely = sorted(button_counts, key=lambda button: (-button_counts[button], button))
    last = list(dict.fromkeys(entered))[:MAX_GAME_AMOUNTS]
    amounts = [*last, *(button for button in likely if button not in last)][:MAX_AMOUNTS]
    return [_build_money_button(amount, spin) for amount, spin in sorted(amounts)]


def _build_money_button(amount: int, has_spin: bool) -> MoveButton:
    came = {"kind": "money", "amount": amount} | ({"spin": True} if has_spin else {})
    words = f"{format_money(amount)} + one spin" if has_spin else format_money(amount)
    return MoveButton(format_money(amount), {"type": "spin", "came": came}, words, "+ one spin" if has_spin else "")


def build_ring_data(revision: BoardRevision) -> dict[str, Any]:
    content = revision.engine_board
    drawn_ring = ring.draw(content)
    return {
        "ring": drawn_ring.is_ring,
        "squares": {
            square.number: [
                {"text": slide.text, "tone": label.tone, **_build_slide_data(slide)}
                for label, slide in zip(square.slides, content.square(square.number).slides, strict=True)
            ]
            for square in drawn_ring.squares
        },
    }


def _build_slide_data(slide: Slide) -> dict[str, Any]:
    """Return a slide for the script: its results (`takes`) or targets (`to`), and its form in an event and the notation."""
    amount = {} if slide.amount is None or slide.kind == "lead" else {"amount": slide.amount}
    shows = {"kind": kind_shown(slide), **amount} | ({"spin": True} if slide.spin else {})
    if slide.kind == "move":
        return {"shows": shows, "says": "move", "to": list(slide.to), "takes": []}
    if slide.kind == "unknown":
        return {"shows": None, "to": [], "takes": []}
    kind = "money" if slide.kind in MONEY_KINDS else slide.kind
    came = {"kind": kind, **amount} | ({"spin": True} if slide.gives_spin else {})
    if slide.kind not in _ALTERNATIVES:
        says = event_text(event_from_json({"type": "spin", "came": came}))
        return {"shows": shows, "says": says, "to": [], "takes": [{"came": came, "words": slide.text}]}
    other, words, says = _ALTERNATIVES[slide.kind]
    takes = [{"came": came, "words": f"${slide.amount:,}"}, {"came": other, "words": words}]
    return {"shows": shows, "says": f"{slide.amount}/{says}", "to": [], "takes": takes}
