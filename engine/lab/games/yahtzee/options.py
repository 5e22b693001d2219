"""The options that several questions about Yahtzee and Sebastian share, except a card's."""

from __future__ import annotations

from ...controls import Number, Player
from ...options import GAMES, PLAYED, SEED, Option, choice, flag, group, players, radios, whole
from .policies import NAMES
from .typed_cards import RULES, card_options, score_option

THE_PLAYER, THE_PLAYERS, THE_GAMES, THE_COMPUTER = "The player", "The players", "The games", "The computer"
GROUPS = (PLAYED, THE_PLAYER, THE_PLAYERS, THE_GAMES, THE_COMPUTER)

BY_POINTS = {
    "greedy": "Greedy: the most points this turn",
    "random": "Random",
    "autoplayer": "Sebastian’s autoplayer",
    "numbers": "Autoplayer, three of a kind to the numbers",
    "ranked": "Autoplayer, boxes by rank",
}
ANYBODY = Player(
    {
        "optimal": ("The best player for the win", ()),
        "best-response": ("The best reply to the other", ()),
        "solitaire": ("The best player for points", ()),
        **{name: (words, () if name in ("greedy", "random") else ("turns",)) for name, words in BY_POINTS.items()},
    },
    {"turns": Number("Turns planned", 1, 13, "1")},
)
ANY_OF_THEM = Player({name: each for name, each in ANYBODY.kinds.items() if name != "best-response"}, ANYBODY.numbers)

AHEAD = {"": "–", **{str(turns): str(turns) for turns in range(1, 14)}}
POLICY, DEPTH, PRUNE = group(
    THE_PLAYER,
    choice("policy", "Player", "who plays", {"optimal": "The best player", **BY_POINTS}, "optimal", wide=True),
    Option("depth", "how many turns an autoplayer looks ahead, including this one (1)", whole(1, 13), words=AHEAD).but(
        label="Turns planned", hint="by an autoplayer, this one included"
    ),
    flag(
        "prune-first-die",
        "An autoplayer prunes rerolls by their first die",
        "an autoplayer skips a reroll set if that of an earlier open box begins with the same die",
    ),
)
OBJECTIVE = radios("objective", "Play for", "what is optimized", {"points": "points", "win": "the win"}, "points")
METHOD, A, B, LISTED = group(
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
    players("a", "Player A", f"A, who moves now: {NAMES}", ANYBODY, "optimal").shown("moves now"),
    players("b", "Player B", f"B: {NAMES}", ANYBODY, "optimal"),
    players("policies", "Players", "", ANY_OF_THEM, "", many=True),
)
SIMULATED = _, SEEDED = group(THE_GAMES, GAMES, SEED)
ALONE = (RULES, *card_options())
POLICY_OF = (*ALONE, POLICY, DEPTH, PRUNE)
DUEL = (score_option(), *card_options("opp-", default=None), score_option("opp-"))
TWO_CARDS = (
    *card_options(default=None, needed=True),
    score_option(needed=True),
    *card_options("opp-", default=None, needed=True),
    score_option("opp-", needed=True),
)
