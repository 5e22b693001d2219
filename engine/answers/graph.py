"""The values of a question's actions from the graph of all that may follow, the board changing or not."""

from __future__ import annotations

from engine.answers.question import Question
from engine.game.rules import Table
from engine.solve.ply import Ply, end_value
from engine.solve.sparse import Sparse
from engine.solve.switch import Switch


def solved_graph(question: Question, table: Table, budget: int) -> tuple[Ply, int]:
    """The actions of the one up, and how many positions were computed.

    Args:
        question: what is asked.
        table: rules, unit and cap.
        budget: the most states of the graph.

    Raises:
        Unaffordable: over the budget or the memory; said before any value is computed.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    switch = None
    positions = [question.position]
    if question.now is not None:
        switch = Switch(question.position, question.now, table, question.cancel)
        positions = list(switch.leaves)
        if not positions:
            return switch.look(lambda end: end_value(end, table.rules)), 1  # it never comes to the change
    sparse = Sparse(
        positions, question.board, table, budget=budget, memory=question.limits.memory_bytes, cancel=question.cancel
    )
    sparse.solve(question.listener)
    return (sparse.look() if switch is None else switch.look(sparse.value)), sparse.states
