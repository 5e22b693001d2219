"""Text widths in the font of the pictures, for fitting and wrapping.

The widths are those of Liberation Sans, which comes with the rendering library and is metric-compatible with Arial and
Helvetica.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

FAMILY = "Arial, 'Liberation Sans', Helvetica, sans-serif"
ELLIPSIS = "…"

# Letters by width in thousandths of the font size; an upper bound for rare letters.
_REGULAR = {
    191: "'",
    222: "ijl‘’",
    260: "|¦",
    278: " !,./:;I[\\]ft\xa0·ÌÍÎÏìíîï",
    333: "()-`r¡¨²³´¸¹“”",
    355: '"{}•',
    400: "*°ºª",
    500: "^Jcksvxyzçýÿ",
    556: "#$0123456789?L_abdeghnopqu¢£¤¥§«»àáâãäåèéêëðñòóôõöùúûüþ–¶¯±÷≈≤≥",
    584: "+<=>~¬×−µ",
    611: "FTZ¿ßø",
    667: "&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞ",
    722: "CDHNRUwÇÐÑÙÚÛÜ",
    778: "GOQÒÓÔÕÖØ©®",
    834: "Mm¼½¾",
    889: "%æ",
    944: "W",
    1015: "@Æ—…←→",
}
_BOLD = {
    238: "'",
    278: " ,./I\\ijl\xa0·ÌÍÎÏìíîï‘’|¦",
    333: "!()-:;[]`ft¡¨²³´¸¹",
    389: "*r{}",
    400: "•ºª°",
    500: 'z“”"',
    556: "#$0123456789J_aceksvxy¢£¤¥§«¶»àáâãäåçèéêëýÿ–¯±÷≈≤≥",
    584: "+<=>^~¬×−µ",
    611: "?FLTZbdghnopqu¿ßðñòóôõöøùúûüþ",
    667: "EPSVXYÈÉÊËÝÞ",
    722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    778: "GOQwÒÓÔÕÖØ©®",
    834: "M¼½¾",
    889: "%mæ",
    944: "W",
    1000: "@Æ—…←→",
}
_WIDTHS = [{letter: each for each, letters in font.items() for letter in letters} for font in (_REGULAR, _BOLD)]
_OTHER = 1150  # letters of other scripts, an upper bound except for a few symbols


def clean(text: str) -> str:
    """The text without characters that are invalid in SVG or change its direction."""
    kept = (" " if letter.isspace() and letter != "\xa0" else letter for letter in text)
    return "".join(letter for letter in kept if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Cn"))


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of the text in the unit of `size`; overestimated for unknown letters."""
    widths = _WIDTHS[bold]
    return sum(0 if unicodedata.combining(letter) else widths.get(letter, _OTHER) for letter in text) * size / 1000


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, shortened with “…” if it is wider than `room`."""
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def fitting(text: str, room: float, size: float, min_size: float, *, bold: bool = False) -> float:
    """The largest size up to `size` at which the text fits `room`, but at least `min_size`."""
    wide = width(text, size, bold=bold)
    return size if wide <= room else max(min_size, size * room / wide)


def lines(text: str, room: float, size: float, max_lines: int, *, bold: bool = False) -> list[str]:
    """The text wrapped into at most `max_lines` lines, the last one shortened if necessary."""
    found: list[str] = []
    line = ""
    for word in _words(text, room, size, bold):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, bold=bold) > room:
            found.append(line)
            line = word
        else:
            line = longer
    found.append(line)
    if len(found) <= max_lines:
        return found
    return [*found[: max_lines - 1], cut(" ".join(found[max_lines - 1 :]), room, size, bold=bold)]


def _words(text: str, room: float, size: float, bold: bool) -> Iterator[str]:
    """The words between breakable spaces, those wider than `room` in parts."""
    for word in text.split(" "):
        part = ""
        for letter in word:
            if part and width(part + letter, size, bold=bold) > room:
                yield part
                part = ""
            part += letter
        if part:
            yield part
