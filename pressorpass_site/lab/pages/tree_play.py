"""Tree Solitaire to be played: the tree is its seed's, and all that was done on it is in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from engine.lab.games.tree.plain import HIGH, LOW, Point, Tree, search
from engine.lab.games.tree.plain import play as play_out
from engine.lab.games.tree.play import Trees
from engine.lab.games.tree.ratio import SplitRatio
from pressorpass_site.core import formatting

from ..labels import chance
from . import tree_words as words
from .address import Address
from .shared import NotYet, any_seed, query, result

MOST_MOVES = 200
MOST_SEEN = 16  # points that are kept in view at one fork
MOST_LOOKS = 10**6
SHOWN_MOVES = 12
SEARCH = 4000  # looks after which the unlimited search of a tree is given up
ENDS = {"0.75": "many end points", "0.5": "as many as not", "0.25": "few end points"}
RATIOS = {"0.5": "even forks", "0.75": "¾ to ¼"}
UNIFORM = "uniform"
FORKS = {**RATIOS, UNIFORM: "random forks"}
PARTS = ("E", "A", "ratio", "form", "seed", "way", "seen", "looks", "advice")
TURNS = {HIGH: "high", LOW: "low"}


@dataclass(frozen=True)
class Play:
    """Where a game stands.

    Attributes:
        ends, ratio: which trees, of `ENDS` and `FORKS`: E and A of the questions, or a uniform ratio.
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
        share = None if self.ratio == UNIFORM else float(self.ratio)
        return Tree(Trees(self.form, float(self.ends), SplitRatio(share)), self.seed)

    @property
    def options(self) -> dict[str, str]:
        """The trees, as options of a question."""
        return {"form": self.form, "E": self.ends, ("ratio" if self.ratio == UNIFORM else "A"): self.ratio}

    @cached_property
    def here(self) -> Point:
        return self.tree.at(self.way)

    @cached_property
    def over(self) -> bool:
        return bool(self.way) and self.tree.ends(self.here)

    def link(self, **changes: Any) -> str:
        """The address of this state, or of another."""
        state = vars(replace(self, **changes))
        usual = {"E": "0.5", "A": "0.75", "form": "tsi", "looks": 0, "advice": 0}
        trees = {"E": state["ends"], ("ratio" if state["ratio"] == UNIFORM else "A"): state["ratio"]}
        values = trees | {name: state[name] for name in ("form", "seed", "way", "looks", "advice")}
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
    address = Address(request, PARTS)
    game = _read(address)
    shown: dict[str, Any] = {
        "play": game,
        "value": _value(game.here),
        "story": _story(game),
        "new": replace(game, seed=any_seed(), way="", seen=(), looks=0).link(),
        "same": game.link(way="", seen=(), looks=0),
        "others": _others(game),
        "again": game.link(),
        **address.context(),
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
        shown |= {"waiting": waiting.row, "unready": waiting.row.is_active}
        shown |= {"branches": [] if game.over else _branches(game, "", {})}
    return shown


def _read(address: Address) -> Play:
    """The state, as far as a game leads to it."""
    ratio = address.word("ratio", ("constant", UNIFORM), "constant")
    share = address.word("A", RATIOS, "0.75")
    if ratio == UNIFORM and address.text("A"):
        address.say("A", "“A” has no meaning where the split ratio is uniform; it is left out.")
    play = Play(
        ends=address.word("E", ENDS, "0.5"),
        ratio=UNIFORM if ratio == UNIFORM else share,
        form=address.word("form", ("tsi", "tsd"), "tsi"),
        seed=address.seed(any_seed(), "another tree is taken"),
        way="",
        seen=(),
        looks=address.number("looks", 0, MOST_LOOKS, 0),
        advice=address.number("advice", 0, 1, 0),
    )
    if address.errors.keys() & {"ratio", "A", "E", "form", "seed"}:
        return replace(play, looks=0)  # moves and looks are those of another tree
    play = replace(play, way=_way(address, play.tree))
    return _with_seen(address, play)


def _way(address: Address, tree: Tree) -> str:
    """The moves, as far as they lead."""
    text = address.text("way")
    point = tree.top
    for place, turn in enumerate(text):
        wrong = ""
        if turn not in TURNS:
            wrong = f"the way is told as h and l, high and low, not “{turn}”"
        elif place == MOST_MOVES:
            wrong = f"a game has at most {MOST_MOVES} moves here"
        elif place and tree.ends(point):
            wrong = "on this tree that way ends earlier"
        if wrong:
            address.say("way", f"Move {place + 1} of “way”: {wrong}. The game is shown up to there.")
            return text[:place]
        point = tree.branches(point)[turn == LOW]
    return text


def _with_seen(address: Address, play: Play) -> Play:
    """The points in view, as far as they can be. Where the way is wrong, they are others'."""
    ways = [] if "way" in address.errors else list(filter(None, address.text("seen").split(".")))
    wrong = ""
    seen: list[str] = []
    for way in ways:
        before = way[:-1]
        known = not before or (before in seen and not play.tree.ends(play.tree.at(play.way + before)))
        if play.over:
            wrong = "where the game is over there is nothing more to see"
        elif len(seen) == MOST_SEEN:
            wrong = f"at most {MOST_SEEN} points are kept in view: it is time to move"
        elif not set(way) <= set(TURNS) or not known:
            wrong = "only branches of points in view that split can be looked at"
        elif way in seen:
            wrong = "each point is looked at once"
        if wrong:
            break
        seen.append(way)
    if wrong:
        address.say("seen", f"Look {len(seen) + 1} of “seen”: {wrong}. What was seen before is shown.")
    elif play.looks < len(seen):
        address.say("looks", f"Each point in view took one look; “looks” must be at least {len(seen)}.")
    return replace(play, seen=tuple(seen), looks=max(play.looks, len(seen)))


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
    cost = formatting.points(other - best, 1e-9).lstrip(formatting.MINUS) if other < best else ""
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
        ("End points", [(said, fresh(ends=name), name == game.ends) for name, said in ENDS.items()]),
        ("Forks", [(said, fresh(ratio=name), name == game.ratio) for name, said in FORKS.items()]),
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
