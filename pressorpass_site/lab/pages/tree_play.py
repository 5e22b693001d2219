"""Playing Tree Solitaire: the seed determines the tree, and the address has all moves and looks."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from engine import formatting
from engine.lab.exhibits import Ask, Link, Pending
from engine.lab.found import Found, chance
from engine.lab.games.tree import words
from engine.lab.games.tree.plain import HIGH, LOW, Point, Tree, search
from engine.lab.games.tree.plain import play as play_out
from engine.lab.games.tree.review import chances as chances_at
from engine.lab.games.tree.review import passes_forks
from engine.lab.games.tree.review import state as state_of
from engine.lab.games.tree.shown import REVIEW
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.reviewed import review

from .old_table import AddressReader, query, random_seed, steps

Asking = Generator[Ask, Found, Any]
MAX_MOVES = 200
MAX_SEEN = 16  # points in view at one fork
MAX_LOOKS = 10**6
SHOWN_MOVES = 12
SEARCH_LIMIT = 4000  # looks of the unlimited search of a tree
ENDS = {"0.75": "most points end", "0.5": "half of the points end", "0.25": "few points end"}
RATIOS = {"0.5": "even forks", "0.75": "¾ to ¼"}
UNIFORM = "uniform"
FORKS = {**RATIOS, UNIFORM: "random forks"}
PARTS = ("E", "A", "ratio", "form", "seed", "way", "past", "seen", "looks", "step", "advice")
TURNS = {HIGH: "high", LOW: "low"}
PAST, SEEN, NO_LOOK = ",", ".", "-"
NOTHING_DONE: dict[str, Any] = {"way": "", "past": (), "seen": (), "looks": 0, "step": None}


@dataclass(frozen=True)
class TreeState:
    """The state of a game.

    Attributes:
        ends, ratio: the kind of tree, from `ENDS` and `FORKS`: the questions' E and A, or a uniform ratio.
        form: tsi or tsd.
        seed: of the tree.
        way: the moves made, "hl": high, then low.
        past: what was in view at each move; empty if that is not known.
        seen: the points in view, as ways from the current point.
        looks: the number of looks so far.
        advice: whether advice is shown.
        step: the number of moves after which it is shown; None for the end, where one plays on.
    """

    ends: str
    ratio: str
    form: str
    seed: int
    way: str
    seen: tuple[str, ...]
    looks: int
    advice: int
    past: tuple[tuple[str, ...], ...] = ()
    step: int | None = None

    @cached_property
    def tree(self) -> Tree:
        share = None if self.ratio == UNIFORM else float(self.ratio)
        return Tree(Trees(self.form, float(self.ends), SplitRatio(share)), self.seed)

    @property
    def options(self) -> dict[str, str]:
        """The kind of tree as options of a question."""
        return {"form": self.form, "E": self.ends, ("ratio" if self.ratio == UNIFORM else "A"): self.ratio}

    @cached_property
    def here(self) -> Point:
        return self.tree.at(self.way)

    @cached_property
    def over(self) -> bool:
        return bool(self.way) and self.tree.ends(self.here)

    def link(self, **changes: Any) -> str:
        """Return the address of this state, or of another."""
        state = vars(replace(self, **changes))
        usual = {"E": "0.5", "A": "0.75", "form": "tsi", "looks": 0, "advice": 0}
        trees = {"E": state["ends"], ("ratio" if state["ratio"] == UNIFORM else "A"): state["ratio"]}
        values = trees | {name: state[name] for name in ("form", "seed", "way", "looks", "step", "advice")}
        past = PAST.join(SEEN.join(seen) or NO_LOOK for seen in state["past"])
        values = {name: value for name, value in values.items() if usual.get(name) != value}
        return query({**values, "past": past, "seen": SEEN.join(state["seen"])}) + "#fork"


@dataclass(frozen=True)
class Branch:
    """A branch for display, with its actions.

    Attributes:
        name: high branch or low branch.
        value: the value of the point.
        state: unseen, split, win or lost.
        look, go: addresses of the actions, "" if they are impossible.
        branches: the branches of a point that splits.
        chance: the chance to win that way, if advice is shown.
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


def play_page(request: HttpRequest) -> Asking:
    """Return the context of the fork's page for this address."""
    address = AddressReader(request, PARTS)
    game = _read(address)
    whole, game = game, _at_step(game)
    shown: dict[str, Any] = {
        "play": game,
        "value": _value(game.here),
        "story": _story(game),
        "new": replace(game, seed=random_seed(), **NOTHING_DONE).link(),
        "same": whole.link(**NOTHING_DONE),
        **_stepping(whole, game),
        "others": _others(game),
        "again": whole.link(),
        **address.context(),
    }
    try:
        if game.over:
            shown |= {"won": game.tree.wins(game.here), "results": _results(game)}
            shown |= yield from _prospects(game)
            shown |= (yield from _review(game)) if game.past else {}
        else:
            chances = (yield from _advice(game)) if game.advice else {}
            shown |= {"branches": _branches(game, "", chances)}
            shown |= {"toggle": game.link(advice=1 - game.advice)} if whole.step is None else {}
            shown |= (yield from _advice_context(game, chances)) if chances else {}
    except Pending as waiting:
        shown |= {"waiting": waiting.job, "unready": waiting.job.is_active}
        shown |= {"branches": [] if game.over else _branches(game, "", {})}
    return shown


def _read(address: AddressReader) -> TreeState:
    """Return the state, up to the first invalid part."""
    ratio = address.word("ratio", ("constant", UNIFORM), "constant")
    share = address.word("A", RATIOS, "0.75")
    if ratio == UNIFORM and address.text("A"):
        address.add_error("A", "“A” has no meaning where the split ratio is uniform; it is left out.")
    play = TreeState(
        ends=address.word("E", ENDS, "0.5"),
        ratio=UNIFORM if ratio == UNIFORM else share,
        form=address.word("form", ("tsi", "tsd"), "tsi"),
        seed=address.seed(random_seed(), "another tree is taken"),
        way="",
        seen=(),
        looks=address.number("looks", 0, MAX_LOOKS, 0),
        advice=address.number("advice", 0, 1, 0),
    )
    if address.errors.keys() & {"ratio", "A", "E", "form", "seed"}:
        return replace(play, looks=0)  # moves and looks are those of another tree
    play = _with_past(address, replace(play, way=_way(address, play.tree)))
    if address.text("step"):
        step = address.number("step", 0, MAX_MOVES, MAX_MOVES, "the end is shown")
        play = replace(play, step=step if step < len(play.past) else None)
    return _with_seen(address, play)


def _way(address: AddressReader, tree: Tree) -> str:
    """Return the moves up to the first invalid one."""
    text = address.text("way")
    point = tree.top
    for place, turn in enumerate(text):
        wrong = ""
        if turn not in TURNS:
            wrong = f"the way consists of h and l, high and low, not “{turn}”"
        elif place == MAX_MOVES:
            wrong = f"a game has at most {MAX_MOVES} moves here"
        elif place and tree.ends(point):
            wrong = "on this tree that way ends earlier"
        if wrong:
            address.add_error("way", f"Move {place + 1} of “way”: {wrong}. The game is shown up to there.")
            return text[:place]
        point = tree.branches(point)[turn == LOW]
    return text


def _with_past(address: AddressReader, play: TreeState) -> TreeState:
    """Return the points in view at each move; nothing if the address does not have them for every move."""
    text = address.text("past")
    past = tuple(() if seen == NO_LOOK else tuple(seen.split(SEEN)) for seen in text.split(PAST)) if text else ()
    if not text or "way" in address.errors:
        return play
    if len(past) != len(play.way) or not all(set(way) <= set(TURNS) for seen in past for way in seen):
        address.add_error("past", "“past” must have the looks of every move, like h.hh,-,l; it is left out.")
        return play
    return replace(play, past=past)


def _at_step(play: TreeState) -> TreeState:
    """Return the fork that is shown: the last one, or one where a move was made, with the points then in view."""
    if play.step is None:
        return play
    looks = sum(len(seen) for seen in play.past[: play.step + 1])
    here: dict[str, Any] = {"way": play.way[: play.step], "past": play.past[: play.step], "seen": play.past[play.step]}
    return replace(play, **here, looks=looks, step=None, advice=1)


def _stepping(whole: TreeState, shown: TreeState) -> dict[str, Any]:
    """Return the steps through the moves."""
    nav = steps(lambda step: whole.link(step=step), whole.step, len(whole.way))
    if whole.step is None:
        look_back = whole.link(step=0 if whole.over else len(whole.way) - 1) if whole.past else ""
        return {"look_back": look_back}
    return {"steps": nav, "made": f"You went {TURNS[whole.way[whole.step]]}."}


def _review(play: TreeState) -> Asking:
    """Return the costs of a finished game's moves."""
    moves = zip(play.past, play.way, strict=True)
    record = ",".join(f"{SEEN.join(seen) or NO_LOOK}:{turn}" for seen, turn in moves)
    options = {**play.options, "seed": play.seed, "record": record}

    def link(number: int, entry: Mapping[str, Any]) -> Link:
        return Link("", address=play.link(step=number))

    found = yield Ask("review", options)
    return {
        "review": list(review(found, replace(REVIEW, link=link))),
        "review_link": Link("Open this review on its own page", "review", options),
    }


def _with_seen(address: AddressReader, play: TreeState) -> TreeState:
    """Return the points in view, up to the first invalid one; none if the way is invalid."""
    ways = [] if "way" in address.errors else list(filter(None, address.text("seen").split(".")))
    wrong = ""
    seen: list[str] = []
    for way in ways:
        before = way[:-1]
        known = not before or (before in seen and not play.tree.ends(play.tree.at(play.way + before)))
        if play.over:
            wrong = "where the game is over there is nothing more to see"
        elif len(seen) == MAX_SEEN:
            wrong = f"at most {MAX_SEEN} points are kept in view: it is time to move"
        elif not set(way) <= set(TURNS) or not known:
            wrong = "only branches of points in view that split can be looked at"
        elif way in seen:
            wrong = "each point is looked at once"
        if wrong:
            break
        seen.append(way)
    if wrong:
        address.add_error("seen", f"Look {len(seen) + 1} of “seen”: {wrong}. What was seen before is shown.")
    elif play.looks < len(seen):
        address.add_error("looks", f"Each point in view took one look; “looks” must be at least {len(seen)}.")
    return replace(play, seen=tuple(seen), looks=max(play.looks, len(seen)))


def _branches(play: TreeState, under: str, chances: Mapping[str, float]) -> list[Branch]:
    """Return the two branches of a point with everything seen below them."""
    found = []
    best = max((chances[turn] for turn in TURNS if turn in chances), default=None)
    for turn, point in zip(TURNS, play.tree.branches(play.tree.at(play.way + under)), strict=True):
        way = under + turn
        state = state_of(play.tree, play.way, play.seen, way)
        can_look = state == "unseen" and len(play.seen) < MAX_SEEN
        wins = chances.get(way) if not under else None
        found.append(
            Branch(
                f"{TURNS[turn].capitalize()} branch",
                _value(point),
                state,
                play.link(seen=(*play.seen, way), looks=play.looks + 1) if can_look else "",
                "" if under or len(play.way) >= MAX_MOVES else _moved(play, turn),
                _branches(play, way, {}) if state == "split" else [],
                "" if wins is None else chance(wins, 0.0 if wins in (0.0, 1.0) else 1e-9, "exact"),
                wins is not None and wins == best,
            )
        )
    return found


def _moved(play: TreeState, turn: str) -> str:
    """Return the address after a move, with the points in view before it if they are known for all moves."""
    known = len(play.past) == len(play.way)
    return play.link(way=play.way + turn, seen=(), past=(*play.past, play.seen) if known else ())


def _advice(play: TreeState) -> Generator[Ask, Found, dict[str, float]]:
    """Return chances to win by either branch, playing on by the best of the strategies."""
    known: dict[float, float] = {}
    while True:
        try:
            return chances_at(play.tree, play.way, play.seen, known.__getitem__)
        except KeyError as unknown:
            value = unknown.args[0]
            known[value] = (yield from _best(play, f"{value:.12g}"))[1]


def _best(play: TreeState, value: str = "1") -> Generator[Ask, Found, tuple[str, float]]:
    found = yield Ask("ranking", {**play.options, "value": value})
    strategy, chance_to_win = found.answer[0]
    return strategy, chance_to_win


def _advice_context(play: TreeState, chances: Mapping[str, float]) -> Asking:
    best = max(chances.values())
    other = min(chances.values())
    turn = " or ".join(TURNS[turn] for turn in TURNS if chances[turn] == best)
    cost = formatting.points(other - best, 1e-9).lstrip(formatting.MINUS) if other < best else ""
    prospects = yield from _prospects(play)
    return {
        "advice": turn,
        "cost": cost,
        "passes_forks": passes_forks(play.seen, chances),
        "look_first": not play.way and not play.seen and best + 1e-9 < prospects["best_value"],
        **prospects,
    }


def _prospects(play: TreeState) -> Asking:
    """Return the best strategy and its chance at the top."""
    strategy, chance_to_win = yield from _best(play)
    return {
        "best": words.STRATEGIES[strategy].title,
        "best_chance": chance(chance_to_win, 1e-9),
        "best_value": chance_to_win,
    }


def _story(play: TreeState) -> list[str]:
    """Return the moves with the values of the points reached."""
    return [
        f"{TURNS[turn].capitalize()}, to {_value(play.tree.at(play.way[:place]))}"
        for place, turn in enumerate(play.way, 1)
    ]


def _results(play: TreeState) -> list[tuple[words.Strategy, str, str, int]]:
    """Return each strategy on this tree: its moves, the result and the number of looks."""
    found = []
    for name, strategy in words.STRATEGIES.items():
        game = search(play.tree, SEARCH_LIMIT) if name == "unlimited" else play_out(name, play.tree)
        end = {True: "won", False: "lost", None: "given up"}[game.won]
        moves = " ".join(game.way[:SHOWN_MOVES]) + (" …" if len(game.way) > SHOWN_MOVES else "")
        found.append((strategy, moves or "–", end, game.looks))
    return found


def _others(game: TreeState) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Return links to other kinds of trees."""
    seed = random_seed()

    def fresh(**changes: str) -> str:
        return replace(game, seed=seed, **NOTHING_DONE).link(**changes)

    return [
        ("End points", [(label, fresh(ends=name), name == game.ends) for name, label in ENDS.items()]),
        ("Forks", [(label, fresh(ratio=name), name == game.ratio) for name, label in FORKS.items()]),
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
