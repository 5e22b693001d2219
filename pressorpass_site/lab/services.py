"""Questions of the lab: asking, waiting, canceling, retrying."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, InputError, lab
from engine.lab import Game, Question
from pressorpass_site.core.identity import identity_key
from pressorpass_site.work.models import LOOK, Status

from .models import LabAnswer
from .tasks import jobs

__all__ = ["LabQuery", "ask", "games", "jobs", "read", "retry", "wait"]

# Limits of one question on the site, seconds of processor time; the command line has none. Rows whose limits have no
# "clock" are of a release that counted 60 seconds by the clock.
LIMITS: dict[str, Any] = {"seconds": 60.0, "clock": 600.0, "nodes": 20_000_000_000}

wait = jobs.wait


@dataclass(frozen=True)
class LabQuery:
    """A question with valid options.

    Attributes:
        options: the typed texts that differ from the defaults.
        parameters: the parsed values, including defaults.
    """

    game: Game
    question: Question
    options: dict[str, str]
    parameters: dict[str, Any]

    @property
    def key(self) -> str:
        """The identity: the same for all ways to type the options."""
        identity = [self.game.name, self.question.name, self.parameters, ENGINE_VERSION]
        return identity_key(identity, sort_keys=False)

    @property
    def command(self) -> str:
        """The same question on the command line."""
        words = ["python -m engine lab", self.game.name, self.question.name]
        flags = {option.name for option in self.question.options if option.flag}
        words += [f"--{name}" if name in flags else f"--{name} {text}" for name, text in self.options.items()]
        return " ".join(words)


def games() -> tuple[Game, ...]:
    """Return the games of the lab, in the order they are shown."""
    return lab.GAMES


def read(game: Game, question: Question, typed: Mapping[str, str]) -> LabQuery:
    """Return a question from typed options; empty ones count as missing.

    Raises:
        InputError: `field` is the invalid, unknown, missing or repeated option.
    """
    texts = question.named({name: text.strip() for name, text in typed.items() if text.strip()})
    for option in question.options:
        if option.local and option.name in texts:
            raise InputError("is for the command line only", field=option.name)
    parameters = question.read(texts)
    usual = {option.name: option.default for option in question.options}
    unusual = {option.name: texts[option.name] for option in question.options if option.name in texts}
    options = {name: text for name, text in unusual.items() if text != usual[name]}
    return LabQuery(game, question, options, parameters)


def ask(asked: LabQuery, *, afresh: bool = False, look: float = LOOK) -> LabAnswer:
    """Return the stored answer; start its job if needed, with `afresh` also one that failed.

    The job is in view for `look` seconds, or longer if more requests follow.
    """
    wanted = {"game": asked.game.name, "question": asked.question.name, "options": asked.options}
    row = jobs.ask(asked.key, LIMITS, look=look, engine_version=ENGINE_VERSION, input=wanted)
    return retry(row) if afresh or row.status == Status.CANCELLED else row


def retry(row: LabAnswer) -> LabAnswer:
    """Retry a question that failed, was canceled or was too large."""
    return jobs.retry(row, LIMITS, steps=[])
