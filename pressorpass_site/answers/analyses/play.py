"""Playing on from an answer: the landings of the next spin and the steps of a recorded game, as frames.

A *frame* is what the screen and the podiums show after a step; `static/js/play.js` plays it.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import choices
from typing import Any

from django.urls import reverse

from engine import Board, Pass, Position, Rules, Step, Tries, game_over, legal_actions, payoff, slide_steps, walk
from engine.formatting import format_money
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import ring
from pressorpass_site.questions.podiums import build_podiums
from pressorpass_site.questions.question import SEATS, Question

from . import tries
from .answers import Answer
from .trail import Trail, TrailLink, describe_step

Frame = dict[str, Any]


def build_next_spin(
    analysis: Analysis, answer: Answer, trail: Trail, walk_on: Mapping[Any, list[TrailLink]]
) -> Frame | None:
    """Return the page's data for the next spin; None if there is nothing to play.

    `slides` is empty unless the outcomes of all landings are known: then the page offers no spin.
    """
    question = trail.question
    if answer.won or answer.stopping or not analysis.has_row:
        return None
    has_tries = tries.can_be_played_out(question, answer)
    slides, squares = _build_landing_frames(answer, question, trail, walk_on)
    if not slides and not has_tries:
        return None
    return {
        "tries": reverse("analyses:tries", args=[analysis.key]) if has_tries else "",
        "best": answer.best,
        "spins": question.position.mover.spins,
        "slides": slides,
        "squares": squares,
        "passes": _build_pass_frames(answer, question, trail),
    }


def list_recorded_games(tries: Tries, action: str = "any") -> list[tuple[str, Sequence[Step]]]:
    """Return the games whose steps are stored, each as its winners and its steps."""
    actions = {"press": tries.press, "pass": tries.passing}
    return [
        (winners, game)
        for name, action_tries in actions.items()
        if action_tries and action in (name, "any")
        for winners, game in zip(action_tries.winners, action_tries.games, strict=False)
    ]


def build_frames(question: Question, winners: str, game: Sequence[Step]) -> list[Frame]:
    position, frames = question.position, list[Frame]()
    for step in game:
        rules = question.rules.seated(position.mover_seat)
        after = walk(position, step, rules)
        if after is None:  # a score beyond the cap may make other moves legal
            break
        weighted_squares = [] if step.kind == "pass" else _find_squares(step, position, question)
        path = choices(*zip(*weighted_squares, strict=True)) if weighted_squares else []  # noqa: S311
        frames.append(_build_frame(position, step, after, rules) | {"path": path})
        position = after
        if position.alone:
            break
    if frames:
        frames[-1]["won"] = [SEATS[seat] for seat in range(len(SEATS)) if int(winners) >> seat & 1]
    return frames


def _build_landing_frames(
    answer: Answer, question: Question, trail: Trail, walk_on: Mapping[Any, list[TrailLink]]
) -> tuple[list[Frame], list[Any]]:
    """Return the slides of the next spin as frames, and the squares: number, weight, slides by their index with weights."""
    outcomes = {outcome.key: outcome for outcome in answer.outcomes}
    position, board = question.position, question.next_revision.engine_board
    rules = question.rules.seated(position.mover_seat)
    even = _is_even(rules, position)
    frames_of, squares = dict[Any, Frame](), []
    for square in board.squares:
        slide_frames = []
        for slide in square.slides:
            key = (slide.text, slide.amount if slide.amount is not None else slide.value)
            if key not in frames_of:
                if slide.kind == "move":
                    frames_of[key] = {"say": slide.text, "move": list(slide.to)}
                elif outcome := outcomes.get(key):
                    steps = slide_steps(position, slide, board, rules)
                    links = walk_on.get(key) or []
                    ways = [_build_slide_frame(position, step, rules, trail, links, len(steps)) for step in steps]
                    frame: Frame = ways[0] if len(ways) == 1 else {"say": slide.text, "ways": ways}
                    tone = ring.choose_slide_tone(slide.kind, slide.spin)
                    more = {"tone": tone, "change": outcome.change_text, "worth": round(outcome.change, 4)}
                    frames_of[key] = frame | more | _build_chance_frame(answer, outcome.shown[0])
                else:
                    return [], []
            slide_frames.append([list(frames_of).index(key), 1 if even else slide.weight])
        squares.append([square.number, 1 if even else square.weight, slide_frames])
    return list(frames_of.values()), squares


def _build_slide_frame(
    position: Position, step: Step, rules: Rules, trail: Trail, links: Iterable[TrailLink], count: int
) -> Frame:
    """Return the frame after a step that a slide offers, with the address of the position reached."""
    after = walk(position, step, rules)
    if after is None:
        return {"say": _describe_step(step, position)}
    links = list(links)
    to = links[0].address if count == len(links) == 1 else trail.build_url_after([step])
    return _build_frame(position, step, after, rules) | {"to": to}


def _build_pass_frames(answer: Answer, question: Question, trail: Trail) -> list[Frame]:
    position, frames = question.position, list[Frame]()
    rules = question.rules.seated(position.mover_seat)
    for action in legal_actions(position, rules):
        if isinstance(action, Pass) and (after := walk(position, step := Step("pass", to=action.to), rules)):
            frame = _build_frame(position, step, after, rules) | {"to": trail.build_url_after([step])}
            frames.append(frame | _build_chance_frame(answer, answer.get_bar("pass", answer.mover_seat).text))
    return frames


def _build_chance_frame(answer: Answer, text: str) -> Frame:
    measure = "winnings on average" if answer.in_dollars else "chance"
    return {"measure": f"{answer.mover}’s {measure}", "chance": text}


def _build_frame(before: Position, step: Step, after: Position, rules: Rules) -> Frame:
    changes = [
        podium for podium, old in zip(build_podiums(after), before.contestants, strict=True) if podium.contestant != old
    ]
    frame: Frame = {
        "say": _describe_step(step, before),
        "tone": {"money": "spin" if step.spin else "cash", "pass": "pass", "whammy": "whammy"}.get(
            step.kind, "special"
        ),
        "pods": [[pod.seat, pod.score, pod.spins, len(pod.dots), pod.contestant.whammies] for pod in changes],
        "who": before.mover_seat,
        "up": after.mover_seat,
    }
    if game_over(after, rules):
        frame["won"] = [SEATS[seat] for seat, share in enumerate(payoff(after, rules)) if share > 0]
    return frame


def _describe_step(step: Step, position: Position) -> str:
    """Return a step in the few words that fit the screen."""
    if step.kind == "money":
        return f"{format_money(step.amount)}{' + spin' if step.spin else ''}"
    words = describe_step(step, position)
    return f"{SEATS[position.mover_seat]} {words}" if step.kind == "pass" else words


def _find_squares(step: Step, position: Position, question: Question) -> list[tuple[int, int]]:
    """Return the squares on which the light can bring this step, with their weights."""
    board: Board = question.next_revision.engine_board
    rules = question.rules.seated(position.mover_seat)
    even, unit = _is_even(rules, position), rules.unit or 1
    squares = []
    for square in board.squares:
        weight = sum(
            1 if even else slide.weight
            for slide in square.slides
            if any(_is_alike(step, slide_step, unit) for slide_step in slide_steps(position, slide, board, rules))
        )
        if weight:
            squares.append((square.number, weight if even else weight * square.weight))
    return squares


def _is_alike(step: Step, offered: Step, unit: int) -> bool:
    near = abs(step.amount - offered.amount) <= unit // 2
    return near and (step.kind, step.spin) == (offered.kind, offered.spin)


def _is_even(rules: Rules, position: Position) -> bool:
    return rules.at(position.spins).for_seat(position.mover_seat).weights == "even"
