from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, InputError
from engine.lab import Game, Question
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.work.models import VIEW_SECONDS, Status

from .models import LabAnswer
from .tasks import jobs

__all__ = ["LabQuery", "get_or_start_answer", "jobs", "parse_query", "retry_answer", "wait"]

# The limits of a question on the site; the command line has none.
LIMITS: dict[str, Any] = {"seconds": 60.0, "nodes": 20_000_000_000}

wait = jobs.wait


@dataclass(frozen=True)
class LabQuery:
    """A question with valid options: `options` are the typed texts that differ from defaults, `parameters` all values."""

    game: Game
    question: Question
    options: dict[str, str]
    parameters: dict[str, Any]

    @property
    def key(self) -> str:
        """The hash of game, question, parameters and engine version, however the options are typed."""
        identity = [self.game.name, self.question.name, self.parameters, ENGINE_VERSION]
        return build_identity_key(identity, sort_keys=False)

    @property
    def command(self) -> str:
        words = ["python -m engine lab", self.game.name, self.question.name]
        flags = {option.name for option in self.question.options if option.flag}
        words += [f"--{name}" if name in flags else f"--{name} {text}" for name, text in self.options.items()]
        return " ".join(words)


def parse_query(game: Game, question: Question, typed_texts: Mapping[str, str]) -> LabQuery:
    """Return a question from typed options; empty texts count as missing. Raises InputError with the wrong field."""
    texts = question.name_texts({name: text.strip() for name, text in typed_texts.items() if text.strip()})
    for option in question.options:
        if option.local and option.name in texts:
            raise InputError("is for the command line only", field=option.name)
    parameters = question.parse(texts)
    defaults = {option.name: option.default for option in question.options}
    named_texts = {option.name: texts[option.name] for option in question.options if option.name in texts}
    options = {name: text for name, text in named_texts.items() if text != defaults[name]}
    return LabQuery(game, question, options, parameters)


def get_or_start_answer(
    query: LabQuery, *, retry_failed: bool = False, view_seconds: float = VIEW_SECONDS
) -> LabAnswer:
    """Return the stored answer; start its job if needed. `retry_failed` also restarts a failed job.

    The job counts as viewed for `view_seconds`.
    """
    input_json = {"game": query.game.name, "question": query.question.name, "options": query.options}
    lab_answer = jobs.get_or_start(
        query.key, LIMITS, view_seconds=view_seconds, engine_version=ENGINE_VERSION, input=input_json
    )
    return retry_answer(lab_answer) if retry_failed or lab_answer.status == Status.CANCELLED else lab_answer


def retry_answer(lab_answer: LabAnswer) -> LabAnswer:
    return jobs.retry(lab_answer, LIMITS, steps=[])
