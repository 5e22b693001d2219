"""The kernels beside one another on the same positions, in one run (seed rules, February 1985 board).

A figure means little by itself on a shared machine; the ratio to the graph kernel on the same
position in the same run means more.
"""

import time

from engine import CancelFlag, Position, Rules, preset_boards
from engine.game.rules import Table
from engine.solve.cubes import Cubes
from engine.solve.sparse import Sparse

POSITIONS = ("8000e1,3000,0@1", "8000e3,3000,0@1", "2000e3,3500e2,0@1", "0e1,2000e1,3500@1")
MEMORY = 8 * 2**30


def main() -> None:
    """Prints seconds, states and ratios, and fails if the kernels disagree."""
    rules = Rules.preset("seed")
    table = Table(rules, 250, 20_000)
    board = preset_boards()["pyl-1985-02-r2"]
    print(
        f"{'position':22} {'graph s':>9} {'M states':>9} {'cubes s':>9} {'M cells':>9} {'cubes/graph':>12} {'difference':>11}"
    )
    for text in POSITIONS:
        position = Position.parse(text)
        start = time.perf_counter()
        sparse = Sparse(position, board, table, budget=10**7, memory=MEMORY, cancel=CancelFlag())
        sparse.solve()
        graph_seconds = time.perf_counter() - start
        start = time.perf_counter()
        cubes = Cubes(position, board, table, memory=MEMORY, cancel=CancelFlag())
        cubes.solve()
        cube_seconds = time.perf_counter() - start
        one, other = sparse.look(), cubes.look()
        assert one.press is not None
        assert other.press is not None
        difference = max(abs(x - y) for x, y in zip(one.press, other.press, strict=True))
        assert difference < 1e-9, text
        print(
            f"{text:22} {graph_seconds:9.3f} {sparse.states / 1e6:9.2f} {cube_seconds:9.3f} {cubes.states / 1e6:9.2f} "
            f"{cube_seconds / graph_seconds:12.2f} {difference:11.1e}"
        )


if __name__ == "__main__":
    main()
