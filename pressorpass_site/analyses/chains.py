"""What each chain of passes before the next spin brings, beside an answer.

Where a pass leaves nobody a choice, the answer itself says what it brings. Where somebody may pass on
in turn, or the passer may choose between two, that is a question of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import PassChain, Position, pass_chains
from pressorpass_site.core.formatting import counted
from pressorpass_site.questions.address import address
from pressorpass_site.questions.opponents import BEST
from pressorpass_site.questions.question import Question
from pressorpass_site.questions.rule_words import SEATS

from .answers import Answer, Bar
from .models import Analysis

Ask = Callable[[Question], Analysis]


@dataclass(frozen=True)
class Row:
    """One chain.

    Attributes:
        words: who hands on what, and who then presses.
        bars: what it brings everybody, the one up first; empty as long as that is not known.
        how: how that is known, “Exact”.
        link: the answer that says it; empty where it is the answer itself.
        trouble: why there is nothing to say; empty if there is, or will be.
    """

    words: str
    bars: list[Bar]
    how: str = ""
    link: str = ""
    trouble: str = ""

    @property
    def pending(self) -> bool:
        return not self.bars and not self.trouble


@dataclass(frozen=True)
class Chains:
    """All of them, ready to be shown."""

    names: list[str]
    rows: list[Row]
    measure: str

    @property
    def pending(self) -> bool:
        """Whether something is still to come."""
        return any(row.pending for row in self.rows)

    @property
    def how(self) -> str:
        """How all of it is known; empty where that differs from row to row."""
        ways = {row.how for row in self.rows if row.bars}
        return ways.pop() if len(ways) == 1 else ""


def chains(answer: Answer, question: Question, ask: Ask | None = None) -> Chains | None:
    """The chains of a question with its answer; None where there is nobody to pass to, or opponents are bound.

    Without `ask` what is a question of its own stays open.
    """
    if "pass" not in answer.actions or "press" not in answer.actions or question.position.alone:
        return None
    if question.rules.opponents != BEST:
        return None
    rules = question.rules.seated(question.position.mover_seat)
    found = pass_chains(question.position, rules)
    order = [
        question.position.mover_seat,
        *(seat for seat in range(len(SEATS)) if seat != question.position.mover_seat),
    ]
    rows = []
    for chain in found:
        source, action = _source(question.position, chain, found)
        words = _words(chain)
        if source == question.position:
            rows.append(Row(words, [answer.bar(action, seat) for seat in order], answer.badge))
        else:
            rows.append(_asked(words, replace(question, position=source), action, order, ask))
    return Chains([SEATS[seat] for seat in order], rows, answer.odds_measure)


def _asked(words: str, question: Question, action: str, order: list[int], ask: Ask | None) -> Row:
    link = address(question)
    if ask is None:
        return Row(words, [], link=link)
    analysis = ask(question)
    if analysis.result is None:
        trouble = "" if analysis.is_active else analysis.message or "Stopped before there was an answer."
        return Row(words, [], link=link, trouble=trouble)
    answer = Answer(analysis.result, analysis.steps)
    return Row(words, [answer.bar(action, seat) for seat in order], answer.badge, link)


def _source(start: Position, chain: PassChain, found: list[PassChain]) -> tuple[Position, str]:
    """The position whose answer tells what a chain brings, and by which action of the one who is up there.

    That of the last pass, if it is the only one there and nobody chooses after it; else the chain's end.
    """
    if not chain.passes:
        return start, "press"
    last = len(chain.passes)
    alike = [other for other in found if len(other.passes) >= last and other.passes[: last - 1] == chain.passes[:-1]]
    if len(alike) > 1 or not chain.forced:
        return chain.position, "press"
    before = [other.position for other in found if other.passes == chain.passes[:-1]]
    # Where the rules leave nothing but to pass, no chain ends.
    return (before[0], "pass") if before else (chain.position, "press")


def _words(chain: PassChain) -> str:
    """“Left passes 2 spins to Centre, Right passes 1 spin to Centre, Centre must play 3 spins”."""
    told = []
    for handing in chain.passes:
        assert handing.to is not None  # somebody is there to pass to
        told.append(f"{SEATS[handing.seat]} passes {counted(handing.spins, 'spin')} to {SEATS[handing.to]}")
    here = chain.position
    name = SEATS[here.mover_seat]
    if not chain.passes:
        return f"{name} presses"
    if here.mover.passed:
        return ", ".join([*told, f"{name} must play {counted(here.mover.passed, 'spin')}"])
    return ", ".join([*told, f"{name} presses"])
