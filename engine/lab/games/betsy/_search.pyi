"""Types of the compiled module ``_search.pyx``, which has the documentation."""

Pair = tuple[int, int]

WIN: int

def moves(board: bytes, mover: int, directions: int) -> list[Pair]: ...

class AlphaBetaSearch:
    stopped: bool
    nodes: int
    limit: int
    deadline: float
    def __init__(
        self,
        board: bytes,
        mover: int,
        directions: int,
        square_values: memoryview,
        flag: bytearray,
        limit: int,
        entries: int = ...,
        null_move: bool = ...,
        seed: int = ...,
    ) -> None: ...
    def perft(self, depth: int) -> int: ...
    def minimax(self, depth: int, alpha: int = ..., beta: int = ..., move: Pair | None = None) -> int: ...
    def forces(self, move: Pair, plies: int) -> bool: ...
    def think(self, depth: int) -> tuple[Pair | None, int]: ...
    def line(self, longest: int) -> list[Pair]: ...
