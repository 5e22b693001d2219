"""Answers that need no job: precomputed, from a table, or the best of several.

`manage.py precompute_answers` writes the file of precomputed answers, so that nobody waits for a famous moment. They
count only for the very same position, board, rules and engine version; any other question is solved as usual.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from engine import (
    ENGINE_VERSION,
    Board,
    InputError,
    Limits,
    Position,
    Rules,
    SolveResult,
    answer_from_table,
    solve,
)
from pressorpass_site.answers.models import Analysis
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.question import AUTO, Question

from .answers import Answer

DATA = Path(__file__).with_name("precomputed.json")

# The time is so ample that it decides nothing: the same engine finds the same answer on a slow machine.
LIMITS = Limits(seconds=7200, memory_bytes=8 * 2**30, cells=30_000_000, fresh=True)


def choose_best_result(
    question: Question, stored_result: dict[str, Any] | None, *results: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the best of the stored result, new ones and the table's; `stored_result` itself if none of them is better.

    Once the result is exact, the table is not read.
    """
    best = stored_result
    for result in results:
        best = _choose_better_result(best, result)
    if (best is None or best["method"] != "exact") and (table := get_table_result(question)):
        best = _choose_better_result(best, table)
    return best


def build_better_columns(analysis: Analysis, *results: dict[str, Any]) -> dict[str, Any]:
    """Return the columns that store a better result, new or from a table; none if the stored one is the best."""
    best = choose_best_result(analysis.question, analysis.result, *results)
    return {} if best is None or best is analysis.result else build_result_columns(best, analysis.steps)


def build_result_columns(result: dict[str, Any], steps: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return the column values (`result`, `steps`) that store this result after the earlier `steps`."""
    return {"result": result, "steps": [*steps, summarize_step(result)]}


def summarize_step(result: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a result to keep when a better one replaces it: the verdict and its method."""
    summary = {name: result[name] for name in ("best", "margin", "too_close", "method")}
    return summary | {"call": Answer(result).call}


def get_table_result(question: Question) -> dict[str, Any] | None:
    """Return a table's answer to a question; None if no table has it, or it is too rough."""
    if question.method != AUTO or tables.find_unavailable_reason(question):
        return None
    with suppress(InputError):
        answer = answer_from_table(question.position, question.board, question.rules)
        if answer and not Answer(result := answer.to_json()).is_too_rough:
            return result
    return None


def _choose_better_result(known_result: dict[str, Any] | None, new_result: dict[str, Any]) -> dict[str, Any]:
    """Return the exact result, or else the one with the smaller error; `known_result` if both are equally certain.

    If it lacks the outcomes of the next spin, it gets those of the other result, with their own error.
    """
    if known_result is None:
        return new_result
    before, after = SolveResult.from_json(known_result), SolveResult.from_json(new_result)
    better = (after.method != "exact", after.margin_error) < (before.method != "exact", before.margin_error)
    best, other = (after, before) if better else (before, after)
    if best.press is not None and other.press is not None and other.outcomes and not best.outcomes:
        error = other.press.error_of(other.mover_seat) if other.outcomes_error is None else other.outcomes_error
        return replace(best, outcomes=other.outcomes, outcomes_error=error).to_json()
    return new_result if better else known_result


def get_precomputed_result(question: Question) -> dict[str, Any] | None:
    notation = question.position.notation
    if (
        question.next_spins
        or question.next_round
        or question.method != AUTO
        or notation not in _list_precomputed_notations()
    ):
        return None
    return load_precomputed_answers().get(
        _build_cached_identity(notation, question.revision.digest, question.rules, ENGINE_VERSION)
    )


@lru_cache(maxsize=256)
def _build_cached_identity(notation: str, digest: str, rules: Rules, engine: str) -> str:
    return _build_identity(notation, digest, rules.identity(), engine)


def compute(position: Position, board: Board, rules: Rules) -> dict[str, Any]:
    """Return the answer in the form of the file: without the time, which differs from run to run, and with only the
    rule options that identify the question.
    """
    return solve(position, board, rules, LIMITS).to_json() | {"seconds": None, "rules": rules.identity()}


def build_question_identity(position: Position, board: Board, rules: Rules) -> str:
    return _build_identity(position.notation, board.digest, rules.identity(), ENGINE_VERSION)


@cache
def load_precomputed_answers() -> Mapping[str, dict[str, Any]]:
    content = json.loads(DATA.read_text(encoding="utf-8"))
    return {
        _build_identity(result["position"], entry["digest"], result["rules"], result["engine"]): result
        for entry in content["answers"]
        for result in [entry["result"]]
    }


@cache
def _list_precomputed_notations() -> frozenset[str]:
    """Return the positions of the file, which rule out most questions: 64 questions take 0.2 ms instead of 1.4 ms."""
    return frozenset(result["position"] for result in load_precomputed_answers().values())


def build_file_text(entries: Iterable[tuple[Board, dict[str, Any] | None]]) -> str:
    lines = (
        json.dumps({"digest": board.digest, "result": result}, ensure_ascii=False)
        for board, result in entries
        if result
    )
    return '{"answers": [\n' + ",\n".join(lines) + "\n]}\n"


def _build_identity(notation: str, digest: str, rules: Mapping[str, Any], engine: str) -> str:
    return build_identity_key({"position": notation, "board": digest, "rules": dict(rules), "engine": engine})
