"""The odds as a picture to download: the verdict, and a bar for every choice and contestant with scores and spins."""

from __future__ import annotations

from pressorpass_site.answers.analyses.answers import Answer, ContestantOdds
from pressorpass_site.questions.podium_words import podium_words
from pressorpass_site.questions.question import SEATS

from .drawing import INK, INKS, LINE, MUTED, Drawing, odds_bar
from .subjects import NAME, AnswerSubject

WIDTH = 640
EDGE = 24
INNER = WIDTH - 2 * EDGE
NAME_ROOM, FIGURE_ROOM, GAP = 176, 150, 14
BAR_ROOM = INNER - NAME_ROOM - FIGURE_ROOM - 2 * GAP
BAR_HEIGHT, BAR_STEP = 20, 26
TOP, FOOT = 100, 44


def svg(subject: AnswerSubject, answer: Answer) -> str:
    """Return the picture as SVG."""
    row_height = max(BAR_STEP * len(answer.actions), 2 * BAR_STEP) + GAP
    drawing = Drawing(WIDTH, TOP + row_height * len(answer.odds) + FOOT, f"{answer.headline} {answer.odds_in_words}")
    wide = drawing.text(WIDTH - EDGE, 44, str(answer.gap or ""), 18, room=INNER / 2, bold=True, anchor="end")
    drawing.text(EDGE, 44, answer.word, 30, room=INNER - wide - GAP, min_size=18, bold=True, fill=INKS[answer.tone])
    drawing.paragraph(EDGE, 68, answer.sentence, 14, room=INNER, max_lines=2)
    for place, row in enumerate(answer.odds):
        _row(drawing, subject, row, TOP + row_height * place)
    foot = drawing.height - 18
    wide = drawing.text(WIDTH - EDGE, foot, f"{answer.badge} · {NAME}", 12, room=INNER / 2, fill=MUTED, anchor="end")
    drawing.text(EDGE, foot, f"{answer.odds_measure} · {subject.boards}", 12, room=INNER - wide - GAP, fill=MUTED)
    return drawing.svg()


def _row(drawing: Drawing, subject: AnswerSubject, row: ContestantOdds, y: float) -> None:
    """Draw a contestant with score and spins, and a bar with its figure for every choice."""
    drawing.box(EDGE, y - GAP / 2, INNER, 1, fill=LINE)
    drawing.text(EDGE, y + 15, f"{row.name} · up" if row.is_up else row.name, 15, room=NAME_ROOM, bold=True)
    words = podium_words(subject.position.contestants[SEATS.index(row.name)])
    drawing.paragraph(EDGE, y + 33, words, 12, room=NAME_ROOM, max_lines=2, fill=MUTED)
    x = EDGE + NAME_ROOM + GAP
    for place, bar in enumerate(row.bars):
        top = y + BAR_STEP * place
        odds_bar(drawing, bar, x, top, BAR_ROOM, BAR_HEIGHT)
        figure = f"{bar.label} {bar.text}"
        drawing.text(x + BAR_ROOM + GAP, top + 15, figure, 13, room=FIGURE_ROOM, min_size=9, fill=INK)
