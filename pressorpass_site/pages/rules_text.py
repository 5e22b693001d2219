"""The show's rules for the rules page: in short, and in full, each point with its mark.

The long form is docs/rules.md; a test checks every point against its section there. The rule
options of each era come from the engine (`engine.ERAS`).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class RulePoint:
    """One fact: a sentence or two, and its certainty (a key of `engine.FACT_MARKS`, or a number)."""

    words: str
    mark: str


@dataclass(frozen=True)
class Section:
    """Facts under a heading; `number` is the section of docs/rules.md with the details."""

    number: str
    title: str
    points: tuple[RulePoint, ...]


def _build_section(number: str, title: str, *points: tuple[str, str]) -> Section:
    return Section(number, title, tuple(RulePoint(words, mark) for words, mark in points))


# The whole game on one screen, for first-time viewers.
IN_SHORT = (
    (
        "Spins",
        "Each round has four questions: three spins for the first right answer on the buzzer, one for choosing it.",
    ),
    ("The board", "18 squares, each showing one of three slides; a press stops the light on one."),
    ("Press or pass", "Before each earned spin: press, or pass all that are left to the opponent with more money."),
    ("Passed spins", "They must be played, and first. A Whammy turns the rest of them into earned spins."),
    ("+ One Spin", "Money, and an earned spin more."),
    ("A Whammy", "It takes all your money. The fourth one puts you out."),
    ("The order", "In round 2 the lowest score goes first and the leader last."),
    ("The end", "The highest score wins, and only the winner keeps it. With two out, the third may stop at any time."),
)

RULE_SECTIONS = (
    _build_section(
        "1.1",
        "Where spins come from",
        (
            "Each round has four questions. A correct answer on the buzzer earns three spins, a correct choice "
            "among three answers earns one.",
            "4",
        ),
        (
            "GSN’s last round has five questions; ABC’s first round has three. So one contestant earns at most 12 spins "
            "in a round on CBS, 15 in GSN’s last round and 9 in ABC’s first.",
            "2",
        ),
    ),
    _build_section(
        "1.2",
        "Who starts",
        ("Round 1: the contestant with the fewest spins; in a tie, the leftmost.", "3"),
        ("Round 2: the lowest score; in a tie, the fewest spins, then the leftmost. The leader plays last.", "3"),
    ),
    _build_section(
        "1.3",
        "Press or pass",
        (
            "With earned spins and no passed spins, a contestant may press or pass, and chooses again after each spin.",
            "5",
        ),
        ("A pass gives away all remaining earned spins, never only some of them.", "4"),
        ("May the first spin of a turn be passed? Most sources allow it; one does not. Here it is allowed.", "D"),
    ),
    _build_section(
        "1.4",
        "Who receives the spins",
        ("The opponent with the higher score. A leader who passes therefore passes to second place.", "5"),
        ("If the two opponents are level, the passer chooses.", "4"),
    ),
    _build_section(
        "1.5",
        "Passed spins",
        ("They wait for the receiver’s own turn.", "2"),
        ("They must be played, before any earned spins, and cannot be passed on.", "4"),
        ("A Whammy turns all remaining passed spins into earned spins.", "5"),
        ("Cash + One Spin on a passed spin adds one earned spin; the other passed spins stay passed.", "3"),
    ),
    _build_section(
        "1.6",
        "Whose turn next",
        (
            "A contestant’s turn ends with a pass, the last spin, or a fourth Whammy. Contestants without spins are skipped.",
            "2",
        ),
        (
            "When two have spins after the first lap, the lower score plays first. Sources differ: in one game as it is told, "
            "the last to receive spins does.",
            "D",
        ),
    ),
    _build_section(
        "1.8",
        "Whammies",
        ("The fourth Whammy, counting both rounds, puts a contestant out, and the remaining spins are lost.", "4"),
        ("Nine of the 54 slides, one in six, are Whammies on every complete CBS board.", "3"),
    ),
    _build_section(
        "1.9",
        "Alone against the house",
        ("When two are out, the third plays on alone and may stop at any time, as on July 15, 1985.", "1"),
        ("If all three are out, nobody wins.", "A"),
    ),
    _build_section(
        "1.10",
        "The end, and ties",
        ("The highest score wins, and only the winner keeps money and prizes.", "5"),
        ("No source describes a tie-breaker; the usual account is joint champions who both return.", "A"),
    ),
    _build_section(
        "1.12",
        "The board",
        ("Eighteen squares around the edge, numbered clockwise from the top left.", "4"),
        ("Three slides per square, 54 in all.", "5"),
        ("A prize that is won is replaced, so values change during a game.", "1"),
        ("For a contestant who cannot follow the light, every slide is taken as equally likely.", "A"),
        (
            "One of the light’s five sequences of June 1984 passes square 8 twice and never 18. There is a board with "
            "these weights; many more sequences came later.",
            "2",
        ),
    ),
    _build_section(
        "1.13",
        "Squares that move you",
        ("Big Bucks (square 12) leads to square 4, in both rounds.", "4"),
        ("Go Back Two Spaces (6) and Advance Two Spaces (11) lead to 4 and 13, in both rounds.", "3"),
        ("Move One Space: in round 2 from 9 to 8 or 10, and from 14 to 13 or 15.", "3"),
        ("Pick a Corner (6): any of the other three corners, in round 2 from early 1984.", "4"),
        ("Across the Board (17) leads to 8, in round 2 from mid-1985.", "1"),
        ("With a choice of squares, the contestant sees their slides before choosing.", "2"),
    ),
    _build_section(
        "1.14",
        "Special slides",
        ("$2,000 or Lose-1-Whammy: take the money or remove one Whammy; round 2, from September 1984.", "3"),
        ("Double Your $$ doubles the score, later with One Spin; round 2, from March 1984.", "2"),
        (
            "Add-A-One puts a 1 before the score: $500 becomes $1,500, and $0 becomes $10; round 1, from September 1985.",
            "3",
        ),
    ),
)
