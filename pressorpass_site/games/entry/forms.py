"""Forms for events that take more than one tap: the beginning of a round, a question, and corrections."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from engine import BY_CHOICE, ON_THE_BUZZER, Game
from pressorpass_site.core.money import parse_count, parse_money
from pressorpass_site.core.text_fields import ParsedField

from ..three_numbers import EXAMPLE, build_three_input

SEATS = (0, 1, 2)
MAX_HELD = 40
MAX_WHAMMIES = 4
MAX_MONEY = 999_999
GAINS = (0, BY_CHOICE, ON_THE_BUZZER)  # spins that a question may bring
# The numbers of a podium, each with its parser.
NUMBERS: dict[str, Callable[[str], int]] = {
    "score": partial(parse_money, highest=MAX_MONEY),
    "earned": partial(parse_count, highest=MAX_HELD, subject="Spins"),
    "passed": partial(parse_count, highest=MAX_HELD, subject="Spins"),
    "whammies": partial(parse_count, highest=MAX_WHAMMIES, subject="Whammies"),
}


@dataclass(frozen=True)
class Column:
    name: str
    fields: list[BoundField]


class RoundForm(forms.Form):
    """The spins that the contestants have earned in the questions of a round; a script enters them as an event."""

    use_required_attribute = False

    def __init__(self, number: int, names: tuple[str, str, str], ids: str = "round") -> None:
        super().__init__(auto_id=f"{ids}_{number}_%s")
        self.number = number
        self.add_field("spins", f"Spins of {' / '.join(names)}")

    def add_field(self, name: str, label: str, example: str = EXAMPLE) -> None:
        self.fields[name] = forms.CharField(
            label=label, required=False, widget=build_three_input(example), max_length=60
        )


class SecondRoundForm(RoundForm):
    """The start of round 2 with scores and Whammies, for games without a record of round 1."""

    def __init__(self, names: tuple[str, str, str]) -> None:
        super().__init__(2, names)
        self.add_field("scores", "Scores", "2500/0/800")
        self.add_field("whammies", "Whammies")


class QuizSpinsForm(RoundForm):
    """The spins after a question between the rounds; the last question begins round 2.

    The spins are typed into one field, or tapped: `gains` are the fields of the contestants who are still in, each with
    the spins that the question brought.
    """

    def __init__(self, game: Game, names: tuple[str, str, str]) -> None:
        podiums = game.state.podiums
        super().__init__(2, names, ids="question")
        self.question, self.questions = game.state.questions + 1, game.setup.era.questions_before(2)
        self.held = [podium.earned for podium in podiums]
        self.fields["spins"].initial = "/".join(map(str, self.held))
        self.still_in = [seat for seat in SEATS if not podiums[seat].out]
        for seat in self.still_in:
            choices = [(str(count), f"+{count}" if count else "0") for count in GAINS]
            self.fields[f"gain_{seat}"] = forms.ChoiceField(
                label=names[seat], choices=choices, initial="0", required=False, widget=forms.RadioSelect
            )

    @property
    def last(self) -> bool:
        return self.question == self.questions

    @property
    def gains(self) -> list[BoundField]:
        return [self[f"gain_{seat}"] for seat in self.still_in]


class FixForm(forms.Form):
    """The podiums after an event, in fields `score_1` to `whammies_3`; changed numbers become corrections."""

    use_required_attribute = False

    def __init__(self, game: Game, number: int, names: tuple[str, str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"auto_id": "fix_%s"})
        self.names, self.number = names, number
        self.latest = bool(game.played) and game.played[-1].number == number
        self.podiums = next(entry.after.podiums for entry in game.played if entry.number == number)
        for seat in SEATS:
            for name, parse in NUMBERS.items():
                self.fields[f"{name}_{seat + 1}"] = ParsedField(
                    parse,
                    empty_value=0,
                    label=name.capitalize(),
                    initial=getattr(self.podiums[seat], name),
                    widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "size": 4}),
                    max_length=20,
                )

    @property
    def columns(self) -> Iterator[Column]:
        for seat, name in zip(SEATS, self.names, strict=True):
            yield Column(name, [self[f"{number}_{seat + 1}"] for number in NUMBERS])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not self.events:
            raise ValidationError("Nothing is changed. Change the numbers that are wrong.")
        return data

    @property
    def events(self) -> list[dict[str, Any]]:
        """A correction for each contestant with a wrong number."""
        position = {} if self.latest else {"after": self.number}
        corrections = []
        for seat in SEATS:
            numbers = {name: self.cleaned_data[f"{name}_{seat + 1}"] for name in NUMBERS}
            changed_numbers = {
                name: value for name, value in numbers.items() if value != getattr(self.podiums[seat], name)
            }
            if changed_numbers:
                corrections.append({"type": "correction", "seat": seat + 1, **changed_numbers, **position})
        return corrections


def build_fix_form(game: Game, number: str, names: tuple[str, str, str], data: Any = None) -> FixForm | None:
    """Return the form for the podiums after the event of this number; None if no such event counts."""
    counting = {str(entry.number) for entry in game.played}
    return FixForm(game, int(number), names, data) if number in counting else None
