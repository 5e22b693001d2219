"""The tables of AI Memo 205, for comparison with exact values.

The memo survives as a poor scan. A figure marked ``READ`` was legible only with the help of the exact value
(single digits are garbled), and None marks an illegible one; all others are as in the text. Table numbers
are the memo's; it has two tables 4.4, of which the ranking is left to the question ``ranking``.
"""

from __future__ import annotations

from dataclasses import dataclass

READ = "scan garbled"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table.

    Attributes:
        strategy: the strategy.
        end, ratio: E and A; ratio is None for uniform split ratios. In table 6 they are not used.
        memo: the figure; None if illegible.
        move: the move of the chance to win, or None for the whole game.
        over: the strategy whose chance is subtracted, or ``"move"`` to divide by the previous move's chance.
        remark: what is wrong with the figure.
    """

    strategy: str
    end: float
    ratio: float | None
    memo: float | None
    move: int | None = None
    over: str | None = None
    remark: str = ""


_RANDOM = "the memo's random numbers"
_TEN = "ten moves and a correction"


def _rows(strategies: str, *rows: tuple[float, float, tuple[float | None, ...], str]) -> tuple[Figure, ...]:
    return tuple(
        Figure(strategy, end, ratio, memo, remark="" if memo is None else remark)
        for end, ratio, figures, remark in rows
        for strategy, memo in zip(strategies.split(), figures, strict=True)
    )


_MOVES = {
    "lstrat": (0.45311, 0.15253, 0.05283, 0.01867, 0.00670, 0.00243, 0.00089, 0.00033, 0.00012, 0.00004),
    "hstrat": (0.39061, 0.15753, 0.06507, 0.02735, 0.01164, 0.00500, 0.00216, 0.00094, 0.00041, 0.00018),
}
_RATIOS = (
    (0.5, 0.5, 0.37480, 0.24982),
    (0.5, 2 / 3, 0.41615, 0.33165),
    (0.5, 0.75, 0.43573, 0.37118),
    (0.5, 0.9, 0.46774, 0.44118),
    (0.75, 0.5, 0.21867, 0.12486),
    (0.75, 0.75, 0.23341, 0.18464),
)

TABLES: dict[str, tuple[Figure, ...]] = {
    "4.1": (
        *_rows(
            "strat lstrat hstrat",
            (0.5, 0.5, (0.33333, 0.55152, 0.48110), ""),
            (0.5, 2 / 3, (0.5, 0.63029, None), READ),
            (0.5, 0.75, (0.6, 0.68768, 0.66102), ""),
            (0.5, 0.9, (0.81818, 0.83914, 0.83266), READ),
            (0.5, 0.95, (0.90473, None, 0.9089), READ),
            (0.5, 0.99, (0.98020, None, None), READ),
            (0.75, 0.5, (0.42857, 0.66890, 0.64285), READ),
            (0.9, 0.5, (0.47368, 0.72041, 0.71253), READ),
            (0.99, 0.5, (0.49749, 0.74717, 0.74653), READ),
        ),
        Figure("strat", 0.25, 0.75, 0.42700, remark="a slip: it is .428571, that is 3/7"),
        *_rows(
            "strat lstrat hstrat",
            (0.25, 0.75, (None, 0.51847, 0.46770), _TEN),
            (0.75, 0.75, (0.69231, 0.76722, 0.75745), ""),
            (0.9, 0.75, (0.72973, 0.79698, 0.79371), READ),
        )[1:],
    ),
    "4.2": (
        Figure("lstrat", 0.5, 0.75, 0.67090, remark=_RANDOM),
        Figure("hstrat", 0.5, 0.75, 0.65930, remark=f"{_RANDOM}; {READ}"),
        Figure("hstrat", 0.5, 0.75, 0.66640, remark=_RANDOM),
        Figure("lstrat", 0.5, None, 0.69640, remark=f"{_RANDOM}; {READ}"),
        Figure("lstrat", 0.5, None, 0.69070, remark=f"{_RANDOM}; {READ}"),
        Figure("hstrat", 0.5, None, 0.67070, remark=_RANDOM),
        Figure("hstrat", 0.5, None, 0.65950, remark=_RANDOM),
    ),
    "4.3": tuple(
        Figure(strategy, 0.5, 0.75, memo, move, remark="cut off, not rounded" if move == 1 else "")
        for strategy, figures in _MOVES.items()
        for move, memo in enumerate(figures, 1)
    ),
    "4.4": _rows(
        "bstrat 2lstrat inflstrat 2hstrat infhstrat",
        (0.5, 0.5, (0.61335, 0.60013, 0.61583, 0.54025, 0.61583), READ),
        (0.5, 2 / 3, (0.66887, 0.66849, None, None, 0.64563), READ),
        (0.5, 0.75, (0.71436, 0.71673, 0.73324, 0.67301, 0.68967), READ),
        (0.5, 0.9, (0.84587, 0.84783, 0.85463, 0.83380, 0.83551), READ),
        (0.5, 0.95, (0.91297, 0.91375, 0.91615, 0.90915, 0.90941), READ),
        (0.5, 0.99, (0.98058, 0.98063, 0.98076, 0.98039, 0.98040), READ),
        (0.25, 0.75, (0.54486, 0.5635, 0.61633, 0.47841, 0.52694), f"{_TEN}; {READ}"),
        (0.75, 0.75, (0.78183, 0.78024, None, 0.76420, 0.76722), READ),
    ),
    "5.1": tuple(
        Figure(strategy, end, ratio, memo, 10, "move", READ)
        for end, ratio, high, low in _RATIOS
        for strategy, memo in (("hstrat", high), ("lstrat", low))
    ),
    "5.2": (
        Figure("bstrat", 0.5, None, 0.72435, remark=_RANDOM),
        Figure("bprime", 0.5, None, 0.73200, remark=_RANDOM),
        Figure("bprime", 0.5, None, 0.00765, over="bstrat", remark="noise: fifty times too much"),
        Figure("hstrat", 0.5, None, 0.67070, remark=_RANDOM),
        Figure("hprime", 0.5, None, 0.67265, remark=_RANDOM),
        Figure("hprime", 0.5, None, 0.00195, over="hstrat", remark=_RANDOM),
    ),
    "6.1": tuple(
        Figure(strategy, 0.5, None, memo, move, remark=READ)
        for strategy, figures in {"hstrat": (0.361, 0.242, 0.149), "lstrat": (0.444, 0.234, 0.104)}.items()
        for move, memo in enumerate(figures, 1)
    ),
    "6.2": (
        Figure("hstrat", 0.5, None, 0.915, remark="summed by hand"),
        Figure(
            "lstrat",
            0.5,
            None,
            0.826,
            remark="a slip: .035 for losing on move 2 forgets that a win low is seen there; it is .026",
        ),
        Figure("strat", 0.5, None, 0.791, remark="summed by hand"),
    ),
}
# The tables of chapter 6 are for the drift form with T = 1/2 and D = 1/6.
DRIFT = (0.5, 1 / 6)
DRIFT_TABLES = ("6.1", "6.2")
