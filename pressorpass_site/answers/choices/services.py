from collections.abc import Callable
from urllib.parse import urlencode

from engine import InputError, OpenChoice, Press, choice_squares, legal_actions, read_choice
from pressorpass_site.answers.analyses.services import get_current_limits
from pressorpass_site.answers.models import ChoiceAnalysis
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import VIEW_SECONDS

from .tasks import jobs as jobs

ROUND_1 = "Choices are answered only in the last round."
BOARD_CHANGES = "Choices are answered only if the board stays the same for the next spins."

wait = jobs.wait_for_answer


def build_choice_address(
    question: Question, square: int | None = None, shows: str = "", *, is_pinned: bool = False
) -> str:
    """Return the address of a choice; without a square, of the forms of all choice squares.

    It is `/choose/8000e3,3000,0@1?square=9&shows=8:500%2B,10:w`, with board and rules as `build_address` writes them.
    """
    own = {} if square is None else {"square": str(square)} | ({"shows": shows} if shows else {})
    url = build_address(question, is_pinned=is_pinned, page="choices:choice")
    return f"{url}{'&' if '?' in url else '?'}{urlencode(own, safe=':,/')}" if own else url


def find_unavailable_reason(question: Question) -> str:
    """Return why no choice can be asked about; "" if one can."""
    position, rules = question.position, question.rules
    if question.next_spins:
        return BOARD_CHANGES
    if question.next_round:
        return ROUND_1
    if rules.in_dollars:
        return "Choices are judged by the chance to win, and these rules are about dollars."
    if position.alone:
        return "The other two contestants are out, so no slide changes who wins."
    if Press() not in legal_actions(position, rules.seated(position.mover_seat)):
        return "Under these rules the contestant who is up does not spin here."
    if question.unavailable_reason:
        return question.unavailable_reason
    if not question.solvable:
        return "The moves of this board branch too far, so choices on it cannot be answered."
    return "" if choice_squares(question.board) else "No square of this board leaves a choice."


def read_offers(question: Question, square: int, shows: str = "") -> OpenChoice:
    """Return the slides on offer; `shows` is text such as “8:500+,10:w”. Raises InputError with the wrong field."""
    if question.next_spins:
        raise InputError(BOARD_CHANGES, field="now")
    if question.next_round:
        raise InputError(ROUND_1, field="then")
    return read_choice(question.position, question.board, question.rules, square=square, shows=shows)


def get_or_start_choice(
    question: Question,
    square: int,
    shows: str = "",
    *,
    retry_failed: bool = False,
    before_new: Callable[[], object] | None = None,
    view_seconds: float = VIEW_SECONDS,
) -> ChoiceAnalysis:
    """Return the stored answer, its job started if needed; options as in `analyses.services`. Raises InputError."""
    shows_text = read_offers(question, square, shows).shows
    key = build_identity_key({"question": question.key, "square": square, "shows": shows_text})
    columns = ChoiceAnalysis.build_columns(question) | {"input": {"square": square, "shows": shows_text}}
    return jobs.get_or_start(
        key,
        get_current_limits(),
        view_seconds=view_seconds,
        retry_failed=retry_failed,
        before_new=before_new,
        **columns,
    )


def retry(choice_analysis: ChoiceAnalysis) -> ChoiceAnalysis:
    return jobs.retry(choice_analysis, get_current_limits())
