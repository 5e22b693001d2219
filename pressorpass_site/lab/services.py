"""The door to the lab: asking, looking, cancelling, trying again, recovering."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, InputError
from engine.lab import GAMES, Game, Question
from pressorpass_site.core.identity import identity_key
from pressorpass_site.work.dispatch import announce
from pressorpass_site.work.jobs import first_start
from pressorpass_site.work.models import Status

from .jobs import jobs
from .models import LabAnswer
from .tasks import answer

__all__ = ["GAMES", "Asked", "ask", "cancel", "find", "look", "read", "recover_silent", "retry", "wait"]

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.01
# What one question may cost on the site; the command line has no such limits.
LIMITS: dict[str, Any] = {"seconds": 60.0, "nodes": 20_000_000_000}


@dataclass(frozen=True)
class Asked:
    """A question with options that can be read.

    Attributes:
        options: what was typed, without what is as it would be anyway.
        parameters: what that means, defaults filled in.
    """

    game: Game
    question: Question
    options: dict[str, str]
    parameters: dict[str, Any]

    @property
    def key(self) -> str:
        """Names it: the same for all ways to type it."""
        identity = [self.game.name, self.question.name, self.parameters, ENGINE_VERSION]
        return identity_key(identity, sort_keys=False)

    @property
    def command(self) -> str:
        """The same question on the command line."""
        words = ["python -m engine lab", self.game.name, self.question.name]
        flags = {option.name for option in self.question.options if option.flag}
        words += [f"--{name}" if name in flags else f"--{name} {text}" for name, text in self.options.items()]
        return " ".join(words)


def read(game: Game, question: Question, typed: Mapping[str, str]) -> Asked:
    """A question from what was typed; fields left empty are as if they were not there.

    Raises:
        InputError: `field` is the option that is wrong, unknown or missing.
    """
    texts = {name: text.strip() for name, text in typed.items() if text.strip()}
    for option in question.options:
        if option.local and option.name in texts:
            raise InputError("is for the command line only", field=option.name)
    parameters = question.read(texts)
    usual = {option.name: option.default for option in question.options}
    unusual = {option.name: texts[option.name] for option in question.options if option.name in texts}
    options = {name: text for name, text in unusual.items() if text != usual[name]}
    return Asked(game, question, options, parameters)


def ask(asked: Asked, *, afresh: bool = False) -> LabAnswer:
    """The stored answer, its job begun if that is needed; `afresh` tries again what failed."""
    row, created = LabAnswer.objects.get_or_create(
        key=asked.key,
        defaults={
            "game": asked.game.name,
            "question": asked.question.name,
            "options": asked.options,
            **first_start(LIMITS),
        },
    )
    if created:
        announce(jobs, answer, row.pk, row.token)
        return row
    return retry(row) if afresh or row.status == Status.CANCELLED else look(row)


def find(key: str) -> LabAnswer:
    """The question that this key names. Raises LabAnswer.DoesNotExist."""
    return LabAnswer.objects.get(key=key)


def look(row: LabAnswer) -> LabAnswer:
    """The row as it stands, its job put back into the queue if its worker was lost."""
    if row.unfinished and jobs.orphans().filter(pk=row.pk).exists():
        _rescue(row)
        row.refresh_from_db()
    return row


def wait(row: LabAnswer, seconds: float) -> LabAnswer:
    """Give the answer the chance to arrive with the page."""
    end = time.monotonic() + seconds
    while row.unfinished and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
        row.refresh_from_db()
    return row


def cancel(row: LabAnswer) -> LabAnswer:
    """Stop the job, for everybody who waits for it."""
    jobs.request_cancel(row.pk)
    row.refresh_from_db()
    return row


def retry(row: LabAnswer) -> LabAnswer:
    """Try again what failed, was cancelled or was too big."""
    if not row.unfinished and row.status != Status.DONE:
        token = jobs.enqueue(row, LIMITS)
        if token:
            LabAnswer.objects.filter(pk=row.pk).update(field="")
            announce(jobs, answer, row.pk, token)
        row.refresh_from_db()
    return row


def recover_silent() -> None:
    """Queue again every job whose worker or message was lost."""
    for row in jobs.orphans():
        _rescue(row)


def _rescue(row: LabAnswer) -> None:
    token = jobs.take_over(row)
    if token is not None:
        logger.warning("lab answer %s (%s): no word of its worker, queued again", row.pk, row.status)
        announce(jobs, answer, row.pk, token)
