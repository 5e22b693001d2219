"""Asking the lab in passing: what a page shows beside the question that it answers."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from engine.lab import game as find_game

from . import services
from .models import LabAnswer


def ask(game: str, question: str, **options: Any) -> LabAnswer:
    """The answer to another question, waited for as any; its `result` is None if it takes longer.

    Options by name, `_` for `-`. Raises InputError (`field`: the option).
    """
    found = find_game(game)
    typed = {name.replace("_", "-"): str(value) for name, value in options.items()}
    row = services.ask(services.read(found, found.question(question), typed))
    return services.wait(row, settings.ANSWER_WAIT_MILLISECONDS / 1000)
