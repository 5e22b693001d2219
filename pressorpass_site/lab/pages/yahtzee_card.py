"""The form of Yahtzee, Sebastian and Yatzy: cards and dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from engine.lab import Question
from engine.lab.games.yahtzee.policies import AUTOPLAYERS
from engine.lab.games.yahtzee.rules import UPPER, ScoreSheet, box_title

SIDES = ("", "opp-")
# A card is sent box by box; a card without open boxes needs a separate value.
NO_BOX, ALL_BOXES = "none", "all"


def read_texts(numbers: Mapping[str, int], request: HttpRequest) -> dict[str, str]:
    """Return the typed options by name, with the form's single boxes and dice joined into lists.

    `numbers` are the boxes by all their names.
    """
    texts = {name: ",".join(filter(str.strip, values)) for name, values in request.GET.lists()}
    for side in SIDES:
        boxes = [box for box in texts.get(f"{side}open", "").split(",") if box]
        if len(boxes) > 1 and NO_BOX in boxes:
            boxes.remove(NO_BOX)
        if sorted(numbers.get(box, -1) for box in boxes) == sorted({*numbers.values()}):
            boxes = [ALL_BOXES]
        if boxes:
            texts[f"{side}open"] = ",".join(boxes)
    if texts.get("policy", "autoplayer") not in AUTOPLAYERS:
        texts.pop("depth", None)  # an option of autoplayers only, like the next one
        texts.pop("prune-first-die", None)
    if texts.get("objective") == "points" and texts.get("opp-open") == NO_BOX:
        del texts["opp-open"]  # the second card was not used
    return texts


@dataclass(frozen=True)
class CardBox:
    name: str
    title: str
    meaning: str
    open: bool


@dataclass(frozen=True)
class CardForm:
    """A card in a form; `side` is the prefix of its options, `used` if the question is about two players."""

    side: str
    legend: str
    upper: list[CardBox]
    lower: list[CardBox]
    used: bool

    @property
    def option(self) -> str:
        return f"{self.side}open"

    @property
    def fields(self) -> tuple[str, ...]:
        return (f"{self.side}upper", f"{self.side}yahtzee", f"{self.side}score")


def build_card_forms(
    sheet: ScoreSheet, numbers: Mapping[str, int], question: Question, texts: dict[str, str]
) -> list[CardForm]:
    options = {option.name: option for option in question.options}
    two = "opp-open" in options
    forms = []
    for side in SIDES:
        option = options.get(f"{side}open")
        if option:
            text = texts.get(option.name) or option.default or ""
            # A box keeps the name that it has in the query.
            typed_names = {numbers[box]: box for box in map(str.strip, text.split(",")) if box in numbers}
            card_boxes = [
                CardBox(
                    typed_names.get(box, name),
                    box_title(name),
                    sheet.meanings[box],
                    box in typed_names or text.strip() == ALL_BOXES,
                )
                for box, name in enumerate(sheet.names)
            ]
            legend = "The other’s card" if side else "Your card" if two else "The card"
            shows_opponent = texts.get("objective") == "win" or any(
                texts.get(f"opp-{suffix}") for suffix in ("open", "score")
            )
            forms.append(CardForm(side, legend, card_boxes[: len(UPPER)], card_boxes[len(UPPER) :], shows_opponent))
    return forms


def build_yahtzee_form(
    sheet: ScoreSheet, numbers: Mapping[str, int], request: HttpRequest, question: Question
) -> dict[str, Any]:
    texts = read_texts(numbers, request) or dict(question.example)
    return {
        "cards": build_card_forms(sheet, numbers, question, texts),
        "picked": "roll" in question.named_options,
    }
