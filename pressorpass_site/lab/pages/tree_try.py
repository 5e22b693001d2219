"""Tree Solitaire to be played: the tree is its seed's, and all that was done on it is in the address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from engine import InputError
from engine.lab.games.tree.plain import HIGH, LOW, Point, Tree, search
from engine.lab.games.tree.plain import play as play_out
from engine.lab.games.tree.play import Trees
from engine.lab.games.tree.ratio import SplitRatio
from pressorpass_site.core import figures

from ..told import chance
from . import tree_words as words
from .shared import NotYet, any_seed, number, query, result

MOST_MOVES = 200
MOST_SEEN = 16  # points that are kept in view at one fork
MOST_LOOKS = 10**6
SHOWN_MOVES = 12
SEARCH = 4000  # looks after which the unlimited search of a tree is given up
ENDS = {"many": ("0.75", "many end points"), "some": ("0.5", "as many as not"), "few": ("0.25", "few end points")}
RATIOS = {"half": ("0.5", "even forks"), "memo": ("0.75", "¾ to ¼"), "uniform": ("", "random forks")}
TURNS = {HIGH: "high", LOW: "low"}


@dataclass(frozen=True)
class Play:
    """Where a game stands.

    Attributes:
        ends, ratio: which trees, words of `ENDS` and `RATIOS`.
        form: tsi or tsd.
        seed: of the tree.
        way: the moves made, "hl": high, then low.
        seen: the points in view, as ways from where the game stands.
        looks: taken so far.
        advice: whether it is shown.
    """

    ends: str
    ratio: str
    form: str
    seed: int
    way: str
    seen: tuple[str, ...]
    looks: int
    advice: int

    @cached_property
    def tree(self) -> Tree:
        share = RATIOS[self.ratio][0]
        return Tree(Trees(self.form, float(ENDS[self.ends][0]), SplitRatio(float(share) if share else None)), self.seed)

    @property
    def options(self) -> dict[str, str]:
        """The trees, as options of a question."""
        share = RATIOS[self.ratio][0]
        return {"form": self.form, "E": ENDS[self.ends][0], **({"A": share} if share else {"ratio": "uniform"})}

    @cached_property
    def here(self) -> Point:
        return self.tree.at(self.way)

    @cached_property
    def over(self) -> bool:
        return bool(self.way) and self.tree.ends(self.here)

    def link(self, **changes: Any) -> str:
        """The address of this state, or of another."""
        state = vars(replace(self, **changes))
        usual = {"ends": "some", "ratio": "memo", "form": "tsi", "looks": 0, "advice": 0}
        values = {name: state[name] for name in ("ends", "ratio", "form", "seed", "way", "looks", "advice")}
        values = {name: value for name, value in values.items() if usual.get(name) != value}
        return query({**values, "seen": ".".join(state["seen"])}) + "#fork"


@dataclass(frozen=True)
class Branch:
    """A branch as it is shown: what is known of it, and what can be done there.

    Attributes:
        name: high branch, low branch.
        value: of the point.
        state: unseen, split, win or lost.
        look, go: addresses, "" where that cannot be done.
        branches: of a point that was seen to split.
        chance: to win that way, where that is advised.
        best: whether no other way is better.
    """

    name: str
    value: str
    state: str
    look: str
    go: str
    branches: list[Branch]
    chance: str = ""
    best: bool = False


def try_out(request: HttpRequest) -> dict[str, Any]:
    """The fork as this address has it."""
    fresh = query({"seed": any_seed()})
    try:
        game = _read(request)
    except InputError as error:
        return {"wrong": error.message, "new": fresh}
    shown: dict[str, Any] = {
        "play": game,
        "value": _value(game.here),
        "story": _story(game),
        "new": replace(game, seed=any_seed(), way="", seen=(), looks=0).link(),
        "same": game.link(way="", seen=(), looks=0),
        "others": _others(game),
    }
    try:
        if game.over:
            shown |= {"won": game.tree.wins(game.here), "results": _results(game)}
            shown |= _prospects(game)
        else:
            worths = _advice(game) if game.advice else {}
            shown |= {"branches": _branches(game, "", worths), "toggle": game.link(advice=1 - game.advice)}
            shown |= _told_advice(game, worths) if worths else {}
    except NotYet as waiting:
        shown |= {"waiting": waiting.row, "branches": [] if game.over else _branches(game, "", {})}
    return shown


def _read(request: HttpRequest) -> Play:
    """The state. Raises InputError with a sentence to show."""
    play = Play(
        ends=_word(request, "ends", ENDS, "some"),
        ratio=_word(request, "ratio", RATIOS, "memo"),
        form=_word(request, "form", {name: name for name in ("tsi", "tsd")}, "tsi"),
        seed=number(request, "seed", 0, 2**63 - 1, any_seed()),
        way=request.GET.get("way", ""),
        seen=tuple(filter(None, request.GET.get("seen", "").split("."))),
        looks=number(request, "looks", 0, MOST_LOOKS, 0),
        advice=number(request, "advice", 0, 1, 0),
    )
    if not re.fullmatch(f"[hl]{{0,{MOST_MOVES}}}", play.way):
        raise InputError(f"The way is told as h and l, high and low, for at most {MOST_MOVES} moves.", field="way")
    point = play.tree.top
    for place, turn in enumerate(play.way):
        if place and play.tree.ends(point):
            raise InputError("On this tree that way ends earlier.", field="way")
        point = play.tree.branches(point)[turn == LOW]
    if not play.over:
        _check_seen(play)
    elif play.seen:
        raise InputError("Where the game is over there is nothing more to see.", field="seen")
    return play


def _check_seen(play: Play) -> None:
    if len(play.seen) > MOST_SEEN:
        raise InputError(f"At most {MOST_SEEN} points are kept in view: it is time to move.", field="seen")
    if len(set(play.seen)) < len(play.seen) or play.looks < len(play.seen):
        raise InputError("Each point in view took one look.", field="seen")
    for way in play.seen:
        before = way[:-1]
        known = not before or (before in play.seen and not play.tree.ends(play.tree.at(play.way + before)))
        if not re.fullmatch("[hl]+", way) or not known:
            raise InputError("Only branches of points in view that split can be looked at.", field="seen")


def _word(request: HttpRequest, name: str, words: Mapping[str, Any], usual: str) -> str:
    text = request.GET.get(name, "") or usual
    if text not in words:
        raise InputError(f"“{name}” must be {' or '.join(words)}.", field=name)
    return text


def _branches(play: Play, under: str, worths: Mapping[str, float]) -> list[Branch]:
    """The two branches of a point, with all that is seen below them."""
    found = []
    best = max((worths[turn] for turn in TURNS if turn in worths), default=None)
    for turn, point in zip(TURNS, play.tree.branches(play.tree.at(play.way + under)), strict=True):
        way = under + turn
        state = _state(play, way, point)
        can_look = state == "unseen" and len(play.seen) < MOST_SEEN
        worth = worths.get(way) if not under else None
        found.append(
            Branch(
                f"{TURNS[turn].capitalize()} branch",
                _value(point),
                state,
                play.link(seen=(*play.seen, way), looks=play.looks + 1) if can_look else "",
                "" if under or len(play.way) >= MOST_MOVES else play.link(way=play.way + turn, seen=()),
                _branches(play, way, {}) if state == "split" else [],
                "" if worth is None else chance(worth, 0.0 if worth in (0.0, 1.0) else 1e-9, "exact"),
                worth is not None and worth == best,
            )
        )
    return found


def _state(play: Play, way: str, point: Point) -> str:
    if way not in play.seen:
        return "unseen"
    if not play.tree.ends(point):
        return "split"
    return "win" if play.tree.wins(point) else "lost"


def _advice(play: Play) -> dict[str, float]:
    """Chances to win by either branch, playing on by the best of the strategies. Raises NotYet."""
    lost = 0.0
    if play.form == "tsd":  # a lost end point makes all others likelier
        points = [(way, play.tree.at(play.way + way)) for way in play.seen]
        lost = sum(point.value for way, point in points if _state(play, way, point) == "lost")
    worths = {turn: _worth(play, turn) for turn in TURNS}
    if play.form == "tsi" or 1.0 in worths.values():
        return {turn: worth if worth == 1 or play.form == "tsi" else 0.0 for turn, worth in worths.items()}
    return {turn: min(1.0, worth / (1 - lost)) for turn, worth in worths.items()}


def _worth(play: Play, way: str) -> float:
    """What a branch is worth, as seen: below a point whose branches are in view, the better of them."""
    point = play.tree.at(play.way + way)
    state = _state(play, way, point)
    if state in ("win", "lost"):
        return float(state == "win")
    if state == "split":
        if any(way + turn in play.seen for turn in TURNS):
            return max(_worth(play, way + turn) for turn in TURNS)
        return _going_on(play, point)
    end = play.tree.trees.end
    return end * point.value + (1 - end) * _going_on(play, point)


def _going_on(play: Play, point: Point) -> float:
    """The best strategy's chance from a point that splits."""
    if play.form == "tsd":
        return point.value * _best(play)[1]
    return _best(play, f"{point.value:.6g}")[1]


def _best(play: Play, value: str = "1") -> tuple[str, float]:
    strategy, chance_to_win = result("tree", "ranking", **play.options, value=value)["answer"][0]
    return strategy, chance_to_win


def _told_advice(play: Play, worths: Mapping[str, float]) -> dict[str, Any]:
    best = max(worths.values())
    other = min(worths.values())
    turn = " or ".join(TURNS[turn] for turn in TURNS if worths[turn] == best)
    cost = figures.points(other - best, 1e-9).lstrip(figures.MINUS) if other < best else ""
    deep = any(len(way) > 1 for way in play.seen) and 1.0 not in worths.values()
    return {"advice": turn, "cost": cost, "known": "bounded" if deep else "exact", **_prospects(play)}


def _prospects(play: Play) -> dict[str, Any]:
    """What the best strategy could hope for at the top."""
    strategy, chance_to_win = _best(play)
    return {"best": words.STRATEGIES[strategy].title, "best_chance": chance(chance_to_win, 1e-9, "exact")}


def _story(play: Play) -> list[str]:
    """The moves, and what was come to."""
    return [
        f"{TURNS[turn].capitalize()}, to {_value(play.tree.at(play.way[:place]))}"
        for place, turn in enumerate(play.way, 1)
    ]


def _results(play: Play) -> list[tuple[words.Strategy, str, str, int]]:
    """What each strategy does on this very tree: its moves, how that ends, and its looks."""
    found = []
    for name, strategy in words.STRATEGIES.items():
        game = search(play.tree, SEARCH) if name == "unlimited" else play_out(name, play.tree)
        end = {True: "won", False: "lost", None: "given up"}[game.won]
        moves = " ".join(game.way[:SHOWN_MOVES]) + (" …" if len(game.way) > SHOWN_MOVES else "")
        found.append((strategy, moves or "–", end, game.looks))
    return found


def _others(game: Play) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Other trees to play on: what can be chosen, and the addresses."""
    seed = any_seed()

    def fresh(**changes: str) -> str:
        return replace(game, seed=seed, way="", seen=(), looks=0).link(**changes)

    return [
        ("End points", [(said, fresh(ends=name), name == game.ends) for name, (_, said) in ENDS.items()]),
        ("Forks", [(said, fresh(ratio=name), name == game.ratio) for name, (_, said) in RATIOS.items()]),
        (
            "Wins",
            [
                ("each end point for itself", fresh(form="tsi"), game.form == "tsi"),
                ("exactly one", fresh(form="tsd"), game.form == "tsd"),
            ],
        ),
    ]


def _value(point: Point) -> str:
    return f"{point.value:.4g}"
