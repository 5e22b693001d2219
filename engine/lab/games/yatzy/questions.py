"""Yatzy's questions to the lab: ``keep``, ``category`` and ``value`` as in Yahtzee, and the review of a played game."""

from collections.abc import Mapping

from ....errors import InputError
from ...answer import Answer, Value
from ...answer_view import AnswerView
from ...budget import Budget
from ...exhibits import CardGenerator, Link
from ...options import PLAYED, Option, choice, integer, join_with_or
from ...question import Game, GameFact, Parameters, Question, list_questions
from ..yahtzee.options import REROLLS, ROLL
from ..yahtzee.pictures import build_box_panel
from ..yahtzee.questions import RECORD, BestChoices, CardReview, read_roll
from ..yahtzee.rules import BONUS_FROM, Card, ScoreSheet, cross_out, list_totals
from ..yahtzee.table import ValueTable, bound_error
from ..yahtzee.turn import Choice, value_choices
from .rules import BOXES, get_table, score_sheet


def _parse_boxes(text: str) -> Value:
    words = [word.strip() for word in text.split(",")]
    if words in (["all"], ["none"]):
        return words[0]
    wrong = [word for place, word in enumerate(words) if word not in BOXES or word in words[:place]]
    if wrong:
        raise InputError(f"must be all, none or names among {join_with_or(BOXES)}, each once, not “{wrong[0]}”")
    return list(words)


RULES = choice(
    "rules",
    "Two pairs",
    "what Two pairs needs: two pairs of different faces (usual), or one pair is enough (thesis, a program of 2012)",
    {"usual": "needs two different faces", "thesis": "one pair is enough"},
    "usual",
    wide=True,
)
CARD = (
    RULES,
    Option("open", "open boxes: names, all or none", _parse_boxes, "all", label="Open boxes"),
    integer("upper", "Points in the upper boxes", "upper total without bonus", 0, 105, "0").with_hint(
        "without the bonus", (0, 105)
    ),
)


def read_card(parameters: Parameters) -> Card:
    """Return the typed card. Raises InputError if its upper total is impossible."""
    boxes_text, upper = parameters["open"], parameters["upper"]
    box_list = {"all": BOXES, "none": ()}[boxes_text] if isinstance(boxes_text, str) else boxes_text
    boxes = tuple(sorted(map(BOXES.index, box_list)))
    if upper not in list_totals(boxes):
        raise InputError(f"must be a total that the filled upper boxes can have produced, not {upper}", field="upper")
    return Card(boxes, min(BONUS_FROM, upper))


def read_start(parameters: Parameters, budget: Budget) -> tuple[ScoreSheet, Card, ValueTable]:
    """Return the score sheet, the typed card and the values of all later cards. Raises InputError, Exhausted."""
    rules, card = parameters["rules"], read_card(parameters)
    if not card.open:
        raise InputError("must name an open box: with none there is nothing to decide", field="open")
    return score_sheet(rules), card, get_table(rules, card, budget)


class Keep(BestChoices):
    """All optimal sets of dice to keep."""

    options: tuple[Option, ...] = (*CARD, ROLL, REROLLS)

    def compute_values(self, parameters: Parameters, budget: Budget) -> tuple[Mapping[Choice, float], int]:
        sheet, card, table = read_start(parameters, budget)
        values = value_choices(sheet, card, read_roll(parameters), parameters.get("rerolls", 0), table.after)
        return values, len(card.open)


class Category(Keep):
    """All optimal boxes to fill."""

    title = "Which box to fill?"
    line = "What these dice are worth in each open box"
    heading = "The best box to fill"
    options = (*CARD, ROLL)
    example = {"roll": "6,6,6,6,2"}


class CardValue(Question):
    """Expected further points of a card under best play."""

    name = "value"
    title = "What is this card worth?"
    line = "The points that the best player still expects"
    options = CARD
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        card = read_card(parameters)
        table = get_table(parameters["rules"], card, budget)
        value = table.value(card)
        adds = {BOXES[box]: value - table.value(cross_out(card, box)) for box in card.open}
        return Answer(value, "exact", bound_error(card, value), {"adds": adds})

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        if adds := list(view.details["adds"].items()):
            yield build_box_panel(adds, [], view.error)


class Review(CardReview):
    """What the choices of a played game cost in all, in expected points."""

    options = (RECORD, *CARD)

    def read_start(self, parameters: Parameters, budget: Budget) -> tuple[ScoreSheet, Card, ValueTable]:
        return read_start(parameters, budget)


GAME = Game(
    "yatzy",
    "Yatzy",
    "the Scandinavian Yahtzee: fifteen boxes, one of them for a single pair",
    "Fifteen boxes, five dice, two rerolls: Yahtzee as Scandinavia plays it.",
    list_questions(__name__),
    GameFact(
        "The box for a single pair is worth more than the box for five alike.",
        "Without One pair the best player expects 20.0 points less, without Yatzy only 18.3.",
        "value",
    ),
    (PLAYED,),
    (Link("A first roll of 1 1 3 4 6", "keep", {"roll": "1,1,3,4,6", "rerolls": 2}),),
    rules=(
        "Fifteen turns. Roll five dice, reroll any of them up to twice, then fill one open box: each box once, with its "
        "points or with 0. The six upper boxes count the dice of their face; 63 points there earn 50 more.",
        "One pair, Two pairs, Three and Four of a kind count the dice alike and no others. 1 2 3 4 5 is the small straight "
        "(15), 2 3 4 5 6 the large one (20). A full house, three and two of different faces, and Chance count all dice. "
        "Yatzy, five alike, scores 50.",
        "Every card is solved from the last box back to the first, as in Yahtzee, so the values are exact. The best player "
        "expects 248.44 points. The first published solution (Larsson and Sjöberg, 2012) has 248.63: its program lets a "
        "single pair score as two pairs.",
    ),
)
