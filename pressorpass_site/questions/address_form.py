"""The form for an invalid address: each part in its field, with its error."""

from __future__ import annotations

from collections.abc import Mapping

from engine import InputError, Position, Rules

from .build import InvalidQuestion
from .forms import PodiumForm, opponent_values
from .question import SEATS

NAMED = ("board", "rules", "now", "spins", "method")  # with the same name in an address and in the form


def address_form(text: str, query: Mapping[str, str], error: InvalidQuestion) -> PodiumForm:
    """Return the form, checked."""
    data = {"line": text, "line_was": "", "up": "1", **{name: query.get(name, "") for name in NAMED}}
    data |= {f"option_{name}": query[name] for name in query}
    data |= _opponents(query.get("opponents", ""), text)
    data |= {f"seat{seat}_{part}": "0" for seat in (1, 2, 3) for part in ("earned", "passed", "whammies")}
    form = PodiumForm(data)
    form.is_valid()
    if error.field not in form.errors and not (error.field == "option_opponents" and form.errors):
        form.add_error(error.field if error.field in form.fields else None, error.message)
    return form


def _opponents(text: str, notation: str) -> dict[str, str]:
    """Return the fields for opponents; unreadable text keeps its own field."""
    try:
        up = Position.parse(notation).mover_seat
    except InputError:
        up = 0
    try:
        return opponent_values(Rules().with_options({"opponents": text or "optimal"}).opponents, up)
    except InputError:
        words = text.split("/")
    if len(words) != len(SEATS):  # one for all opponents: shown with one of them
        return {f"opponent{2 if up == 0 else 1}": text}
    values: dict[str, str] = {}
    for seat, word in enumerate(words, 1):
        try:
            style = Rules().with_options({"opponents": word}).opponents
            values |= {name: value for name, value in opponent_values(style, up).items() if f"opponent{seat}" in name}
        except InputError:
            values[f"opponent{seat}"] = word
    return values
