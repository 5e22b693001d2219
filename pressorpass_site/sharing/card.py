"""The preview pictures of links, 1200 by 630 pixels: the stage as on the pages, in light colors.

The picture of a game does not reveal its course.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import Board, Contestant, Position, preset_boards
from pressorpass_site.answers.analyses.answers import OddsBar
from pressorpass_site.boards import ring
from pressorpass_site.boards.services import DEFAULT_BOARD
from pressorpass_site.questions.podiums import StagePodium, build_podiums

from .drawing import (
    INK,
    MUTED,
    RAISED,
    SEAT_COLORS,
    SPIN,
    STAGE,
    STAGE_EDGE,
    STAGE_INK,
    STAGE_INKS,
    STAGE_MUTED,
    STAGE_RAISED,
    STAGE_TRACK,
    SURFACE,
    WHAMMY,
    Drawing,
    draw_odds_bar,
)
from .lettering import DISPLAY, measure_text
from .subjects import NAME, AnswerSubject, ReviewSubject

if TYPE_CHECKING:
    from pressorpass_site.games.dilemmas.standing import DayPart, DayStanding
    from pressorpass_site.games.models import StoredGame

WIDTH, HEIGHT = 1200, 630
EDGE = 30
RING_WIDTH, RING_HEIGHT = 790, 570
LOOSE_SCREEN = 270  # height of the screen above squares that form no ring
LEFT = EDGE + RING_WIDTH + 20  # left edge of the podiums
ROOM = WIDTH - EDGE - LEFT
PODIUM_TOP, PODIUM_HEIGHT, GAP = 92, 150, 10
INSET = 14
FIGURE_WIDTH = 72  # beside a bar
WHAMMIES = 4
MARK_INKS = {"right": SPIN, "close": MUTED, "wrong": WHAMMY, "": MUTED}  # for the sign of a call
EXAMPLE = "8000e3,3000w1,0w2@1"


def render_answer_card(subject: AnswerSubject, site: str) -> str:
    """Return the card of an answer, or of its question while it has none; `site` is the host shown on the card."""
    screen = _CardScreen(subject.headline, subject.board, site)
    if answer := subject.answer:
        mover = [answer.get_bar(action, subject.position.mover_seat) for action in answer.actions]
        toss_up = answer.toss_up
        gap = str(answer.gap or (toss_up.words if toss_up else ""))
        screen.write_verdict(answer.word, answer.tone, mover, gap, answer.badge, half=answer.word_size == "half")
        screen.write_line(subject.title or f"{subject.boards} · {subject.rules}", 308, 17, STAGE_MUTED)
    else:
        screen.write_question(subject.title, subject.news)
    return screen.render_with_podiums(subject.podiums)


def render_site_card(site: str) -> str:
    screen = _CardScreen(NAME, preset_boards()[DEFAULT_BOARD], site)
    screen.write_question("Press Your Luck", "The odds of every decision, and how certain they are.")
    return screen.render_with_podiums(build_podiums(Position.parse(EXAMPLE)))


def render_game_card(stored_game: StoredGame, site: str) -> str:
    screen = _CardScreen(f"{stored_game.title}: {stored_game.players}", stored_game.board_2.engine_board, site)
    screen.write_question(stored_game.title, f"Make each call before {stored_game.players} do.")
    return screen.render_with_podiums(
        [StagePodium(seat, name, Contestant(0), up=False, known=False) for seat, name in enumerate(stored_game.names)]
    )


def render_review_card(subject: ReviewSubject, site: str) -> str:
    """Return the card of a finished game: its story, then the winner."""
    screen = _CardScreen(subject.picture_alt, subject.stored_game.board_2.engine_board, site)
    screen.write_line(subject.title, 40, 20, STAGE_MUTED)
    screen.write_paragraph(" ".join(subject.story), 84, 24)
    screen.write_line(subject.verdict, 290, 60, STAGE_INK, display=True)
    return screen.render_with_podiums(subject.podiums)


def render_day_card(standing: DayStanding, site: str) -> str:
    """Return the card of a day of three dilemmas, without an answer."""
    screen = _CardScreen(standing.line, standing.parts[0].dilemma.question.board, site)
    screen.write_line(f"Day {standing.number} · {standing.date:%B} {standing.date.day}", 74, 28, STAGE_MUTED)
    screen.write_line(str(standing.score), 200, 130, STAGE_INKS["press"], display=True)
    screen.write_line("of 300", 246, 28, STAGE_MUTED)
    screen.write_line(standing.compared, 296, 26, STAGE_INK)
    for place, part in enumerate(standing.parts):
        _draw_day_part(screen.drawing, place, part)
    return screen.drawing.render_svg()


def render_board_card(board: Board, label: str, site: str) -> str:
    screen = _CardScreen(label, board, site)
    screen.write_line(label, 190, 54, STAGE_INK, display=True)
    for place, (word, count) in enumerate(ring.count_slides(board)):
        y = PODIUM_TOP + 50 + 54 * place
        screen.drawing.add_text(LEFT + 60, y, f"{count}", 40, room=60, display=True, fill=STAGE_INK, anchor="end")
        screen.drawing.add_text(LEFT + 76, y, word, 26, room=ROOM - 76, fill=STAGE_MUTED)
    return screen.drawing.render_svg()


class _CardScreen:
    """The stage with its ring, and the screen in its middle; `y` is measured from the top of the screen."""

    def __init__(self, title: str, board: Board, site: str) -> None:
        self.drawing = drawing = Drawing(WIDTH, HEIGHT, title, STAGE)
        picture = ring.draw(board)
        if picture.is_ring:
            column, row = RING_WIDTH / ring.COLUMNS, RING_HEIGHT / ring.ROWS
            self.x, self.y, self.width, self.height = EDGE + column, EDGE + row, 4 * column, 3 * row
            drawing.place_ring(picture.with_size(RING_WIDTH, RING_HEIGHT), EDGE, EDGE)
        else:
            self.x, self.y, self.width, self.height = EDGE, EDGE, RING_WIDTH, LOOSE_SCREEN
            height = RING_HEIGHT - LOOSE_SCREEN
            drawing.place_ring(picture.with_size(RING_WIDTH, height), EDGE, EDGE + LOOSE_SCREEN)
        self.middle = self.x + self.width / 2
        self.room = self.width - 50
        self.scale = self.height / 342
        drawing.add_box(self.x + 5, self.y + 5, self.width - 10, self.height - 10, STAGE_RAISED, STAGE_EDGE, radius=14)
        x: float = LEFT
        for word, fill in (("PRESS", STAGE_INKS["press"]), (" or ", STAGE_MUTED), ("PASS", STAGE_INKS["pass"])):
            x += drawing.add_text(x, 70, word, 42, room=ROOM, display=True, fill=fill)
        drawing.add_text(LEFT, 598, site, 20, room=ROOM, min_size=14, fill=STAGE_MUTED)

    def write_line(self, words: str, y: float, size: float, fill: str, *, display: bool = False) -> None:
        self.drawing.add_text(
            self.middle,
            self.y + y * self.scale,
            words,
            size * self.scale,
            room=self.room,
            min_size=13,
            display=display,
            fill=fill,
            anchor="middle",
        )

    def write_paragraph(self, words: str, y: float, size: float, max_lines: int = 5) -> None:
        self.drawing.add_paragraph(
            self.middle,
            self.y + y * self.scale,
            words,
            size * self.scale,
            room=self.room,
            max_lines=max_lines,
            fill=STAGE_INK,
            anchor="middle",
        )

    def write_colored_line(self, words: Sequence[tuple[str, str]], y: float, size: float) -> None:
        """Write a line of words, each with its own color."""
        size *= self.scale
        x = self.middle - sum(measure_text(word, size, DISPLAY) for word, _ in words) / 2
        for word, fill in words:
            x += self.drawing.add_text(x, self.y + y * self.scale, word, size, room=WIDTH, display=True, fill=fill)

    def write_question(self, title: str, words: str) -> None:
        """Write “PRESS or PASS?” between a title and the words of a decision."""
        self.write_line(title, 74, 28, STAGE_MUTED)
        self.write_colored_line(
            (("PRESS", STAGE_INKS["press"]), (" or ", STAGE_MUTED), ("PASS?", STAGE_INKS["pass"])), 190, 78
        )
        self.write_paragraph(words, 246, 24, max_lines=3)

    def write_verdict(
        self, word: str, tone: str, bars: Sequence[OddsBar], gap: str, badge: str, *, half: bool = False
    ) -> None:
        """Write the verdict, the bars of the mover's two chances, their gap, and the badge."""
        text = word.rstrip(".").upper()
        if tone == "toss":
            parts = ((text[:4], STAGE_INKS["press"]), (text[4:], STAGE_INKS["pass"]))
            self.write_colored_line(parts, 124, 104)
        else:
            self.write_line(text, 124, 52 if half else 104, STAGE_INKS.get(tone, STAGE_INK), display=True)
        left, track, right = self.x + 130, self.width - 270, self.x + self.width - 30
        for place, bar in enumerate(bars):
            y = self.y + (146 + 40 * place) * self.scale
            base, size = y + 21 * self.scale, 22 * self.scale
            self.drawing.add_text(self.x + 30, base, bar.label, size, room=95, min_size=13, fill=STAGE_INK)
            self.drawing.add_text(
                right, base, bar.text, size, room=105, min_size=13, bold=True, fill=STAGE_INK, anchor="end"
            )
            draw_odds_bar(
                self.drawing, bar, left, y, track, 26 * self.scale, track=STAGE_TRACK, fills=STAGE_INKS, ink=STAGE_INK
            )
        self.write_line(gap, 252, 30, STAGE_INK, display=True)
        self.write_line(badge, 282, 20, STAGE_MUTED)

    def render_with_podiums(self, podiums: Sequence[StagePodium]) -> str:
        for podium in podiums:
            _draw_podium(self.drawing, podium)
        return self.drawing.render_svg()


def _draw_empty_podium(drawing: Drawing, seat: int, name: str) -> tuple[int, int, int]:
    """Draw an empty podium; return the left and right edges of its content, and its top."""
    x, y = LEFT, PODIUM_TOP + seat * (PODIUM_HEIGHT + GAP)
    drawing.add_box(x, y, ROOM, PODIUM_HEIGHT, fill=SEAT_COLORS[seat], radius=13)
    drawing.add_box(x, y + 8, ROOM, PODIUM_HEIGHT - 8, fill=SURFACE, radius=11)
    drawing.add_text(x + INSET, y + 36, name, 22, room=ROOM - 90, bold=True)
    return x + INSET, x + ROOM - INSET, y


def _draw_day_part(drawing: Drawing, place: int, part: DayPart) -> None:
    left, right, y = _draw_empty_podium(drawing, place, part.level.capitalize())
    if call := part.call:
        drawing.add_text(
            left, y + 112, "?" if call.score is None else str(call.score), 66, room=ROOM - 130, display=True
        )
        drawing.add_text(right, y + 106, call.sign, 44, room=60, bold=True, fill=MARK_INKS[call.mark], anchor="end")


def _draw_podium(drawing: Drawing, podium: StagePodium) -> None:
    word = "WON" if podium.won else "UP" if podium.up else ""
    if word:
        top = PODIUM_TOP + podium.seat * (PODIUM_HEIGHT + GAP)
        drawing.add_box(LEFT - 4, top - 4, ROOM + 8, PODIUM_HEIGHT + 8, fill=STAGE_INK, radius=16)
    left, right, y = _draw_empty_podium(drawing, podium.seat, podium.name)
    contestant = podium.contestant
    if word:
        drawing.add_box(right - 54, y + 16, 54, 26, fill=INK, radius=6)
        drawing.add_text(right - 27, y + 35, word, 18, room=50, bold=True, fill=SURFACE, anchor="middle")
    scale = 1.0 if podium.odds else 1.5
    score = y + 82 if podium.odds else y + 106
    drawing.add_text(left, score, podium.score, 40 * scale, room=ROOM - 130, min_size=20, display=True)
    if podium.known and not contestant.out:
        drawing.add_text(right, score - 22, podium.spins, 18, room=130, min_size=13, fill=MUTED, anchor="end")
        for dot in range(WHAMMIES):
            fill = WHAMMY if dot < contestant.whammies else RAISED
            drawing.add_box(right - 14 - 18 * (WHAMMIES - 1 - dot), score - 12, 14, 14, fill, MUTED, radius=7)
    for place, bar in enumerate(podium.odds):
        top = y + 92 + 27 * place
        draw_odds_bar(drawing, bar, left, top, ROOM - 2 * INSET - FIGURE_WIDTH, 23)
        drawing.add_text(right, top + 18, bar.text, 18, room=FIGURE_WIDTH - 8, min_size=12, bold=True, anchor="end")
