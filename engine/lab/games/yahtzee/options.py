"""The options of the questions about Yahtzee and Sebastian, except a card's, and their players in words."""

from __future__ import annotations

from ...controls import Number, Player, Slider
from ...options import GAMES, PLAYED, SEED, Option, choice, flag, record, whole
from .players import NAMES
from .policies import POLICIES
from .sheets import RULES, card_options, score_option

THE_PLAYER, THE_PLAYERS, THE_GAMES, THE_COMPUTER = "The player", "The players", "The games", "The computer"
ANYBODY = Player(
    {
        "optimal": ("The best player for the win", ()),
        "best-response": ("The best reply to the other", ()),
        "solitaire": ("The best player for points", ()),
        "greedy": ("Greedy: the most points this turn", ()),
        "random": ("Random", ()),
        "autoplayer": ("Sebastian’s autoplayer", ("turns",)),
        "numbers": ("Autoplayer, three of a kind to the numbers", ("turns",)),
        "ranked": ("Autoplayer, boxes by rank", ("turns",)),
    },
    {"turns": Number("Turns planned", 1, 13, "1")},
)

ANY_OF_THEM = Player({name: each for name, each in ANYBODY.kinds.items() if name != "best-response"}, ANYBODY.numbers)

POLICY = choice(
    "policy",
    "who plays",
    *POLICIES,
    default="optimal",
    label="Player",
    words={
        "optimal": "The best player",
        "greedy": "Greedy: the most points this turn",
        "random": "Random",
        "autoplayer": "Sebastian’s autoplayer",
        "numbers": "Autoplayer, three of a kind to the numbers",
        "ranked": "Autoplayer, boxes by rank",
    },
    wide=True,
    group=THE_PLAYER,
)
DEPTH = Option(
    "depth",
    "how many turns an autoplayer looks ahead, including this one (1)",
    whole(1, 13),
    label="Turns planned",
    hint="by an autoplayer, this one included",
    words={"": "–", **{str(turns): str(turns) for turns in range(1, 14)}},
    group=THE_PLAYER,
)
PRUNE = flag(
    "prune-first-die",
    "an autoplayer skips a reroll set if that of an earlier open box begins with the same die",
    label="An autoplayer prunes rerolls by their first die",
    group=THE_PLAYER,
)
BIN = Option(
    "bin", "points per bin", whole(1, 100), "10", label="Points in each bar", slider=Slider(1, 50), group=THE_GAMES
)
OBJECTIVE = choice(
    "objective",
    "what is optimised",
    "points",
    "win",
    default="points",
    label="Play for",
    words={"points": "points", "win": "the win"},
    radios=True,
)
RECORD = record(
    "the turns: rolls and keeps by turns, then the box, like 11346/11/11256/112/11224/twos",
    "rolls and keeps by turns, then the box: 11346/11/11256/112/11224/twos,22345/…",
)
RANKED = Option(
    "policies",
    "players for points, separated by commas: solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N",
    str,
    "solitaire,autoplayer:1,greedy,random",
    label="Players",
    player=ANY_OF_THEM,
    many=True,
    wide=True,
    group=THE_PLAYERS,
)
AGAINST_EACH_OTHER = Option(
    "policies",
    "players, separated by commas: optimal (for the win), solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N",
    str,
    "solitaire,autoplayer:2,greedy,random",
    label="Players",
    player=ANY_OF_THEM,
    many=True,
    wide=True,
    group=THE_PLAYERS,
)
METHOD = choice(
    "method",
    "auto simulates only players for points with many open boxes",
    "auto",
    "exact",
    "simulate",
    default="auto",
    label="How",
    words={
        "auto": "exactly if few boxes are open or one plays for the win",
        "exact": "exactly",
        "simulate": "by playing games, if all play for points",
    },
    radios=True,
    wide=True,
    group=THE_PLAYERS,
)
DUEL = (score_option(), *card_options("opp-", default=None), score_option("opp-"))
THREADS = Option(
    "threads",
    "how many threads build it",
    whole(1, 64),
    "2",
    label="Processor cores",
    slider=Slider(1, 8),
    group=THE_COMPUTER,
)
A = Option(
    "a",
    f"A, who moves now: {NAMES}",
    str,
    "optimal",
    label="Player A",
    hint="moves now",
    player=ANYBODY,
    wide=True,
    group=THE_PLAYERS,
)
B = A.but(name="b", help=f"B: {NAMES}", label="Player B", hint="")
SIMULATED = (GAMES.but(group=THE_GAMES), SEED.but(group=THE_GAMES))
ALONE = (RULES, *card_options())
POLICY_OF = (*ALONE, POLICY, DEPTH, PRUNE)
TWO_CARDS = (
    *card_options(default=None, needed=True),
    score_option(needed=True),
    *card_options("opp-", default=None, needed=True),
    score_option("opp-", needed=True),
)
GROUPS = (PLAYED, THE_PLAYER, THE_PLAYERS, THE_GAMES, THE_COMPUTER)
