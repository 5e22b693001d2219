"""Slides as people write them: “$3,000 + spin”, “Move to 8 or 10”, “Whammy”, “Trip to Rome ($2,190)”.

A text becomes a ``SlideText``, whose fields are texts too. A text that cannot be read becomes money with the whole text
as its amount, which no board can have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..board_format import MAX_LABEL, WITH_SPIN
from .directions import ACROSS_FROM, get_direction_kind, list_direction_targets
from .sums import find_sum_fault, parse_whole_dollars

MAX_SLIDE_LENGTH = 300  # characters; a longer text is not searched for the parts of a slide

BLANKS = re.compile(r"\s+")
APART = re.compile(
    r'("[^"]*"|“[^“”]*”)|[;|·•\t]|(?:(?<!\bto [0-9])(?<!\bto [0-9]{2})|(?!/[0-9]{1,2}(?![0-9,])))/|,(?=[$€£])|,(?=\s)(?!\s*[0-9]{1,2}(?![0-9,]))'
)
_WEIGHT = re.compile(r"(?<=\S)(?:\s?×\s?|\sx\s?|\sweight\s)(\S+)\Z", re.IGNORECASE)
_MAX_TAIL = 40  # characters of a weight, a spin or a value at the end of a slide


def _compile_slide_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _build_word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_SPIN = r"(?:(?:an?|one|1) )?(?:(?:extra|free|bonus|more) )?spin(?: again)?"
_UNKNOWN = _compile_slide_pattern(r"\?{1,3}|unknown|not documented|[-–]")
_WHAMMY = _compile_slide_pattern(r"w|wham|(?:(?:a|one|1) )?whamm(?:y|ie)")
_LOSE_WHAMMY = _compile_slide_pattern(r"lose[ -](?:(?:a|one|1)[ -])?whammy")
_DOUBLE = _compile_slide_pattern(r"double(?: (?:your )?(?:\${1,2}|money|cash|score|dollars|winnings|earnings))?")
_ADD_A_ONE = _compile_slide_pattern(r"add[ -](?:a[ -])?(?:one|1)")
_ONE_SPIN = _compile_slide_pattern(_SPIN)
_PLUS = r"(?:\+|&|\b(?:and|plus|with)\b)"
_SPIN_AFTER = _compile_slide_pattern(rf" ?(?:\+ ?s?|{_PLUS} ?{_SPIN})\Z")
_SPIN_BEFORE = _compile_slide_pattern(rf"{_SPIN} ?{_PLUS} ?(.+)")
_SPIN_WITHIN = _compile_slide_pattern(rf" ?{_PLUS} ?{_SPIN}\Z")  # before the value of a prize
_EITHER = _compile_slide_pattern(r"(.+?) or (.+)")
_JACKPOT = _compile_slide_pattern(r"jackpot(?: ?\(([^()]*)\)|:? ([^()]+))?|([^()]+) jackpot")
_LEAD = _compile_slide_pattern(r"take the lead(?: by (.+))?")
_ARROW = _compile_slide_pattern(r"(.*?) ?(?:→|->|=>) ?(?:squares? )?(.*)")
_TO = _compile_slide_pattern(r"(.*?) ?\bto (?:squares? )?([0-9].*)")
_PLAIN_MOVE = _compile_slide_pattern(r"|move|go|advance")
_VALUE = _compile_slide_pattern(
    r"(?: ?[:–-])? ?(?:(?<=[ :])(?:worth|of) )?(?:\(([$€£0-9][^()]*)\)|(?<![-−(])(?<!\b\w)(?<!\b\w\w)(?<!\b\w\w\w)([$€£][^()]*))\Z"
)
_PRIZE = _compile_slide_pattern(r"(?:a )?prize(?::| |$) ?(.*)")
_IN_QUOTES = re.compile(r'"(.+)"|“(.+)”', re.DOTALL)

# Words and signs that may mean an effect (money or spins lost, doubled or chosen, or a move), so no name may have them.
_SIGNS = re.compile(
    r"^(?:to|of)\b|[+%×*=<>±~^|()\[\]{}\\$€£½→]|(?:^|\s)[-−–](?=\s?[0-9])|[0-9]\s?(?:&|and\b|plus\b)", re.IGNORECASE
)
_TAKES_AWAY = _build_word_set(
    "lose loses losing lost loss minus less negative deduct subtract steal steals rob robs penalty tax half halve halves "
    "halved bankrupt bankruptcy bust wipe wiped forfeit forfeits forfeited deduction deducts deducted robbery robbed thief "
    "burglar reduce reduced remove removed zonk"
)
# Words that alone are the name of no prize: money lost, a limit, a place, who gets it.
_NO_NAME = _build_word_set(
    "fine fines fee fees debt debts charge charges bill cut drop loan return refund damage damages down tax taxes "
    "up to at of from the an a about around over under least most only just maybe nearly almost approximately circa stop "
    "first second third last 1st 2nd 3rd round slide left center centre right top middle bottom row column value amount "
    "everyone everybody winner winners wins win gets get all"
)
_CHANGES = _build_word_set(
    "or nor either plus with x double doubles doubled triple triples twice times multiply quadruple add adds each every "
    "per if unless then when your opponent opponents player players contestant contestants leader lead score scores money "
    "cash dollars bucks take takes give gives pay pays owe owes none nothing zero all everything swap trade switch pass "
    "passes passed skip turn spin spins respin whammy whammies wham w devil jackpot choose choice pick bonus"
)
_MOVES = _build_word_set("move go goes advance back forward space spaces square squares corner across")
_PRIZES = frozenset({"prize", "prizes"})
_WORD = re.compile(r"[^\W_]+")
_TIMES = re.compile(r"x[0-9]+|[0-9]+x")
_NEGATIVE = re.compile(r"(?:^|[\s$€£])[-−–]\s?[$€£]?[0-9]|^[$€£]?\(\s?[$€£]?[0-9]")
_ENDS_OPEN = re.compile(r"(?<!\S)(?:and|&)\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SlideText:
    """A slide in its fields: readable sums are digits, other values as typed; empty if missing.

    Attributes:
        kind: money with a spin is ``cash`` with ``spin``.
    """

    kind: str
    dollars: str = ""
    to: str = ""
    label: str = ""
    name: str = ""
    spin: bool = False
    weight: str = ""


def read_slide(text: str, square: str = "") -> SlideText:
    """Return the fields of a slide; an unreadable one is money with the text as its amount.

    Directions such as “Move One Space” lead on from the number of the slide's ``square``.
    """
    text = BLANKS.sub(" ", text).strip()
    if len(text) > MAX_SLIDE_LENGTH:
        return SlideText("cash", text)
    weight = ""
    if weight_match := _match_at_end(_WEIGHT, text):
        text, weight = text[: weight_match.start()], weight_match[1]
    square_number = int(square) if re.fullmatch(r"[0-9]{1,3}", square) else 0
    text = _read_quoted_text(text) or text  # some people quote every slide; its words decide whether it is a name
    slide = _read_with_spin(text, square_number) or _read_with_spin(text.rstrip("!."), square_number)
    if not slide and (spin_match := _match_at_end(_SPIN_AFTER, text)):
        slide = SlideText("cash", text[: spin_match.start()], spin=True)
    return replace(slide or SlideText("cash", text), weight=weight)


def why_unread(text: str) -> str:
    """Return one or two sentences of help on a text that ``read_slide`` cannot read; "" if there are none."""
    slide_text = BLANKS.sub(" ", text[:MAX_SLIDE_LENGTH]).strip(" !.")
    if fault := find_sum_fault(slide_text):
        return fault
    if re.search(r"\bdevils?\b", slide_text, re.IGNORECASE):
        return "The Devil is of Second Chance, whose rules are not played here. Write Whammy if it is to count as one."
    if get_direction_kind(slide_text) == "across":
        return f"On the show it led from square {ACROSS_FROM} to 8. Write where it leads from here: {slide_text} → 12."
    if re.search(r"\bor\b", slide_text, re.IGNORECASE):
        return "A choice is of money or one of these: lose a Whammy, double your $$, spin again."
    if re.search(r"\bspins\b", slide_text, re.IGNORECASE):
        return "A slide brings one spin at most."
    loss = _NEGATIVE.search(slide_text) or _split_slide_words(slide_text) & _TAKES_AWAY
    return " ".join(
        filter(None, ("Only a Whammy takes something away here." if loss else "", _suggest_slide_spelling(slide_text)))
    )


def _suggest_slide_spelling(slide_text: str) -> str:
    """Return the right spelling of a text that is meant as a prize or a move; "" if it is neither."""
    title, value = _split_value(slide_text)
    prize = _PRIZE.fullmatch(title)
    name = (prize[1] if prize else title)[:MAX_LABEL]
    if re.search(r"\bspin\b", slide_text, re.IGNORECASE):
        return "A spin comes with money, a prize, Double your $$ or Take the lead."
    if not any(
        len(word) > 1 and word.isalpha() for word in _split_slide_words(name) - _TAKES_AWAY - _CHANGES
    ) or re.search(r"[$€£]|(?:and|[+&])$", name):
        return ""
    if _split_slide_words(name) & _MOVES and not value:
        return f"If it is a move, write where it leads: {name} → 8."
    if not (prize or value) and _is_no_name(name):
        return ""
    if not _reads_as_name(name):
        name = f'Prize "{name}"' if not _read_quoted_text(name) else f"Prize {name}"
        return f"If it is a prize, write its name in quotation marks: {name}{f' ({value})' if value else ''}."
    if prize or value or not re.fullmatch(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)+", name):
        return ""
    return f"If it is a prize, write “Prize: {name}”, or its value behind it: {name} ($500)."


def with_marks_quoted(name: str, *, label: bool = False) -> str:
    """Return a prize's name or a move's label, in quotation marks if ``read_slide`` would not read it as one."""
    if label:
        reads_as_is = read_slide(f"{name} → 8").label == name
    else:
        reads_as_is = all(read_slide(f"Prize {name}{value}").name == name for value in ("", " ($1)"))
    return name if (reads_as_is and not APART.search(name)) or not name else f'"{name}"'


def parse_square_list(text: str) -> list[int]:
    """Return the squares in “8 or 10”; none if it is not a list of squares."""
    if re.fullmatch(r"(?:square\s*)?[0-9]{1,3}(?:[\s,;/]+(?:or\s+|and\s+)?[0-9]{1,3})*", text, re.IGNORECASE):
        return [int(number) for number in re.findall(r"[0-9]+", text)]
    return []


def _read_with_spin(text: str, square: int) -> SlideText | None:
    """Return a slide, perhaps with a spin; None if the text is unreadable."""
    if slide := _read_effect(text, square):
        return slide
    spin_after, spin_before = _match_at_end(_SPIN_AFTER, text), _SPIN_BEFORE.fullmatch(text)
    effect_text = text[: spin_after.start()] if spin_after else spin_before[1] if spin_before else ""
    slide = _read_effect(effect_text, square) if effect_text else None
    return replace(slide, spin=True) if slide and slide.kind in ("cash", *WITH_SPIN) and not slide.spin else None


def _read_effect(text: str, square: int) -> SlideText | None:
    for words, kind in (
        (_UNKNOWN, "unknown"),
        (_WHAMMY, "whammy"),
        (_DOUBLE, "double"),
        (_ADD_A_ONE, "add_a_one"),
    ):
        if words.fullmatch(text):
            return SlideText(kind)
    if (dollars := _read_sum_digits(text)) is not None:
        return SlideText("cash", dollars)
    if _ONE_SPIN.fullmatch(text):
        return SlideText("cash", "0", spin=True)
    return _read_choice(text) or _read_sum(text) or _read_move(text, square) or _read_prize(text)


def _read_choice(text: str) -> SlideText | None:
    either = _EITHER.fullmatch(text)
    for money, alternative in (either.groups(), either.groups()[::-1]) if either else ():
        for words, kind in (
            (_LOSE_WHAMMY, "cash_or_lose_whammy"),
            (_DOUBLE, "cash_or_double"),
            (_ONE_SPIN, "cash_or_spin"),
        ):
            if (dollars := _read_sum_digits(money)) is not None and words.fullmatch(alternative):
                return SlideText(kind, dollars)
    return None


def _read_sum(text: str) -> SlideText | None:
    """Return a slide with words before its sum."""
    for words, kind, default in ((_JACKPOT, "jackpot", ""), (_LEAD, "lead", "1")):
        if match := words.fullmatch(text):
            dollars = next(filter(None, match.groups()), "")
            digits = _read_sum_digits(dollars) if dollars else default
            return None if digits is None else SlideText(kind, digits)
    return None


def _read_move(text: str, square: int) -> SlideText | None:
    if to := list_direction_targets(text, square):
        return SlideText("move", to=" or ".join(map(str, to)), label=text)
    move = _ARROW.fullmatch(text)
    if not move and (move := _TO.fullmatch(text)) and not parse_square_list(move[2]):
        return None
    if not move:
        return None
    if (earlier_move := _TO.fullmatch(move[1])) and parse_square_list(earlier_move[2]):
        return None
    if _PLAIN_MOVE.fullmatch(move[1]):
        return SlideText("move", to=move[2])
    label = _read_quoted_text(move[1]) or (move[1] if _reads_as_label(move[1]) else None)
    return SlideText("move", to=move[2], label=label) if label else None


def _read_prize(text: str) -> SlideText | None:
    title, value = _split_value(text)
    spin = _match_at_end(_SPIN_WITHIN, title) if value else None
    title = title[: spin.start()] if spin else title
    prize = _PRIZE.fullmatch(title)
    name = prize[1] if prize else title
    dollars = str(parse_whole_dollars(value)) if value else ""
    if not (prize or value):
        return None
    if not name and prize:
        return SlideText("prize", dollars, spin=spin is not None)
    prize_name = _read_quoted_text(name) or (name if _reads_as_name(name) else "")
    return SlideText("prize", dollars, name=prize_name, spin=spin is not None) if prize_name else None


def _split_value(text: str) -> tuple[str, str]:
    """Return the name of a prize, and its value if there is one."""
    if match := _match_at_end(_VALUE, text):
        value = match[1] or match[2]
        return (text[: match.start()].rstrip(), value) if parse_whole_dollars(value) is not None else (text, "")
    return text, ""


def _read_quoted_text(name: str) -> str | None:
    match = _IN_QUOTES.fullmatch(name)
    return (match[1] or match[2]).strip() or None if match else None


def _reads_as_name(name: str) -> bool:
    """Return whether a text without quotation marks can only be the name of a prize."""
    return _is_harmless(name) and not _split_slide_words(name) & _MOVES and not get_direction_kind(name)


def _reads_as_label(text: str) -> bool:
    return bool(get_direction_kind(text)) or (_is_harmless(text) and not _split_slide_words(text) & _PRIZES)


def _is_harmless(text: str) -> bool:
    """Return whether a text has letters, but no word or sign of an effect of a slide."""
    words = _split_slide_words(text)
    if text[:1] in "\"“'" or not any(map(str.isalpha, text)) or words & (_TAKES_AWAY | _CHANGES):
        return False
    if _is_no_name(text):
        return False
    return not (any(map(_TIMES.fullmatch, words)) or _SIGNS.search(text) or _ENDS_OPEN.search(text))


def _is_no_name(text: str) -> bool:
    return all(word in _NO_NAME or len(word) == 1 or word.isdecimal() for word in _split_slide_words(text))


def _split_slide_words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _match_at_end(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the match of a pattern at the end of a text, with other text before it."""
    return pattern.search(text, max(1, len(text) - _MAX_TAIL))


def _read_sum_digits(text: str) -> str | None:
    """Return a sum as digits; "" for a lone “$”; None if it is not a sum."""
    dollars = parse_whole_dollars(text)
    return "" if text == "$" else None if dollars is None else str(dollars)
