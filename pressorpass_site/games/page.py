"""Context of the pages of games: lists, and the show with ring, podiums, chances and events. Starts no job."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from engine import Game, GameError, Odds, event_text, event_to_json, event_words, formatting, result_words
from engine.formatting import format_count, format_money
from pressorpass_site.answers.analyses.answers import ACTIONS, BADGES, ON_AVERAGE
from pressorpass_site.answers.analyses.figures import OddsBar
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import ring, statistics
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.games.models import BetweenRoundsAnalysis
from pressorpass_site.games.reviews import show, words
from pressorpass_site.games.reviews.words import capitalize_first
from pressorpass_site.questions.address import build_address

from . import record, services
from .models import StoredGame
from .odds import LAST_ROUND, OddsRow

REPLACEABLE = ("spin", "pass")

NOT_STARTED = "Not started yet"
INCOMPLETE = "Incomplete record"
AVERAGE = f"{BADGES['estimated']}, {ON_AVERAGE}"


@dataclass(frozen=True)
class ListedGame:
    """A game in a list as the requester may see it; `standing` is its state in a few words."""

    stored_game: StoredGame
    standing: str
    mine: bool
    over: bool


@dataclass(frozen=True)
class EventLine:
    """An event in words; `place` is its number as shown, `round` is 0 unless it can be replaced on the ring."""

    number: int
    place: int
    text: str
    comment: str
    warnings: tuple[str, ...]
    round: int
    notation: str
    corrected: bool
    fits: bool


@dataclass(frozen=True)
class SpinRisk:
    """The chance of a Whammy in one spin and within all `spins`, and the average money of a spin."""

    whammy: str
    money: str
    spins: int
    within: str


def build_context(stored_game: StoredGame, game: Game, odds_row: OddsRow | None, *, may_enter: bool) -> dict[str, Any]:
    state = game.state
    names = stored_game.names
    analysis = odds_row if isinstance(odds_row, Analysis) else None
    answer = analysis.answer if analysis else None
    board = stored_game.board_2 if state.round == LAST_ROUND else stored_game.board_1
    landing = show.find_landing(game.played[-1]) if game.played else None
    return {
        "stored_game": stored_game,
        "game": game,
        "round": state.round,
        "next": get_next_step(game),
        "prompt": write_headline(game, names),
        "podiums": show.build_podiums(state, names, list_winners(game)),
        "podiums_state": serialize_podiums(game) if may_enter else "",
        "ring": ring.draw(
            board.engine_board,
            lit=landing.square if landing else None,
            lit_tone=landing.tone if landing else "",
        ),
        "landing": landing,
        "last": build_event_lines(game)[0].text if game.played else "",
        "lines": build_event_lines(game),
        "odds_row": odds_row,
        "answer": answer.with_names(names) if answer else None,
        "refining": bool(odds_row and odds_row.is_active),
        "chances": build_chances(game, odds_row, names),
        "average": AVERAGE if odds_row and state.round < LAST_ROUND else "",
        "spin_risk": measure_spin_risk(board, game),
        # The page of a secret question would reveal it to everyone.
        "answer_address": build_address(analysis.question) if analysis and not analysis.is_secret else "",
        "may_enter": may_enter,
    }


def serialize_podiums(game: Game) -> str:
    """Return the podiums as JSON for the script that enters events offline; "" if the state is not known."""
    state = game.state
    if not state.known:
        return ""
    order = game.setup.rules.turn_order
    return json.dumps(
        {"podiums": show.serialize_podiums(state), "seat": state.seat, "round": state.round, "order": order}
    )


def build_event_lines(game: Game) -> list[EventLine]:
    instead, unfit = game.replaced, _describe_unfit_events(game)
    entries = [
        EventLine(
            entry.number,
            place,
            unfit.get(entry.number) or event_words(entry, game.setup),
            entry.event.comment or "",
            entry.warnings,
            round=entry.before.round if event_to_json(entry.event)["type"] in REPLACEABLE else 0,
            notation=event_text(replace(entry.event, id=None, time=None, comment=None)),
            corrected=entry.number in instead,
            fits=entry.number not in unfit,
        )
        for place, entry in enumerate(game.recorded, 1)
    ]
    return entries[::-1]


def _describe_unfit_events(game: Game) -> dict[int, str]:
    """Return the events that no longer fit in the words they had when entered, by number."""
    words: dict[int, str] = {}
    numbers = {misfit.number for misfit in game.unfit}
    replayed = replace(game, events=(), played=(), unfit=(), counting=(), undone=())
    for event in game.events[: max(numbers, default=0)]:
        replayed = replayed.add(event, stored=True)
        number = len(replayed.events)
        if number in numbers:
            words[number] = next(
                event_words(recorded_event, replayed.setup)
                for recorded_event in replayed.recorded
                if recorded_event.number == number
            )
    return words


def get_next_step(game: Game) -> str:
    """Return the type of the next entry: round, spin, over, or unknown if the record does not tell who is up."""
    state = game.state
    if game.over:
        return "over"
    if state.round == 0 or (state.known and state.seat is None):
        return "round" if state.round < LAST_ROUND else "over"
    return "spin" if state.seat is not None else "unknown"


def write_headline(game: Game, names: Sequence[str]) -> tuple[str, str]:
    state = game.state
    match get_next_step(game):
        case "over":
            return result_words(state.podiums, names), "Game over."
        case "round":
            if state.round == 0:
                return NOT_STARTED, "Next: the spins earned in round 1."
            questions = game.setup.era.questions_before(LAST_ROUND)
            if state.questions < questions:
                return "Round 1 is over", f"Question {state.questions + 1} of {questions}."
            return "The questions are over", "Next: round 2."
        case "unknown":
            return "Who is up?", f"{INCOMPLETE}."
    assert state.seat is not None
    mover, title = state.podiums[state.seat], f"{names[state.seat]} is up"
    if not state.known:
        return title, f"{INCOMPLETE}."
    if mover.passed:
        return title, f"Must play {format_count(mover.passed, 'passed spin')}."
    alone = sum(not podium.out for podium in state.podiums) == 1
    return title, f"{format_count(mover.earned, 'spin')}: press or {'stop' if alone else 'pass'}?"


def build_chances(game: Game, odds_row: OddsRow | None, names: Sequence[str]) -> list[show.Chance]:
    if game.over:
        winner_mask = list_winners(game)
        chances = [1 / len(winner_mask) if seat in winner_mask else 0.0 for seat in show.SEATS]
        return show.build_chances(chances, [_format_exact_chance(chance) for chance in chances], names)
    bars = build_odds_bars(odds_row)
    return show.build_chances([bar.length for bar in bars], [bar.text for bar in bars], names) if bars else []


def build_odds_bars(odds_row: OddsRow | None) -> list[OddsBar]:
    """Return each contestant's chance to win with best play; empty if unknown."""
    if isinstance(odds_row, BetweenRoundsAnalysis):
        return [_build_bar(odds_row.odds, seat) for seat in show.SEATS] if odds_row.odds else []
    answer = odds_row.answer if odds_row else None
    if answer is None or answer.is_too_rough or answer.in_dollars:
        return []
    action = answer.call if answer.call in ACTIONS else answer.best
    return [answer.get_bar(action, seat) for seat in show.SEATS]


def _build_bar(odds: Odds, seat: int) -> OddsBar:
    return replace(words.build_bar(odds, seat), text=words.format_chance(odds, seat))


def list_winners(game: Game) -> list[int]:
    """Return the seats of the winners, more than one if level; empty while the game goes on."""
    scores = [0 if podium.out else 1 + podium.score for podium in game.state.podiums]
    return [seat for seat in show.SEATS if game.over and scores[seat] == max(scores) and scores[seat]]


def measure_spin_risk(board: BoardRevision, game: Game) -> SpinRisk | None:
    """Return the risk and gain of the mover's spins in round 1; None if unknown."""
    state = game.state
    if state.round != 1 or state.seat is None or not state.known:
        return None
    figures = statistics.compute_spin_figures(board.engine_board, game.setup.rules.for_seat(state.seat))
    if figures is None:
        return None
    spins = state.podiums[state.seat].spins
    one, within = (float(chance) for chance in (figures.whammy, figures.whammy_within(spins)))
    return SpinRisk(_format_exact_chance(one), format_money(round(figures.mean)), spins, _format_exact_chance(within))


def _format_exact_chance(chance: float) -> str:
    return formatting.format_percent(chance, chance, chance, "exact")


@dataclass(frozen=True)
class FollowLink:
    address: str
    code: SafeString
    label: str


def build_follow_link(request: HttpRequest, stored_game: StoredGame, *, is_over: bool) -> FollowLink:
    import segno  # takes 20 ms, and only these pages need it

    address = request.build_absolute_uri(stored_game.get_absolute_url())
    qr_code = segno.make(address, error="m").svg_inline(
        light="white", omitsize=True, svgclass="share__code", lineclass=None
    )
    live = "" if is_over or stored_game.simulated else " live"
    label = f"They see the game{live} and can’t change it{' – once it is no longer private' if stored_game.private else ''}."
    return FollowLink(address, mark_safe(qr_code), label)  # noqa: S308 – drawn from an address of this site


def build_overlay_address(request: HttpRequest, stored_game: StoredGame) -> str:
    """Return the URL of the game's overlay, with its key if it has one; "" if it needs a key and has none."""
    if (stored_game.private or stored_game.hides_names) and not stored_game.overlay_key:
        return ""
    query = f"?key={stored_game.overlay_key}" if stored_game.overlay_key else ""
    return request.build_absolute_uri(reverse("games:overlay", args=[stored_game.code]) + query)


def summarize_import(game: Game) -> str:
    """Return text such as “34 events. Ann wins with $8,750.”."""
    gaps = sum(event_to_json(entry.event)["type"] == "gap" for entry in game.played)
    names = [capitalize_first(game.setup.name(seat)) for seat in show.SEATS]
    parts = [format_count(len(game.played), "event"), *([format_count(gaps, "gap")] if gaps else [])]
    return f"{', '.join(parts)}. {write_headline(game, names)[0]}."


def list_games(request: HttpRequest, stored_games: Iterable[StoredGame]) -> list[ListedGame]:
    stored_games = list(stored_games)
    record.prefetch_events(stored_games)
    visible_games = (services.redact_for_viewer(request, stored_game) for stored_game in stored_games)
    return [
        ListedGame(
            stored_game, describe_standing(stored_game), services.is_owner(request, stored_game), _is_over(stored_game)
        )
        for stored_game in visible_games
    ]


def _is_over(stored_game: StoredGame) -> bool:
    try:
        return record.load(stored_game).over
    except GameError:
        return False


def describe_standing(stored_game: StoredGame) -> str:
    """Return text such as “Round 2 · Ann $8,750 · Bob $3,000 · Cy is out · Ann is up”.

    The result of a finished game already has the winner’s score, so the score is not repeated.
    """
    try:
        game = record.load(stored_game)
    except GameError:
        return "This game can no longer be read."
    state = game.state
    if not game.played:
        return NOT_STARTED
    scores = [
        f"{name} is out" if podium.out else f"{name} ${podium.score:,}"
        for name, podium in zip(stored_game.names, state.podiums, strict=True)
    ]
    if game.over:
        top = max((podium.score for podium in state.podiums if not podium.out), default=0)
        others = [
            score for score, podium in zip(scores, state.podiums, strict=True) if podium.out or podium.score < top
        ]
        return " · ".join([result_words(state.podiums, stored_game.names), *others])
    if not state.known:
        return stored_game.headers.get("result") or f"Round {state.round}"
    parts = [f"{stored_game.names[state.seat]} is up"] if state.seat is not None else []
    return " · ".join([f"Round {state.round}", *scores, *parts])
