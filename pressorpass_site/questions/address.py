"""Addresses of answers, written and parsed. The path is the position: /p/8000e3,3000,0@1.

The query has the board and the rules only if they are not the defaults. An address without a revision number follows the
board to its newest revision; a pinned address names the revisions.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from urllib.parse import parse_qsl, unquote, urlencode

from django.urls import reverse

from engine import OPTIONS, InputError, Reading, Rules, read_position
from pressorpass_site.boards import services as boards

from .question import AUTO, DEFAULT_PRESET, FieldError, InvalidQuestion, Question, build_question, point_at_error
from .rule_labels import MAX_CACHED, find_changed_options

_ADDRESS = re.compile(r"(?:https?://[^\s/]+)?/(?:embed/)?p/(?P<text>[^\s?#]+)/?(?:\?(?P<query>[^\s#]*))?(?:#\S*)?")


ANSWER = "analyses:position"
_NOTATION = "notation"


def build_address(question: Question, *, is_pinned: bool = False, page: str = ANSWER) -> str:
    """Return the address of the answer, or of another page about a question."""
    refer_to = boards.build_pinned_reference if is_pinned else boards.build_short_reference
    next_spins, next_round = question.next_spins, question.next_round
    now = (refer_to(next_spins.revision), next_spins.spins) if next_spins else None
    then = (refer_to(next_round.revision), next_round.questions) if next_round else None
    notation, board = question.position.notation, refer_to(question.revision)
    return format_address(notation, board, question.rules, now, question.method, page, then)


def format_address(
    notation: str,
    board: str,
    rules: Rules,
    now: tuple[str, int] | None = None,
    method: str = AUTO,
    page: str = ANSWER,
    then: tuple[str, int] | None = None,
) -> str:
    """Return the address of a page for a position on the board with this reference.

    `now` is the reference of another board for the next spins, and their number. `then` is set in round 1: the reference
    of the board of round 2, and the number of questions before it.
    """
    return _get_path_template(page).replace(_NOTATION, notation) + _build_query(board, rules, now, method, then)


@lru_cache(maxsize=MAX_CACHED)
def _build_query(
    board: str, rules: Rules, now: tuple[str, int] | None, method: str, then: tuple[str, int] | None
) -> str:
    """Return the query with its “?”; "" for the defaults. Cached, as one page has thirty addresses with it."""
    query: dict[str, str] = {}
    if board != boards.DEFAULT_BOARD:
        query["board"] = board
    if now:
        query |= {"now": now[0], "spins": str(now[1])}
    if then:
        query |= {"then": then[0], "questions": str(then[1])}
    preset, options = find_changed_options(rules)
    if preset != DEFAULT_PRESET:
        query["rules"] = preset
    query.update(options)
    if method != AUTO:
        query["method"] = method
    return f"?{urlencode(query)}" if query else ""


@cache
def _get_path_template(page: str) -> str:
    """Return a page's path with a placeholder for the notation, which needs no quoting."""
    return reverse(page, args=[_NOTATION])


def parse_address(text: str, query: Mapping[str, str]) -> Question:
    """Return the question of an address. Raises InvalidQuestion with all errors."""
    options = {name: value for name in OPTIONS if (value := query.get(name))}
    return build_question(
        text,
        options,
        board=query.get("board") or "",
        rules=query.get("rules") or "",
        now=query.get("now") or "",
        spins=query.get("spins") or "",
        method=query.get("method") or "",
        round_=query.get("round") or "",
        then=query.get("then") or "",
        questions=query.get("questions") or "",
    )


def read_line(text: str, rules: Rules | None = None) -> Reading | Question:
    """Return the position in a typed text, or the question if it is an address of this site. Raises InvalidQuestion.

    If the text does not say who is up, `rules` decide, by default the show's.
    """
    match = _ADDRESS.search(text)
    try:
        if match is None:
            return read_position(text, rules)
        return parse_address(unquote(match["text"]), dict(parse_qsl(match["query"] or "")))
    except InputError as error:
        raise InvalidQuestion({"line": FieldError(point_at_error(text, error))}) from None
    except InvalidQuestion as error:
        raise InvalidQuestion({"line": FieldError(f"In this address: {error.message}")}) from None
