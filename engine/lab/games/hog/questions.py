"""Questions about Hog, as the command line and the site ask them."""

import numpy as np

from ....formatting import MINUS
from ... import two_player
from ...answer import Answer
from ...answer_view import AnswerView, build_bar_table, capitalize, format_chance
from ...budget import Budget
from ...exhibits import CardGenerator, Panel, Rows, Text
from ...options import GAMES as SIMULATED
from ...options import SCORES, SEED, Option, group, integer, read_scores, record
from ...question import Game, GameFact, Parameters, Question, list_questions
from . import options as shared
from . import solver
from .options import GROUPS, describe_dice
from .pictures import build_policy_picture, describe_bacon_share
from .policies import HogPolicy, load_strategies
from .rules import Hog, list_outcomes
from .two_player_game import HOG

MAX_SUM = 6 * shared.MAX_DICE


class Dice(Question):
    """Optimal numbers of dice for A, including ties."""

    title = "How many dice?"
    line = "The best number of dice now, and what the others cost"
    options = (*SCORES, shared.AGAINST, *shared.RULES)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = HOG.read_rules(parameters), read_scores(parameters)
        solution = HOG.solve_best_response(hog, parameters, (own, opp), budget)
        values = solver.value_dice(solution, own, opp)
        best = solver.find_best_dice(values, hog.min_dice)
        chances = {str(dice): float(value) for dice, value in zip(hog.dice, values, strict=True)}
        return Answer(best, details={"chances": chances, "error": solution.error})

    def show(self, view: AnswerView) -> CardGenerator:
        best, error = [describe_dice(dice) for dice in view.answer], view.details["error"]
        chances = {describe_dice(int(dice)): value for dice, value in view.details["chances"].items()}
        table = build_bar_table(chances, best, error, caption="A’s chance to win for each number of dice")
        yield view.build_panel(capitalize(" or ".join(best)), "", table)
        yield from HOG.show_beside(view)


class Duel(two_player.Duel):
    """A's chance to win against B."""

    two_player_game = HOG
    options = (*shared.PLAYERS, *SCORES, shared.FIRST, *shared.RULES)


class Points(Question):
    """Expected points of a turn with the dice that have the most, or with --dice, beside the chance to win."""

    title = "How many points does a turn bring?"
    line = "Expected points for each number of dice, beside the chance to win"
    options = (
        *SCORES,
        shared.DICE.with_changes(
            help="dice rolled, instead of those with the most expected points", required=False
        ).with_hint("left empty: those with the most points"),
        shared.AGAINST,
        *shared.RULES,
    )
    unit = "points"
    detail_words = {"rolled": "dice rolled", "chance": "A's chance to win"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = HOG.read_rules(parameters), read_scores(parameters)
        chosen_dice = parameters["dice"]
        if chosen_dice is not None:
            hog.check_dice(chosen_dice)
        solution = HOG.solve_best_response(hog, parameters, (own, opp), budget)
        chances, by_dice = solver.value_dice(solution, own, opp), {}
        for dice, win in zip(hog.dice, chances, strict=True):
            dice_outcomes = list_outcomes(hog, own, opp, dice)
            by_dice[str(dice)] = {
                "points": float(dice_outcomes.chances @ dice_outcomes.points),
                "own_after": float(dice_outcomes.chances @ dice_outcomes.own),
                "opp_after": float(dice_outcomes.chances @ dice_outcomes.opp),
                "chance": float(win),
            }
        points = np.array([entry["points"] for entry in by_dice.values()])
        most_points = solver.find_best_dice(points, hog.min_dice, hog.goal)
        chosen_dice = most_points[0] if chosen_dice is None else chosen_dice
        details = {
            "rolled": chosen_dice,
            "chance": by_dice[str(chosen_dice)]["chance"],
            "chance_error": solution.error,
            "dice": by_dice,
            "most_points": most_points,
            "best": solver.find_best_dice(chances, hog.min_dice),
        }
        return Answer(by_dice[str(chosen_dice)]["points"], error=solver.bound_turn_error(hog), details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        details = view.details
        yield view.build_panel()
        rows = [
            (
                describe_dice(int(dice)),
                f"{entry['points']:.3f}{' ✓' if int(dice) in details['most_points'] else ''}",
                f"{format_chance(entry['chance'], details['chance_error'])}{' ✓' if int(dice) in details['best'] else ''}",
                f"{entry['own_after']:.3f}",
                f"{entry['opp_after']:.3f}",
            )
            for dice, entry in details["dice"].items()
        ]
        note = (
            "Points of A’s turn and both scores after it are means. A tick marks the most points and the best chance."
        )
        table = Rows(("Dice", "Points", "A wins", "A’s score", "B’s score"), rows)
        yield Panel("Points and the chance to win", (Text(note, small=True), table))


class Outcomes(Question):
    """What a number of dice leads to: rows of A's score, B's score, the chance of both, A's chance to win from there."""

    title = "What can these dice lead to?"
    line = "Every result with its chance, and the chance to win from there"
    topic = "One turn"
    options = (*SCORES, shared.DICE, shared.AGAINST, *shared.RULES)
    example = {"own": "40", "opp": "40", "dice": "5"}
    detail_words = {"chance": "A's chance to win with these dice", "points": "expected points of the turn"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = HOG.read_rules(parameters), read_scores(parameters)
        dice = parameters["dice"]
        hog.check_dice(dice)
        solution = HOG.solve_best_response(hog, parameters, (own, opp), budget)
        dice_outcomes = list_outcomes(hog, own, opp, dice)
        wins = solution.chance_after(dice_outcomes.own, dice_outcomes.opp)
        chances = dict[tuple[int, int, float], float]()
        for *after, likely in zip(
            dice_outcomes.own.tolist(), dice_outcomes.opp.tolist(), wins.tolist(), dice_outcomes.chances, strict=True
        ):
            chances[*after] = chances.get((*after,), 0.0) + float(likely)
        rows = [[own, opp, likely, win] for (own, opp, win), likely in sorted(chances.items())]
        details = {
            "chance": float(dice_outcomes.chances @ wins),
            "chance_error": solution.error,
            "points": float(dice_outcomes.chances @ dice_outcomes.points),
            "points_error": solver.bound_turn_error(hog),
        }
        return Answer(rows, error=solution.error, details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        details = view.details
        rows = [
            (f"{own} to {opp}", format_chance(here, 0.0), format_chance(win, view.error))
            for own, opp, here, win in view.answer
        ]
        words = (
            f"with {details['points']:.3f} points of the turn on average. A’s chance is the mean of the last column, each"
            " row with its own chance."
        )
        headline = f"A wins {format_chance(details['chance'], details['chance_error'])}"
        yield view.build_panel(headline, words, Rows(("A to B", "Chance", "Then A wins"), rows))


class TurnScore(Question):
    """Scores after a turn: A's, B's."""

    name = "turn"
    title = "What does this roll score?"
    line = "Both scores after a turn, by all the special rules"
    topic = "One turn"
    options = (
        *SCORES,
        shared.DICE,
        *group(
            shared.THE_TURN,
            integer("total", "Their sum", "their sum, without a boost; 0 for a Pig Out", 0, MAX_SUM).with_hint(
                "0 for a Pig Out; empty without dice", (0, 60)
            ),
        ),
        *shared.RULES,
    )
    unit = "points"
    example = {"own": "13", "opp": "91", "dice": "2", "total": "6"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = HOG.read_rules(parameters), read_scores(parameters)
        dice = parameters["dice"]
        sides, score = hog.score_turn(own, opp, dice, parameters["total"])
        after = [int(score_after) for score_after in hog.finish(own, opp, dice, score)]
        return Answer(after, details={"sides": sides, "turn_score": score, "over": max(after) >= hog.goal})

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        over = " The game is over." if view.details["over"] else ""
        words = f"The dice have {view.details['sides']} sides; the turn score is {view.details['turn_score']}.{over}"
        yield Panel("", (Text(words),), "The turn")


class BestDice(Question):
    """The fewest optimal dice against B for all pairs of scores: a row for each of A's scores."""

    name = "policy"
    title = "How many dice, at all scores?"
    line = "The whole policy of the best player as a picture"
    topic = "The best player"
    options = (shared.AGAINST, *shared.RULES)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog = HOG.read_rules(parameters)
        return Answer(HOG.solve_best_response(hog, parameters, (0, 0), budget).a_dice.tolist())

    def show(self, view: AnswerView) -> CardGenerator:
        share = describe_bacon_share(view)
        words = f"{share}; the picture below shows every pair." if share else "The picture below shows every pair."
        yield view.build_panel(f"{capitalize(describe_dice(view.answer[0][0]))} at 0 to 0", words)
        yield Panel("The best policy", build_policy_picture(view), wide=True, anchor="policy")


class Contest(two_player.Contest):
    """Win rates in a round robin, averaged over moving first and second."""

    two_player_game = HOG
    options = (
        shared.A.with_changes(
            name="policies",
            help="policies, separated by commas",
            default="optimal,always:4,always:5,bacon:8:5,swap:8:5",
            label="Players",
            player=shared.FIXED_PLAYER,
            many=True,
        ),
        Option("file", "a Python file that defines strategies f(score, opponent_score)", str, local=True),
        *shared.RULES,
    )

    def read_contestants(self, rules: Hog, parameters: Parameters) -> list[HogPolicy]:
        own = parameters["file"]
        return super().read_contestants(rules, parameters) + ([] if own is None else load_strategies(rules, own))


class Position(Question):
    """A's expected points at the end of the game, beside B's and the chance to win."""

    title = "How does it end on average?"
    line = "Both players’ expected final scores, beside the chance to win"
    topic = "The best player"
    options = (*shared.PLAYERS, *SCORES, shared.FIRST, *shared.RULES)
    unit = "points"
    detail_words = {"opp": "B's expected points", "lead": "A's expected lead", "chance": "A's chance to win"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = HOG.read_rules(parameters), read_scores(parameters)
        solution = solver.solve_hog(hog, *HOG.read_policies(hog, parameters), budget)
        a_scores, b_scores, error = solver.expect_final_scores(solution, budget)
        mine, theirs = (
            two_player.average_by_first(parameters, *(by_score[own, opp] for by_score in scores))
            for scores in (a_scores, b_scores)
        )
        details = {
            "opp": theirs,
            "opp_error": error,
            "lead": mine - theirs,
            "lead_error": 2 * error,
            "chance": two_player.average_by_first(parameters, solution.a[own, opp], 1.0 - solution.b[opp, own]),
            "chance_error": solution.error,
        }
        return Answer(mine, error=error, details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        details = view.details
        rows = [
            ("A’s expected points at the end", f"{view.answer:.3f}"),
            ("B’s", f"{details['opp']:.3f}"),
            ("A’s expected lead", f"{details['lead']:+.3f}".replace("-", MINUS)),
            ("A’s chance to win", format_chance(details["chance"], details["chance_error"])),
        ]
        note = "Who is ahead on average need not win more often: a game won by one point counts as much as one won by forty."
        yield Panel("Points and the chance to win", (Rows(("On average", "Value"), rows), Text(note, small=True)))


class Review(two_player.Review):
    """What A's choices in a played game cost in all, in chance to win."""

    two_player_game = HOG
    options = (
        record(
            "dice and their sum in each turn, 0 for Free Bacon: 4:13,0,6:0",
            "dice and their sum, A’s and B’s in turns, 0 for Free Bacon: 4:13,0,6:0",
        ),
        shared.AGAINST,
        *SCORES,
        shared.FIRST_TURN,
        *shared.RULES,
    )
    example = {"record": "4:11,5:19,6:22,4:0,0,5:17,8:0,4:15,5:21,6:20,6:25"}


class Simulate(two_player.Simulate):
    """A's share of games won, by simulation."""

    two_player_game = HOG
    options = (*shared.PLAYERS, *SCORES, shared.FIRST, *shared.RULES, SIMULATED, SEED)


GAME = Game(
    "hog",
    "Hog",
    "how many dice to roll, with six special rules: Fall 2015",
    "Roll up to ten dice at once, under six odd rules.",
    list_questions(__name__),
    GameFact(
        "Even the best Hog player, going first, wins only 49.0%.",
        "At 0 to 0 the dice have four sides (Hog Wild), which makes the first turn the worst one. Between two best "
        "players it is better to go second.",
        "duel",
        {},
    ),
    GROUPS,
)
