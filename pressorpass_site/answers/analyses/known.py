"""Answers that need no job: shipped with the site, from a table, or the best of several.

`manage.py precompute_answers` writes the file of answers, so that nobody waits for a famous moment. Such an answer
counts only for the very same position, board, rules and engine version; any other question is solved as usual.
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
    """Return the best of a stored answer, new ones and the table's; `stored_result` itself if they add nothing.

    The table is not asked once the answer is exact.
    """
    best = stored_result
    for result in results:
        best = _choose_better_result(best, result)
    if (best is None or best["method"] != "exact") and (table := get_table_result(question)):
        best = _choose_better_result(best, table)
    return best


def build_better_columns(analysis: Analysis, *results: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of an analysis that new answers and the table's change; none if they add nothing."""
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
    """Return a table's answer to a question; None if none has it, or says nothing."""
    if question.method != AUTO or tables.find_unavailable_reason(question):
        return None
    with suppress(InputError):
        answer = answer_from_table(question.position, question.board, question.rules)
        if answer and not Answer(result := answer.to_json()).is_too_rough:
            return result
    return None


def _choose_better_result(known_result: dict[str, Any] | None, results: dict[str, Any]) -> dict[str, Any]:
    """Return the exact answer, or else the one that is more certain of the mover's actions; `known_result` if they are alike.

    If it lacks the outcomes of the next spin, it takes the other's, which have their own error.
    """
    if known_result is None:
        return results
    before, after = SolveResult.from_json(known_result), SolveResult.from_json(results)
    better = (after.method != "exact", after.margin_error) < (before.method != "exact", before.margin_error)
    best, other = (after, before) if better else (before, after)
    if best.press is not None and other.press is not None and other.outcomes and not best.outcomes:
        error = other.press.error_of(other.mover_seat) if other.outcomes_error is None else other.outcomes_error
        return replace(best, outcomes=other.outcomes, outcomes_error=error).to_json()
    return results if better else known_result


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
    """Return the answer in the form of the file.

    It lacks the time that it took, which differs from run to run, and has the options that tell questions apart.
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
    """Return the positions of the file, which rule out most questions: 64 take 0.2 ms with them, 1.4 ms without."""
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
