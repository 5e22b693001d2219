"""The review of a game as a picture: the winner, the reason, and the three chances over the game."""

from pressorpass_site.games.reviews import chart, page

from .drawing import FILLS, LINE, MUTED, PAGE, SEAT_COLORS, SURFACE, WHAMMY, Drawing
from .subjects import NAME, ReviewSubject

WIDTH, HEIGHT = 1200, 630
EDGE = 48
INNER = WIDTH - 2 * EDGE
TOP, BOTTOM = 236, 540
LEFT, RIGHT = EDGE + 80, WIDTH - EDGE - 200
PASSED = FILLS["pass"]


def svg(subject: ReviewSubject, site: str) -> str:
    drawing = Drawing(WIDTH, HEIGHT, subject.picture_alt, PAGE)
    drawing.text(EDGE, 62, subject.title, 24, room=INNER, min_size=18, fill=MUTED)
    drawing.text(EDGE, 116, subject.verdict, 50, room=INNER, min_size=28, bold=True)
    story = [told] if (told := page.progress(subject.status)) else page.story(subject.status)
    y: float = 156
    for sentence in story[:2]:
        drawing.text(EDGE, y, sentence, 23, room=INNER, min_size=17)
        y += 32
    drawing.box(EDGE, TOP - 24, INNER, BOTTOM - TOP + 48, fill=SURFACE, stroke=LINE, radius=14)
    drawn = chart.draw(subject.status.review)
    if drawn is None:
        drawing.text(WIDTH / 2, (TOP + BOTTOM) / 2, "No odds to draw yet", 26, room=INNER, fill=MUTED, anchor="middle")
    else:
        _lines(drawing, drawn)
    wide = drawing.text(WIDTH - EDGE, 606, site or NAME, 21, room=320, min_size=15, fill=MUTED, anchor="end")
    drawing.text(EDGE, 606, _accounts(subject), 21, room=INNER - wide - 36, min_size=14, fill=MUTED)
    return drawing.svg()


def _lines(drawing: Drawing, drawn: chart.Chart) -> None:
    for tick in (0.0, 0.5, 1.0):
        y = _y(1 - tick)
        drawing.line([(LEFT, y), (RIGHT, y)], LINE, 1)
        drawing.text(LEFT - 10, y + 6, f"{100 * tick:.0f}%", 18, room=60, fill=MUTED, anchor="end")
    for mark in drawn.marks:
        if mark.kind in ("whammy", "pass"):
            stroke = WHAMMY if mark.kind == "whammy" else PASSED
            drawing.line([(_x(mark.x), TOP), (_x(mark.x), BOTTOM)], stroke, 1)
            sign = "W" if mark.kind == "whammy" else "P"
            drawing.text(_x(mark.x), TOP - 6, sign, 15, room=20, bold=True, fill=stroke, anchor="middle")
    for line in drawn.lines:
        for band in line.bands:
            drawing.area([(_x(x), _y(y)) for x, y in band], SEAT_COLORS[line.seat])
    for line in drawn.lines:
        for run in line.runs:
            drawing.line([(_x(x), _y(y)) for x, y in run], SEAT_COLORS[line.seat], 4)
    for line in drawn.lines:
        drawing.text(
            RIGHT + 12,
            _y(line.label) + 7,
            f"{line.name} {line.text}",
            21,
            room=186,
            min_size=13,
            bold=True,
            fill=SEAT_COLORS[line.seat],
        )


def _accounts(subject: ReviewSubject) -> str:
    parts = [f"{row.name}: {row.luck_and_skill}" for row in subject.accounts]
    return " · ".join([subject.badge, *parts]) if parts else ""


def _x(part: float) -> float:
    return LEFT + part * (RIGHT - LEFT)


def _y(part: float) -> float:
    return TOP + part * (BOTTOM - TOP)
