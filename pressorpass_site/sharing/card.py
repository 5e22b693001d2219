"""The preview picture of links to an answer: 1200 by 630 pixels, always in light colors."""

from __future__ import annotations

from engine import Contestant
from engine.formatting import money
from pressorpass_site.answers.analyses.answers import Bar
from pressorpass_site.questions.podium_words import spins_words
from pressorpass_site.questions.question import SEATS

from .drawing import CONTROL, FILLS, INK, INKS, LINE, MUTED, PAGE, SURFACE, WHAMMY, Drawing, odds_bar
from .lettering import clean, width
from .subjects import NAME, AnswerSubject

WIDTH, HEIGHT = 1200, 630
EDGE = 48
INNER = WIDTH - 2 * EDGE
GAP = 24
PODIUM = (INNER - 2 * GAP) / 3
PODIUM_TOP, PODIUM_HEIGHT = 276, 274
INSET = 22
ROOM = PODIUM - 2 * INSET
BAR_HEIGHT = 18
WHAMMIES = 4
LOGO = 28


def svg(subject: AnswerSubject, site: str) -> str:
    """Return the card as SVG; `site` is the host shown on it."""
    drawing = Drawing(WIDTH, HEIGHT, subject.headline, PAGE)
    answer = subject.answer
    tone = answer.tone if answer else "even"
    drawing.box(0, 0, WIDTH, 12, fill=FILLS.get(tone, CONTROL))
    _head(drawing, subject)
    _verdict(drawing, subject, tone)
    for seat in range(len(SEATS)):
        _podium(drawing, subject, seat)
    wide = drawing.text(WIDTH - EDGE, 598, site, 21, room=380, min_size=15, fill=MUTED, anchor="end")
    board = f"{subject.boards} · {subject.rules}"
    drawing.text(EDGE, 598, board, 21, room=INNER - wide - 36, min_size=17, fill=MUTED)
    return drawing.svg()


def site_svg(site: str) -> str:
    """Return the card of pages without an answer."""
    drawing = Drawing(WIDTH, HEIGHT, NAME, PAGE)
    drawing.box(0, 0, WIDTH / 2, 12, fill=FILLS["press"])
    drawing.box(WIDTH / 2, 0, WIDTH / 2, 12, fill=FILLS["pass"])
    _logo(drawing, EDGE, 78, LOGO)
    x: float = EDGE
    for word, fill in (
        ("Should they ", INK),
        ("press", INKS["press"]),
        (", or ", INK),
        ("pass", INKS["pass"]),
        ("?", INK),
    ):
        x += drawing.text(x, 230, word, 80, room=WIDTH, bold=True, fill=fill)
    summary = "The odds of every decision in Press Your Luck, and how certain they are."
    drawing.paragraph(EDGE, 300, summary, 32, room=INNER, max_lines=2, fill=MUTED)
    for seat, (name, score) in enumerate(zip(SEATS, ("$8,000", "$3,000", "$0"), strict=True)):
        x = EDGE + seat * (PODIUM + GAP)
        drawing.box(x, 400, PODIUM, 140, fill=SURFACE, stroke=LINE, radius=14)
        drawing.box(x, 400, PODIUM, 6, fill=FILLS["press"] if seat == 0 else LINE)
        drawing.text(x + INSET, 442, name, 24, room=ROOM, bold=True, fill=MUTED)
        drawing.text(x + INSET, 508, score, 52, room=ROOM, bold=True)
    drawing.text(EDGE, 598, site, 21, room=INNER, min_size=15, fill=MUTED)
    return drawing.svg()


def _logo(drawing: Drawing, x: float, y: float, size: float) -> float:
    """Draw “PRESS or PASS”; return its right end."""
    for word, fill, bold in (("PRESS", INKS["press"], True), (" or ", MUTED, False), ("PASS", INKS["pass"], True)):
        x += drawing.text(x, y, word, size, room=WIDTH, bold=bold, fill=fill)
    return x


def _head(drawing: Drawing, subject: AnswerSubject) -> None:
    """Draw the logo, the badge and its meaning, which moves below the badge if there is a title."""
    end = _logo(drawing, EDGE, 66, LOGO)
    left: float = WIDTH - EDGE
    if answer := subject.answer:
        sure = subject.how_sure
        if subject.title:
            drawing.text(left, 106, sure, 18, room=360, fill=MUTED, anchor="end")
        else:
            left -= drawing.text(left, 65, sure, 20, room=440, fill=MUTED, anchor="end") + 14
        wide = drawing.text(left - 16, 65, answer.badge, 21, room=300, bold=True, anchor="end")
        drawing.box(left - wide - 32, 38, wide + 32, 40, fill=SURFACE, stroke=INK, radius=20)
        left -= wide + 32
    if subject.title:
        drawing.text(end + 24, 65, subject.title, 24, room=left - end - 48, min_size=19, fill=MUTED)


def _verdict(drawing: Drawing, subject: AnswerSubject, tone: str) -> None:
    answer = subject.answer
    room: float = INNER
    if answer and (gap := answer.gap):
        unit = drawing.text(WIDTH - EDGE, 172, gap.unit, 24, room=240, fill=MUTED, anchor="end")
        size = drawing.text(WIDTH - EDGE - unit - 10, 172, gap.size, 60, room=400, bold=True, anchor="end")
        room -= unit + size + 50
    word = answer.word if answer else "Press or pass?"
    drawing.text(EDGE, 172, word, 88, room=room, min_size=50, bold=True, fill=INKS[tone])
    reason = answer.sentence if answer else subject.news
    if width(clean(reason), 30) <= INNER:
        drawing.text(EDGE, 232, reason, 30, room=INNER)
    else:
        drawing.paragraph(EDGE, 218, reason, 27, room=INNER, max_lines=2, leading=1.25)


def _podium(drawing: Drawing, subject: AnswerSubject, seat: int) -> None:
    x = EDGE + seat * (PODIUM + GAP)
    podium_box(drawing, x, SEATS[seat], up=seat == subject.position.mover_seat)
    answer = subject.answer
    # Where there are no bars, the state has their room.
    podium_state(drawing, subject.position.contestants[seat], x, 1.0 if answer else 1.7)
    for place, bar in enumerate(answer.bar(action, seat) for action in answer.actions) if answer else ():
        _bar(drawing, bar, x + INSET, PODIUM_TOP + 152 + 60 * place)


def podium_box(drawing: Drawing, x: float, name: str, *, up: bool) -> None:
    """Draw an empty podium with its name."""
    y = PODIUM_TOP
    drawing.box(x, y, PODIUM, PODIUM_HEIGHT, fill=SURFACE, stroke=FILLS["press"] if up else LINE, radius=14)
    drawing.box(x + 10, y, PODIUM - 20, 6, fill=FILLS["press"] if up else LINE)
    drawing.text(x + INSET, y + 40, name, 24, room=ROOM - 60, bold=True, fill=INK if up else MUTED)
    if up:
        drawing.text(x + PODIUM - INSET, y + 40, "up", 24, room=60, bold=True, fill=INKS["press"], anchor="end")


def podium_state(drawing: Drawing, contestant: Contestant, x: float, scale: float) -> None:
    """Draw score, spins and Whammies of the podium at `x`."""
    left, right = x + INSET, x + PODIUM - INSET
    score, rest = PODIUM_TOP + 50 * scale + 40, PODIUM_TOP + 150 * scale - 30
    if contestant.out:
        drawing.text(left, score, "Out", 46 * scale, room=ROOM, bold=True, fill=MUTED)
        drawing.text(left, rest, "four Whammies", 20 * scale, room=ROOM - 120, min_size=15, fill=MUTED)
    else:
        drawing.text(left, score, money(contestant.score), 46 * scale, room=ROOM, min_size=24, bold=True)
        spins = " · ".join(spins_words(contestant, brief=True)) or "no spins"
        drawing.text(left, rest, spins, 20 * scale, room=ROOM - 110, min_size=15, fill=MUTED)
    for dot in range(WHAMMIES):
        hit = dot < contestant.whammies
        dot_x = right - 18 - 24 * (WHAMMIES - 1 - dot)
        drawing.box(dot_x, rest - 16, 18, 18, WHAMMY if hit else SURFACE, WHAMMY if hit else CONTROL, radius=9)


def _bar(drawing: Drawing, bar: Bar, x: float, y: float) -> None:
    """Draw an action with its figure, and below them the bar with its uncertainty."""
    label = f"{bar.label} · wins {bar.wins}" if bar.wins else bar.label
    wide = drawing.text(x + ROOM, y + 12, bar.text, 22, room=ROOM - 70, min_size=16, bold=True, anchor="end")
    drawing.text(x, y + 12, label, 20, room=ROOM - wide - 12, min_size=14, fill=MUTED)
    odds_bar(drawing, bar, x, y + 22, ROOM, BAR_HEIGHT)
