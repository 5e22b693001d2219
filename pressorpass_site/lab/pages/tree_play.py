"""Tree Solitaire in play: the seed determines the tree; the query has all moves, with the looks before each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine import InputError, formatting
from engine.lab import Option
from engine.lab.answer_view import AnswerView, build_bar_table, format_chance
from engine.lab.exhibits import Ask, Badge, Code, Exhibit, Panel, Pending, Piece, Rows, Strong, Text, Waiting
from engine.lab.games.tree.panels import REVIEW
from engine.lab.games.tree.reference import HIGH, LOW, Point, Tree, search_tree
from engine.lab.games.tree.reference import play_game as play_out
from engine.lab.games.tree.review import NO_LOOK, find_look_error, plan_passes_forks, read_record
from engine.lab.games.tree.review import compute_branch_chances as chances_at
from engine.lab.games.tree.review import get_point_state as state_of
from engine.lab.games.tree.rules import STRATEGIES_BY_NAME
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.options import choice, integer
from engine.lab.review_exhibits import ReviewWording

from .address import MAX_SHOWN
from .play import MAX_SEED, Button, PageGenerator, Play, Seat

MAX_POINTS_IN_VIEW = 16  # points at one fork
SHOWN_MOVES = 12
SEARCH_LIMIT = 4000  # looks of the unlimited search of a tree
TURNS = {HIGH: "high", LOW: "low"}
PAST, SEEN = ",", "."
ERROR = 1e-9  # of a chance
ENDS = {"0.75": "most points end", "0.5": "half of the points end", "0.25": "few points end"}
WINS = {"tsi": "each end point for itself", "tsd": "exactly one"}


@dataclass(frozen=True)
class Branch:
    """A branch for display; its `state` is unseen, split, win or lost."""

    name: str
    value: str
    state: str
    look: str
    go: str
    branches: list[Branch]


class TreePlay(Play[str]):
    """A game of Tree Solitaire in play.

    A state is the way to a fork. A choice is a move with the looks before it, in the engine's notation: h.hh:l.
    """

    settings = (
        choice("E", "End points", "", ENDS, "0.5"),
        choice("ratio", "Forks", "", {"constant": "all alike", "uniform": "each drawn anew"}, "constant"),
        choice("A", "Forks that are alike", "", {"0.75": "¾ to ¼", "0.5": "even"}, "0.75"),
        choice("form", "Wins", "", WINS, "tsi"),
        integer("seed", "Seed of the new tree", "", 0, MAX_SEED),
    )
    parts = tuple(Option(name, "", str, "") for name in ("way", "past", "seen"))
    passing = (integer("looks", "", "", 0, 10**6),)  # ignored: only old URLs have it
    harmless = Play.harmless | {"way", "past", "seen", "looks"}
    moves_in = "way"
    max_choices = 200

    def start_state(self) -> str:
        address = self.address
        share = None if address["ratio"] == "uniform" else float(address["A"])
        self.tree = Tree(Trees(address["form"], float(address["E"]), SplitRatio(share)), address["seed"])
        self.has_looks = bool(address["past"]) or not address["way"]
        return ""

    def is_over(self, way: str) -> bool:
        return bool(way) and self.tree.is_end(self.tree.point_at(way))

    def play_move(self, way: str, move: str) -> PageGenerator[str]:
        yield from ()
        if move[-1] not in TURNS:
            raise InputError("a way has h and l, high and low")
        ((looks, turn),) = read_record(move)
        if look_error := find_look_error(self.tree, way, looks):
            raise InputError(look_error, field="past")
        return way + turn

    def read_moves(self) -> list[str]:
        way, past = self.address["way"], self.address["past"]
        looks = past.split(PAST) if past else [NO_LOOK] * len(way)
        if len(looks) != len(way) or not all(
            move_looks == NO_LOOK or all(map(_is_way, move_looks.split(SEEN))) for move_looks in looks
        ):
            self.address.refuse("past", "must have the looks of every move, like h.hh,-,l")
            self.has_looks, looks = False, [NO_LOOK] * len(way)
        return [f"{looks}:{turn}" for looks, turn in zip(looks, way, strict=True)]

    def get_typed_text(self, part: str, text: str) -> str:
        return text[-1] if part == "way" else text[:-2]

    def build_address_parts(self, moves: Sequence[str]) -> dict[str, str]:
        past = PAST.join(move[:-2] for move in moves) if self.has_looks else ""
        looks = SEEN.join(self.in_view) if moves == self.moves else ""
        return {"way": "".join(move[-1] for move in moves), "past": past, "seen": looks}

    def get_move_looks(self, number: int) -> tuple[str, ...]:
        return read_record(self.moves[number])[0][0]

    @cached_property
    def in_view(self) -> tuple[str, ...]:
        """The points seen since the last move, up to the first impossible look."""
        points_in_view: tuple[str, ...] = ()
        if self.is_over(self.states[-1]) or self.address.errors.keys() - self.harmless:
            return points_in_view
        for under in filter(None, self.address["seen"].split(SEEN)):
            if len(points_in_view) == MAX_POINTS_IN_VIEW:
                error = f"at most {MAX_POINTS_IN_VIEW} points are kept in view"
            elif not _is_way(under):
                error = "a look is a way of h and l, high and low"
            else:
                error = find_look_error(self.tree, self.states[-1], (*points_in_view, under))
            if error:
                look = f"Look {len(points_in_view) + 1} of “seen”, “{under[:MAX_SHOWN]}”, is not possible"
                self.address.report("seen", f"{look}: {error}. The looks before it are shown.")
                break
            points_in_view = (*points_in_view, under)
        return points_in_view

    def get_looks(self) -> tuple[str, ...]:
        return self.in_view if self.step is None else self.get_move_looks(self.step)

    def build_lede(self) -> str:
        win_sentence = "Exactly one end in the tree is the win; a value is the chance that it is there or below."
        value_sentence = "A value is the chance to win if your way ends there."
        return (
            f"Go down until your way ends. {win_sentence if self.address['form'] == 'tsd' else value_sentence} Look as often as you like "
            "before you move; then everything you saw is forgotten."
        )

    def list_seats(self, way: str) -> list[Seat]:
        looks = sum(len(self.get_move_looks(number)) for number in range(len(way))) + len(self.get_looks())
        return [Seat("Moves", str(len(way))), Seat("Looks", str(looks))]

    def build_headline(self, way: str) -> str:
        if self.is_over(way):
            return "✓ You win!" if self.tree.is_win(self.tree.point_at(way)) else "✗ You lose."
        return f"You are at a point of value {_describe_value(self.tree.point_at(way))}"

    def describe_move(self, way: str, move: str) -> str:
        turn = move[-1]
        return f"You went {TURNS[turn]}, to {_describe_value(self.tree.point_at(way + turn))}."

    def build_note(self) -> Sequence[Piece]:
        kind = " ".join(f"--{name} {value}" for name, value in self._build_tree_options().items())
        seed = self.address["seed"]
        tree = f"reloading does not draw another tree. The tree is from seed {seed}, game 0 of "
        return (tree, Code(f"tree win --strategy lstrat {kind} --method simulate --seed {seed}"), ".")

    def build_picture(self, way: str, is_playing: bool) -> dict[str, Any]:
        return {"branches": [] if self.is_over(way) else self._build_branches(way, "", is_playing)}

    def build_continue_button(self, step: int) -> Button:
        return Button("Play on from here", self.build_link(step, seen=SEEN.join(self.get_move_looks(step))))

    def _build_branches(self, way: str, under: str, is_playing: bool) -> list[Branch]:
        branches, looks = [], self.get_looks()
        for turn, point in zip(TURNS, self.tree.branches(self.tree.point_at(way + under)), strict=True):
            to = under + turn
            state = state_of(self.tree, way, looks, to)
            can_look = is_playing and state == "unseen" and len(looks) < MAX_POINTS_IN_VIEW
            can_go = is_playing and not under and len(self.moves) < self.max_choices
            branches.append(
                Branch(
                    f"{TURNS[turn].capitalize()} branch",
                    _describe_value(point),
                    state,
                    self.build_link(seen=SEEN.join((*looks, to))) if can_look else "",
                    self.build_link(None, f"{SEEN.join(looks) or NO_LOOK}:{turn}") if can_go else "",
                    self._build_branches(way, to, is_playing) if state == "split" else [],
                )
            )
        return branches

    def build_advice(self, way: str, move_made: str) -> PageGenerator[list[Panel]]:
        looks, chance_by_value = self.get_looks(), dict[float, float]()
        while True:
            try:
                chances = chances_at(self.tree, way, looks, chance_by_value.__getitem__)
                break
            except KeyError as unknown:
                value = unknown.args[0]
                chance_by_value[value] = (yield from self._ask_best_strategy(f"{value:.12g}"))[1]
        best = max(chances.values())
        title = f"Best: {' or '.join(TURNS[turn] for turn in TURNS if chances[turn] == best)}."
        if min(chances.values()) < best:
            cost = formatting.format_points(best - min(chances.values()), ERROR).lstrip("+")
            title += f" The other branch costs {cost} percentage points."
        note = "The chances are for moving there and then playing the best of the strategies that go from fork to fork."
        if plan_passes_forks(looks, chances):
            note += " Forks below that are in view are passed without another look; looking again may win more often."
        strategy, value = yield from self._ask_best_strategy()
        if not way and not looks and best + ERROR < value:
            note += f" Looking first is worth more: {format_chance(value, ERROR)}."
        else:
            note += f" From the top, the best strategy is {strategy}, with {format_chance(value, ERROR)}."
        error = 0.0 if set(chances.values()) <= {0.0, 1.0} else ERROR
        table = build_bar_table(
            {TURNS[turn]: branch_chance for turn, branch_chance in chances.items()},
            [TURNS[turn] for turn, branch_chance in chances.items() if branch_chance == best],
            error,
            TURNS[move_made[-1]] if move_made else "",
        )
        return [Panel(title, (table, Text(note, " ", Badge("exact"), small=True)))]

    def _ask_best_strategy(self, value: str = "1") -> PageGenerator[tuple[str, float]]:
        view = yield Ask("ranking", {**self._build_tree_options(), "value": value})
        name, wins = view.answer[0]
        return STRATEGIES_BY_NAME[name].title, wins

    def _build_tree_options(self) -> dict[str, Any]:
        ratio = "ratio" if self.address["ratio"] == "uniform" else "A"
        return {name: self.address[name] for name in ("form", "E", ratio)}

    def build_end_cards(self, way: str) -> PageGenerator[list[Panel]]:
        first: Exhibit
        try:
            best, wins = yield from self._ask_best_strategy()
            words_of_best = (
                f"Before the first move, the best strategy that goes from fork to fork, {best}, had a chance of "
            )
            first = Text(words_of_best, Strong(format_chance(wins, ERROR)), " ", Badge("exact"))
        except Pending as waiting:
            first = Waiting(waiting.job)
        rows = []
        for name, strategy in STRATEGIES_BY_NAME.items():
            game = search_tree(self.tree, SEARCH_LIMIT) if name == "unlimited" else play_out(name, self.tree)
            end = {True: "✓ won", False: "✗ lost", None: "given up"}[game.won]
            moves = " ".join(game.way[:SHOWN_MOVES]) + (" …" if len(game.way) > SHOWN_MOVES else "")
            rows.append((strategy.title, end, str(game.looks), moves or "–"))
        note = (
            "Moves: h is high, l is low. The unlimited search looks at the point with the highest value not yet seen, "
            "wherever it is, and moves when it has seen a win. On one tree, NOSTRAT’s coin tosses are always the same."
        )
        table = Rows(("Strategy", "End", "Looks", "Moves"), rows, "Strategies")
        return [Panel("The strategies on this tree", (first, table, Text(note, small=True)), wide=True)]

    def build_review_options(self) -> dict[str, Any]:
        if not self.has_looks:
            return {}
        return {**self._build_tree_options(), "seed": self.address["seed"], "record": ",".join(self.moves)}

    def build_review_wording(self, view: AnswerView) -> ReviewWording:
        return REVIEW


def _is_way(text: str) -> bool:
    return bool(text) and set(text) <= set(TURNS)


def _describe_value(point: Point) -> str:
    return f"{point.value:.4g}"
