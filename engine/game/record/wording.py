"""Events in words, for people."""

from __future__ import annotations

from collections.abc import Sequence

from ..position import Contestant
from . import events
from .game import Played
from .slides import describe_result, describe_shown_slide, join_texts
from .state import Setup

SPINS = ("no spins", "1 spin")


def event_words(entry: Played, setup: Setup) -> str:
    """Return a sentence about an event, such as “Ann presses: $750 + one spin, on square 16.”."""
    event = entry.event
    if isinstance(event, events.Spin):
        return f"{_get_contestant_name(event.seat, setup)} {_spin_verb(entry)}: {_describe_spin(event)}."
    if isinstance(event, events.PassSpins):
        return _describe_pass(entry, event, setup)
    if isinstance(event, events.RoundBegins):
        spins = ", ".join(
            f"{setup.name(seat)} {'?' if count is None else count}"
            + (f" and {event.passed[seat]} passed" if event.passed is not None and event.passed[seat] else "")
            for seat, count in enumerate(event.spins)
        )
        return f"Round {event.round}: {spins} spins."
    if isinstance(event, events.QuizQuestion):
        spins = ", ".join(f"{setup.name(seat)} {count}" for seat, count in enumerate(event.spins))
        return f"After question {event.number}: {spins} spins."
    if isinstance(event, events.Situation):
        return "Position: " + "; ".join(map(describe_podium, event.podiums)) + "."
    if isinstance(event, events.Correction):
        return _describe_correction(event, setup)
    if isinstance(event, events.Up):
        return f"{_get_contestant_name(event.seat, setup)} is up."
    assert isinstance(event, events.Gap)
    return "Not recorded."


def result_words(podiums: events.Podiums, names: Sequence[str]) -> str:
    """Return the end of a game: “Ann wins with $8,750”, “Ann and Bob tie at $8,750”, “Nobody wins”."""
    top = max((podium.score for podium in podiums if not podium.out), default=None)
    if top is None:
        return "Nobody wins"
    winners = [name for podium, name in zip(podiums, names, strict=True) if podium.score == top and not podium.out]
    return f"{winners[0]} wins with ${top:,}" if len(winners) == 1 else f"{join_texts(winners, 'and')} tie at ${top:,}"


def _describe_spin(spin: events.Spin) -> str:
    """Return the result of a spin: “$500 + one spin, by Move One Space …”."""
    if spin.square is None:
        return describe_result(spin.result)
    if not spin.moves:
        return f"{describe_result(spin.result)}, on square {spin.square}"
    side_words = ""
    if spin.shown:
        side_words = ", out of " + join_texts((f"{describe_shown_slide(s)} on {s.square}" for s in spin.shown), "and")
    path = " to ".join(f"square {n}" for n in (spin.square, *spin.moves))
    return f"{describe_result(spin.result)}, from {path}{side_words}"


def describe_podium(c: Contestant) -> str:
    """Return a podium: “$8,000, 3 spins, 1 Whammy”."""
    if c.out:
        return "out"
    parts = [f"${c.score:,}"]
    if c.earned:
        parts.append(_describe_spins(c.earned))
    if c.passed:
        parts.append(f"{c.passed} passed {'spin' if c.passed == 1 else 'spins'}")
    if c.whammies:
        parts.append("1 Whammy" if c.whammies == 1 else f"{c.whammies} Whammies")
    return ", ".join(parts)


def _spin_verb(entry: Played) -> str:
    before = entry.before
    assert isinstance(entry.event, events.Spin)
    seat = entry.event.seat
    forced = before.known and seat is not None and before.podiums[seat].passed
    return "must spin" if forced else "presses"


def _describe_pass(entry: Played, event: events.PassSpins, setup: Setup) -> str:
    assert event.seat is not None
    count = entry.before.podiums[event.seat].earned if entry.before.known else None
    spins = "the spins" if count is None else _describe_spins(count)
    if event.to is None and entry.before.known:
        return f"{_get_contestant_name(event.seat, setup)} stops and gives up {spins}."
    to = "" if event.to is None else f" to {setup.name(event.to)}"
    return f"{_get_contestant_name(event.seat, setup)} passes {spins}{to}."


def _describe_correction(event: events.Correction, setup: Setup) -> str:
    parts = []
    if event.score is not None:
        parts.append(f"${event.score:,}")
    if event.earned is not None:
        parts.append(f"{event.earned} earned {'spin' if event.earned == 1 else 'spins'}")
    if event.passed is not None:
        parts.append(f"{event.passed} passed {'spin' if event.passed == 1 else 'spins'}")
    if event.whammies is not None:
        parts.append("1 Whammy" if event.whammies == 1 else f"{event.whammies} Whammies")
    return f"Corrected: {setup.name(event.seat)} has {join_texts(parts, 'and')}."


def _describe_spins(count: int) -> str:
    return SPINS[count] if count < len(SPINS) else f"{count} spins"


def _get_contestant_name(seat: int | None, setup: Setup) -> str:
    name = "Somebody" if seat is None else setup.name(seat)
    return name[0].upper() + name[1:]
