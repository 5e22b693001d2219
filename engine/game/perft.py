"""Perft: the number of leaves of the game tree, which pins down the rules.

As in chess programming, every line of play counts: two spins that reach the same position are two
leaves. A leaf is the end of the game or a position ``depth`` plies down; a ply is a pass, or a spin with
one of the options of one of its landings.
"""

from __future__ import annotations

from collections import Counter

from .board import Board
from .position import Position
from .rules import PlayRules, Press, apply_effect, game_over, legal_actions, list_available_options, pass_spins
from .spin import landings


def count_leaves(position: Position, board: Board, play_rules: PlayRules, depth: int) -> int:
    lines: Counter[Position] = Counter({position: 1})
    leaves = 0
    for _ in range(depth):
        next_lines: Counter[Position] = Counter()
        for current, count in lines.items():
            if game_over(current, play_rules.rules):
                leaves += count
                continue
            for action in legal_actions(current, play_rules.rules):
                if not isinstance(action, Press):
                    next_lines[pass_spins(current, action.to, play_rules.rules)] += count
                    continue
                rules = play_rules.rules.at(current.spins).for_seat(current.mover_seat)
                for landing in landings(board, rules, play_rules.unit):
                    for option in list_available_options(current, landing.options):
                        for _, next_position in apply_effect(current, option.effect, play_rules):
                            next_lines[next_position] += count
        lines = next_lines
    return leaves + sum(lines.values())
