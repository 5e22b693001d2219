"""A question: a position on a board under rules, its key, and how it is read from texts.

The form, addresses and the API share one check, with the same messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine import (
    DEFAULT_BOARDS,
    ENGINE_VERSION,
    MAX_QUESTIONS,
    RULE_PRESETS,
    Board,
    InputError,
    NextSpinsBoard,
    Position,
    Reading,
    Rules,
    check_round_1,
    read_position,
)
from engine import NextRound as EngineNextRound
from engine.formatting import format_count
from pressorpass_site.boards import eras, statistics
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.core.money import parse_count

SEATS = ("Left", "Center", "Right")
BEST = "optimal"  # the default style of opponents
AUTO, BOUNDED = "auto", "bounded"  # the best answer that there is time for, or guaranteed ranges
ROUND_1, LAST_ROUND = "1", "2"
MAX_NEXT_SPINS = 6  # the engine takes no more
DEFAULT_PRESET = "show"

NEXT_BOARD_MISSING = "Choose the board of the next spins, or clear their number."
NEXT_BOARD_SAME = "This is already the board of the game. Choose another one, or “the board above”."
NEXT_SPINS_MISSING = f"Enter the number of spins, 1 to {MAX_NEXT_SPINS}, or 0 if the board does not change."
WIN_WORTH_IDLE = "This applies only when all contestants play “for the money and for the win itself”. Choose that, or clear this field."
BOUNDS_OF_DOLLARS = (
    "Only chances to win can be bounded: choose that all contestants play to win, or another kind of answer."
)
BOUNDS_OF_CHANGE = (
    "There are no guaranteed ranges where the board changes: choose one board, or another kind of answer."
)
NO_SUCH_ROUND = "The round is 1, with questions and round 2 to follow, or 2, the last one."
LAST_ROUND_ENDS = "Round 2 is the last round. Choose round 1, or clear the questions and the board of round 2."
# The engine's refusals in a fan's words, by option.
ROUND_1_RULES = {
    "goal": "In round 1, only chances to win are known: choose that all contestants play to win.",
    "house": "In round 1, the last contestant still in has won: choose “wins at once”.",
    "cap": "In round 1, scores must be free to grow: clear this field.",
    "cap_passes": "In round 1, a contestant whose score has stopped growing may press: choose that.",
    "reduce": "In round 1, all outcomes of the board count: clear this field.",
}
ROUND_1_ESTIMATED = (
    "What follows round 1 can only be estimated, so there are no guaranteed ranges: choose another kind of answer."
)
ROUND_1_ON_ONE_BOARD = "Round 1 is answered on one board: clear the board of the next spins."
# Characters shown on either side of the mark at an error.
SHOWN = 12


@dataclass(frozen=True)
class NextSpins:
    """Another board for the next spins of all contestants, 1 to `MAX_NEXT_SPINS` of them."""

    revision: BoardRevision
    spins: int


@dataclass(frozen=True)
class NextRound:
    """The questions after the spins of round 1, then round 2 on its board."""

    revision: BoardRevision
    questions: int

    @classmethod
    def usual(cls, board: BoardRevision) -> NextRound:
        """Return the usual next round for a board: the round 2 board of its time, and its show's number of questions."""
        return cls(eras.round_2_after(board.board), eras.count_questions_after(board.board))

    def find_unavailable_reason(self, rules: Rules) -> InputError | None:
        """Return why round 1 has no odds with this next round and these rules; None if it has."""
        try:
            check_round_1(self.revision.engine_board, rules)
        except InputError as error:
            return error
        return None

    @property
    def words(self) -> str:
        """Text such as “4 questions, then the February 1985 board”."""
        board = f"then the {boards.get_label(self.revision)}"
        return f"{format_count(self.questions, 'question')}, {board}" if self.questions else board


@dataclass(frozen=True)
class Question:
    """A position on a board under rules; `next_spins` only if those are on another board, `next_round` only in round 1.

    Without `next_round`, the board's spins are the last of the game. `method` is `AUTO` or `BOUNDED`; `reading` is how the
    text of the position was read. A question with a `secret` has an answer of its own, which asking without the secret
    does not find.
    """

    position: Position
    revision: BoardRevision
    rules: Rules
    next_spins: NextSpins | None = None
    method: str = AUTO
    reading: Reading | None = field(default=None, compare=False)
    next_round: NextRound | None = None
    secret: str = ""

    @property
    def mover(self) -> str:
        return SEATS[self.position.mover_seat]

    @property
    def next_revision(self) -> BoardRevision:
        return self.next_spins.revision if self.next_spins else self.revision

    @property
    def board(self) -> Board:
        return self.revision.engine_board

    @property
    def next_spins_board(self) -> NextSpinsBoard | None:
        """The other board of the next spins, for the engine; None if there is none."""
        return NextSpinsBoard(self.next_spins.revision.engine_board, self.next_spins.spins) if self.next_spins else None

    @property
    def engine_next_round(self) -> EngineNextRound | None:
        """The next round after round 1, for the engine; None in the last round."""
        return (
            EngineNextRound(self.next_round.revision.engine_board, self.next_round.questions)
            if self.next_round
            else None
        )

    @property
    def revisions(self) -> tuple[BoardRevision, ...]:
        """The boards in the order of play: of the next spins, of later spins, and of round 2; some may be the same."""
        return self.next_revision, self.revision, self.next_round.revision if self.next_round else self.revision

    @property
    def as_round_1(self) -> Question | None:
        """The same question in round 1; None if it is there already, its board is of another round, or it has no odds."""
        if self.next_round or self.next_spins or self.method != AUTO or not is_of_round_1(self.revision):
            return None
        next_round = NextRound.usual(self.revision)
        return None if next_round.find_unavailable_reason(self.rules) else replace(self, next_round=next_round)

    @property
    def against_best_play(self) -> Question | None:
        """The same question against best play; None if this one is against best play."""
        if self.rules.opponents == BEST:
            return None
        return replace(self, rules=self.rules.with_options({"opponents": BEST}))

    @cached_property
    def unavailable_reason(self) -> str:
        """Why its boards allow no answer; "" if they do. A question stored earlier may have such boards."""
        return next((revision.unavailable_reason for revision in self.revisions if revision.unavailable_reason), "")

    @cached_property
    def solvable(self) -> bool:
        """Whether its boards allow an answer, and their moves do not branch too far."""
        return not self.unavailable_reason and not any(
            statistics.is_unanswerable(revision.engine_board) for revision in set(self.revisions)
        )

    @cached_property
    def key(self) -> str:
        """The hash of everything that the answer depends on, unique in the database.

        The time and memory limits are left out: they decide whether there is an answer, not which one.
        """
        identity: dict[str, Any] = {
            "position": self.position.notation,
            "board": _identify_revision(self.revision),
            "rules": self.rules.identity(),
            "engine": ENGINE_VERSION,
        }
        if self.next_spins:
            identity["now"] = [*_identify_revision(self.next_spins.revision), self.next_spins.spins]
        if self.next_round:
            identity["then"] = [*_identify_revision(self.next_round.revision), self.next_round.questions]
        if self.method != AUTO:
            identity["method"] = self.method
        if self.secret:
            identity["secret"] = self.secret
        return build_identity_key(identity)

    @property
    def on_newest_boards(self) -> Question:
        """The question on the newest revision of each board, with an `unavailable_reason` if one is not playable."""
        next_revision, revision, last = (
            boards.find_newer_revision(revision) or revision for revision in self.revisions
        )
        # If both were revisions of one board, the board no longer changes.
        changes = self.next_spins and next_revision != revision
        return replace(
            self,
            revision=revision,
            next_spins=replace(self.next_spins, revision=next_revision) if self.next_spins and changes else None,
            next_round=replace(self.next_round, revision=last) if self.next_round else None,
        )


def _identify_revision(revision: BoardRevision) -> list[Any]:
    return [revision.board_id, revision.number, revision.digest]


@dataclass(frozen=True)
class FieldError:
    """An error in a field; `character` is its index in the text, if known."""

    message: str
    character: int | None = None


class InvalidQuestion(ValueError):
    """Raised for invalid fields: `errors` by the names of the form's fields, the most important first.

    `field`, `message` and `character` are those of the first error; `errors` is empty if the caller knows the error.
    """

    def __init__(self, errors: Mapping[str, FieldError]) -> None:
        self.errors = errors
        self.field, first = next(iter(errors.items()), ("", FieldError("")))
        self.message = first.message
        self.character = first.character
        super().__init__(self.message)


def build_question(
    position: Position | str | None,
    options: Mapping[str, str],
    *,
    board: str | None = "",
    rules: str | None = "",
    now: str = "",
    spins: str = "",
    method: str = "",
    round_: str = "",
    then: str = "",
    questions: str = "",
    refuse_idle: bool = False,
) -> Question:
    """Return the question for these texts; a blank text stands for the default. Raises InvalidQuestion with all errors.

    `options` are rule options by name, as the engine reads them. Position, board and rules are None if the caller has
    found them invalid already; the rest is still checked. The question is in round 1 if `round_` says so, or if there is
    `then`, the board of round 2, or a number of `questions`. Settings without effect (the game's own board for the next
    spins, the worth of a win that does not count) are dropped, or are errors if `refuse_idle`.
    """
    errors: dict[str, FieldError] = {}
    revision = None if board is None else _read_revision("board", board or get_default_board(round_), errors)
    next_spins = _read_next_spins(now, spins, errors)
    if next_spins and next_spins.revision == revision:
        if refuse_idle:
            errors["now"] = FieldError(NEXT_BOARD_SAME)
        next_spins = None
    read_rules = None if rules is None else _read_rules(rules, options, errors)
    if read_rules and read_rules.goal != "blend":
        usual = Rules.preset(rules or DEFAULT_PRESET).win_worth
        if refuse_idle and read_rules.win_worth != usual:
            errors["option_win_worth"] = FieldError(WIN_WORTH_IDLE)
        read_rules = replace(read_rules, win_worth=usual)
    reading = _read(position, read_rules, errors) if isinstance(position, str) else None
    requested_position = position if isinstance(position, Position) else reading and reading.position
    follows = read_next_round(round_, then, questions, revision, errors)
    _check_method(method, read_rules, next_spins, errors)
    if follows:
        _check_round_1(method, read_rules, next_spins, follows, errors)
    if errors or not (requested_position and revision and read_rules):
        raise InvalidQuestion(errors)
    return Question(requested_position, revision, read_rules, next_spins, method or AUTO, reading, follows)


def get_default_board(round_: str) -> str:
    return DEFAULT_BOARDS[1] if round_ == ROUND_1 else boards.DEFAULT_BOARD


def build_rules(preset: str, options: Mapping[str, str]) -> Rules:
    """Return the rules of a preset with these options. Raises InvalidQuestion with every invalid option."""
    errors: dict[str, FieldError] = {}
    rules = _read_rules(preset, options, errors)
    if errors or rules is None:
        raise InvalidQuestion(errors)
    return rules


def point_at_error(text: str, error: InputError) -> str:
    """Return the engine's message, with the place of the error in the text if known."""
    if error.position is None:
        return error.message
    index = min(error.position, len(text))
    before, after = text[max(0, index - SHOWN) : index], text[index : index + SHOWN]
    place = f"{'…' if index > SHOWN else ''}{before}▸{after}{'…' if len(text) > index + SHOWN else ''}"
    return f"{error.message} (Character {index + 1}: {place})"


def _read_revision(name: str, reference: str, errors: dict[str, FieldError]) -> BoardRevision | None:
    try:
        revision = boards.find_revision(reference)
    except boards.BoardNotFound as error:
        errors[name] = FieldError(str(error))
        return None
    if revision.unavailable_reason:
        errors[name] = FieldError(revision.unavailable_reason)
        return None
    return revision


def _read_next_spins(now: str, spins: str, errors: dict[str, FieldError]) -> NextSpins | None:
    try:
        count = parse_count(spins, highest=MAX_NEXT_SPINS, subject="Spins") if spins else None
    except ValueError as error:
        errors["spins"] = FieldError(str(error))
        return None
    if not now:
        if count:
            errors["now"] = FieldError(NEXT_BOARD_MISSING)
        return None
    revision = _read_revision("now", now, errors)
    if count is None:
        errors["spins"] = FieldError(NEXT_SPINS_MISSING)
    return NextSpins(revision, count) if revision and count else None


def is_of_round_1(revision: BoardRevision) -> bool:
    return eras.get_round(revision.board) == ROUND_1


def read_next_round(
    round_: str, then: str, questions: str, board: BoardRevision | None, errors: dict[str, FieldError]
) -> NextRound | None:
    """Return the next round after round 1, by default the usual one of the board; None in the last round."""
    if round_ not in ("", ROUND_1, LAST_ROUND):
        errors["round"] = FieldError(NO_SUCH_ROUND)
        return None
    if round_ == LAST_ROUND:
        errors |= {
            name: FieldError(LAST_ROUND_ENDS) for name, value in (("then", then), ("questions", questions)) if value
        }
    if round_ == LAST_ROUND or not (round_ or then or questions):
        return None
    try:
        count = parse_count(questions, highest=MAX_QUESTIONS, subject="Questions") if questions else None
    except ValueError as error:
        errors["questions"] = FieldError(str(error))
        return None
    revision = _read_revision("then", then, errors) if then else None
    if board is None or (then and revision is None):
        return None
    usual = NextRound.usual(board)
    return NextRound(revision or usual.revision, usual.questions if count is None else count)


def _check_round_1(
    method: str, rules: Rules | None, now: NextSpins | None, then: NextRound, errors: dict[str, FieldError]
) -> None:
    """Add an error for each setting that round 1 does not support."""
    if rules and (refusal := then.find_unavailable_reason(rules)):
        name = refusal.field or "goal"
        errors["then" if name == "then" else f"option_{name}"] = FieldError(ROUND_1_RULES.get(name, refusal.message))
    if method == BOUNDED:
        errors["method"] = FieldError(ROUND_1_ESTIMATED)
    if now:
        errors["now"] = FieldError(ROUND_1_ON_ONE_BOARD)


def _read_rules(preset: str, options: Mapping[str, str], errors: dict[str, FieldError]) -> Rules | None:
    preset = preset or DEFAULT_PRESET
    if preset not in RULE_PRESETS:
        errors["rules"] = FieldError(f"There are no rules called “{preset[:40]}”.")
        return None
    rules = Rules.preset(preset)
    for name, value in options.items():
        try:
            rules = rules.with_options({name: value})
        except InputError as error:
            errors[f"option_{name}"] = FieldError(error.message)
    return rules


def _check_method(method: str, rules: Rules | None, now: NextSpins | None, errors: dict[str, FieldError]) -> None:
    if method not in ("", AUTO, BOUNDED):
        errors["method"] = FieldError(f"The method is “{AUTO}” or “{BOUNDED}”.")
    if method != BOUNDED:
        return
    if rules and rules.in_dollars:
        errors["method"] = FieldError(BOUNDS_OF_DOLLARS)
    elif now:
        errors["method"] = FieldError(BOUNDS_OF_CHANGE)


def _read(text: str, rules: Rules | None, errors: dict[str, FieldError]) -> Reading | None:
    try:
        return read_position(text, rules)
    except InputError as error:
        errors["line"] = FieldError(point_at_error(text, error), error.position)
        return None
