"""A hundred tries of a position, which a worker plays when a page asks for them, beside the odds of its answer."""

from dataclasses import dataclass
from typing import Any

from engine import TRIES, ActionTries, Limits, Tries, Unaffordable, Unsettled, can_try, play_tries
from engine.formatting import format_count
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.question import Question
from pressorpass_site.work.broker import BrokerUnreachable, send
from pressorpass_site.work.models import Queue
from pressorpass_site.work.running import get_brief_memory

from .answers import BADGES, Answer

TASK = "analyses.tries"
MAX_TRIES = 10 * TRIES
DOTS = 10  # in a row


@dataclass(frozen=True)
class TriesGrid:
    """The last hundred tries of an action as dots, the mover's wins first."""

    action: str
    gerund: str
    wins: int
    all_wins: int
    odds: str

    @property
    def won(self) -> str:
        """The dots of the wins, as the path of a drawing of 100 by 100."""
        return _draw_dots(0, self.wins)

    @property
    def lost(self) -> str:
        return _draw_dots(self.wins, TRIES)


@dataclass(frozen=True)
class TriesWords:
    """The tries of a position as the page shows them."""

    count: int
    mover: str
    grids: list[TriesGrid]
    how: str
    has_recorded_games: bool

    @property
    def sentence(self) -> str:
        """The mover's wins by each action, in words."""
        wins = " and ".join(f"{grid.all_wins} by {grid.gerund}" for grid in self.grids)
        return f"Out of {format_count(self.count, 'game')} played out from here, {self.mover} won {wins}."

    @property
    def odds(self) -> str:
        """Text such as “Exact: 76.7% and 53.5%”, in the order of the grids."""
        return f"{self.how}: {' and '.join(grid.odds for grid in self.grids)}"

    @property
    def has_more(self) -> bool:
        return self.count < MAX_TRIES


def can_be_played_out(question: Question, answer: Answer) -> bool:
    """Return whether games can be played out from the position, and compared with the chances to win."""
    if question.next_round or answer.in_dollars:
        return False
    return can_try(question.position, question.rules, question.next_spins_board)


def get_tries(analysis: Analysis) -> Tries | None:
    """Return the tries so far; None if there are none."""
    return Tries.from_json(analysis.tries) if analysis.tries else None


def request_more(analysis: Analysis) -> bool:
    """Ask a worker for the next hundred tries; return whether it was asked."""
    tries = get_tries(analysis)
    count = tries.count if tries else 0
    if analysis.tries == {} or count >= MAX_TRIES:
        return False
    try:
        send(TASK, analysis.pk, count, queue=Queue.LATER)
    except BrokerUnreachable:
        return False
    return True


def play(analysis: Analysis, first: int) -> dict[str, Any] | None:
    """Play another hundred; return all tries as JSON, None if these are stored already, as a message may come twice."""
    tries = get_tries(analysis)
    if analysis.tries == {} or (tries.count if tries else 0) != first:
        return None
    question = analysis.question
    try:
        new_tries = play_tries(
            question.position,
            question.board,
            question.rules,
            Limits(memory_bytes=get_brief_memory()),
            next_spins=question.next_spins_board,
            first=first,
        )
    except (Unaffordable, Unsettled):
        return {}
    if new_tries is None:
        return {}
    return (tries.and_then(new_tries) if tries else new_tries).to_json()


def describe_tries(analysis: Analysis, answer: Answer) -> TriesWords | None:
    """Return the tries beside the odds of the answer; None if there are none."""
    tries = get_tries(analysis)
    if tries is None:
        return None
    seat, grids = answer.mover_seat, list[TriesGrid]()
    for action, action_tries in (("press", tries.press), ("pass", tries.passing)):
        if action_tries is None or action not in answer.actions:
            continue
        last = ActionTries(action_tries.winners[-TRIES:], ())
        odds = answer.get_bar(action, seat).text
        grids.append(
            TriesGrid(action, answer.gerunds[action], last.count_wins(seat), action_tries.count_wins(seat), odds)
        )
    has_games = any(action_tries and action_tries.games for action_tries in (tries.press, tries.passing))
    return TriesWords(tries.count, answer.mover, grids, BADGES[answer.method], has_games)


def _draw_dots(first: int, last: int) -> str:
    """Return dots number `first` to `last` as lines, which are drawn with round dashes."""
    rows = []
    for row in range(first // DOTS, -(-last // DOTS)):
        begin, end = max(first, row * DOTS) % DOTS, min(last, (row + 1) * DOTS) - row * DOTS
        rows.append(f"M{begin * 10 + 5} {row * 10 + 5}h{(end - begin - 1) * 10 + 0.1:g}")
    return "".join(rows)
