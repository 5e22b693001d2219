"""Context of a dilemma's page: the stage with two buttons and a slider, later with the odds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Pass, Rules, legal_actions
from engine.formatting import format_exact_percent, format_money, format_points, format_wins, spell_count, write_in_100
from pressorpass_site.answers.analyses.answers import BADGES, Answer, OddsGap, TossUpWords, build_ring
from pressorpass_site.answers.analyses.explanation import PAST, JudgedDecision, build_reasons, judge_action
from pressorpass_site.answers.analyses.figures import OddsBar
from pressorpass_site.boards import ring, statistics
from pressorpass_site.boards.ring import Ring, SquareMark
from pressorpass_site.questions.podiums import build_podiums
from pressorpass_site.questions.question import SEATS, Question

from ..models import Vote
from . import days, scoring
from .deck import LEVELS, DeckCorrection
from .services import Dilemma, is_on_its_day
from .votes import Tally

# The mark and the word of a call, by the judgment of the decision (analyses/explanation.py).
MARKS = {
    "right": ("right", "Right call!"),
    "wrong": ("wrong", "Wrong call"),
    "equal": ("right", "Either is right"),
    "close": ("close", "Toss-up"),
    "open": ("close", "Too close to call"),
}


@dataclass(frozen=True)
class DilemmaVerdict:
    """The right choice of a dilemma.

    `reason` tells why the odds decide nothing, "" if they do; `guessed` is the chance to guess, None if unknown.
    """

    word: str
    tone: str
    bars: Sequence[OddsBar]
    gap: OddsGap | None
    badge: str
    method: str
    reason: str
    toss_up: TossUpWords | None
    odds: Sequence[Sequence[OddsBar]]
    ring: Ring
    guessed: float | None
    guessed_text: str


@dataclass(frozen=True)
class Call:
    """The viewer's call; `score` is None if it cannot be judged, `guess` is in percent."""

    mark: str
    word: str
    said: str
    cost: str
    score: int | None
    on_time: bool
    guess: int | None = None
    truth: str = ""

    @property
    def sign(self) -> str:
        return scoring.SIGNS[self.mark]

    @property
    def guess_line(self) -> str:
        """Text such as “You said 60%, it was 62.0%”; "" without a guess."""
        return f"You said {self.guess}%, it was {self.truth}" if self.guess is not None and self.truth else ""


def build_question_context(dilemma: Dilemma) -> dict[str, Any]:
    question = dilemma.question
    position = question.position
    mover = position.mover
    return {
        "dilemma": dilemma,
        "question": question,
        "podiums": build_podiums(position, dilemma.names),
        "ring": ring.draw(question.board, marks=_mark_offers(dilemma)),
        "prompt": write_prompt(dilemma),
        "you": f"{'Round 1. ' if question.next_round else ''}You are {dilemma.names[position.mover_seat]}.",
        "question_text": dilemma.question_text or f"{spell_count(mover.earned, 'spin').capitalize()}.",
        "guess_label": get_guess_label(question),
        "level": LEVELS[dilemma.part - 1] if dilemma.part else "",
        "date": days.get_day_date(dilemma.number) if dilemma.number else None,
        "today": days.get_today(),
        "day_ends": days.ZONE_WORDS,
    }


def build_day_context(dilemma: Dilemma) -> dict[str, Any]:
    """Return the context of a finished day; `dilemma` is its first one, whose board is shown."""
    number = dilemma.number
    return {
        "number": number,
        "end": days.get_day_end(number) if number == days.get_today() else None,
        "day_ends": days.ZONE_WORDS,
        "revision": dilemma.question.revision,
        "ring": ring.draw(dilemma.question.board),
    }


def build_reveal_context(dilemma: Dilemma, answer: Answer | None, vote: Vote, votes: Tally) -> dict[str, Any]:
    verdict = judge_by_answer(dilemma, answer.with_names(dilemma.names)) if answer else judge_by_choices(dilemma)
    why = (
        [str(reason) for reason in build_reasons(answer.with_names(dilemma.names), dilemma.question)] if answer else []
    )
    return {
        "verdict": verdict,
        "call": judge_call(dilemma, answer, verdict, vote),
        "podiums": build_podiums(dilemma.question.position, dilemma.names, verdict.odds),
        "ring": verdict.ring,
        "why": [dilemma.lesson, *why] if dilemma.lesson else why,
        "done": dilemma.done,
        "others": votes.exclude_vote(vote.action),
        "corrections": list_corrections(dilemma),
    }


def judge_by_answer(dilemma: Dilemma, answer: Answer) -> DilemmaVerdict:
    entry = dilemma.entry
    if entry and entry.choices:
        picture = ring.draw(dilemma.question.board, marks=_build_marks(entry.squares) if entry.squares else None)
    else:
        picture = build_ring(answer, dilemma.question.revision)
    return DilemmaVerdict(
        word=answer.word.removesuffix("."),
        tone=answer.tone,
        bars=answer.bars[answer.mover_seat],
        gap=answer.gap,
        badge=answer.badge,
        method=answer.method,
        reason=answer.reason,
        toss_up=answer.toss_up,
        odds=answer.bars,
        ring=picture,
        guessed=find_chance_to_guess(answer, dilemma.question),
        guessed_text=format_chance_to_guess(answer, dilemma.question),
    )


def judge_by_choices(dilemma: Dilemma) -> DilemmaVerdict:
    entry = dilemma.entry
    assert entry  # only the deck has dilemmas with such choices
    seat = dilemma.question.position.mover_seat
    odds = [[_build_bar(label, chances[index]) for label, chances in entry.choices.items()] for index in range(3)]
    best, other = sorted((chances[seat] for chances in entry.choices.values()), reverse=True)
    return DilemmaVerdict(
        word=entry.best,
        tone="even",
        bars=odds[seat],
        gap=OddsGap.from_wins(format_wins(best - other)),
        badge=BADGES["exact"],
        method="exact",
        reason="",
        toss_up=None,
        odds=odds,
        ring=ring.draw(dilemma.question.board, marks=_mark_offers(dilemma)),
        guessed=best,
        guessed_text=format_exact_percent(best),
    )


def judge_call(dilemma: Dilemma, answer: Answer | None, verdict: DilemmaVerdict, vote: Vote) -> Call:
    if answer is not None:
        judgment = judge_action(answer, vote.action, "You")
        did = f"You {PAST[answer.labels[vote.action]]}"
    else:
        label = dict(dilemma.choices)[vote.action]
        judgment = _judge_vote(dilemma, vote.action, label, verdict)
        did = f"You chose “{label}”"
    mark, word = MARKS[judgment.judgment] if judgment else ("", "")
    return Call(
        mark=mark,
        word=word,
        said=f"{did}." if vote.guess is None else f"{did} and guessed {vote.guess}%.",
        cost=judgment.worth if judgment and judgment.lost else "",
        score=scoring.score_dilemma(mark, vote.guess, verdict.guessed) if mark else None,
        on_time=is_on_its_day(dilemma, vote.made_at),
        guess=vote.guess,
        truth=verdict.guessed_text,
    )


def compute_wins_lost(dilemma: Dilemma, answer: Answer | None, action: str) -> float | None:
    """Return the wins in 100 that a call loses to the better choice; None if unknown or against the house."""
    if answer is None:
        assert dilemma.entry
        right = dict(dilemma.choices)[action] == dilemma.entry.best
        return 0.0 if right else 100 * dilemma.entry.margin
    if answer.in_dollars or answer.best not in answer.actions:
        return None
    return 100 * (answer.get_mover_figure(answer.best).value - answer.get_mover_figure(action).value)


def find_chance_to_guess(answer: Answer, question: Question) -> float | None:
    """Return the chance to guess: to win with the better choice, or of a Whammy against the house; None if unknown."""
    if answer.in_dollars:
        spin = statistics.compute_spin_figures(question.board, Rules())
        return float(spin.whammy_before_the_end(question.position.mover.spins)) if spin else None
    if answer.is_too_rough or answer.best not in answer.actions:
        return None
    return answer.get_mover_figure(answer.best).value


def format_chance_to_guess(answer: Answer, question: Question) -> str:
    """Return the chance to guess with its error, as the screen shows it; "" if unknown."""
    chance = find_chance_to_guess(answer, question)
    if chance is None:
        return ""
    if answer.in_dollars:
        return format_exact_percent(chance)
    return answer.get_figure(answer.best, answer.mover_seat, in_dollars=False).text


def get_guess_label(question: Question) -> str:
    if question.rules.in_dollars:
        return "Chance of a Whammy"
    return "Your best chance to win"


def write_prompt(dilemma: Dilemma) -> str:
    if dilemma.is_a_call:
        return write_question_prompt(dilemma.question, dilemma.names)
    position = dilemma.question.position
    you = f"You are {dilemma.names[position.mover_seat]}, with {spell_count(position.mover.earned, 'spin')}."
    one, two = (label for _, label in dilemma.choices)
    return f"{you} {dilemma.question_text.capitalize()} {one}, or {two[0].lower()}{two[1:]}?"


def write_question_prompt(question: Question, names: Sequence[str] = SEATS) -> str:
    """Return text such as “You are Left, with two spins. Press, or pass them to Right?”."""
    position = question.position
    mover = position.mover
    prefix = "Round 1: press or pass? " if question.next_round else ""
    you = f"{prefix}You are {names[position.mover_seat]}, with {spell_count(mover.earned, 'spin')}."
    if position.alone:
        return f"{you} The others are out. Press on, or stop with {format_money(mover.score)}?"
    actions = legal_actions(position, question.rules.seated(position.mover_seat))
    receivers = [names[action.to] for action in actions if isinstance(action, Pass) and action.to is not None]
    them = "it" if mover.earned == 1 else "them"
    return f"{you} Press, or pass {them} to {' or '.join(receivers)}?"


def list_corrections(dilemma: Dilemma) -> list[str]:
    """Return sentences with the answers shown before each correction, the oldest first."""
    return (
        [_describe_correction(dilemma, correction) for correction in dilemma.entry.corrections] if dilemma.entry else []
    )


def _describe_correction(dilemma: Dilemma, before: DeckCorrection) -> str:
    seat = dilemma.question.position.mover_seat
    figures = ", ".join(f"{choice} {format_exact_percent(chances[seat])}" for choice, chances in before.choices.items())
    return (
        f"Corrected on {before.until:%B} {before.until.day}, {before.until.year}. Until then this page said: {figures}."
    )


def _judge_vote(dilemma: Dilemma, action: str, label: str, verdict: DilemmaVerdict) -> JudgedDecision:
    right = dilemma.entry is not None and dilemma.entry.best == label
    size = verdict.gap.size if verdict.gap else ""
    return JudgedDecision(action, "right" if right else "wrong", write_in_100(size), "", lost=not right)


def _build_bar(label: str, chance: float) -> OddsBar:
    return OddsBar("", label, chance, chance, chance, format_exact_percent(chance))


def _build_marks(squares: Sequence[float]) -> dict[int, SquareMark]:
    max_effect = max(map(abs, squares)) or 1.0
    return {
        number: SquareMark(
            format_points(change), change / max_effect, change == max(squares), f"{format_points(change)} on average"
        )
        for number, change in enumerate(squares, 1)
    }


def _mark_offers(dilemma: Dilemma) -> dict[int, SquareMark] | None:
    """Return marks on the squares on offer; None without an offer."""
    entry = dilemma.entry
    if entry is None or not entry.square:
        return None
    offered = {square: SquareMark("?", words="on offer") for square in entry.squares_on_offer}
    return {entry.square: SquareMark("here", words="where the light stopped")} | offered
