"""Walking on from an answer: a link for every outcome and pass, and the trail of links that leads back.

The address holds the trail, as the position it began at and the steps since, so it can be shared and needs no
JavaScript: `?trail=8000e3,3000,0@1~750s~w`. The trail is replayed by the rules, and ignored if it does not lead to the
page's position, so an address can't make a page say what did not happen.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, quote

from django.http import HttpRequest

from engine import NotationError, Position, PositionError, Step, game_over, slide_steps, walk
from engine.formatting import format_money, spell_count
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.podium_words import describe_podium
from pressorpass_site.questions.question import SEATS, Question

MAX_STEPS = 12
_BETWEEN = "~"
_MAX_CHARACTERS = 300


@dataclass(frozen=True)
class TrailLink:
    """A way to another position, in words; `brief` is for a phone's ring."""

    words: str
    address: str
    brief: str = ""


@dataclass(frozen=True)
class Trail:
    """The way to a question's position: where it began, and the steps since."""

    question: Question
    start: Position
    steps: tuple[Step, ...] = ()

    @property
    def text(self) -> str:
        """The trail in the form of the address; empty if it begins here."""
        if not self.steps:
            return ""
        return _BETWEEN.join([self.start.notation, *(step.text for step in self.steps)])

    def build_url(self, url: str) -> str:
        if not self.steps:
            return url
        return f"{url}{'&' if '?' in url else '?'}trail={quote(self.text, safe=',@~')}"

    @property
    def crumbs(self) -> list[TrailLink]:
        """The positions on the way, the present one last; empty if the trail begins here."""
        if not self.steps:
            return []
        position = self.start
        links = [
            TrailLink(
                f"{SEATS[position.mover_seat]} with {describe_podium(position.mover)}",
                self._build_url_back(position, ()),
            )
        ]
        for number, step in enumerate(self.steps, 1):
            words = f"{SEATS[position.mover_seat]}: {describe_step(step, position)}"
            following = _walk_steps(position, [step], self.question)
            assert following is not None  # since it was replayed when it was read
            position = following
            links.append(TrailLink(words, self._build_url_back(position, self.steps[:number])))
        return links

    def _build_url_back(self, position: Position, steps: tuple[Step, ...]) -> str:
        question = replace(self.question, position=position)
        return Trail(question, self.start, steps).build_url(build_address(question))

    def build_url_after(self, steps: Iterable[Step]) -> str:
        """Return the address after these steps from here; empty if they can't happen, or leave nothing to decide."""
        steps = tuple(steps)
        position = self.question.position
        after = _walk_steps(position, steps, self.question)
        if after is None or self.question.next_spins:
            return ""
        rules = self.question.rules
        if after.mover_seat != position.mover_seat:  # the opponents' styles are spelled out by seat
            rules = rules.seated(position.mover_seat)
        question = replace(self.question, position=after, rules=rules)
        start, passed = self.start, (*self.steps, *steps)
        while len(passed) > MAX_STEPS:
            following = _walk_steps(start, passed[:1], self.question)
            assert following is not None
            start, passed = following, passed[1:]
        return Trail(question, start, passed).build_url(build_address(question))

    def build_outcome_links(self) -> dict[tuple[str, int | None], list[TrailLink]]:
        """Return the links of the slides of the next spin, by their text and amount."""
        if self.question.next_spins:
            return {}
        board, position = self.question.board, self.question.position
        slides = dict.fromkeys(slide for square in board.squares for slide in square.slides)
        links_by_outcome = {}
        for slide in slides:
            steps = slide_steps(position, slide, board, self.question.rules)
            links = [
                TrailLink(describe_step(step, position), to, "−W" if step.kind == "whammy_off" else f"{step.amount:,}")
                for step in steps
                if (to := self.build_url_after([step]))
            ]
            if links:
                links_by_outcome[slide.text, slide.amount if slide.amount is not None else slide.value] = links
        return links_by_outcome


def read_trail(request: HttpRequest, question: Question) -> Trail:
    page_query = parse_qs(request.headers.get("Part-Page", "").partition("#")[0].partition("?")[2])
    return parse_trail(request.GET.get("trail") or page_query.get("trail", [""])[0], question)


def parse_trail(text: str, question: Question) -> Trail:
    """Return the trail that `text` describes; one without steps if it does not lead to the question's position."""
    empty_trail = Trail(question, question.position)
    if len(text) > _MAX_CHARACTERS:
        return empty_trail
    notation, *step_texts = text.split(_BETWEEN)
    steps = [step for step_text in step_texts if (step := Step.parse(step_text))]
    if not steps or len(steps) < len(step_texts) or len(steps) > MAX_STEPS:
        return empty_trail
    try:
        start = Position.parse(notation)
    except (NotationError, PositionError):
        return empty_trail
    if _walk_steps(start, steps, question) != question.position:
        return empty_trail
    return Trail(question, start, tuple(steps))


def _walk_steps(start: Position, steps: Iterable[Step], question: Question) -> Position | None:
    """Return the position after the steps; None if a step can't happen, or nothing is left to decide."""
    position = start
    for step in steps:
        rules = question.rules.seated(position.mover_seat)
        after = walk(position, step, rules)
        if after is None or game_over(after, rules):
            return None
        position = after
        try:
            position.validate()
        except PositionError:  # more money or spins than a podium may have
            return None
    return position


def describe_step(step: Step, position: Position) -> str:
    """Return text such as “$750 + one spin”, “Whammy”, “passes three spins to Center”, “−1 Whammy”."""
    if step.kind == "money":
        return f"{format_money(step.amount)}{' + one spin' if step.spin else ''}"
    if step.kind == "pass":
        spins = spell_count(position.mover.earned, "spin")
        return f"passes {spins} to {SEATS[step.to]}" if step.to is not None else f"gives up {spins}"
    return "Whammy" if step.kind == "whammy" else "−1 Whammy"
