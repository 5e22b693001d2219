"""The odds after each chain of passes, shown with an answer.

This module starts no job: a view gets the analyses and passes them in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine import PassChain, Position, Step, pass_chains
from engine.formatting import spell_count
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.question import SEATS, Question

from .answers import Answer, OddsBar
from .trail import Trail


@dataclass(frozen=True)
class ChainRow:
    """One chain of passes before the next spin; `bars` has the mover first, and `link` is empty without a pass."""

    words: str
    bars: list[OddsBar]
    badge: str = ""
    link: str = ""
    unavailable_reason: str = ""

    @property
    def pending(self) -> bool:
        return not self.bars and not self.unavailable_reason


@dataclass(frozen=True)
class Chains:
    names: list[str]
    rows: list[ChainRow]
    measure: str

    @property
    def pending(self) -> bool:
        return any(row.pending for row in self.rows)

    @property
    def badge(self) -> str:
        """The badge of all rows; "" if they differ."""
        badges = {row.badge for row in self.rows if row.bars}
        return badges.pop() if len(badges) == 1 else ""


def build_chain_questions(question: Question) -> list[Question]:
    positions = dict.fromkeys(position for _, position, _ in _list_chain_sources(question))
    return [replace(question, position=position) for position in positions if position != question.position]


def build_chains(answer: Answer, trail: Trail, analyses: Mapping[str, Analysis] | None = None) -> Chains | None:
    """Return the odds after each chain of passes before the next spin.

    None if nobody can be passed to, or the opponents do not play their best. If a pass leaves nobody a choice, the
    answer itself has the odds. Other chains lead to questions of their own: `analyses` has their rows by key; without
    it their odds stay open.
    """
    question = trail.question
    if "pass" not in answer.actions or "press" not in answer.actions or question.position.alone:
        return None
    if question.against_best_play:
        return None
    mover = question.position.mover_seat
    order = [mover, *(seat for seat in range(len(SEATS)) if seat != mover)]
    rows = []
    for chain, position, action in _list_chain_sources(question):
        words = _describe_chain(chain)
        link = trail.build_url_after(Step("pass", to=handing.to) for handing in chain.passes)
        if position == question.position:
            bars = [answer.get_bar(action, seat) for seat in order]
            rows.append(ChainRow(words, bars, answer.badge, link if chain.passes else ""))
        else:
            rows.append(_build_chain_row(words, link, replace(question, position=position), action, order, analyses))
    return Chains([SEATS[seat] for seat in order], rows, answer.odds_measure)


def _build_chain_row(
    words: str, link: str, question: Question, action: str, order: list[int], analyses: Mapping[str, Analysis] | None
) -> ChainRow:
    if analyses is None:
        return ChainRow(words, [], link=link)
    analysis = analyses[question.key]
    answer = analysis.answer
    if answer is None:
        reason = "" if analysis.is_active else analysis.message or "Stopped before there was an answer."
        return ChainRow(words, [], link=link, unavailable_reason=reason)
    return ChainRow(words, [answer.get_bar(action, seat) for seat in order], answer.badge, link)


def _list_chain_sources(question: Question) -> list[tuple[PassChain, Position, str]]:
    start = question.position
    chains = pass_chains(start, question.rules.seated(start.mover_seat))
    return [(chain, *_find_chain_source(start, chain, chains)) for chain in chains]


def _find_chain_source(start: Position, chain: PassChain, chains: list[PassChain]) -> tuple[Position, str]:
    """Return the position and the action that have the odds of a chain.

    They are its last pass, if that is the only choice and nobody chooses after it; else a press at its end.
    """
    if not chain.passes:
        return start, "press"
    last = len(chain.passes)
    chains_alike = [
        other for other in chains if len(other.passes) >= last and other.passes[: last - 1] == chain.passes[:-1]
    ]
    if len(chains_alike) > 1 or not chain.forced:
        return chain.position, "press"
    before = [other.position for other in chains if other.passes == chain.passes[:-1]]
    # Where the rules allow nothing except passing, no chain ends.
    return (before[0], "pass") if before else (chain.position, "press")


def _describe_chain(chain: PassChain) -> str:
    """Return text such as “Left passes 2 spins to Center, Right passes 1 spin to Center, Center must play 3 spins”."""
    steps = []
    for handing in chain.passes:
        assert handing.to is not None  # there is somebody to pass to
        steps.append(f"{SEATS[handing.seat]} passes {spell_count(handing.spins, 'spin')} to {SEATS[handing.to]}")
    position = chain.position
    mover = SEATS[position.mover_seat]
    if position.mover.passed and chain.passes:
        return ", ".join([*steps, f"{mover} must play {spell_count(position.mover.passed, 'spin')}"])
    return ", ".join([*steps, f"{mover} presses"])
