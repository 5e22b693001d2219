"""The tables of AI Memo 205, for comparison with correct values; docs/lab/tree.md has the figures from played games.

The memo survives as a poor scan. `Figure.scan` has its digits as the scan shows them, with a question mark for each
sign that is no digit; `test_tree_memo.py` decides what was printed. Table numbers are the memo's; it has two tables 4.4,
of which the second, the ranking, is `ORDERS` here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table.

    Attributes:
        strategy: the strategy.
        end, ratio: E and A. In chapter 6 ratio is not used.
        scan: the figure as scanned.
        quantity: its kind: `win`, `loss` (chances, of the game or on a move), `sum`, `correction`, `total`
            (of ten moves, or of three for losses), `ratio` (to the chance on the move before), `limit` (of that
            ratio), `improvement` (divided by the chance without looks).
        move: the move it is about, or None for the whole game.
        certain: whether other figures of the memo confirm each digit.
        remark: why the memo is wrong where no misread digit explains the figure, or what the scan has instead.
    """

    strategy: str
    end: float
    ratio: float
    scan: str
    quantity: str = "win"
    move: int | None = None
    certain: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A row of the ranking: strategies best first, ties joined by `=`."""

    end: float
    ratio: float
    memo: str


def _rows(strategies: str, *rows: tuple[float, float, str]) -> tuple[Figure, ...]:
    return tuple(
        Figure(strategy, end, ratio, scan)
        for end, ratio, scans in rows
        for strategy, scan in zip(strategies.split(), scans.split(), strict=True)
    )


_THIRDS = 2 / 3
_MOVES = {
    "lstrat": ".45311 .15253 .052?3 .01867 .00670 .0024? .00089 .00033 .0001? .00004",
    "hstrat": ".3?06? .15733 .06507 .0?735 .01161 .00500 .00216 .00094 .00011 .00013",
}
_TOTALS = {"lstrat": (".68765", ".00003", ".68768"), "hstrat": (".66038", ".00011", ".66102")}
# E, A, the ratio of HSTRAT's chances on moves 10 and 9, its limit S(A + EB), the same for LSTRAT and its limit SA.
_RATIOS = (
    (0.5, 0.5, ".37160 .37500 .????2 .25000"),
    (0.5, _THIRDS, ".41615 .11667 .33165 .33333"),
    (0.5, 0.75, ".13573 .13750 .37118 .37500"),
    (0.5, 0.9, ".16771 .?750? .11118 .15000"),
    (0.75, 0.5, ".21867 .21875 .12186 .12500"),
    (0.75, 0.75, ".23311 .23137 .18161 .18750"),
)
# E, A, the chance without looks, and the best strategies with one and with two looks.
_IMPROVEMENTS = (
    (0.5, 0.5, ".33333", ("lstrat", "1.67"), ("bstrat", "1.86")),
    (0.5, _THIRDS, ".5", ("lstrat", "1.26"), ("bstrat", "1.33")),
    (0.5, 0.75, ".6", ("lstrat", "1.15"), ("2lstrat", "1.19")),
    (0.5, 0.9, ".3?318", ("lstrat", "1.02"), ("2lstrat", "1.035")),
    (0.5, 0.95, ".90473", ("lstrat", "1.005"), ("2lstrat", "1.01")),
    (0.5, 0.99, ".98020", ("lstrat", "1.000"), ("2lstrat", "1.000")),
    (0.25, 0.75, ".42730", ("lstrat", "1.21"), ("2lstrat", "1.32")),
    (0.75, 0.75, ".69231", ("lstrat", "1.11"), ("bstrat", "1.13")),
)
_UNCORRECTED = "a slip: STRAT wins 3/7; ten moves without a correction make .42721"
# Chances to lose on moves 1 to 3, their sum, the sum with a correction for later moves, and 1 minus that; remarks.
_LOSSES = {
    "hstrat": (".0556 .0191 .0069", ".0816 .0850 .915"),
    "lstrat": (".139 .035 .000", ".174 .174 .826"),
    "strat": (".167 .042 .000", ".209 .??? .791"),
}
_SLIPS = {
    ("hstrat", 3): "a slip: it is .0052",
    ("lstrat", 2): "a slip: a win at the low branch would have been seen there",
}
_CARRIED = {"hstrat": "from .0069 for move 3", "lstrat": "from .035 for move 2", "strat": "the sum of rounded figures"}

TABLES = {
    "4.1": (
        *_rows(
            "strat lstrat hstrat",
            (0.5, 0.5, ".33333 .55152 .48110"),
            (0.5, _THIRDS, ".5 .61029 .?????"),
            (0.5, 0.75, ".6 .68768 .66102"),
            (0.5, 0.9, ".??818 .83914 .?3266"),
            (0.5, 0.95, ".???78 .????5 .???89"),
            (0.5, 0.99, ".????? .????? .?????"),
            (0.75, 0.5, ".49857 .6630? .64285"),
            (0.9, 0.5, ".47363 .72041 .71253"),
            (0.99, 0.5, ".4?74? .74717 .74653"),
        ),
        Figure("strat", 0.25, 0.75, ".42700", remark=f"{_UNCORRECTED}; the scan has .4?70o, and .42730 in table 4.5"),
        *_rows(
            "lstrat hstrat",
            (0.25, 0.75, ".31847 .?6770"),
        ),
        *_rows(
            "strat lstrat hstrat",
            (0.75, 0.75, ".69231 .76722 .75745"),
            (0.9, 0.75, ".72973 .79693 .79371"),
        ),
    ),
    "4.2": (Figure("lstrat", 0.5, 0.75, ".68768"), Figure("hstrat", 0.5, 0.75, ".66102")),
    "4.3": tuple(
        figure
        for strategy, scans in _MOVES.items()
        for figure in (
            *(Figure(strategy, 0.5, 0.75, scan, "win", move) for move, scan in enumerate(scans.split(), 1)),
            *(
                Figure(strategy, 0.5, 0.75, scan, quantity)
                for quantity, scan in zip(("sum", "correction", "total"), _TOTALS[strategy], strict=True)
            ),
        )
    ),
    "4.4": (
        *_rows(
            "bstrat 2lstrat inflstrat 2hstrat infhstrat",
            (0.5, 0.5, ".61335 .60013 .6?58? .5?025 .63583"),
            (0.5, _THIRDS, ".????? .6684? .6066? .6???? .64563"),
            (0.5, 0.75, ".71436 .71673 .73324 .67301 .68967"),
            (0.5, 0.9, ".?4587 .6?783 .3546? .833?0 .?3551"),
            (0.5, 0.95, ".9???7 .??375 .916?? .00915 .?????"),
            (0.5, 0.99, ".??058 .??063 .98076 .?8039 .98040"),
            (0.25, 0.75, ".54486 .5?35? .61633 .47841 .5?694"),
        ),
        *_rows("bstrat 2lstrat", (0.75, 0.75, ".78183 .780?4")),
        Figure(
            "inflstrat",
            0.75,
            0.75,
            ".78183",
            remark="BSTRAT’s figure once more; the second table 4.4 has ∞LSTRAT above BSTRAT",
        ),
        *_rows("2hstrat infhstrat", (0.75, 0.75, ".76470 .767??")),
    ),
    "4.5": tuple(
        figure
        for end, ratio, blind, *better in _IMPROVEMENTS
        for figure in (
            Figure("strat", end, ratio, blind, remark=_UNCORRECTED if end == 0.25 else ""),
            *(Figure(strategy, end, ratio, scan, "improvement") for strategy, scan in better),
        )
    ),
    "5.1": tuple(
        Figure(
            strategy,
            end,
            ratio,
            scan,
            quantity,
            10 if quantity == "ratio" else None,
            remark="unexplained; the scan has 1 for 4" if scan == ".41615" else "",
        )
        for end, ratio, scans in _RATIOS
        for (strategy, quantity), scan in zip(
            (("hstrat", "ratio"), ("hstrat", "limit"), ("lstrat", "ratio"), ("lstrat", "limit")),
            scans.split(),
            strict=True,
        )
    ),
    "6.1": (
        Figure("hstrat", 0.5, 0.0, ".361", move=1),
        Figure("hstrat", 0.5, 0.0, ".242", move=2, certain=True, remark="rounded up; the scan has .342"),
        Figure("hstrat", 0.5, 0.0, ".1?9", move=3),
        Figure("hstrat", 0.5, 0.0, ".752", "sum"),
        Figure("lstrat", 0.5, 0.0, ".???", move=1),
        Figure("lstrat", 0.5, 0.0, ".???", move=2),
        Figure("lstrat", 0.5, 0.0, ".101", move=3),
        Figure("lstrat", 0.5, 0.0, ".7??", "sum"),
    ),
    "6.2": tuple(
        figure
        for strategy, (by_move, sums) in _LOSSES.items()
        for figure in (
            *(
                Figure(strategy, 0.5, 0.0, scan, "loss", move, certain=True, remark=_SLIPS.get((strategy, move), ""))
                for move, scan in enumerate(by_move.split(), 1)
            ),
            *(
                Figure(strategy, 0.5, 0.0, scan, quantity, certain=True, remark=_CARRIED[strategy])
                for quantity, scan in zip(("loss sum", "loss total", "win"), sums.split(), strict=True)
            ),
        )
    ),
}
ORDERS = (
    Order(0.5, 0.5, "inflstrat=infhstrat bstrat 2lstrat lstrat 2hstrat hstrat"),
    Order(0.5, _THIRDS, "inflstrat bstrat 2lstrat infhstrat lstrat 2hstrat hstrat"),
    Order(0.5, 0.75, "inflstrat 2lstrat bstrat infhstrat lstrat 2hstrat hstrat"),
    Order(0.5, 0.9, "inflstrat 2lstrat bstrat lstrat infhstrat 2hstrat hstrat"),
    Order(0.5, 0.95, "inflstrat 2lstrat bstrat lstrat infhstrat 2hstrat hstrat"),
    Order(0.5, 0.99, "inflstrat 2lstrat bstrat lstrat infhstrat 2hstrat=hstrat"),
    Order(0.25, 0.75, "inflstrat 2lstrat bstrat infhstrat lstrat 2hstrat hstrat"),
    Order(0.75, 0.75, "inflstrat bstrat 2lstrat infhstrat=lstrat 2hstrat hstrat"),
)
# The tables of chapter 6 are for the drift form with T = 1/2 and D = 1/6.
DRIFT = (0.5, 1 / 6)
DRIFT_TABLES = ("6.1", "6.2")
