"""Yahtzee's questions to the lab."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import mul
from typing import Any

import numpy as np

from ....errors import InputError
from ... import families
from ...answer import Answer
from ...answer_view import (
    AnswerView,
    build_exact_panel,
    build_simulation_panel,
    capitalize,
    format_a_wins,
    format_chance,
    format_digits,
)
from ...budget import Budget
from ...exhibits import Ask, Badge, CardGenerator, Dice, Link, Panel, Rows, Strong, Text, build_aside
from ...options import Option, check_best_responses, group, integer, join_with_or, radios, record
from ...question import Game, GameFact, Parameters, Question, list_questions
from ...review_exhibits import ReviewWording
from ...round_robin import check_policy_count, split_names
from . import decision, dice, pictures
from . import options as shared
from . import review as played
from .cards import OUTCOME_ROUNDINGS, build_graphs, compute_chances_to_beat, compute_points_distribution, count_cards
from .decision import decide
from .duel import DuelSolver, compare_exactly
from .options import FOR_POINTS, read_card, read_lead, read_open_boxes, read_open_card, read_player
from .policies import AUTOPLAYERS, PlayerKind, YahtzeePolicy, average_keep_count, evaluate_policy
from .rules import Card, Roll, ScoreSheet, box_names, box_title, cross_out, score_sheet
from .simulate import Sample, compare_simulated, simulate_games, simulate_match
from .storage import get_full_table, get_table
from .table import ROUNDINGS, ValueTable, bound_error, count_reachable
from .turn import CardValue, Choice, choice_to_json, find_best, value_choices
from .words import describe_choice, describe_player, describe_roll, name_choice

MAX_POLICIES = 10
GAMES_BESIDE, FEW_GAMES = 20_000, 2_000  # simulated beside an exact chance, and an exact expectation
NOTES_OPTIONS = {
    "open": "yahtzee,chance",
    "upper": "55",
    "score": "125",
    "opp-open": "four_kind,yahtzee",
    "opp-upper": "55",
    "opp-score": "173",
}
PLAYERS_BESIDE = "solitaire,autoplayer:3,ranked:2,autoplayer:2,greedy,autoplayer:1,numbers:2,random"
WORDS = ReviewWording(describe_roll, describe_choice, unit="points")
MAX_BOXES_EXACT = 7  # open boxes of players for points; with more, exact chances take longer than some seconds
QUANTILES = (1, 5, 25, 50, 75, 95, 99)


def _read_players(parameters: Parameters, min_count: int) -> list[PlayerKind]:
    """Return the listed players. Raises InputError."""
    prune = parameters["prune_first_die"]
    players = [read_player("policies", text, prune) for text in split_names(parameters["policies"])]
    check_policy_count(players, MAX_POLICIES, min_count)
    if prune and not any(isinstance(contestant, YahtzeePolicy) and contestant.prune for contestant in players):
        raise InputError(f"must be left out unless a player is {join_with_or(AUTOPLAYERS)}", field="prune-first-die")
    return players


def _select_for_points(players: Sequence[PlayerKind]) -> list[YahtzeePolicy]:
    return [contestant for contestant in players if isinstance(contestant, YahtzeePolicy)]


def _is_simulated(parameters: Parameters, players: Sequence[PlayerKind], boxes: int) -> bool:
    """Return whether to simulate games instead of solving exactly. Raises InputError."""
    alone, method = len(_select_for_points(players)) == len(players), parameters["method"]
    if method == "simulate" and not alone:
        raise InputError("must be exact if a player plays for the win", field="method")
    return method == "simulate" or (method == "auto" and alone and boxes > MAX_BOXES_EXACT)


def _read_policy(parameters: Parameters) -> YahtzeePolicy:
    depth, prune = parameters["depth"], parameters["prune_first_die"]
    for field, value in (("depth", depth is not None), ("prune-first-die", prune)):
        if value and parameters["policy"] not in AUTOPLAYERS:
            raise InputError(f"must be left out unless the policy is {join_with_or(AUTOPLAYERS)}", field=field)
    return YahtzeePolicy(parameters["policy"], depth or 1, prune)


def _simulate(parameters: Parameters, budget: Budget) -> tuple[Sample, dict[str, Any]]:
    games = parameters["games"]
    sample = simulate_games(
        _read_policy(parameters), parameters["rules"], read_open_card(parameters), games, parameters["seed"], budget
    )
    mean, error = sample.estimate.mean, sample.estimate.error
    below, squares = np.cumsum(sample.counts), np.square(np.arange(len(sample.counts)) - mean)
    deviation = float(np.sqrt(sample.counts @ squares / (games - 1)))
    fourth = float(sample.counts @ np.square(squares) / games)
    return sample, {
        "mean": mean,
        "standard_error": error,
        "deviation": deviation,
        "deviation_error": max(fourth - deviation**4, 0) ** 0.5 / games**0.5 / (2 * deviation or 1),
        "least": int(np.flatnonzero(sample.counts)[0]),
        "most": len(sample.counts) - 1,
        "quantiles": {str(percent): int(np.searchsorted(below, percent / 100 * games)) for percent in QUANTILES},
        "bonus_share": sample.bonuses / games,
        "zeros": sample.zeros / games,
    }


def _read_objective(parameters: Parameters, card: Card, budget: Budget) -> tuple[CardValue, int]:
    """Return the value of cards by the objective, and the number of turns over which rounding errors accumulate."""
    if parameters["objective"] == "points":
        if parameters["opp_open"] is not None:
            read_open_boxes(parameters, "opp-")  # refuses a wrong card, though it does not matter
        return get_table(parameters["rules"], card, budget).after, len(card.open)
    lead = read_lead(parameters)
    duel = DuelSolver(parameters["rules"], card, read_card(parameters, "opp-"), lead, budget)
    return duel.build_turn_value(), len(duel.stages)


def read_roll(parameters: Parameters) -> Roll:
    return tuple(sorted(parameters["roll"]))


class CardQuestion(Question):
    """A question about Yahtzee or Sebastian, with the rules of that game."""

    def __init__(self, rules: Option) -> None:
        self.options = tuple(rules if option is shared.RULES else option for option in self.options)


class BestChoices(Question):
    """All optimal choices with a roll: sets of dice to keep, or boxes."""

    title = "Which dice to keep?"
    line = "All ways to keep dice, and what each is worth"
    heading = "The best dice to keep"
    example = {"roll": "1,1,3,4,6", "rerolls": "2"}

    @abstractmethod
    def compute_values(self, parameters: Parameters, budget: Budget) -> tuple[Mapping[Choice, float], int]:
        """Return the value of each choice, and the number of turns over which rounding errors accumulate."""

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        values, turns = self.compute_values(parameters, budget)
        max_value = max(values.values())
        order = sorted(values.items(), key=lambda item: -round(item[1], 10))  # ties stay in their order
        choices = [{"choice": choice_to_json(choice), "value": value} for choice, value in order]
        # Roundings of later cards, and of this turn's averages over rolls.
        roundings = ROUNDINGS * turns + 3 * len(dice.ROLLS)
        best_choices = find_best(values, 2 * roundings * 2.0**-53 * max_value)
        return Answer(
            [choice_to_json(choice) for choice in best_choices], details={"value": max_value, "choices": choices}
        )

    def show(self, view: AnswerView) -> CardGenerator:
        parameters, keeps = view.parameters, self.name == "keep"
        win, other = parameters.get("objective") == "win", None
        words = f"{pictures.format_value(view.details['value'], win)} further points expected, including this turn."
        if win:
            other = yield Ask(self.name, {name: text for name, text in view.options.items() if name != "objective"})
            most_points = " or ".join(map(name_choice, other.answer))
            words = f"{pictures.format_value(view.details['value'], win)} to win. Most points: {most_points}."
        dice = (
            [Dice.from_roll(parameters["roll"], keep) for keep in view.answer]
            if keeps
            else [Dice.from_roll(parameters["roll"])]
        )
        best = " or ".join(map(name_choice, view.answer))
        number = view.build_number(f"Keep {best}" if keeps else best, words)
        yield Panel(self.heading, [*dice, number, *pictures.fold_rows(pictures.build_choice_table(view, other))])


class Keep(CardQuestion, BestChoices):
    """All optimal sets of dice to keep."""

    options = (*shared.ONE_CARD, shared.ROLL, shared.REROLLS, shared.OBJECTIVE, *shared.DUEL)

    def compute_values(self, parameters: Parameters, budget: Budget) -> tuple[Mapping[Choice, float], int]:
        card, rerolls = read_open_card(parameters), parameters.get("rerolls", 0)
        card_value, turns = _read_objective(parameters, card, budget)
        sheet = score_sheet(parameters["rules"])
        return value_choices(sheet, card, read_roll(parameters), rerolls, card_value), turns


class Category(Keep):
    """All optimal boxes to fill."""

    title = "Which box to fill?"
    line = "What these dice are worth in each open box"
    heading = "The best box to fill"
    options = (*shared.ONE_CARD, shared.ROLL, shared.OBJECTIVE, *shared.DUEL)
    example = {"roll": "1,1,2,3,3"}


class CardValueQuestion(CardQuestion):
    """Expected further points of a card under best play."""

    name = "value"
    title = "What is this card worth?"
    line = "The points that the best player still expects"
    options = shared.ONE_CARD
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, card = parameters["rules"], read_card(parameters)
        value = get_table(rules, card, budget).value(card)
        return Answer(value, "exact", bound_error(card, value))

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        if view.parameters["open"] != "none":
            boxes = yield Ask("boxes", view.options)
            yield pictures.build_box_panel(boxes.answer, boxes.details["alone"], boxes.error)


class Boxes(CardQuestion):
    """What each open box adds to the expected further points: pairs of a box and its points."""

    title = "What is each box worth?"
    line = "How many points each open box adds"
    topic = "This card"
    options = shared.ONE_CARD
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, card = parameters["rules"], read_open_card(parameters)
        table = get_table(rules, card, budget)
        value = table.value(card)
        adds = [[box_names(rules)[box], value - table.value(cross_out(card, box))] for box in card.open]
        alone = [[box_names(rules)[box], table.value(replace(card, open=(box,)))] for box in card.open]
        return Answer(adds, "exact", 2 * bound_error(card, value), {"value": value, "alone": alone})

    def show(self, view: AnswerView) -> CardGenerator:
        name, points = max(view.answer, key=lambda pair: pair[1])
        headline = f"{box_title(name)}: {format_digits(points, max(view.error, pictures.SHOWN_PRECISION))}"
        yield view.build_panel(headline, "adds the most. The table below has every open box.")
        yield pictures.build_box_panel(view.answer, view.details["alone"], view.error)


COUNT_SENTENCES = {
    "states": "{} states were evaluated.",
    "cards": "Both play for points, so each card’s final scores are independent of the other’s; {} cards were evaluated.",
    "games": "Both play for points on too many cards for an exact answer, so {} games were played.",
}


class TwoCards(CardQuestion):
    """A's chance to win at the start of A's turn, a tie counting one half."""

    name = "duel"
    title = "Who wins with these two cards?"
    line = "A’s chance to win at the start of a turn; a tie counts half"
    topic = "This card"
    options = (shared.RULES, *shared.TWO_CARDS, shared.A, shared.B, shared.METHOD, *shared.SIMULATED)
    unit = "chance"
    example = NOTES_OPTIONS

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, lead = parameters["rules"], read_lead(parameters)
        cards = read_card(parameters), read_card(parameters, "opp-")
        players = read_player("a", parameters["a"]), read_player("b", parameters["b"])
        check_best_responses(*(contestant == "best-response" for contestant in players))
        alone = _select_for_points(players)
        if _is_simulated(parameters, players, max(len(card.open) for card in cards)):
            estimate = simulate_match(
                (alone[0], alone[1]), rules, cards, lead, parameters["games"], parameters["seed"], budget
            )
            return Answer(estimate.mean, "estimated", estimate.error, {"games": estimate.games})
        if len(alone) == 2:
            card_graphs = build_graphs(rules, cards, budget)
            a, b = (
                compute_points_distribution(policy, rules, nodes, budget)
                for policy, nodes in zip(alone, card_graphs, strict=True)
            )
            chance = float(a @ compute_chances_to_beat(lead + np.arange(len(a)), b))
            turns = sum(len(card.open) for card in cards)
            details: dict[str, Any] = {"cards": sum(map(len, card_graphs))}
        else:
            duel = DuelSolver(rules, *cards, lead, budget, players)
            chance, turns = duel.chance(), len(duel.stages)
            details = {"states": duel.states}
        roundings = OUTCOME_ROUNDINGS if alone else ROUNDINGS
        return Answer(chance, "exact", roundings * turns * 2.0**-53 * chance, details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        ((kind_counted, number),) = view.details.items()
        other = format_chance(1 - view.answer, view.error, view.certainty)
        words = f"You are A. The other player wins {other}; a tie counts as half a win for each."
        yield build_aside("The other player", f"{words} {COUNT_SENTENCES[kind_counted].format(number)}")
        if kind_counted == "cards":  # both play for points, so games can be simulated
            games = yield Ask("duel", {**view.options, "method": "simulate", "games": GAMES_BESIDE})
            yield build_simulation_panel(games, view.answer, format_a_wins(games))


class PolicyValue(CardQuestion):
    """Exact expected further points of a given policy."""

    name = "policy"
    title = "How good is this player?"
    line = "The points that this player expects, and what others lose"
    topic = "The players"
    options = shared.POLICY_AND_CARD
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, card, policy = parameters["rules"], read_card(parameters), _read_policy(parameters)
        value = evaluate_policy(policy, rules, card, budget).value(card)
        best_value = get_table(rules, card, budget).value(card)
        details = {"optimal": best_value, "short": best_value - value, "keeps": average_keep_count(policy, card)}
        return Answer(value, "exact", bound_error(card, value), details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        optimal = f"{view.details['optimal']:.3f}"
        words = f"{format_digits(view.details['short'], pictures.SHOWN_PRECISION)} points less than best play, which expects {optimal} "
        yield Panel("", (Text(words, Badge("exact")),), "Against the best")
        ranked = yield Ask("ranking", {**view.select_parameters("rules"), "policies": PLAYERS_BESIDE})
        yield pictures.build_player_panel("What simpler players lose in a whole game", ranked)
        if view.parameters["open"] != "none":
            games = yield Ask("simulate", {**view.options, "games": FEW_GAMES})
            mean = f"{format_digits(games.answer, games.error, 'estimated')} ± {games.error:.1g} points on average"
            yield build_simulation_panel(games, view.answer, mean)


class Decide(CardQuestion):
    """What a given policy does with these dice: the keep, or without rerolls the box."""

    title = "What would this player do?"
    line = "A player’s choice with these dice, and what it costs"
    topic = "The players"
    options = (*shared.POLICY_AND_CARD, shared.ROLL, shared.ANY_REROLLS)
    example = {"roll": "1,1,3,4,6", "rerolls": "2", "policy": "autoplayer"}
    detail_words = {"cost": "points lost if the best player goes on"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules = parameters["rules"]
        card = read_open_card(parameters)
        roll = read_roll(parameters)
        policy = _read_policy(parameters)
        return decide(policy, rules, card, roll, parameters["rerolls"], budget)

    def show(self, view: AnswerView) -> CardGenerator:
        cost = view.details["cost"]
        words = "The best player can do no better."
        if cost:
            words = f"This costs {cost:.3f} points, even if the best player goes on."
        rows, marked_rows = [], []
        for place, entry in enumerate(view.details["compared"]):
            estimate = "–" if entry["estimate"] is None else f"{entry['estimate']:.3f}"
            rows.append(
                (capitalize(describe_choice(entry["choice"])), estimate, ", ".join(map(box_title, entry["for"])) or "–")
            )
            marked_rows += [place] if entry["choice"] in view.answer else []
        heads = ("Choice", "Its points", "For")
        comparison_table = Rows(heads, rows, "What this player compares", best=frozenset(marked_rows), worded=3)
        headline = capitalize(" or ".join(map(describe_choice, view.answer)))
        looks = Text("What it compares, with the points that it expects as far as it looks ahead:")
        yield Panel(pictures.describe_policy(view), (view.build_number(headline, words), looks, comparison_table))


class Ranking(CardQuestion):
    """Exact expected further points of several players, best first: pairs of a player and its points."""

    title = "Which player scores most?"
    line = "Players for points side by side, exactly"
    topic = "The players"
    options = (
        *shared.ONE_CARD,
        shared.PLAYER_LIST.with_changes(
            help=f"players for points, separated by commas: {FOR_POINTS}",
            default="solitaire,autoplayer:1,greedy,random",
        ),
        shared.PRUNE,
    )
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, card = parameters["rules"], read_card(parameters)
        names, players = split_names(parameters["policies"]), _read_players(parameters, 1)
        best_value = get_table(rules, card, budget).value(card)
        ranking = []
        for place, contestant in enumerate(players):
            if not isinstance(contestant, YahtzeePolicy):
                raise InputError(f"must be players for points, and {contestant} plays for the win", field="policies")
            ranking.append((evaluate_policy(contestant, rules, card, budget).value(card), names[place]))
            budget.report_progress("players", (place + 1) / len(players))
        ranking.sort(key=lambda contestant: -contestant[0])
        details = {"optimal": best_value, "short": [best_value - value for value, _ in ranking]}
        return Answer([[name, value] for value, name in ranking], "exact", bound_error(card, best_value), details)

    def show(self, view: AnswerView) -> CardGenerator:
        name, points = view.answer[0]
        headline = f"{describe_player(name, view.parameters['prune_first_die'])}: {format_digits(points, pictures.SHOWN_PRECISION)}"
        yield view.build_panel(headline, "expected further points. The table below has all players.")
        yield pictures.build_player_panel("Side by side", view)


class Contest(CardQuestion, families.Contest):
    """Chances to win in a round robin, all with this card and no points; a tie counts one half."""

    topic = "The players"
    options = (
        *shared.ONE_CARD,
        shared.PLAYER_LIST.with_changes(
            help=f"players, separated by commas: optimal (for the win), {FOR_POINTS}",
            default="solitaire,autoplayer:2,greedy,random",
        ),
        shared.PRUNE,
        shared.METHOD,
        *shared.SIMULATED,
    )

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, card, players = parameters["rules"], read_open_card(parameters), _read_players(parameters, 2)
        names, games = split_names(parameters["policies"]), parameters["games"]
        if "best-response" in players:
            raise InputError("must not be best-response: it is the reply to one player", field="policies")
        if _is_simulated(parameters, players, len(card.open)):
            policies, seed = _select_for_points(players), parameters["seed"]
            return compare_simulated(names, policies, rules, card, games, seed, budget)
        return compare_exactly(names, players, rules, card, budget)

    def describe_player(self, name: str, view: AnswerView) -> str:
        return describe_player(name, view.parameters["prune_first_die"])

    def build_note(self, view: AnswerView) -> str:
        how = " Moving first and second count alike."
        if view.certainty == "estimated":
            how = (
                f" All play for points, whatever the other does, so each played {view.details['games']:,} games alone, and"
                " every game of one was compared with every game of the other."
            )
        return (
            "Each number is the chance of the row’s player to beat the player of that rank if both begin with this card "
            f"and no points; a tie counts one half.{how}"
        )


class Distribution(CardQuestion):
    """The distribution of further points: pairs of the first score of a bin and its share."""

    title = "How are scores spread?"
    line = "How often games end with each number of points"
    topic = "Many games"
    options = (
        *shared.POLICY_AND_CARD,
        *shared.SIMULATED,
        *group(shared.THE_GAMES, integer("bin", "Points in each bar", "points per bin", 1, 100, "10", slider=(1, 50))),
    )

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        (sample, details), width, games = _simulate(parameters, budget), parameters["bin"], parameters["games"]
        shares = np.add.reduceat(sample.counts, np.arange(0, len(sample.counts), width)) / games
        error = float(np.sqrt(shares * (1 - shares) / games).max())
        bins = [[index * width, float(share)] for index, share in enumerate(shares) if share]
        rules, card = parameters["rules"], read_card(parameters)
        exact = evaluate_policy(_read_policy(parameters), rules, card, budget).value(card)
        details |= {"exact_mean": exact, "optimal": get_table(rules, card, budget).value(card)}
        return Answer(bins, "estimated", error, details)

    def show(self, view: AnswerView) -> CardGenerator:
        details, parameters = view.details, view.parameters
        player, error = pictures.describe_policy(view), details["standard_error"]
        mean = format_digits(details["mean"], error, "estimated")
        words = f"standard error {error:.1g}; each bar’s share to within {view.error:.1g} (one standard error)."
        best = ""
        if player != "The best player":
            short = format_digits(details["optimal"] - details["exact_mean"], pictures.SHOWN_PRECISION)
            best = f" The best player expects {format_digits(details['optimal'], 1e-6)}, {short} more."
        zeros = f", and {details['zeros']:.2f} boxes a game were filled with 0"
        bonus = f" The bonus came in {100 * details['bonus_share']:.1f}% of the games{zeros}."
        exact = Text("Exactly: ", Strong(format_digits(details["exact_mean"], 1e-6)), " ", Badge("exact"), best + bonus)
        quantiles = details["quantiles"]
        share = Rows(
            ("Percent of games", *quantiles),
            [("at most", *map(str, quantiles.values()))],
            "Share of games with at most this many points",
        )
        number = view.build_number(f"{mean} points on average", words)
        yield Panel(f"{player}, {parameters['games']} games", (number, exact, share))
        other = None
        if parameters["policy"] != "optimal":
            player_of = ("policy", "depth", "prune-first-die")
            other = yield Ask(
                "distribution", {name: text for name, text in view.options.items() if name not in player_of}
            )
        yield pictures.build_spread_panel(view, other)


class Simulate(CardQuestion):
    """Mean further points over simulated games."""

    title = "What do many games average?"
    line = "The mean over simulated games"
    topic = "Many games"
    options = (*shared.POLICY_AND_CARD, *shared.SIMULATED)
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        sample, details = _simulate(parameters, budget)
        return Answer(sample.estimate.mean, "estimated", sample.estimate.error, details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        same = {name: text for name, text in view.options.items() if name not in ("games", "seed")}
        exact = yield Ask("policy", same)
        yield build_exact_panel(f"{format_digits(exact.answer, 1e-6)} points", view, exact.answer)


class OneGame(CardQuestion):
    """Plays one game and prints every turn."""

    name = "game"
    title = "Watch one game"
    line = "Every roll and every box of one game"
    topic = "Played games"
    options = (*shared.POLICY_AND_CARD, shared.SEED_OPTION)
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules, card = parameters["rules"], read_open_card(parameters)
        return decision.play_game(_read_policy(parameters), rules, card, parameters["seed"], budget)

    def show(self, view: AnswerView) -> CardGenerator:
        card = {name: text for name, text in view.options.items() if name in ("rules", "open", "upper", "yahtzee")}
        again = {**view.options, "seed": view.parameters["seed"] + 1}
        another = Text(Link("Another game", "game", again, "lab-answer"))
        number = view.build_number(f"{view.answer} points", "one game")
        yield Panel(f"{pictures.describe_policy(view)} plays", (number, another, pictures.build_turn_table(view)))
        best = yield Ask("value", card)
        yield build_aside(
            "The best player",
            f"The best player expects {format_digits(best.answer, pictures.SHOWN_PRECISION)} points here.",
        )


RECORD = record(
    "the turns: rolls and keeps by turns, then the box, like 11346/11/11256/112/11224/twos",
    "rolls and keeps by turns, then the box: 11346/11/11256/112/11224/twos,22345/…",
)


class CardReview(families.Review):
    """What the choices of a played game cost in all, in expected points."""

    unit = "points"
    example = {"record": "11346/11/11256/112/11224/twos"}

    @abstractmethod
    def read_start(self, parameters: Parameters, budget: Budget) -> tuple[ScoreSheet, Card, ValueTable]:
        """Return the score sheet, the first card, and the values of all later cards. Raises InputError, Exhausted."""

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        sheet, card, table = self.read_start(parameters, budget)
        return played.review_turns(sheet, card, played.read_record(sheet, parameters["record"]), table, budget)

    def build_wording(self, view: AnswerView) -> ReviewWording:
        return WORDS


class Review(CardQuestion, CardReview):
    """What the choices of a played game cost in all, in expected points."""

    options = (RECORD, *shared.ONE_CARD)

    def read_start(self, parameters: Parameters, budget: Budget) -> tuple[ScoreSheet, Card, ValueTable]:
        rules, card = parameters["rules"], read_open_card(parameters)
        return score_sheet(rules), card, get_table(rules, card, budget)


PLAYERS_TEXT = "one, or two who begin with the same card"


class States(CardQuestion):
    """How many cards a player can come to between turns, or how many pairs of cards two players can."""

    title = "How many cards are there?"
    line = "Cards that one player can come to, or pairs of two players’ cards"
    topic = "How it is solved"
    options = (
        *shared.ONE_CARD,
        *group(shared.THE_PLAYERS, radios("players", "Players", PLAYERS_TEXT, {"1": "one", "2": "two"}, "1")),
    )
    detail_words = {"notes_years": "years that the notes take to compute all pairs, at each of some 3,000 leads"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        by_open = count_cards(parameters["rules"], read_card(parameters))
        cards = sum(by_open)
        # At A's turns both have equally many open boxes, at B's turns A has one less.
        pairs = sum(here * here for here in by_open) + sum(map(mul, by_open, by_open[1:]))
        details: dict[str, Any] = {"cards": cards, "pairs": pairs, "by_open": by_open}
        if parameters["players"] == "2" and len(by_open) == len(Card().open) + 1:
            details |= {"notes_leads": 3000, "notes_anchors": 2**47, "notes_years": 3000}
        return Answer(pairs if parameters["players"] == "2" else cards, details=details)


class Table(CardQuestion):
    """Builds and stores the table of all cards."""

    title = "Build the table of all cards"
    line = "The best average, solved from the last box to the first"
    topic = "How it is solved"
    options = (
        shared.RULES,
        *group(
            shared.THE_COMPUTER,
            integer("threads", "Processor cores", "how many threads build it", 1, 64, "2", slider=(1, 8)),
        ),
    )
    unit = "points"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules = parameters["rules"]
        full_table = get_full_table(rules, budget, rebuild=True, threads=parameters["threads"])
        full = Card()
        value = full_table.table.value(full)
        details = {
            "digest": full_table.digest,
            "file": None if full_table.path is None else str(full_table.path),
            "cards": int(full_table.table.values.size),
            "reachable": count_reachable(rules),
        }
        return Answer(value, "exact", bound_error(full, value), details)


def build_questions(rules: Option) -> tuple[Question, ...]:
    """Return all questions, for games that differ in the available rules."""
    return list_questions(__name__, rules)


GAME = Game(
    "yahtzee",
    "Yahtzee",
    "thirteen boxes, five dice, two rerolls: most points alone, or the win against another card",
    "Five dice, two rerolls, thirteen boxes.",
    build_questions(shared.RULES),
    GameFact(
        "Crossing out Yahtzee before the first roll costs less than crossing out Sixes.",
        "The best player expects 254.6 points. Without the Yahtzee box that is 26.0 points less, without Sixes 38.1.",
        "boxes",
        {},
    ),
    shared.GROUPS,
    (
        Link("The notes’ example: which box?", "category", {**NOTES_OPTIONS, "roll": "1,1,2,3,3", "objective": "win"}),
        Link("… and who wins it", "duel", NOTES_OPTIONS),
        Link("A first roll of 1 1 3 4 6", "keep", {"roll": "1,1,3,4,6", "rerolls": 2}),
        Link("Watch the best player", "game", {"seed": 1}),
    ),
)
