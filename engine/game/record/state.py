"""Game state machine: the state after a prefix of events, and which events are legal next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ...errors import EventError
from ..board import ROUNDS, Board
from ..board_format import MAX_MONEY, WITH_SPIN
from ..eras import BY_CHOICE, ERAS, ON_THE_BUZZER, PILOT, Era
from ..options import Rules
from ..position import MAX_SCORE, MAX_SPINS, SEATS, WHAMMIES_OUT, Contestant, Position
from ..questions import MAX_QUESTIONS, spins_from_questions
from ..rules import (
    PlayRules,
    apply_effect,
    first_mover,
    game_over,
    list_receivers,
    mover_is_open,
    next_turn,
    pass_spins,
)
from . import events
from .events import RESULT_KINDS, Podiums
from .slides import fit_spin, join_texts

LAST_ROUND = ROUNDS[-1]
MAX_ROUND_SPINS = max(era.max_spins(round_)[1] for era in ERAS for round_ in ROUNDS)
NOBODY = (Contestant(0), Contestant(0), Contestant(0))


@dataclass(frozen=True)
class Setup:
    """The boards and rules by which events are judged.

    Attributes:
        boards: by round. rules: of the game; contestants may choose as on the show, whatever ``opponents``,
            ``third_place_plays``, ``max_lead`` and ``cap_passes`` say.
        names: of the contestants, "" if unknown.
        era: the version of the show; CBS unless the headers or boards say another.
    """

    boards: Mapping[int, Board]
    rules: Rules
    names: tuple[str, str, str] = ("", "", "")
    era: Era = ERAS[0]

    @cached_property
    def unrestricted_rules(self) -> Rules:
        """The rules without the options that fix a contestant's choices."""
        return replace(self.rules, opponents="optimal", third_place_plays=False, max_lead=None, cap_passes=False)

    def name(self, seat: int) -> str:
        """Return the contestant's name, or “contestant 2”."""
        return self.names[seat] or f"contestant {seat + 1}"


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    Attributes:
        round: 1 or 2; 0 before the first.
        podiums: the contestants; only their known numbers if the game is not ``known``.
        seat: the seat that is up; None if nobody is.
        known: whether scores, spins and Whammies are known.
        turn_of: the seat whose turn ended just before, -1 at the beginning of a round; None once the mover has acted.
        receiver: the seat that received a pass which ended that turn; None if none did.
        questions: number answered since the round ended; the podiums hold the spins earned in them.
    """

    round: int = 0
    podiums: Podiums = NOBODY
    seat: int | None = None
    known: bool = True
    turn_of: int | None = None
    receiver: int | None = None
    questions: int = 0

    @property
    def position(self) -> Position | None:
        """The position, also of a finished round; None before the first round, or if it is not known."""
        if not self.known or not self.round:
            return None
        return Position(self.podiums, self.seat or 0)

    def is_over(self, rules: Rules) -> bool:
        position = self.position
        if position is None:
            return False
        return game_over(position, rules) and (self.round == LAST_ROUND or position.alone)


@dataclass(frozen=True, slots=True)
class EventResult:
    """The result of an event.

    Attributes:
        event: with its seats filled in. state: after the event. warnings: sentences on assumptions.
    """

    event: events.Event
    state: State
    warnings: tuple[str, ...] = ()


def advance(state: State, event: events.Event, setup: Setup, *, as_recorded: bool = False) -> EventResult:
    """Return the state after an event.

    Args:
        state: before it.
        event: any except ``Undo``, ``Redo`` and ``Replacement``, which change other events (``engine.game.record.game``).
        setup: boards and rules.
        as_recorded: whether the event was entered before a correction of earlier numbers; the mover and the receiver
            of a pass stay as entered.

    Raises:
        EventError: the event is not possible here.
    """
    if isinstance(event, events.RoundBegins):
        return _begin_round(state, event, setup, as_recorded)
    if isinstance(event, events.Situation):
        return _set_situation(state, event, setup)
    if isinstance(event, events.Gap):
        return EventResult(event, replace(state, known=False, seat=None))
    if state.round == 0:
        raise EventError("No round has begun.", "Begin with “round 2: 3 5 4”, or with a position: “= 8000e3,3000,0@1”.")
    if isinstance(event, events.Spin):
        return _apply_spin(state, event, setup, as_recorded)
    if isinstance(event, events.PassSpins):
        return _apply_pass(state, event, setup, as_recorded)
    if isinstance(event, events.QuizQuestion):
        return _answer_question(state, event, setup, as_recorded)
    if isinstance(event, events.Up):
        return _set_mover(state, event, setup)
    assert isinstance(event, events.Correction)
    return _correct(state, event, setup)


def _begin_round(state: State, event: events.RoundBegins, setup: Setup, as_recorded: bool) -> EventResult:
    if event.round not in ROUNDS:
        raise EventError("A game has round 1 and round 2.", field="round")
    if event.round <= state.round:
        raise EventError(f"Round {state.round} has begun already.", field="round")
    warnings = _check_round_over(state, setup, as_recorded, "round")
    if state.questions and None not in event.spins:
        questions_left = max(setup.era.questions_before(LAST_ROUND) - state.questions, 0)
        warnings += _check_question_spins(
            state, tuple(count or 0 for count in event.spins), questions_left, setup, as_recorded
        )
    whammies = event.whammies or tuple(c.whammies for c in state.podiums)
    scores = event.scores or tuple(c.score for c in state.podiums)
    is_known = None not in event.spins and (state.known or (event.scores is not None and event.whammies is not None))
    spins = [0 if count is None else count for count in event.spins]
    if not all(0 <= count <= MAX_ROUND_SPINS for count in spins):
        raise _build_earned_spins_error(event.round, spins, setup.era)
    passed = event.passed or (0, 0, 0)
    podiums = _check_podiums([Contestant(scores[s], spins[s], passed[s], whammies[s]) for s in SEATS], setup)
    if any(passed):
        warnings.append("A round begins with earned spins only; the passed ones are taken as they are.")
    earlier_scores = tuple(c.score for c in state.podiums)
    if state.round and state.known and event.scores not in (None, earlier_scores):
        warnings.append(f"After round {state.round} the record had {_write_scores(earlier_scores)}.")
    if event.scores is not None and not state.known and event.whammies is None:
        warnings.append("Whammies are not known here; “w0” after the spins says that there are none.")
    if not state.round and event.round == LAST_ROUND and event.scores is None:
        warnings.append("Round 1 is not recorded, so everybody begins with $0.")
    new_state = State(event.round, podiums, None, is_known, -1)
    return EventResult(event, _set_mover_by_rules(new_state, setup) if is_known else new_state, tuple(warnings))


def _answer_question(state: State, event: events.QuizQuestion, setup: Setup, as_recorded: bool) -> EventResult:
    if state.round == LAST_ROUND:
        raise EventError(f"Round {LAST_ROUND} has begun already; no questions follow it.", field="number")
    if state.is_over(setup.unrestricted_rules):
        raise EventError("The game is over.", field="number")
    warnings = _check_round_over(state, setup, as_recorded, "number")
    number = state.questions + 1 if event.number is None else event.number
    if not 1 <= number <= MAX_QUESTIONS:
        raise EventError(
            f"A question before round {LAST_ROUND} has a number from 1 to {MAX_QUESTIONS}.", field="number"
        )
    if number <= state.questions:
        raise EventError(f"Question {number} has been answered already.", field="number")
    if not all(0 <= count <= MAX_ROUND_SPINS for count in event.spins):
        raise _build_earned_spins_error(LAST_ROUND, list(event.spins), setup.era)
    warnings += _check_question_spins(state, event.spins, number - state.questions, setup, as_recorded)
    podiums = [
        Contestant(c.score, count, whammies=c.whammies) for c, count in zip(state.podiums, event.spins, strict=True)
    ]
    new_state = replace(state, podiums=_check_podiums(podiums, setup), seat=None, turn_of=None, questions=number)
    return EventResult(replace(event, number=number), new_state, tuple(warnings))


def _check_round_over(state: State, setup: Setup, as_recorded: bool, field: str) -> list[str]:
    """Return a warning if the round is not over; raise it as an EventError unless ``as_recorded``."""
    if not state.known or state.seat is None:
        return []
    holders = [setup.name(seat) for seat in SEATS if state.podiums[seat].spins]
    message = (
        f"Round {state.round} is not over: {join_texts(holders, 'and')} still "
        f"{'holds' if len(holders) == 1 else 'hold'} spins."
    )
    if not as_recorded:
        raise EventError(message, field=field)
    return [message]


def _check_question_spins(
    state: State, spins: tuple[int, ...], questions: int, setup: Setup, as_recorded: bool
) -> list[str]:
    """Return a warning if these spins are impossible after this many more questions; raise it unless ``as_recorded``."""
    earlier_spins = (0, 0, 0)
    if state.questions:
        a, b, c = (contestant.earned for contestant in state.podiums)
        earlier_spins = (a, b, c)
    still_in = [seat for seat in SEATS if not state.podiums[seat].out]
    if spins in spins_from_questions(still_in, questions, earlier_spins):
        return []
    out_names = [setup.name(seat) for seat in SEATS if seat not in still_in and spins[seat]]
    message = f"A question adds {ON_THE_BUZZER} spins for one contestant at most, and {BY_CHOICE} for others."
    if out_names:
        message = f"{_capitalize_words(out_names[0])} is out and answers no questions."
    elif state.questions:
        ending = "" if questions else ", and no question is left"
        message += f" After question {state.questions} the spins were {earlier_spins[0]}, {earlier_spins[1]} and {earlier_spins[2]}{ending}."
    if not as_recorded:
        raise EventError(message, field="spins")
    return [message]


def check_show(event: events.Event, era: Era) -> None:
    """Raise EventError if a round's spins or a question's number are impossible on this version of the show."""
    if isinstance(event, events.RoundBegins):
        _check_round(event, era)
    max_questions = era.questions_before(LAST_ROUND)
    if isinstance(event, events.QuizQuestion) and event.number is not None and event.number > max_questions:
        raise EventError(
            f"There are {max_questions} questions before round {LAST_ROUND} on {era.network}.", field="number"
        )


def _check_round(event: events.RoundBegins, era: Era) -> None:
    spins = [count or 0 for count in event.spins]
    max_each, max_together = era.max_spins(event.round)
    if not all(0 <= count <= max_each for count in spins):
        raise _build_earned_spins_error(event.round, spins, era)
    if sum(spins) > max_together:
        raise EventError(
            f"The three earn at most {max_together} spins together in round {event.round} on {era.network}.",
            _hint_at_other_shows(event.round, spins),
            field="spins",
        )
    if event.round == ROUNDS[0] and any((*(event.scores or ()), *(event.whammies or ()), *(event.passed or ()))):
        raise EventError("Everybody begins round 1 with $0, no Whammies and no passed spins.", field="scores")


def _build_earned_spins_error(round_: int, spins: list[int], era: Era) -> EventError:
    max_each, _ = era.max_spins(round_)
    return EventError(
        f"A contestant earns 0 to {max_each} spins in round {round_} on {era.network}: {max_each // ON_THE_BUZZER} questions, "
        f"{ON_THE_BUZZER} spins each.",
        _hint_at_other_shows(round_, spins),
        field="spins",
    )


def _hint_at_other_shows(round_: int, spins: list[int]) -> str:
    """Return a sentence with the versions of the show on which these spins are possible; "" if there are none."""
    networks = []
    for era in ERAS:
        max_each, max_together = era.max_spins(round_)
        if round_ in era.questions and all(0 <= count <= max_each for count in spins) and sum(spins) <= max_together:
            networks.append(era.network)
    max_each, max_together = PILOT.max_spins(round_)
    if not networks and all(0 <= count <= max_each for count in spins) and sum(spins) <= max_together:
        networks.append(f"the {PILOT.network} pilot")
    return f"They are possible on {join_texts(networks)}; give the game’s show." if networks else ""


def _set_situation(state: State, event: events.Situation, setup: Setup) -> EventResult:
    podiums = _check_podiums(list(event.podiums), setup)
    new_state = State(state.round or LAST_ROUND, podiums, event.seat, True, None)
    if not any(c.spins for c in podiums):
        return EventResult(replace(event, seat=None), replace(new_state, seat=None))
    if event.seat is None:
        if mover_is_open(podiums, setup.rules):
            raise EventError(
                "Several received spins, and the last of them is up.", "Say who: “@2” at the end.", field="seat"
            )
        new_state = replace(_set_mover_by_rules(replace(new_state, turn_of=-1), setup), turn_of=None)
    elif not podiums[event.seat].spins:
        raise EventError(f"{_capitalize_words(setup.name(event.seat))} holds no spins and cannot be up.", field="seat")
    if game_over(Position(podiums, new_state.seat or 0), setup.unrestricted_rules):
        new_state = replace(new_state, seat=None)
    return EventResult(replace(event, seat=new_state.seat), new_state)


def _apply_spin(state: State, event: events.Spin, setup: Setup, as_recorded: bool) -> EventResult:
    result = event.result
    if result.kind not in RESULT_KINDS:
        raise EventError(f"What came is one of {', '.join(RESULT_KINDS)}.", field="came")
    if (result.amount is None) if result.kind == "money" else (result.amount is not None and result.kind != "prize"):
        raise EventError("“money” needs an amount, “prize” may have one, and no other kind takes one.", field="came")
    if result.amount is not None and not 0 <= result.amount <= MAX_MONEY:
        raise EventError(f"An amount is from $0 to ${MAX_MONEY:,}.", field="came")
    if result.spin and result.kind not in ("money", *WITH_SPIN):
        raise EventError("Only money, a prize, a double and the lead bring an extra spin.", field="came")
    state, seat, warnings = _set_event_actor(state, event.seat, setup, as_recorded, "spin")
    event = replace(event, seat=seat)
    fit_result = fit_spin(event, setup.boards[state.round], setup.rules)
    warnings += fit_result.warnings
    if not state.known:
        return EventResult(event, state, warnings)
    position = Position(state.podiums, seat)
    if result.kind == "whammy_off" and not position.mover.whammies:
        raise EventError(
            f"{_capitalize_words(setup.name(seat))} has no Whammy to lose.", "It is the money then.", field="came"
        )
    ((_, next_position),) = apply_effect(
        position, fit_result.effect, PlayRules(setup.unrestricted_rules, 1, MAX_SCORE + MAX_MONEY * 10)
    )
    _check_podiums(list(next_position.contestants), setup)
    return EventResult(event, _advance_game_state(state, next_position, seat, setup), warnings)


def _apply_pass(state: State, event: events.PassSpins, setup: Setup, as_recorded: bool) -> EventResult:
    state, seat, warnings = _set_event_actor(state, event.seat, setup, as_recorded, "pass")
    event = replace(event, seat=seat)
    if not state.known:
        return EventResult(event, state, warnings)
    position = Position(state.podiums, seat)
    passer = position.mover
    name = _capitalize_words(setup.name(seat))
    if passer.passed:
        count = "a passed spin" if passer.passed == 1 else f"{passer.passed} passed spins"
        raise EventError(f"{name} holds {count}, which must be played before a pass.", field="pass")
    if event.to is not None:
        _check_receiver(position, event.to, setup)
    if position.alone:
        if event.to is not None:
            raise EventError("There is nobody left to pass to.", "To give up the spins, write “stop”.", field="to")
        next_position = pass_spins(position, None, setup.unrestricted_rules)
        return EventResult(event, _advance_game_state(state, next_position, seat, setup), warnings)
    possible_receivers = list_receivers(position, setup.unrestricted_rules)
    to = event.to
    if to is None:
        if len(possible_receivers) > 1:
            raise EventError(
                f"{_capitalize_words(join_texts((setup.name(s) for s in possible_receivers), 'and'))} are level.",
                f"Say who receives the spins: {join_texts(f'“pass {s + 1}”' for s in possible_receivers)}.",
                field="to",
            )
        to = possible_receivers[0]
    elif to not in possible_receivers:
        receiver_name = setup.name(possible_receivers[0])
        message = f"The spins go to the opponent with the higher score, {receiver_name}, not to {setup.name(to)}."
        if not as_recorded:
            raise EventError(message, "If a score is wrong, put it right first.", field="to")
        warnings += (message,)
    next_position = pass_spins(position, to, setup.unrestricted_rules)
    return EventResult(replace(event, to=to), _advance_game_state(state, next_position, seat, setup, to), warnings)


def _check_receiver(position: Position, to: int, setup: Setup) -> None:
    if to not in SEATS:
        raise EventError("Spins are passed to contestant 1, 2 or 3.", field="to")
    if to == position.mover_seat:
        raise EventError("Nobody passes to themselves.", field="to")
    if position.contestants[to].out:
        others = [setup.name(s) for s in position.opponents(position.mover_seat)]
        hint = f"They go to {others[0]}." if others else ""
        raise EventError(f"{_capitalize_words(setup.name(to))} is out and receives no spins.", hint, field="to")


def _set_mover(state: State, event: events.Up, setup: Setup) -> EventResult:
    _check_seat(event.seat)
    _check_begun(state)
    if not state.known:
        return EventResult(event, replace(state, seat=event.seat))
    _check_holds(state, event.seat, setup, "be up")
    return EventResult(event, replace(state, seat=event.seat, turn_of=None))


def _correct(state: State, event: events.Correction, setup: Setup) -> EventResult:
    _check_seat(event.seat)
    podium = state.podiums[event.seat]
    numbers = {
        name: value for name in ("score", "earned", "passed", "whammies") if (value := getattr(event, name)) is not None
    }
    if not numbers:
        raise EventError("A correction says which number is right.", "For example: “fix 2 4080 e2”.", field="seat")
    corrected_podium = replace(podium, **numbers)
    if corrected_podium.out and not podium.out:
        corrected_podium = replace(Contestant(0, whammies=WHAMMIES_OUT), **numbers)
    podiums = list(state.podiums)
    podiums[event.seat] = corrected_podium
    new_state = replace(state, podiums=_check_podiums(podiums, setup))
    if not state.known:
        return EventResult(event, new_state)
    if state.questions or not any(c.spins for c in podiums):
        return EventResult(event, replace(new_state, seat=None))
    if state.seat is None or not podiums[state.seat].spins:
        new_state = replace(new_state, turn_of=-1 if state.seat is None else state.seat, receiver=None)
    return EventResult(event, _set_mover_by_rules(new_state, setup))


def _set_event_actor(
    state: State, seat: int | None, setup: Setup, as_recorded: bool, action: str
) -> tuple[State, int, tuple[str, ...]]:
    """Return the state with the acting contestant up, the seat, and warnings. Raises EventError."""
    if seat is not None:
        _check_seat(seat)
    if not state.known:
        seat = state.seat if seat is None else seat
        if seat is None:
            raise EventError(f"Say who {'spins' if action == 'spin' else 'passes'}: how the game stands is not known.")
        return replace(state, seat=seat), seat, ()
    _check_begun(state)
    if state.seat is None:
        if seat is not None and state.podiums[seat].out:
            _check_holds(state, seat, setup, action)
        if state.is_over(setup.unrestricted_rules):
            raise EventError("The game is over.", field="seat")
        raise EventError(
            f"Round {state.round} is over: nobody holds spins.",
            "Go on with “round 2: 3 5 4”, the spins of each." if state.round < LAST_ROUND else "",
            field="seat",
        )
    if seat is None or seat == state.seat:
        return state, state.seat, ()
    _check_holds(state, seat, setup, action)
    message = f"{_capitalize_words(setup.name(state.seat))} is up, not {setup.name(seat)}."
    if not as_recorded:
        raise EventError(message, f"If the show went on otherwise, write “up {seat + 1}” first.", field="seat")
    return replace(state, seat=seat), seat, (message,)


def _check_begun(state: State) -> None:
    """Raise EventError between the rounds, while questions are answered."""
    if state.questions:
        spins = " ".join(str(c.earned) for c in state.podiums)
        raise EventError(
            f"Round {LAST_ROUND} has not begun.",
            f"Go on with “round {LAST_ROUND}: {spins}”, the spins of each.",
            field="seat",
        )


def _check_seat(seat: int) -> None:
    if seat not in SEATS:
        raise EventError("The contestants are 1, 2 and 3, from left to right.", field="seat")


def _check_holds(state: State, seat: int, setup: Setup, action: str) -> None:
    """Raise EventError if this contestant is out or has no spins."""
    podium, name = state.podiums[seat], _capitalize_words(setup.name(seat))
    hint = "" if state.seat is None else f"{_capitalize_words(setup.name(state.seat))} is up."
    if podium.out:
        raise EventError(f"{name} is out, with four Whammies, and cannot {action}.", hint, field="seat")
    if not podium.spins:
        problem = "has no spins to pass" if action == "pass" else f"holds no spins and cannot {action}"
        raise EventError(f"{name} {problem}.", hint, field="seat")


def _check_podiums(podiums: list[Contestant], setup: Setup) -> Podiums:
    """Return the podiums. Raises EventError if they are not possible."""
    for seat, c in enumerate(podiums):
        name = setup.name(seat)
        if not 0 <= c.score <= MAX_SCORE:
            raise EventError(f"The score of {name} must be from $0 to ${MAX_SCORE:,}.", field="score")
        if not 0 <= c.whammies <= WHAMMIES_OUT:
            raise EventError(
                f"{_capitalize_words(name)} has 0 to 4 Whammies and is out with the fourth.", field="whammies"
            )
        if c.earned < 0 or c.passed < 0:
            raise EventError("Nobody holds fewer than 0 spins.", field="earned")
        if c.out and (c.spins or c.score):
            raise EventError(f"{_capitalize_words(name)} is out and has neither spins nor a score.", field="whammies")
    if sum(c.spins for c in podiums) > MAX_SPINS:
        raise EventError(f"The three hold at most {MAX_SPINS} spins together.", field="earned")
    return podiums[0], podiums[1], podiums[2]


def _advance_game_state(
    state: State, position: Position, seat: int, setup: Setup, receiver: int | None = None
) -> State:
    """Return the state at the position after an action of ``seat``, perhaps a pass to ``receiver``."""
    is_over = not position.mover.spins or game_over(position, setup.unrestricted_rules)
    mover = None if is_over else position.mover_seat
    turn_of = seat if mover != seat else None
    return replace(state, podiums=position.contestants, seat=mover, turn_of=turn_of, receiver=receiver)


def _set_mover_by_rules(state: State, setup: Setup) -> State:
    """Return the state with the mover by the rules; unchanged once the mover has acted in this turn."""
    if state.turn_of is None:
        return state
    seat = first_mover(state.podiums, setup.unrestricted_rules)
    if state.turn_of != -1:
        seat = next_turn(state.podiums, state.turn_of, setup.unrestricted_rules, state.receiver).mover_seat
    is_over = not state.podiums[seat].spins or game_over(Position(state.podiums, seat), setup.unrestricted_rules)
    return replace(state, seat=None if is_over else seat)


def _write_scores(scores: tuple[int, ...]) -> str:
    return join_texts((f"${score:,}" for score in scores), "and")


def _capitalize_words(text: str) -> str:
    return text[0].upper() + text[1:]
