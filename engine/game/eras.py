"""The facts about each rule option in each era of the show, their certainty, and their sources.

Tests compare docs/rules.md and the site's rules page with these facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from .options import Rules

NO_RULE = "–"

# Spins that the right answer to a question brings: on the buzzer, and by choice to each of the other two.
ON_THE_BUZZER = 3
BY_CHOICE = 1

# The certainty of a fact; a number counts independent texts or programs.
FACT_MARKS = {
    "n": "confirmed by that many independent texts or programs",
    "1": "one source only",
    "A": "assumption: no source settles it, so the reasonable reading is taken",
    "D": "sources disagree; the reading given is the one used",
    NO_RULE: "no rule of the show: a choice of the model",
}

# C++ and PYD, two programs by one author, count as one source.
FACT_SOURCES = {
    "ANG": "angelfire.com/wa/gsjackpot/pressyourluck.html, a fan’s summary of the rules",
    "BTES": "users.btes.tv/syoder/pylboard, a fan’s survey of the boards",
    "OOC": "oocities.com/edlover3001, fan pages on the squares",
    "STE": "davidnsteinle.com, June 29, 2019, a viewer’s summary of both versions",
    "RTH": "rthasem.blogg.se, April 2022, a copy of an encyclopaedia’s text",
    "TVIV": "tviv.org on Press Your Luck and Press Your Luck (2019)",
    "PEL": "peliplat.com, entry on the series",
    "TRO": "tvtropes.org, pages on Press Your Luck and Whammy!",
    "PIN": "programminginsider.com, Top Five Press Your Luck Moments",
    "BUZ": "buzzerblog.com, May 13 and July 29, 2022",
    "GSNW": "encyclopaedia texts on Whammy! The All-New Press Your Luck",
    "DIS": "distractify.com, August 2022, on the ABC rules",
    "C++": "github.com/bcd/pressorpass, a solver",
    "PYD": "github.com/bcd/PYLDecider, an earlier solver of the same author",
    "TS": "github.com/t27duck/ts-pyl, a playable copy of the 1980s game",
    "JAVA": "a Java simulator of the 1980s game by Archer Murray",
    "ADV": "github.com/thealexdavis/press_your_luck, the ABC boards and bonus game",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One rule option in one era.

    Attributes:
        value: the default in that era, as ``Rules.with_options`` reads it.
        mark: its certainty: a number of sources, or a key of ``FACT_MARKS``.
        words: a sentence for fans; empty if the value says it all.
        sources: keys of ``FACT_SOURCES``.
    """

    value: str
    mark: str
    words: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Era:
    """One version of the show, with a fact for every rule option.

    Attributes:
        id: of the network. name: of the show. years: on the air.
        facts: by rule option.
        since, until: its first day (of CBS, that of the pilot) and its last; None while it goes on.
        questions: their number, by round; none for the first round of GSN, which is another game.
    """

    id: str
    name: str
    years: str
    facts: Mapping[str, Fact]
    since: date
    until: date | None
    questions: Mapping[int, int]

    @property
    def network(self) -> str:
        """The network: “CBS”."""
        return self.id.upper()

    def questions_before(self, round_: int) -> int:
        """Return the number of questions before the spins of a round.

        A round without questions, which is not supported yet, counts as a round of CBS.
        """
        return self.questions.get(round_) or ERAS[0].questions[round_]

    def was_on(self, day: date) -> bool:
        """Return whether this version of the show was on the air on a day."""
        return self.since <= day <= (self.until or date.max)

    def max_spins(self, round_: int) -> tuple[int, int]:
        """Return the most spins that one contestant, and all three together, can earn in the questions of a round."""
        questions = self.questions_before(round_)
        return questions * ON_THE_BUZZER, questions * (ON_THE_BUZZER + 2 * BY_CHOICE)

    @property
    def rules(self) -> Rules:
        return Rules().with_options({name: fact.value for name, fact in self.facts.items()})


def _build_model_fact(value: str, words: str = "") -> Fact:
    return Fact(value, NO_RULE, words)


_MODEL = {
    "max_lead": _build_model_fact("none", "A shortcut of an old program."),
    "cap_passes": _build_model_fact("no", "A shortcut of an old program."),
    "cap": _build_model_fact("auto", "Scores had no limit."),
    "win_worth": _build_model_fact("5000", "How much the win itself is worth differs from contestant to contestant."),
    "opponents": _build_model_fact("optimal", "How contestants really decided has not been counted."),
    "unit": _build_model_fact("auto"),
    "reduce": _build_model_fact("none"),
    "reduce_from": _build_model_fact("1"),
}

ERAS = (
    Era(
        "cbs",
        "Press Your Luck, CBS",
        "1983–86",
        {
            "ties": Fact(
                "split",
                "A",
                "No tie-breaker is described anywhere. Joint champions who both return is the usual account; a "
                "three-way tie at $0 is on record.",
                ("TS", "PIN"),
            ),
            "turn_order": Fact(
                "score",
                "D",
                "The first lap goes from the lowest score up. If two hold spins after that, one program goes by the "
                "lower score, another by the lower of the two opponents, a third by seat; in one game as it is told, "
                "the one who received spins last played.",
                ("RTH", "TS", "PYD", "C++"),
            ),
            "level_opponents": Fact("chooser", "4", "The passer chooses who gets them.", ("ANG", "STE", "TS", "GSNW")),
            "choices": Fact("visible", "2", "The contestant sees what the squares show, then chooses.", ("OOC", "TS")),
            "lose_whammy": Fact("choice", "3", "In square 15 of round 2, from September 1984.", ("OOC", "TS", "JAVA")),
            "third_place_plays": Fact("no", "1", "Third place has no special rule.", ("C++", "PYD")),
            "max_lead": _MODEL["max_lead"],
            "cap_passes": _MODEL["cap_passes"],
            "prizes": Fact(
                "auto", "1", "A list of 1984–85 has a mean of $2,490 in round 2 and $525 in round 1.", ("TS",)
            ),
            "cap": _MODEL["cap"],
            "goal": Fact(
                "win",
                "A",
                "Only the winner kept money and prizes, and came back. Playing to win, not for the cash, is our "
                "interpretation.",
                ("PEL", "STE", "ANG", "TVIV", "RTH"),
            ),
            "win_worth": _MODEL["win_worth"],
            "opponents": _MODEL["opponents"],
            "house": Fact(
                "won",
                "1",
                "The last contestant in played on against the house (July 15, 1985) and could stop at any time. The "
                "game was already won, so this does not affect the chance to win.",
                ("TRO", "TS"),
            ),
            "weights": Fact(
                "board",
                "A",
                "The first five sequences of the light visit every square equally often. Of the five used from June 20, "
                "1984, the second passes square 8 twice and never 18: with all five alike, the light stops on 8 in 6 of "
                "90 and on 18 in 4. A board with these weights is offered; the even one is the default, as many more "
                "sequences came later. The slides changed in no known order. A contestant who could follow them, as "
                "Michael Larson could, had other chances.",
                ("BTES", "TS"),
            ),
            "unit": _MODEL["unit"],
            "reduce": _MODEL["reduce"],
            "reduce_from": _MODEL["reduce_from"],
        },
        since=date(1983, 5, 18),
        until=date(1986, 9, 26),
        questions={1: 4, 2: 4},
    ),
    Era(
        "gsn",
        "Whammy! The All-New Press Your Luck, GSN",
        "2002–03",
        {
            "ties": Fact("split", "A", "Nothing found."),
            "turn_order": Fact("score", "A", "Nothing found; assumed to be as on CBS."),
            "level_opponents": Fact("chooser", "2", "The passer chooses who gets them.", ("GSNW",)),
            "choices": Fact("visible", "A", "No table of its slides was found."),
            "lose_whammy": Fact("choice", "1", "The slide is mentioned, but not its place.", ("TRO",)),
            "third_place_plays": Fact("no", "A", "Nothing found."),
            "max_lead": _MODEL["max_lead"],
            "cap_passes": _MODEL["cap_passes"],
            "prizes": Fact("auto", "A", "No list of prizes was found; the CBS values are used."),
            "cap": _MODEL["cap"],
            "goal": Fact("win", "A", "No champion returned, so the money may have mattered more.", ("TRO",)),
            "win_worth": _MODEL["win_worth"],
            "opponents": _MODEL["opponents"],
            "house": Fact("won", "A", "Nothing found."),
            "weights": Fact("board", "A", "A computer’s board; its chances are not known."),
            "unit": _MODEL["unit"],
            "reduce": _MODEL["reduce"],
            "reduce_from": _MODEL["reduce_from"],
        },
        since=date(2002, 4, 15),
        until=date(2003, 12, 5),
        questions={2: 5},
    ),
    Era(
        "abc",
        "Press Your Luck, ABC",
        "2019–",
        {
            "ties": Fact("split", "A", "Nothing found."),
            "turn_order": Fact(
                "score",
                "A",
                "Round 1 begins with the fewest spins; the other rules are assumed to be as on CBS.",
                ("DIS",),
            ),
            "level_opponents": Fact("chooser", "2", "Passing is reported to be as on CBS.", ("STE", "TVIV")),
            "choices": Fact(
                "visible", "A", "The squares are known from one program; assumed to be as on CBS.", ("ADV",)
            ),
            "lose_whammy": Fact("choice", "1", "In the bonus game only.", ("ADV",)),
            "third_place_plays": Fact("no", "A", "Nothing found."),
            "max_lead": _MODEL["max_lead"],
            "cap_passes": _MODEL["cap_passes"],
            "prizes": Fact("auto", "A", "No list of prizes was found; the CBS values are used."),
            "cap": _MODEL["cap"],
            "goal": Fact("win", "A", "The winner goes on to the bonus game; no champion returns.", ("STE", "TVIV")),
            "win_worth": _MODEL["win_worth"],
            "opponents": _MODEL["opponents"],
            "house": Fact("won", "A", "A game was won with $0 when both opponents were out.", ("BUZ",)),
            "weights": Fact("board", "A", "All slides are assumed to be equally likely, as on CBS."),
            "unit": _MODEL["unit"],
            "reduce": _MODEL["reduce"],
            "reduce_from": _MODEL["reduce_from"],
        },
        since=date(2019, 6, 12),
        until=None,
        questions={1: 3, 2: 4},
    ),
)

# The pilot of May 18, 1983, has five questions a round; everything else is assumed to be as in the series.
PILOT = replace(ERAS[0], years="1983", until=ERAS[0].since, questions={1: 5, 2: 5})
