"""A solo game of Yahtzee or Sebastian: the address has the seed and all choices, which are replayed.

A choice is one character: a lower-case letter or digit for the kept dice (a number from 0 to 31 in base 32, a bit for
each die in order), a capital for the filled box, A for the first. Dice depend only on the seed and their place in the
game, so replaying gives the same rolls.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from django.http import HttpRequest

from engine import InputError
from engine.lab.exhibits import Ask, Dice, Link, Pending
from engine.lab.found import Found, digits
from engine.lab.games.yahtzee.pictures import choices
from engine.lab.games.yahtzee.questions import WORDS
from engine.lab.games.yahtzee.rules import (
    BONUS,
    BONUS_FROM,
    CATEGORIES,
    LATIN,
    LOWER,
    UPPER,
    YAHTZEE,
    Card,
    Roll,
    RuleSet,
    allowed,
    fill,
    is_joker,
    names,
    score,
)
from engine.lab.games.yahtzee.words import choice_words, spoken, title
from engine.lab.reviewed import review

from .old_table import AddressReader, die, query, random_seed, steps

Asking = Generator[Ask, Found, Any]

DICE, REROLLS = 5, 2
KEEPS = "0123456789abcdefghijklmnopqrstuv"
BOXES = "ABCDEFGHIJKLM"
PARTS = ("rules", "seed", "moves", "step", "advice", "do", "keep")
ALL_KEPT = KEEPS[-1]
FIRST_CHOICES = 6
LONGEST = 3 * len(CATEGORIES)  # choices of a game
TIE = 1e-9


@dataclass(frozen=True)
class YahtzeeState:
    """The state of a game after `moves`.

    Attributes:
        points: the points of each filled box, without bonuses.
        hundreds: bonus points of further Yahtzees in the official rules.
        kept: the dice kept from the previous roll.
    """

    rules: RuleSet
    seed: int
    moves: str
    card: Card = field(default_factory=Card)
    points: dict[int, int] = field(default_factory=dict)
    hundreds: int = 0
    roll: Roll = ()
    rerolls: int = REROLLS
    kept: Roll = ()

    @property
    def over(self) -> bool:
        return not self.card.open

    @property
    def upper(self) -> int:
        return sum(self.points.get(box, 0) for box in UPPER)

    @property
    def bonus(self) -> int:
        return BONUS if self.upper >= BONUS_FROM else 0

    @property
    def total(self) -> int:
        return sum(self.points.values()) + self.bonus + self.hundreds

    def after(self, move: str) -> YahtzeeState:
        """Return the game after one more choice. Raises InputError."""
        if self.over:
            raise InputError("The game is over, so there is nothing to choose.", field="moves")
        if move in BOXES:
            return self._filled(BOXES.index(move))
        if move not in KEEPS or not self.rerolls:
            raise InputError("The rules do not allow this choice there.", field="moves")
        return self._thrown(self.keep(move), self.rerolls - 1, self.moves + move)

    def keep(self, move: str) -> Roll:
        """Return the dice kept by a character."""
        mask = KEEPS.index(move)
        return tuple(face for place, face in enumerate(self.roll) if mask >> place & 1)

    def options(self) -> dict[str, Any]:
        """Return the card as options of a question."""
        held: dict[str, Any] = {}
        if self.rules == "official" and YAHTZEE not in self.card.open and self.card.open:
            held["yahtzee"] = 50 if self.card.fifty else 0
        boxes = (
            "all" if len(self.card.open) == len(CATEGORIES) else ",".join(names(self.rules)[b] for b in self.card.open)
        )
        return {"rules": self.rules, "open": boxes, "upper": self.card.upper, **held}

    def _filled(self, box: int) -> YahtzeeState:
        if box not in allowed(self.rules, self.card, self.roll):
            raise InputError("This box cannot be filled there.", field="moves")
        joker = is_joker(self.rules, self.card, self.roll)
        card, points = fill(self.rules, self.card, self.roll, box)
        written = score(box, self.roll, joker)
        bonus = BONUS if box in UPPER and self.card.upper < BONUS_FROM <= card.upper else 0
        after = replace(
            self,
            moves=self.moves + BOXES[box],
            card=card,
            points={**self.points, box: written},
            hundreds=self.hundreds + points - written - bonus,
        )
        return replace(after, roll=(), kept=()) if after.over else after._thrown((), REROLLS, after.moves)

    def _thrown(self, kept: Roll, rerolls: int, moves: str) -> YahtzeeState:
        place = (len(self.points) * (REROLLS + 1) + REROLLS - rerolls) * DICE
        new = [die(self.seed, place + count, 6) for count in range(DICE - len(kept))]
        return replace(self, roll=tuple(sorted((*kept, *new))), rerolls=rerolls, kept=kept, moves=moves)


def begin(rules: RuleSet, seed: int, moves: str) -> YahtzeeState:
    """Return the game with these choices. Raises InputError."""
    play, wrong = as_far(rules, seed, moves)
    if wrong:
        raise InputError(wrong, field="moves")
    return play


def as_far(rules: RuleSet, seed: int, moves: str) -> tuple[YahtzeeState, str]:
    """Return the game up to its first invalid choice, with that choice's error."""
    play = YahtzeeState(rules, seed, "")._thrown((), REROLLS, "")
    for number, move in enumerate(moves, 1):
        try:
            play = play.after(move)
        except InputError as error:
            return play, f"Choice {number} of the address, “{move}”: {error.message} The game is shown up to there."
    return play, ""


@dataclass(frozen=True)
class CardLine:
    """A box of the card: its points, or the points on offer with the link to take them."""

    title: str
    points: int | None
    offer: int | None = None
    link: str = ""


class YahtzeePage:
    """The page of one game."""

    def __init__(self, game: str, request: HttpRequest) -> None:
        self.game, self.address = game, AddressReader(request, PARTS)
        self.keeps = request.GET.getlist("keep")
        self.seed = random_seed()
        self.usual: RuleSet = "sebastian" if game == "sebastian" else "official"
        self.rule_sets: tuple[RuleSet, ...] = (
            ("sebastian",) if game == "sebastian" else ("official", "plain", "sebastian")
        )
        self.advice = 0

    def page(self) -> Asking:
        """Return the context of the template."""
        address = self.address
        rules = cast(RuleSet, address.word("rules", self.rule_sets, self.usual))
        self.advice = advice = address.number("advice", 0, 1, 0)
        seed = address.seed(random_seed(), "a game with other dice begins")
        play, wrong = as_far(rules, seed, "" if address.errors.keys() & {"seed", "rules"} else address.text("moves"))
        if wrong:
            address.add_error("moves", wrong)
        play, note = self._done(play)
        whole, step = play, self._step(play)
        if step is not None:
            play = begin(rules, seed, whole.moves[:step])
        shown: dict[str, Any] = {
            "play": play,
            "steps": steps(lambda step: self._link(whole, step=step), step, len(whole.moves)),
            "look_back": "" if step is not None or not play.moves else self._looked_back(play),
            "note": note,
            "dice": Dice.of(play.roll, play.kept),
            "roll": Dice.of(play.roll),
            "kept": spoken(play.kept) if play.rerolls < REROLLS else "",
            "turn": min(len(play.points) + 1, len(CATEGORIES)),
            "upper": [self._line(play, box) for box in UPPER],
            "lower": [self._line(play, box) for box in LOWER],
            "advice_on": advice,
            "toggle": self._link(play, advice=1 - advice),
            "back": self._link(begin(rules, play.seed, play.moves[:-1])) if play.moves and step is None else "",
            "rule_sets": self.rule_sets,
            "rules_differ": rules != self.usual,
            "left_to_bonus": max(0, BONUS_FROM - play.upper),
            "new": query({"rules": self._unusual(rules), "seed": self.seed, "advice": advice or ""}),
            "fresh_seed": self.seed,
            "again": self._link(whole, step=step),
            **address.context(),
        }
        made = whole.moves[step] if step is not None else ""
        if made:
            shown["made"] = _made(play, made)
            shown["upper"], shown["lower"] = (
                [replace(line, link="") for line in shown[name]] for name in ("upper", "lower")
            )
        if play.over:
            shown |= yield from self._beside(play, rules)
            shown |= yield from self._review(play)
        if advice or made:
            try:
                shown |= yield from self._advice(play, rules, made)
            except Pending as waiting:
                shown["not_yet"] = waiting.job
        rows = [shown[name] for name in ("not_yet", "best_not_yet", "review_not_yet") if name in shown]
        return {**shown, "unready": any(row.is_active for row in rows)}

    def _beside(self, play: YahtzeeState, rules: RuleSet) -> Asking:
        """Return a finished game beside the best player's average."""
        try:
            best = (yield Ask("value", {"rules": rules})).answer
        except Pending as waiting:
            return {"best_not_yet": waiting.job}
        return {"best": digits(best, 1e-2), "ahead": _signed(play.total - best)}

    def _step(self, play: YahtzeeState) -> int | None:
        """Return the number of choices after which the game is shown; None for the end, where one plays on."""
        if not self.address.text("step"):
            return None
        step = self.address.number("step", 0, LONGEST, LONGEST, "the end is shown")
        return step if step < len(play.moves) else None

    def _looked_back(self, play: YahtzeeState) -> str:
        """Return the step at which stepping begins: the first choice of a game that is over, otherwise the last one."""
        return self._link(play, step=0 if play.over else len(play.moves) - 1)

    def _review(self, play: YahtzeeState) -> Asking:
        """Return the costs of a finished game's choices."""
        options = {"rules": play.rules, "record": recorded(play)}

        def link(number: int, entry: Mapping[str, Any]) -> Link:
            return Link("", address=self._link(play, step=number))

        try:
            found = yield Ask("review", options)
        except Pending as waiting:
            return {"review_not_yet": waiting.job}
        return {
            "review": list(review(found, replace(WORDS, link=link))),
            "review_link": Link("Open this review on its own page", "review", options),
        }

    def _done(self, play: YahtzeeState) -> tuple[YahtzeeState, str]:
        """Return the state after the button's action, with a note."""
        do = self.address.word("do", ("roll",), "")
        if any(place not in tuple("01234") for place in self.keeps):
            self.address.add_error("keep", "Dice to keep have places from 0 to 4; nothing was rolled.")
        if not do or self.address.messages:
            return play, ""
        mask = sum(1 << place for place in {int(place) for place in self.keeps})
        if KEEPS[mask] == ALL_KEPT:
            return play, "All five are kept, so there is nothing to roll: fill a box."
        try:
            return play.after(KEEPS[mask]), ""
        except InputError:
            self.address.add_error("do", "There is no reroll left: fill a box.")
            return play, ""

    def _line(self, play: YahtzeeState, box: int) -> CardLine:
        name = title(names(play.rules)[box])
        if box in play.points:
            return CardLine(name, play.points[box])
        if play.over or box not in allowed(play.rules, play.card, play.roll):
            return CardLine(name, None)
        offer = score(box, play.roll, is_joker(play.rules, play.card, play.roll))
        return CardLine(name, None, offer, self._link(replace(play, moves=play.moves + BOXES[box])))

    def _link(self, play: YahtzeeState, **changes: Any) -> str:
        advice = changes.get("advice", self.advice)
        moves = {"moves": play.moves, "step": changes.get("step")}
        values = {"rules": self._unusual(play.rules), "seed": play.seed, **moves, "advice": advice or ""}
        return query(values) + "#table"

    def _unusual(self, rules: RuleSet) -> str:
        return rules if rules != self.usual else ""

    def _advice(self, play: YahtzeeState, rules: RuleSet, made: str) -> Asking:
        """Return the best choice, and the cost of the one made there, else of the last one."""
        shown: dict[str, Any] = {}
        if made:
            shown["last"] = yield from self._last(play, made)
        elif play.moves:
            shown["last"] = yield from self._last(begin(rules, play.seed, play.moves[:-1]), play.moves[-1])
        if play.over:
            return shown
        asked = _asked(play)
        found = yield asked
        table = choices(found, places=1)
        shown |= {
            "best": " or ".join(map(choice_words, found.answer)).removeprefix("keep "),
            "choices": replace(table, rows=table.rows[:FIRST_CHOICES], caption="Points still to come"),
            "expected": digits(play.total + found.details["value"], 1e-2),
            "start": digits((yield Ask("value", {"rules": rules})).answer, 1e-2),
            "question_name": asked.question,
            "whole": Link("Open all choices on their own page", asked.question, asked.options, "lab-answer"),
        }
        if play.rerolls and any(len(keep) == DICE for keep in found.answer):
            boxes = yield _boxes(play)
            shown["stop"] = " or ".join(map(title, boxes.answer))
        return shown

    def _last(self, before: YahtzeeState, move: str) -> Generator[Ask, Found, str]:
        """Return the cost of a choice against the best one, in words."""
        found = yield _asked(before)
        best = found.details["value"]
        if move in BOXES:
            choice = names(before.rules)[BOXES.index(move)]
            values = _values((yield _boxes(before)))
            return _cost_in_words(f"Writing into {title(choice)}", best - values[choice])
        choice = spoken(before.keep(move))
        return _cost_in_words(f"Keeping {choice}", best - _values(found)[choice])


def _boxes(play: YahtzeeState) -> Ask:
    return Ask("category", {**play.options(), "roll": _dice(play)["roll"]})


def _asked(play: YahtzeeState) -> Ask:
    return Ask("keep" if play.rerolls else "category", {**play.options(), **_dice(play)})


def recorded(play: YahtzeeState) -> str:
    """Return the game in the form of the engine's records."""
    game, turns, parts = begin(play.rules, play.seed, ""), [], []
    for move in play.moves:
        parts.append(_spelt(game.roll))
        if move in BOXES:
            turns.append("/".join([*parts, names(play.rules)[BOXES.index(move)]]))
            parts = []
        else:
            parts.append(_spelt(game.keep(move)) or "-")
        game = game.after(move)
    return ",".join(turns)


def _spelt(dice: Roll) -> str:
    return "".join(map(str, dice))


def _made(play: YahtzeeState, move: str) -> str:
    """Return a choice that was made, in words."""
    if move in BOXES:
        return f"You filled {title(names(play.rules)[BOXES.index(move)])}."
    return f"You kept {spoken(play.keep(move))}."


def _dice(play: YahtzeeState) -> dict[str, Any]:
    roll = {"roll": ",".join(map(str, play.roll))}
    return {**roll, "rerolls": play.rerolls} if play.rerolls else roll


def _values(found: Found) -> dict[str, float]:
    """Return the value of each choice, by box or by keep in words."""
    each = [(row["choice"], row["value"]) for row in found.details["choices"]]
    return {choice if isinstance(choice, str) else spoken(choice): value for choice, value in each}


def _cost_in_words(done: str, cost: float) -> str:
    if cost < TIE:
        return f"{done} was best."
    return f"{done} cost {digits(cost, 1e-2) if cost >= 0.005 else 'less than 0.01'} points."


def _signed(difference: float) -> str:
    words = "more" if difference >= 0 else "fewer"
    return f"{digits(abs(difference), 1e-2)} {words}"


def yahtzee(request: HttpRequest) -> Asking:
    """Return a game of Yahtzee."""
    return YahtzeePage("yahtzee", request).page()


def sebastian(request: HttpRequest) -> Asking:
    """Return a game of Sebastian, with the Latin names of its boxes."""
    shown = yield from YahtzeePage("sebastian", request).page()
    return {
        **shown,
        "latin": [(title(latin), title(english)) for latin, english in zip(LATIN, CATEGORIES, strict=True)],
    }
