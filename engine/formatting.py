"""Formatting of numbers, without digits beyond their precision.

Chances are 0..1 internally and percent on pages. An exact chance is shown to a tenth of a percent, and “100%” and
“0%” are reserved for certainty. A bounded chance is shown as its interval, rounded outwards to tenths, an estimated one
with its ± and no digit finer than that, or as a range if that is more than ten points each way. Dollars are whole;
estimated amounts are rounded to their error.

A difference agrees with the two figures shown beside it: 78.2% and 11.6% are 66.6 points apart. Functions for
differences take these figures as `shown`; a function `shown_…` returns a figure as the function of that name rounds it.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

NBSP = "\u00a0"
MINUS = "\u2212"
Pair = tuple[float, float]
TENTH = Decimal("0.1")
WHOLE = Decimal("1")
MAX_HALF_WIDTH = Decimal("10")  # points each way; a less certain chance is shown as a range
WHOLE_WINS_FROM = Decimal("10")  # wins in 100 games that are shown without tenths
ARITHMETIC = Decimal("1e-9")  # rounding noise of subtracting two floats
# Answers in double precision are more precise than this. Answers in single precision or from a table are not, so their
# chance of 1 or 0 may be due to rounding.
CERTAIN = 1e-8
WELL_KNOWN = 0.00005  # an error that leaves two decimals of a percent
_NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def format_money(amount: int | float) -> str:
    """Return text such as “$8,000”."""
    sign = MINUS if amount < 0 else ""
    return f"{sign}${abs(round(amount)):,}"


def format_money_within(amount: float, uncertainty: float) -> str:
    """Return text such as “$7,480 ± $50”: an amount rounded to its error; “$7,483” if the error is less than a dollar."""
    if uncertainty < 1:
        return format_money(amount)
    step = _choose_dollar_step(uncertainty)
    half = math.ceil(uncertainty / step) * step
    return f"{format_rough_money(amount, uncertainty)}{NBSP}±{NBSP}{format_money(half)}"


def format_rough_money(amount: float, uncertainty: float) -> str:
    """Return an amount rounded to its uncertainty, without the uncertainty."""
    return format_money(round_shown_money(amount, uncertainty))


def round_shown_money(amount: float, uncertainty: float) -> float:
    """Return an amount as `format_money_within` and `format_rough_money` round it."""
    step = _choose_dollar_step(uncertainty)
    return round(amount / step) * step


def format_money_change(difference: float, uncertainty: float = 0.0, figures: Pair | None = None) -> str:
    """Return text such as “+$1,250”, “−$300” or “$0”, rounded to the error; “< $100” if it is smaller than that."""
    step = _choose_dollar_step(uncertainty)
    amount = round(_round_shown_difference(difference, figures) / step) * step
    if amount == 0 and uncertainty >= 1:
        return f"<{NBSP}{format_money(step)}"
    return f"+{format_money(amount)}" if amount > 0 else format_money(amount)


def format_exact_percent(chance: float, rounding: float = 0.0) -> str:
    """Return text such as “76.7%”; “> 99.9%” and “< 0.1%” near the ends unless the chance is exactly 1 or 0."""
    if chance in (0.0, 1.0) and rounding <= CERTAIN:
        return f"{int(chance) * 100}%"
    tenths = _round_percent(chance).quantize(TENTH, ROUND_HALF_UP)
    if tenths <= 0:
        return f"<{NBSP}0.1%"
    if tenths >= 100:
        return f">{NBSP}99.9%"
    return f"{tenths}%"


def round_shown_chance(chance: float, low: float, high: float, method: str) -> float:
    """Return a chance as `format_percent` rounds it; unrounded if that shows a range."""
    uncertainty = max(high - chance, chance - low, 0.0)
    if method == "bounded" or uncertainty > float(MAX_HALF_WIDTH) / 100:
        return chance
    return round_rough_chance(chance, 0.0 if method == "exact" else uncertainty)


def round_rough_chance(chance: float, uncertainty: float) -> float:
    """Return a chance as `format_rough_percent` rounds it; unrounded if that is “< 0.1%” or “> 99.9%”."""
    amount = _round_percent(chance).quantize(TENTH if uncertainty <= CERTAIN else _step(uncertainty), ROUND_HALF_UP)
    return float(amount / 100) if 0 < amount < 100 else chance


def round_shown_ends(low: float, high: float) -> Pair:
    """Return the ends of a proven interval as `format_percent` rounds them."""
    ends = ((low, ROUND_FLOOR), (high, ROUND_CEILING))
    floor, ceiling = (float(_round_percent(end).quantize(TENTH, how) / 100) for end, how in ends)
    return max(floor, 0.0), min(ceiling, 1.0)


def format_percent(chance: float, low: float, high: float, method: str) -> str:
    """Return a chance in the form for its method."""
    uncertainty = max(high - chance, chance - low, 0.0)
    if method == "exact":
        return format_exact_percent(chance, uncertainty)
    if method == "bounded":
        floor = max(_round_percent(low).quantize(TENTH, ROUND_FLOOR), Decimal(0))
        ceiling = min(_round_percent(high).quantize(TENTH, ROUND_CEILING), Decimal(100))
        return f"{floor}{NBSP}–{NBSP}{ceiling}%"
    step = _step(uncertainty)
    half = max((_round_percent(uncertainty) - ARITHMETIC).quantize(step, ROUND_CEILING), step)
    if half > MAX_HALF_WIDTH:
        floor, ceiling = max(_round_percent(low), Decimal(0)), min(_round_percent(high), Decimal(100))
        whole_ends = [end.quantize(WHOLE, how) for end, how in ((floor, ROUND_FLOOR), (ceiling, ROUND_CEILING))]
        return f"{whole_ends[0]}{NBSP}–{NBSP}{whole_ends[1]}%"
    middle = _round_percent(chance).quantize(step, ROUND_HALF_UP)
    if middle - half <= 0:
        return f"<{NBSP}{middle + half}%"
    if middle + half >= 100:
        return f">{NBSP}{middle - half}%"
    return f"{middle}{NBSP}±{NBSP}{half}%"


def format_either_percent(low: float, high: float) -> str:
    """Return the two chances that a toss-up leaves: “46% or 51%”, “0% or 2.5%”."""
    step = TENTH if high - low < 0.03 else WHOLE
    ends = [_round_percent(end).quantize(step, ROUND_HALF_UP) for end in (low, high)]
    return " or ".join(f"{0 if end == 0 else end}%" for end in ends)


def format_percent_at_most(share: float) -> str:
    """Return text such as “15.4%”: a share rounded up to a tenth."""
    return f"{min(_round_percent(share).quantize(TENTH, ROUND_CEILING), Decimal(100))}%"


def format_rough_percent(chance: float, uncertainty: float) -> str:
    """Return a chance rounded to its uncertainty, without the uncertainty."""
    if uncertainty <= CERTAIN:
        return format_exact_percent(chance)
    step = _step(uncertainty)
    amount = _round_percent(chance).quantize(step, ROUND_HALF_UP)
    if amount <= 0:
        return f"<{NBSP}{step}%"
    if amount >= 100:
        return f">{NBSP}{100 - step}%"
    return f"{amount}%"


def format_points(difference: float, uncertainty: float = 0.0, figures: Pair | None = None) -> str:
    """Return text such as “+22.3”, “−61.0”, “< 0.1”: a difference of two chances in percentage points, signed."""
    if difference == 0 and uncertainty <= CERTAIN:
        return "0"
    difference = _round_shown_difference(difference, figures)
    step = _step(uncertainty)
    size = _round_percent(abs(difference)).quantize(step, ROUND_HALF_UP)
    sign = "+" if difference > 0 else MINUS
    if size == 0:
        return f"<{NBSP}{step}"
    return f"{sign}{size}"


def format_points_within(
    difference: float, uncertainty: float, figures: Pair | None = None, *, must_differ: bool = False
) -> str:
    """Return text such as “+1.2 ± 0.4”: a difference in percentage points, with its error unless that is negligible.

    With `must_differ` both have tenths, from the unrounded figures, if otherwise the difference would not look larger
    than its error.
    """
    if _round_percent(uncertainty) < TENTH / 2:
        return format_points(difference, uncertainty, figures)
    shown_difference = _round_shown_difference(difference, figures)
    needs_tenths = must_differ and abs(difference) > uncertainty and not exceeds_error(shown_difference, uncertainty)
    difference = difference if needs_tenths else shown_difference
    size, half = _round_size_and_half(difference, uncertainty, TENTH if needs_tenths else None)
    sign = "+" if difference > 0 else MINUS
    return f"{f'{sign}{size}' if size else 0}{NBSP}±{NBSP}{half}"


def format_wins(difference: float, uncertainty: float = 0.0, figures: Pair | None = None) -> str:
    """Return text such as “23”, “8.7”, “17 ± 3”, “fewer than 1”: the size of a difference of chances, in wins in 100 games.

    If well known, it is whole from ten on.
    """
    if _round_percent(uncertainty) >= TENTH / 2:
        return format_points_within(abs(difference), uncertainty, figures, must_differ=True).removeprefix("+")
    size = _round_percent(abs(_round_shown_difference(difference, figures)))
    if size < WHOLE:
        return "fewer than 1"
    return f"{size.quantize(WHOLE if size >= WHOLE_WINS_FROM else TENTH, ROUND_HALF_UP)}".removesuffix(".0")


def format_wins_between(low: float, high: float) -> str:
    """Return text such as “9.1 to 14.8”: the ends of a proven difference of chances, as `format_wins`, rounded outwards."""
    step = WHOLE if low >= float(WHOLE_WINS_FROM) / 100 else TENTH
    low_end = max((_round_percent(low) + ARITHMETIC).quantize(step, ROUND_FLOOR), Decimal(0))
    return f"{low_end} to {(_round_percent(high) - ARITHMETIC).quantize(step, ROUND_CEILING)}"


def write_in_100(count: str, more: str = "") -> str:
    """Return text such as “23 wins in 100”, “1 win in 100”: a count with its unit, with `more` before the unit."""
    return f"{count}{f' {more}' if more else ''} win{'' if count in ('1', 'fewer than 1') else 's'} in 100"


def format_one_win_in(difference: float, uncertainty: float = 0.0, figures: Pair | None = None) -> str:
    """Return text such as “1 win in 500”, “about 1 win in 140”, “0.6 ± 0.3 wins in 100”: the size of a small difference of chances.

    The error is shown if it is more than half of the difference.
    """
    size = abs(_round_shown_difference(difference, figures))
    if _round_percent(size) < TENTH / 2:
        return "less than 1 win in 1,000"
    if uncertainty > size / 2:
        return write_in_100(format_wins(difference, uncertainty, figures))
    games = 1 / size
    step = 10 ** max(len(str(round(games))) - 2, 0)
    rounded_games = round(games / step) * step
    is_exact = _round_percent(uncertainty) < TENTH / 2 and math.isclose(rounded_games * size, 1)
    return f"{'' if is_exact else 'about '}1 win in {rounded_games:,}"


def format_points_at_most(size: float) -> str:
    """Return text such as “0.4”, “13”: a size in percentage points, rounded up; whole from one point on."""
    step = TENTH if size <= 0.01 else WHOLE
    return f"{max((_round_percent(size) - ARITHMETIC).quantize(step, ROUND_CEILING), step)}"


def exceeds_error(difference: float, uncertainty: float) -> bool:
    """Return whether a difference of chances is larger than its error, also as `format_points_within` rounds both."""
    if uncertainty <= CERTAIN:
        return True
    if _round_percent(uncertainty) < TENTH / 2:
        return abs(difference) > uncertainty
    size, half = _round_size_and_half(difference, uncertainty)
    return size > half


def money_exceeds_error(difference: float, uncertainty: float) -> bool:
    """Return whether a difference in dollars is larger than its error, also as `format_money_change_within` rounds both."""
    step = _choose_dollar_step(uncertainty)
    return uncertainty < 1 or abs(round(difference / step)) > math.ceil(uncertainty / step)


def format_money_change_within(difference: float, uncertainty: float, figures: Pair | None = None) -> str:
    """Return text such as “+$1,250 ± $100”: a difference in dollars, with its error if that is a dollar or more."""
    if uncertainty < 1:
        return format_money_change(difference, figures=figures)
    step = _choose_dollar_step(uncertainty)
    amount = round(_round_shown_difference(difference, figures) / step) * step
    sign = "+" if amount > 0 else ""
    return f"{sign}{format_money(amount)}{NBSP}±{NBSP}{format_money(math.ceil(uncertainty / step) * step)}"


def format_money_at_most(amount: float) -> str:
    """Return text such as “$480”: an amount, rounded up to two digits."""
    step = max(_choose_dollar_step(amount) // 10, 1)
    return format_money(math.ceil(max(amount, 1) / step) * step)


def format_error(uncertainty: float) -> str:
    """Return text such as “0.002%”: an error bound, rounded up to one digit."""
    size = _round_percent(uncertainty)
    return f"{size.quantize(Decimal(1).scaleb(size.adjusted()), ROUND_CEILING):f}%"


def format_seconds(duration: float) -> str:
    """Return text such as “0.04 s”, “3.2 s”, “95 s”."""
    if duration < 0.01:
        return f"<{NBSP}0.01{NBSP}s"
    digits = 2 if duration < 1 else 1 if duration < 10 else 0
    return f"{duration:.{digits}f}{NBSP}s"


def count_text(number: int) -> str:
    """Return text such as “5,120”, “39.6 million”: a count, to a tenth of a million from a million on."""
    millions = number / 1_000_000
    return f"{millions:,.1f}{NBSP}million" if millions >= 1 else f"{number:,}"


def spell_number(number: int) -> str:
    """Return text such as “three”; digits from 13 on."""
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else str(number)


def spell_count(number: int, noun: str) -> str:
    """Return text such as “one spin”, “three spins”."""
    return f"{spell_number(number)} {noun}{'' if number == 1 else 's'}"


def format_count(number: int, noun: str) -> str:
    """Return text such as “1 spin”, “3 spins”."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def size_text(size: int) -> str:
    """Return text such as “6.4 MiB”."""
    for unit, shift in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if size >= 1 << shift:
            return f"{size / (1 << shift):.1f} {unit}"
    return f"{size} bytes"


def _round_shown_difference(difference: float, figures: Pair | None) -> float:
    """Return a difference with the size of the difference of two shown figures; almost 0 if these are equal."""
    if figures is None:
        return difference
    return math.copysign(round(abs(figures[0] - figures[1]), 9) or float(ARITHMETIC), difference)


def _round_size_and_half(difference: float, uncertainty: float, step: Decimal | None = None) -> tuple[Decimal, Decimal]:
    """Return the size of a difference, rounded to the error, and the error, rounded up, both in percentage points."""
    step = step or _step(uncertainty)
    half = max((_round_percent(uncertainty) - ARITHMETIC).quantize(step, ROUND_CEILING), step)
    return _round_percent(abs(difference)).quantize(step, ROUND_HALF_UP), half


def _step(uncertainty: float) -> Decimal:
    """Return the finest step to show, in percentage points."""
    return TENTH if uncertainty < 0.01 else WHOLE


def _choose_dollar_step(uncertainty: float) -> int:
    """Return the finest step to show in dollars: the largest of 1, 10, 100 … up to the error."""
    return int(10 ** int(math.log10(max(uncertainty, 1))))


def _round_percent(chance: float) -> Decimal:
    return Decimal(repr(float(chance))) * 100


# In plain characters, for the terminal and for texts.


def format_plain_points(size: float, uncertainty: float, figures: Pair | None = None) -> str:
    """Return a size in percentage points with its error: “4.25 points”, “17 ± 3 points”."""
    if uncertainty < WELL_KNOWN:
        return f"{100 * abs(_round_shown_difference(size, figures)):.2f} points"
    text = (
        format_points_within(abs(size), uncertainty, figures, must_differ=True)
        .removeprefix("+")
        .replace(f"<{NBSP}", "less than ")
    )
    return use_plain_spaces(f"{text} point{'' if text == '1' else 's'}")


def round_plain_chance(chance: float, uncertainty: float) -> float:
    """Return an exact or estimated chance as texts for the terminal round it: to hundredths of a percent if well known."""
    if uncertainty < WELL_KNOWN:
        return round(chance, 4)
    return round_shown_chance(chance, chance - uncertainty, chance + uncertainty, "estimated")


def format_plain_chance(win: float, low: float, high: float) -> str:
    """Return an estimated chance with its error, or a range if the error is large: “45 ± 2%”, “32 – 78%”."""
    return use_plain_spaces(format_percent(win, low, high, "estimated"))


def format_plain_dollars(amount: float, uncertainty: float) -> str:
    """Return dollars with their error: “$7,480 ± $50”."""
    return use_plain_spaces(format_money_within(amount, uncertainty))


def use_plain_spaces(text: str) -> str:
    """Return the text with a terminal's spaces."""
    return text.replace(NBSP, " ")
