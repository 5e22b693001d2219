"""What is known of a choice before it is worked out: its stored answer, and answers to the positions after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine import Odds, PositionValues, SolveResult, read_choice
from pressorpass_site.analyses import services as analyses
from pressorpass_site.questions.question import Question

from .models import ChoiceRow


def known_odds(row: ChoiceRow) -> Mapping[str, Odds]:
    """The best known odds of what may be taken, by name; what is not known is left out."""
    found = {name: Odds.from_json(take) for name, take in row.known.items()}
    question = row.question
    asked = read_choice(question.position, question.board, question.rules, square=row.square, shows=row.shows)
    names: dict[Question, str] = {}
    for name, positions in asked.reached.items():
        if len(positions) == 1:  # not a prize of several possible values
            (position,) = positions
            # An answer page has the rules as they are asked, or spelt out by seat once somebody else is up.
            for rules in (question.rules, asked.rules):
                names[replace(question, position=position, rules=rules)] = name
    for after, answer in analyses.known(names).items():
        name, seat = names[after], after.position.mover_seat
        values = PositionValues.from_result(SolveResult.from_json(answer.result))
        odds = max(filter(None, (values.press, values.passing)), key=lambda each: each.win[seat])
        if name not in found or odds.doubt < found[name].doubt:
            found[name] = odds
    return found
