"""How wide a text is in the font of the pictures, so that nothing on them runs over its edge.

The widths are those of Liberation Sans, which comes with the library that draws the pictures and is as
wide as Arial and Helvetica, letter for letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

FAMILY = "Arial, 'Liberation Sans', Helvetica, sans-serif"
ELLIPSIS = "…"

# Thousandths of the size: the letters that are so wide, rare ones at most so.
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
_OTHER = 1150  # letters of other scripts: no font has wider ones, but for a few signs


def clean(text: str) -> str:
    """The text without what an SVG file must not hold and what would turn its lines round."""
    kept = (" " if letter.isspace() and letter != "\xa0" else letter for letter in text)
    return "".join(letter for letter in kept if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Cn"))


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text is, in the unit of `size`; rather too wide where it is not known."""
    widths = _WIDTHS[bold]
    return sum(0 if unicodedata.combining(letter) else widths.get(letter, _OTHER) for letter in text) * size / 1000


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """As much of the text as there is room for, with “…” if that is not all."""
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def fitting(text: str, room: float, size: float, least: float, *, bold: bool = False) -> float:
    """The largest size up to `size` in which the text has room; `least` if there is none."""
    wide = width(text, size, bold=bold)
    return size if wide <= room else max(least, size * room / wide)


def lines(text: str, room: float, size: float, most: int, *, bold: bool = False) -> list[str]:
    """The text in at most so many lines, the last one cut if that is not enough."""
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
    if len(found) <= most:
        return found
    return [*found[: most - 1], cut(" ".join(found[most - 1 :]), room, size, bold=bold)]


def _words(text: str, room: float, size: float, bold: bool) -> Iterator[str]:
    """Between plain spaces (an unbreakable one holds its words together); what is too long is broken."""
    for word in text.split(" "):
        part = ""
        for letter in word:
            if part and width(part + letter, size, bold=bold) > room:
                yield part
                part = ""
            part += letter
        if part:
            yield part
