"""An answer on one printed page: the verdict, all odds, every outcome of the next spin, and the method."""

from __future__ import annotations

import math

from engine.formatting import exact_percent
from pressorpass_site.analyses.answers import Answer
from pressorpass_site.questions.podium_words import podium_words
from pressorpass_site.questions.question import SEATS

from .drawing import FILLS, INK, INKS, LINE, MUTED, SPIN_INK, WHAMMY, Drawing, odds_bar
from .subjects import NAME, AnswerSubject

# Points, 72 per inch.
PAPERS = {"a4": (595, 842), "letter": (612, 792)}
EDGE = 42
NAME_COLUMN = 0.24  # of the width; the choices share the rest
ROW, SMALLEST_ROW = 15.0, 7.0
COLUMN_GAP = 18
TONES = {"whammy": WHAMMY, "spin": SPIN_INK}


def svg(subject: AnswerSubject, answer: Answer, home: str, paper: str) -> str:
    """Return the page as SVG; `home` is the site's address, `paper` one of `PAPERS`."""
    width, height = PAPERS[paper]
    drawing = Drawing(width, height, subject.headline)
    room = width - 2 * EDGE
    y = _head(drawing, subject, answer, room)
    y = _odds(drawing, answer, y, room)
    foot = _foot(drawing, subject, answer, home, room)
    if answer.outcomes:
        _outcomes(drawing, answer, y, foot, room)
    return drawing.svg()


def _head(drawing: Drawing, subject: AnswerSubject, answer: Answer, room: float) -> float:
    y: float = EDGE + 10
    drawing.text(EDGE, y, NAME, 12, room=room / 2, bold=True)
    drawing.text(EDGE + room, y, answer.badge, 11, room=room / 2, bold=True, anchor="end")
    y += 10
    drawing.box(EDGE, y, room, 1.5, fill=FILLS.get(answer.tone, INK))
    if subject.title:
        y = drawing.paragraph(EDGE, y + 24, subject.title, 14, room=room, max_lines=2) - 20
    y += 46
    margin = f"{answer.margin} {answer.margin_unit}" if answer.margin else ""
    wide = drawing.text(EDGE + room, y, margin, 18, room=room / 2, bold=True, anchor="end")
    drawing.text(EDGE, y, answer.word, 38, room=room - wide - 16, min_size=20, bold=True, fill=INKS[answer.tone])
    y = drawing.paragraph(EDGE, y + 22, answer.sentence, 12.5, room=room, max_lines=3) + 8
    column = (room - 2 * COLUMN_GAP) / 3
    for seat, (name, contestant) in enumerate(zip(SEATS, subject.position.contestants, strict=True)):
        x = EDGE + seat * (column + COLUMN_GAP)
        up = seat == subject.position.mover_seat
        drawing.box(x, y - 6, column, 1.5 if up else 0.75, fill=FILLS["press"] if up else LINE)
        drawing.text(x, y + 9, f"{name} · up" if up else name, 10.5, room=column, bold=True)
        drawing.paragraph(x, y + 23, podium_words(contestant), 10.5, room=column, max_lines=2)
    return y + 58


def _odds(drawing: Drawing, answer: Answer, y: float, room: float) -> float:
    """Draw a row for each contestant, a column for each choice: the figure and a bar below it; return the lower end."""
    drawing.text(EDGE, y, answer.odds_measure, 11, room=room * NAME_COLUMN - 8, min_size=7, bold=True)
    column = room * (1 - NAME_COLUMN) / len(answer.actions)
    left = EDGE + room * NAME_COLUMN
    for place, bar in enumerate(answer.odds[0].bars):
        drawing.text(left + place * column, y, bar.label, 11, room=column, bold=True, fill=INKS[bar.action])
    for row in answer.odds:
        y += 11
        drawing.box(EDGE, y - 4, room, 0.5, fill=LINE)
        y += 10
        drawing.text(EDGE, y, f"{row.name} · up" if row.is_up else row.name, 11, room=room * NAME_COLUMN)
        for place, bar in enumerate(row.bars):
            x, wide = left + place * column, column - COLUMN_GAP
            label = f"{bar.text} (wins {bar.wins})" if bar.wins else bar.text
            drawing.text(x, y, label, 11.5, room=wide, min_size=7, bold=True)
            odds_bar(drawing, bar, x, y + 5, wide, 5)
        y += 10
    return y + 26


def _outcomes(drawing: Drawing, answer: Answer, top: float, bottom: float, room: float) -> None:
    """Write every outcome, in two columns if there are many; grouped outcomes if even those don't fit."""
    y = top
    drawing.text(EDGE, y, f"If {answer.mover} presses", 12, room=room / 2, bold=True)
    drawing.text(EDGE + room, y, f"change in {answer.spin_measure}", 9, room=room / 2, fill=MUTED, anchor="end")
    y += 6
    rows = [(o.label, o.tone, exact_percent(o.chance), o.change_text) for o in answer.outcomes]
    columns = 1 if len(rows) * ROW <= bottom - y else 2
    if math.ceil(len(rows) / columns) * SMALLEST_ROW > bottom - y:
        rows = [(band.label, band.tone, exact_percent(band.chance), band.change_text) for band in answer.bands]
    deep = math.ceil(len(rows) / columns)
    step = min(ROW, (bottom - y) / deep)
    size = min(10.5, step * 0.78)
    wide = (room - COLUMN_GAP * (columns - 1)) / columns
    for place, (label, tone, chance, change) in enumerate(rows):
        x = EDGE + (place // deep) * (wide + COLUMN_GAP)
        line = y + (place % deep + 1) * step
        drawing.text(
            x, line - 0.25 * step, label, size, room=wide - 130, min_size=0.7 * size, fill=TONES.get(tone, INK)
        )
        drawing.text(x + wide - 62, line - 0.25 * step, chance, size, room=66, anchor="end")
        drawing.text(x + wide, line - 0.25 * step, change, size, room=58, bold=True, anchor="end")
        drawing.box(x, line, wide, 0.4, fill=LINE)


def _foot(drawing: Drawing, subject: AnswerSubject, answer: Answer, home: str, room: float) -> float:
    """Write method, board, rules and address at the bottom; return where that begins."""
    paragraphs = [
        answer.badge_explained,
        *answer.notes,
        f"Board: {subject.boards}. Rules: {subject.rules}.",
        f"{' · '.join(answer.small_print)}.",
        f"{home}{subject.lasting}",
    ]
    lines = Drawing(0, 0, "")
    y = 0.0
    for each in paragraphs:
        y = lines.paragraph(EDGE, y, each, 8.5, room=room, max_lines=4, fill=MUTED) + 2
    top = drawing.height - EDGE - y + 8
    drawing.box(EDGE, top - 14, room, 0.75, fill=INK)
    for text in lines.texts:
        drawing.text(EDGE, top + text.y, text.content, 8.5, room=room, fill=MUTED)
    return top - 22
