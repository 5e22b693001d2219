"""Cards and dice of Yahtzee and Sebastian in forms and on pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from engine.lab import Question
from engine.lab.games.yahtzee.policies import AUTOPLAYERS
from engine.lab.games.yahtzee.rules import CATEGORIES, FACES, LATIN, LATIN_TOO, UPPER

TITLES = dict(
    zip(
        CATEGORIES,
        (
            *("Aces", "Twos", "Threes", "Fours", "Fives", "Sixes"),
            *("Three of a kind", "Four of a kind", "Full house", "Small straight", "Large straight"),
            *("Yahtzee", "Chance"),
        ),
        strict=True,
    )
)
ENGLISH = dict(zip(LATIN, CATEGORIES, strict=True)) | {
    other: dict(zip(LATIN, CATEGORIES, strict=True))[name] for other, name in LATIN_TOO.items()
}
SIDES = ("", "opp-")
# A card is sent box by box; one without open boxes needs a separate value.
NO_BOX, ALL_BOXES = "none", "all"


def title(name: str) -> str:
    """Return the displayed name of a box, by its name in either language."""
    return TITLES.get(name) or name.capitalize()


def typed(request: HttpRequest) -> dict[str, str]:
    """Return the typed options by name, with the form's single boxes and dice joined to lists."""
    texts = {name: ",".join(filter(str.strip, values)) for name, values in request.GET.lists()}
    if any(map(str.strip, request.GET.getlist("roll"))):
        texts["roll"] = ",".join(request.GET.getlist("roll"))  # a missing die keeps its place
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
    """A box of a form: its option name, its titles, and whether it is open."""

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
        """The options besides the open boxes."""
        return (f"{self.side}upper", f"{self.side}yahtzee", f"{self.side}score")


def card_forms(question: Question, texts: dict[str, str], names: Sequence[str]) -> list[CardForm]:
    """Return the cards of a question as typed, with boxes named as in `names`."""
    options = {option.name: option for option in question.options}
    two = "opp-open" in options
    forms = []
    for side in SIDES:
        option = options.get(f"{side}open")
        if option:
            text = texts.get(option.name) or option.default or ""
            boxes = {ENGLISH.get(box.strip(), box.strip()) for box in text.split(",")}
            found = [
                CardBox(
                    name, title(name), TITLES[english] if name != english else "", bool({english, ALL_BOXES} & boxes)
                )
                for name, english in zip(names, CATEGORIES, strict=True)
            ]
            legend = "The other’s card" if side else "Your card" if two else "The card"
            used = texts.get("objective") == "win" or any(texts.get(f"opp-{each}") for each in ("open", "score"))
            forms.append(CardForm(side, legend, found[: len(UPPER)], found[len(UPPER) :], used))
    return forms


def faces(text: str) -> list[int]:
    """Return five faces for the picker, 0 for invalid ones."""
    found = [int(face) if face.strip() in map(str, FACES) else 0 for face in text.split(",")]
    return (found + [0] * 5)[:5]


@dataclass(frozen=True)
class Die:
    """A die, and whether it is kept."""

    face: int
    kept: bool = False


def marked(roll: Sequence[int], keep: Sequence[int]) -> list[Die]:
    """Return the dice of a roll in order, with those of a keep marked."""
    left = Counter(keep)
    dice = []
    for face in sorted(roll):
        dice.append(Die(face, left[face] > 0))
        left[face] -= 1
    return dice


def spoken_dice(roll: Sequence[int]) -> str:
    """Return all dice of a roll."""
    return " ".join(map(str, sorted(roll)))


def spoken(keep: Sequence[int]) -> str:
    """Return a keep in words."""
    if not keep:
        return "nothing"
    return "all five" if len(keep) == 5 else " ".join(map(str, sorted(keep)))
