"""Yahtzee's and Sebastian's form: cards and dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from engine.lab import Question
from engine.lab.games.yahtzee.policies import AUTOPLAYERS
from engine.lab.games.yahtzee.rules import CATEGORIES, LATIN, OTHER_LATIN, UPPER
from engine.lab.games.yahtzee.words import TITLES, box_title

ENGLISH = dict(zip(LATIN, CATEGORIES, strict=True)) | {
    other: dict(zip(LATIN, CATEGORIES, strict=True))[name] for other, name in OTHER_LATIN.items()
}
SIDES = ("", "opp-")
# A card is sent box by box; one without open boxes needs a separate value.
NO_BOX, ALL_BOXES = "none", "all"


def read_texts(request: HttpRequest) -> dict[str, str]:
    """Return the typed options by name, with the form's single boxes and dice joined to lists."""
    texts = {name: ",".join(filter(str.strip, values)) for name, values in request.GET.lists()}
    for side in SIDES:
        boxes = [box for box in texts.get(f"{side}open", "").split(",") if box]
        if len(boxes) > 1 and NO_BOX in boxes:
            boxes.remove(NO_BOX)
        if {ENGLISH.get(box, box) for box in boxes} == set(CATEGORIES) and len(boxes) == len(CATEGORIES):
            boxes = [ALL_BOXES]
        if boxes:
            texts[f"{side}open"] = ",".join(boxes)
    if texts.get("policy", "autoplayer") not in AUTOPLAYERS:
        texts.pop("depth", None)  # these two are an autoplayer's
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
    """A card in a form: `side` is the prefix of its options' names, `used` if the question is about two players."""

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


def card_forms(question: Question, texts: dict[str, str], names: Sequence[str]) -> list[CardForm]:
    options = {option.name: option for option in question.options}
    two = "opp-open" in options
    forms = []
    for side in SIDES:
        option = options.get(f"{side}open")
        if option:
            text = texts.get(option.name) or option.default or ""
            box_texts = set(map(str.strip, text.split(",")))
            boxes = {ENGLISH.get(box, box) for box in box_texts}
            card_boxes = [
                CardBox(
                    english if english in box_texts else name,
                    box_title(name),
                    TITLES[english] if name != english else "",
                    bool({english, ALL_BOXES} & boxes),
                )
                for name, english in zip(names, CATEGORIES, strict=True)
            ]
            legend = "The other’s card" if side else "Your card" if two else "The card"
            used = texts.get("objective") == "win" or any(texts.get(f"opp-{suffix}") for suffix in ("open", "score"))
            forms.append(CardForm(side, legend, card_boxes[: len(UPPER)], card_boxes[len(UPPER) :], used))
    return forms


def form_context(request: HttpRequest, question: Question) -> dict[str, Any]:
    texts = read_texts(request) or dict(question.example)
    latin = question.named_options["rules"].default == "sebastian"
    return {
        "cards": card_forms(question, texts, LATIN if latin else CATEGORIES),
        "picked": "roll" in question.named_options,
    }
