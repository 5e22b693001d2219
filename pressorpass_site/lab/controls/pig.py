"""Pig's controls."""

from __future__ import annotations

from dataclasses import replace

from . import shared
from .control import Control, Group, Layout, Number, Player, Slider

HOLD = {"hold": Number("Holds at", 1, 1000, "20")}
ALONE = Player({"optimal": ("The best player", ()), "hold": ("Always holds at a total", ("hold",))}, HOLD)
ANY = Player(
    {
        "optimal": ("The best player", ()),
        "best-response": ("The best reply to the other", ()),
        "hold": ("Always holds at a total", ("hold",)),
    },
    HOLD,
)

FIRST_POLICY = Player({"": ("Holds after every roll", ()), "hold": ("Always holds at a total", ("hold",))}, HOLD)

LAYOUT = Layout(
    {
        "goal": shared.GOAL,
        "sides": Control("Faces of the die", slider=Slider(2, 20)),
        "bust": Control("Losing face", slider=Slider(1, 20)),
        "policy": Control("Player", player=ALONE, wide=True),
        "a": Control("Player A", player=ANY, wide=True),
        "b": Control("Player B", player=ANY, wide=True),
        "policies": Control("Players", player=ALONE, many=True, wide=True),
        "own": shared.OWN,
        "opp": shared.OPP,
        "first": Control("Who moves now", words={"a": "A", "b": "B"}, radios=True),
        "turn-total": Control("Turn total", "points not banked yet", slider=Slider(0, 99, below="goal")),
        "turns": Control("Turns left", "this one included; empty where there may be no limit", slider=Slider(1, 40)),
        "objective": Control(
            "Aim",
            words={"reach": "the best chance to get there in time", "turns": "as few turns as possible"},
            radios=True,
            wide=True,
        ),
        "players": Control("Players", words={"1": "one, who counts turns", "2": "two"}, radios=True),
        "method": Control("Method", words={"value": "value iteration", "policy": "policy iteration"}, radios=True),
        "tolerance": Control(
            "Stop when a sweep changes less than",
            words={"1e-3": "0.001", "1e-6": "a millionth", "1e-9": "a billionth", "1e-12": "a trillionth"},
        ),
        "record": replace(shared.RECORD, hint="the faces of each turn, A’s and B’s in turns: 4-5-6,3-1,2-2-6"),
        "gamma": Control("Discount γ", "what comes a roll later counts γ times as much", slider=Slider(0, 1, 0.01)),
        "start-value": Control("Every value at first", "turns, or A’s payoff", slider=Slider(0, 50, 0.5)),
        "start-policy": Control("First policy", "of policy iteration", player=FIRST_POLICY, wide=True),
        "payoffs": Control(
            "A’s payoffs for a win and a loss",
            words={"constant-sum": "1 and 0 (constant sum)", "zero-sum": "1 and −1 (zero sum)"},
            radios=True,
            wide=True,
        ),
        "games": shared.GAMES,
        "seed": replace(shared.SEED, hint="the same seed, the same dice"),
    },
    (
        Group("What was played", ("record",)),
        Group("The players", ("players", "policy", "a", "b", "policies")),
        Group("The scores", ("own", "opp", "turn-total", "first")),
        Group("The limit", ("turns", "objective")),
        Group("The rules", ("goal", "sides", "bust")),
        Group(
            "The method", ("method", "tolerance", "gamma", "start-value", "start-policy", "payoffs", "games", "seed")
        ),
    ),
)
