"""The options of questions about Yahtzee and Sebastian, and the cards read from them."""

from typing import Any

from ....errors import InputError
from ...answer import Value
from ...controls import NumberControl, PlayerControl
from ...options import (
    GAMES,
    PLAYED,
    SEED,
    Option,
    choice,
    flag,
    group,
    integer,
    join_with_or,
    players,
    radios,
    whole_reader,
)
from ...question import Parameters
from .policies import AUTOPLAYERS, PlayerKind, YahtzeePolicy
from .rules import (
    BONUS,
    BONUS_FROM,
    CATEGORIES,
    DICE,
    FACES,
    FURTHER,
    LOWER,
    UPPER,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
    Card,
    box_names,
    boxes_by_name,
    list_totals,
    score_roll,
)

YAHTZEE_CONTENTS = {"": "open", "0": "filled with 0", "50": "filled with 50"}
SIDES = ("", "opp-")
RULES = choice(
    "rules",
    "Rules",
    "which rules are played",
    {
        "official": "official: bonus for further Yahtzees",
        "free-joker": "the same, to any open box",
        "plain": "plain: no such bonus",
        "sebastian": "Sebastian: plain, in Latin",
    },
    "official",
    wide=True,
)


def _parse_boxes(text: str) -> Value:
    words = [word.strip() for word in text.split(",")]
    return words[0] if words in (["all"], ["none"]) else list(words)


def _parse_roll(text: str) -> Value:
    faces = [face.strip() for face in text.split(",")]
    if len(faces) != DICE or any(face not in map(str, FACES) for face in faces):
        raise InputError("must be five faces from 1 to 6, like 1,2,3,4,5")
    return [int(face) for face in faces]


def _parse_yahtzee(text: str) -> Value:
    if text.strip() not in ("0", "50"):
        raise InputError("must be 0 or 50")
    return int(text.strip())


ROLL = Option("roll", "the five dice, like 1,2,3,4,5", _parse_roll, required=True, label="The dice").with_changes(
    words={str(face): str(face) for face in FACES}, slots=DICE, wide=True
)


REROLLS = radios("rerolls", "Rerolls left", "how many rerolls are left", {"1": "1", "2": "2"}).with_changes(
    read=whole_reader(1, 2), required=True
)
FROM_NONE = {"0": "none", **REROLLS.words}
ANY_REROLLS = radios("rerolls", REROLLS.label, f"{REROLLS.help}; 0 to fill a box", FROM_NONE, "0").with_changes(
    read=whole_reader(0, 2)
)


def card_options(side: str = "", default: str | None = "all") -> tuple[Option, ...]:
    whose, open_boxes = ("the opponent's ", "The other’s open boxes") if side else ("", "Open boxes")
    upper = f"{whose}upper total without bonus, in points"
    content_text = f"what {whose}Yahtzee box holds, once it is filled"
    return (
        Option(f"{side}open", f"{whose}open boxes: names, all or none", _parse_boxes, default, label=open_boxes),
        integer(f"{side}upper", "Points in the upper boxes", upper, 0, 105, "0").with_hint(
            "without the bonus", (0, 105)
        ),
        Option(
            f"{side}yahtzee",
            content_text,
            _parse_yahtzee,
            choices=("0", "50"),
            label="Yahtzee box",
            words=YAHTZEE_CONTENTS,
        ),
    )


def score_option(side: str = "") -> Option:
    whose = "the opponent's " if side else ""
    text = f"{whose}points so far, with the 35 once the upper total is 63"
    return integer(f"{side}score", "Points so far", text, 0, 2000).with_hint(
        "with the bonus of 35, if earned", (0, 400)
    )


THE_PLAYER, THE_PLAYERS, THE_GAMES, THE_COMPUTER = "The player", "The players", "The games", "The computer"
GROUPS = (PLAYED, THE_PLAYER, THE_PLAYERS, THE_GAMES, THE_COMPUTER)

BY_POINTS = {
    "greedy": "Greedy: the most points this turn",
    "random": "Random",
    "autoplayer": "Sebastian’s autoplayer",
    "numbers": "Autoplayer, three of a kind to the numbers",
    "ranked": "Autoplayer, boxes by rank",
}
MAX_DEPTH = 13
FOR_POINTS = "solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N"
NAMES = f"optimal, best-response, {FOR_POINTS}"
ANY_PLAYER = PlayerControl(
    {
        "optimal": ("The best player for the win", ()),
        "best-response": ("The best reply to the other", ()),
        "solitaire": ("The best player for points", ()),
        **{name: (words, () if name in ("greedy", "random") else ("turns",)) for name, words in BY_POINTS.items()},
    },
    {"turns": NumberControl("Turns planned", 1, MAX_DEPTH, "1")},
)
LISTED_PLAYER = PlayerControl(
    {name: kind for name, kind in ANY_PLAYER.kinds.items() if name != "best-response"}, ANY_PLAYER.numbers
)

AHEAD = {"": "–", **{str(turns): str(turns) for turns in range(1, 14)}}
POLICY, DEPTH, PRUNE = group(
    THE_PLAYER,
    choice("policy", "Player", "who plays", {"optimal": "The best player", **BY_POINTS}, "optimal", wide=True),
    Option(
        "depth", "how many turns an autoplayer looks ahead, including this one (1)", whole_reader(1, 13), words=AHEAD
    ).with_changes(label="Turns planned", hint="by an autoplayer, this one included"),
    flag(
        "prune-first-die",
        "An autoplayer prunes rerolls by their first die",
        "an autoplayer skips a reroll set if that of an earlier open box begins with the same die",
    ),
)
OBJECTIVE = radios("objective", "Play for", "what is optimized", {"points": "points", "win": "the win"}, "points")
METHOD, A, B, PLAYER_LIST = group(
    THE_PLAYERS,
    radios(
        "method",
        "How",
        "auto simulates only players for points with many open boxes",
        {
            "auto": "exactly if few boxes are open or one plays for the win",
            "exact": "exactly",
            "simulate": "by playing games, if all play for points",
        },
        "auto",
        wide=True,
    ),
    players("a", "Player A", f"A, who moves now: {NAMES}", ANY_PLAYER, "optimal").with_hint("moves now"),
    players("b", "Player B", f"B: {NAMES}", ANY_PLAYER, "optimal"),
    players("policies", "Players", "", LISTED_PLAYER, "", many=True),
)
SIMULATED = _, SEED_OPTION = group(THE_GAMES, GAMES, SEED)
ONE_CARD = (RULES, *card_options())
POLICY_AND_CARD = (*ONE_CARD, POLICY, DEPTH, PRUNE)
DUEL = (score_option(), *card_options("opp-", default=None), score_option("opp-"))
TWO_CARDS = tuple(
    option.with_changes(required=option.key.endswith(("open", "score")))
    for option in (*card_options(default=None), *DUEL)
)


def read_player(name: str, typed_name: str, prune: bool = False) -> PlayerKind:
    """Read the option ``name``: a player's name. Raises InputError.

    ``solitaire`` maximizes expected points; autoplayers look N turns ahead (1 by default), and may ``prune`` by the
    first die.
    """
    kind, numbers = ANY_PLAYER.split(typed_name)
    if kind not in ANY_PLAYER.kinds or ANY_PLAYER.numbers["turns"].find_error(numbers["turns"]):
        raise InputError(f"must be {NAMES} with N from 1 to {MAX_DEPTH}, not “{typed_name.strip()[:40]}”", field=name)
    if kind in ("optimal", "best-response"):
        return kind
    auto = kind in AUTOPLAYERS
    return YahtzeePolicy(
        "optimal" if kind == "solitaire" else kind, int(numbers["turns"]) if auto else 1, prune and auto
    )


def read_card(parameters: Parameters, side: str = "") -> Card:
    """Return the typed card.

    Raises:
        InputError: a box is unknown or repeated, the content of the Yahtzee box is missing though it matters, or given
            though the box is open, or the upper total is impossible.
    """
    rules = parameters["rules"]
    boxes = read_open_boxes(parameters, side)
    yahtzee_content = _get_typed(parameters, side, "yahtzee")
    if rules in FURTHER and boxes and YAHTZEE not in boxes and yahtzee_content is None:
        raise InputError("is needed once that box is filled: must be 0 or 50", field=f"{side}yahtzee")
    upper = _get_typed(parameters, side, "upper")
    if upper not in list_totals(boxes):
        filled_boxes = ", ".join(box_names(rules)[box] for box in UPPER if box not in boxes)
        text = f"must be a total that the filled upper boxes ({filled_boxes or 'none'}) can have produced, not {upper}"
        raise InputError(text, field=f"{side}upper")
    return Card(boxes, min(BONUS_FROM, upper), rules in FURTHER and yahtzee_content == YAHTZEE_SCORE)


def read_open_card(parameters: Parameters) -> Card:
    """Return the typed card, with at least one open box. Raises InputError."""
    card = read_card(parameters)
    if not card.open:
        raise InputError("must name an open box: with none there is nothing to decide", field="open")
    return card


def read_open_boxes(parameters: Parameters, side: str) -> tuple[int, ...]:
    """Return the open boxes. Raises InputError, also if the content of an open Yahtzee box is given."""
    rules, box_list = parameters["rules"], _get_typed(parameters, side, "open")
    if isinstance(box_list, str):
        box_list = CATEGORIES if box_list == "all" else ()
    box_numbers = boxes_by_name(rules)
    for name in box_list:
        if name not in box_numbers:
            quoted_name = f"“{name}”" if name else "nothing"
            raise InputError(
                f"must be names among {join_with_or(box_names(rules))}, not {quoted_name}", field=f"{side}open"
            )
    boxes = tuple(sorted(box_numbers[name] for name in box_list))
    if len(set(boxes)) < len(boxes):
        raise InputError("must not name a box twice", field=f"{side}open")
    if YAHTZEE in boxes and _get_typed(parameters, side, "yahtzee") is not None:
        raise InputError(f"must be left out while {box_names(rules)[YAHTZEE]} is open", field=f"{side}yahtzee")
    return boxes


def read_lead(parameters: Parameters) -> int:
    """Return A's points minus B's.

    Raises:
        InputError: the points are missing or do not fit the filled boxes, or a card is wrong.
    """
    for name in ("score", "opp-open", "opp-score"):
        if _get_typed(parameters, name) is None:
            raise InputError("is required for the chance to win", field=name)
    for side in SIDES:
        read_card(parameters, side)
    for side in SIDES:
        min_score, max_score = bound_score(parameters, side)
        if not min_score <= (points := _get_typed(parameters, side, "score")) <= max_score:
            text = f"must be from {min_score} to {max_score}, which the filled boxes can have given, not {points}"
            raise InputError(text, field=f"{side}score")
    lead: int = parameters["score"] - parameters["opp_score"]
    return lead


def bound_score(parameters: Parameters, side: str) -> tuple[int, int]:
    """Return the least points (the upper total with its bonus) and the most that the filled boxes can have scored.

    The upper total of a finished card may be left out.
    """
    further, boxes = parameters["rules"] in FURTHER, read_open_boxes(parameters, side)
    upper, yahtzee_content = _get_typed(parameters, side, "upper"), _get_typed(parameters, side, "yahtzee")
    lower = [box for box in LOWER if box not in boxes]
    # As a joker, five sixes score the most in every lower box.
    max_lower = sum(score_roll(box, (FACES[-1],) * DICE, joker=True) for box in lower) - (
        YAHTZEE_SCORE if yahtzee_content == 0 else 0
    )
    if further and YAHTZEE in lower and yahtzee_content != 0:
        max_lower += YAHTZEE_BONUS * (len(CATEGORIES) - len(boxes) - 1)
    if not boxes:
        return 0, max_lower + max(list_totals(())) + BONUS
    max_upper = max(list_totals(boxes)) if upper == BONUS_FROM else upper  # 63 may mean any total from 63 on
    bonus = BONUS if upper >= BONUS_FROM else 0
    return upper + bonus, max_upper + bonus + max_lower


def _get_typed(parameters: Parameters, side: str, name: str = "") -> Any:
    return parameters[f"{side}{name}".replace("-", "_")]
