"""Questions about strategies: how often they win, when, and how much they look."""

from itertools import pairwise
from typing import Any, Literal

from .... import formatting
from ....errors import InputError
from ...answer import Answer, Certainty, Value
from ...answer_view import AnswerView, format_chance, format_digits
from ...budget import Budget
from ...exhibits import Badge, Bar, CardGenerator, Cell, Exhibit, Panel, Rows, Text
from ...options import Option, choice, decimal, flag, group, integer, radios
from ...question import Parameters, Question
from . import options as shared
from . import panels
from .depreciation import find_cutoff
from .exact import ROUNDING, compute_chance, expect_count, follow_course
from .options import read_trees, reject_option
from .play import MAX_UNSEEN_ERROR, Tally, estimate_share, simulate
from .rules import STEPPING, WEIGHING, describe_strategy
from .trees import Trees

MIN_BOUND = 1e-8
_ROUNDING = 4e-15  # per fork of a game: the longer games are, the more digits 1 - S and similar terms lose
_MAX_RELATIVE_ERROR = 0.3  # the error of a number as a share of the number, beyond which no digit is known


def _simulate(trees: Trees, parameters: Parameters, budget: Budget, over: str | None = None) -> Tally:
    return simulate(trees, parameters["strategy"], parameters["games"], parameters["seed"], budget, over)


def _judge_certainty(error: float) -> Certainty:
    return "exact" if error < MIN_BOUND else "bounded"


def _describe_branches(trees: Trees) -> dict[str, Any]:
    """Return the detail that names the simulated branches of the drift form."""
    if trees.form != "drift":
        return {}
    return {"branches": "C plus two draws, uniform on ±3D" if trees.is_random else "C+D and C-D"}


class Win(Question):
    """The chance to win."""

    title = "How often does this strategy win?"
    line = "The chance to win, and every other strategy’s"
    options = (shared.FORM, shared.STRATEGY, *shared.OF_TREES, *shared.PLAYING)
    unit = "chance"
    example = {"strategy": "inflstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy = parameters["strategy"]
        trees = read_trees(parameters, strategy)
        if parameters["method"] == "simulate":
            return self._simulate_win(trees, parameters, budget)
        exact_chance = compute_chance(strategy, trees, budget)
        return Answer(
            exact_chance.chance, _judge_certainty(exact_chance.error), exact_chance.error, {"route": exact_chance.route}
        )

    def _simulate_win(self, trees: Trees, parameters: Parameters, budget: Budget) -> Answer:
        if not trees.end:
            return Answer(0.0, details={"note": "without end points no game ends"})
        games = _simulate(trees, parameters, budget)
        details = {"games": games.games, "wins": games.wins, **_describe_branches(trees)}
        searching = parameters["strategy"] == "unlimited"
        if not searching or trees.form == "tsd":
            details |= {"looks": games.looks.mean, "looks_error": games.looks.error}
        bias = MAX_UNSEEN_ERROR if searching and trees.form == "tsi" else 0.0
        if games.given_up:
            bias = games.given_up / games.games
            details["given_up"] = games.given_up
        return Answer(games.chance.mean, "estimated", games.chance.error + bias, details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        games = panels.build_simulation_part(
            view, lambda estimate, error: f"It wins {format_chance(estimate, error, 'estimated')}"
        )
        yield from panels.yield_all(panels.build_ranking_part(view), panels.choose_curve_part(view), games)


def _build_no_exact_error(strategy: str, field: str) -> InputError:
    """Return the error of a question with exact chances for a strategy that has none."""
    if field == "E":
        return InputError(f"leaves so few end points that the chance of {strategy} is not known exactly", field=field)
    return InputError(f"cannot have {strategy}: its chance is not known exactly here", field=field)


ALL = "include the strategies that weigh or search, if there is an exact method"


def _parse_strategies(text: str) -> list[Value]:
    return [shared.STRATEGY.read(part) for part in text.split(",")]


class Ranking(Question):
    """The strategies that go from fork to fork, best first."""

    title = "Which strategy is best?"
    line = "All strategies in order"
    options = (
        shared.FORM,
        *shared.OF_TREES,
        *group(
            shared.WHAT,
            Option(
                "also", "further strategies, with commas: 3lstrat,2ply", _parse_strategies, label="Further strategies"
            ).with_changes(hint="such as 3hstrat, 5lstrat, 2ply", wide=True, long=True),
            flag("all", "H′STRAT, B′STRAT and unlimited too", ALL),
        ),
    )
    example = {"E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        ranked = [*STEPPING, *(parameters["also"] or ())]
        if parameters["all"]:
            weigh = parameters["ratio"] != "uniform" and not parameters["ends"] and not parameters["shares"]
            ranked += ["unlimited", *(WEIGHING if weigh else ())]
        ranked = list(dict.fromkeys(ranked))
        ranking = []
        for strategy in ranked:
            try:
                ranking.append((compute_chance(strategy, read_trees(parameters, strategy), budget), strategy))
            except InputError as error:
                if error.field != "method":
                    raise
                raise _build_no_exact_error(strategy, "E" if strategy in STEPPING else "also") from None
        ranking.sort(key=lambda item: -item[0].chance)
        rows = [[strategy, exact_chance.chance] for exact_chance, strategy in ranking]
        looks = {strategy: describe_strategy(strategy).max_looks for strategy in ranked}
        worst = max(exact_chance.error for exact_chance, _ in ranking)
        return Answer(rows, _judge_certainty(worst), worst, {"looks": looks})

    def show(self, view: AnswerView) -> CardGenerator:
        strategy, best_chance = view.answer[0]
        headline = f"{describe_strategy(strategy).title}, {format_chance(best_chance, view.error, view.certainty)}"
        yield view.build_panel(headline, f"{view.error_words}. The others are listed below.")
        yield from panels.yield_all(panels.build_ranking_part(view), panels.choose_curve_part(view))


class Gain(Question):
    """How much more often one strategy wins than another."""

    title = "Which of two strategies is better?"
    line = "How much more often one wins, on the same trees"
    options = (
        shared.FORM,
        shared.STRATEGY,
        shared.STRATEGY.with_changes(name="over", help="the other strategy", label="Compared with", words={}),
        *shared.OF_TREES,
        *shared.PLAYING,
    )
    example = {"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy, over = parameters["strategy"], parameters["over"]
        trees = read_trees(parameters, strategy, over)
        if parameters["method"] == "simulate":
            if not trees.end:
                return Answer(0.0)
            games = _simulate(trees, parameters, budget, over)
            chances = {"win": games.wins / games.games, "over_win": games.other_wins / games.games}
            return Answer(games.gain.mean, "estimated", games.gain.error, chances | _describe_branches(trees))
        first, second = (compute_chance(name, trees, budget) for name in (strategy, over))
        chances = {"win": first.chance, "over_win": second.chance}
        error = first.error + second.error
        return Answer(first.chance - second.chance, _judge_certainty(error), error, chances)

    def show(self, view: AnswerView) -> CardGenerator:
        details, parameters = view.details, view.parameters
        one, other = (describe_strategy(parameters[name]).title for name in ("strategy", "over"))
        number = view.build_number(f"{formatting.format_points(view.answer, view.error)} points")
        parts: list[Exhibit] = [
            type(number)(number.headline, number.certainty, number.words, view.build_number().in_full)
        ]
        if "win" in details:
            error = view.error
            if view.certainty == "estimated":
                error = (details["win"] * (1 - details["win"]) / parameters["games"]) ** 0.5
            both = [format_chance(details[name], error, view.certainty) for name in ("win", "over_win")]
            parts.append(Text(f"{one} wins {both[0]}, {other} {both[1]}."))
        yield Panel(f"{one} compared with {other}, on the same trees", parts)

        def write_gain(estimate: float, error: float) -> str:
            return f"{formatting.format_points_within(estimate, error, must_differ=True)} points"

        yield from panels.yield_all(
            panels.build_ranking_part(view),
            panels.choose_curve_part(view),
            panels.build_simulation_part(view, write_gain),
        )


MAX_STEPS = 100
VARIABLE_WORDS = {name: variable.words for name, variable in panels.VARIABLES.items()}


class Curve(Question):
    """The chances to win against E, A, the value, T or D."""

    title = "How do the chances change?"
    line = "All strategies as the trees change"
    topic = "The strategies"
    options = (
        shared.FORM,
        *group(
            shared.WHAT,
            choice(
                "against", "Across", "the variable: E, A, value, top (T) or step (D, to 0.5)", VARIABLE_WORDS
            ).with_changes(required=True, wide=True),
        ),
        shared.END.with_changes(
            help="the chance that a point is an end point, unless the curve runs over it", required=False
        ),
        *(shared.ENDS, shared.A, shared.RATIO, shared.SHARES),
        shared.VALUE.with_changes(
            help="the value of the split point where play begins, 0 to 1; 1 if left out", default=None
        ),
        *(shared.TOP, shared.STEP),
        *group(
            shared.WHAT,
            integer("steps", "Steps", "steps along the curve", 1, MAX_STEPS, "20").with_hint(
                "along the picture", (2, 100)
            ),
        ),
    )
    example = {"against": "E", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        against, steps = parameters["against"], parameters["steps"]
        reject_option(parameters, against, "is what the curve runs over: leave it out")
        if against == "A":
            reject_option(parameters, "shares", "is not for a curve over A")
        if against == "A" and parameters["ratio"] == "uniform":
            raise InputError("cannot be A with --ratio uniform, whose mean is 0.75", field="against")
        variable = panels.VARIABLES[against]
        rows, worst = [], 0.0
        endless = against == "E" and parameters["ends"] and 1.0 not in parameters["ends"]
        for place in range(1 if endless else 0, steps + 1):
            variable_value = variable.low + (variable.high - variable.low) * place / steps
            point_parameters = {
                **parameters,
                "value": 1.0 if parameters["value"] is None else parameters["value"],
                against: variable_value,
            }
            if point_parameters["E"] is None:
                raise InputError("is required", field="E")
            trees = read_trees(point_parameters)
            try:
                chances = [compute_chance(strategy, trees, budget) for strategy in STEPPING]
            except InputError as error:
                if error.field != "method":
                    raise
                raise _build_no_exact_error("every strategy", "E") from None
            rows.append([variable_value, [chance.chance for chance in chances]])
            worst = max(worst, *(chance.error for chance in chances))
            budget.report_progress("following the curve", place / steps)
        return Answer(rows, _judge_certainty(worst), worst, {"strategies": list(STEPPING)})

    def show(self, view: AnswerView) -> CardGenerator:
        answer, against = view.answer, view.parameters["against"]
        lesson = panels.VARIABLES[against].lesson
        if against == "E" and view.parameters["form"] == "drift":
            lesson, answer = panels.DRIFTING_LESSON, [point for point in answer if point[0]]
        parts = panels.build_curve_pictures(answer, view.details["strategies"], against, view.error, lesson)
        yield Panel(view.question.line, (Text(Badge(view.certainty)), *parts))
        yield from panels.choose_caution_part(view) or ()


MAX_MOVES = 200
ENDINGS = {"win": "won", "loss": "lost"}


class Moves(Question):
    """The chance to win, or to lose, on move 1, 2, …."""

    title = "On which move does it win?"
    line = "The chance to win, or to lose, on move 1, 2, 3 and so on"
    topic = "The strategies"
    options = (
        *(shared.FORM, shared.STEPPER),
        *group(
            shared.WHAT,
            radios("outcome", "The game is", "how the game ends: with a win or a loss", ENDINGS, "win"),
        ),
        *shared.OF_TREES,
        *group(
            shared.WHAT, integer("moves", "Moves", "how many moves", 1, MAX_MOVES, "10").with_hint("how many", (1, 40))
        ),
        *shared.PLAYING,
    )
    example = {"strategy": "lstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy, count = parameters["strategy"], parameters["moves"]
        trees, is_loss = read_trees(parameters, strategy), parameters["outcome"] == "loss"
        is_simulated = parameters["method"] == "simulate"
        if is_simulated and is_loss:
            raise InputError("must be exact for losses", field="method")
        if not trees.end:
            return Answer([0.0] * count)
        if is_simulated:
            simulation = _simulate(trees, parameters, budget)
            shares = [estimate_share(wins, simulation.games) for wins in simulation.by_move[:count]]
            errors = [win_share.error for win_share in shares]
            details = {"errors": errors, **_describe_branches(trees)}
            return Answer([win_share.mean for win_share in shares], "estimated", max(errors), details)
        course = follow_course(strategy, trees, budget, count)
        chances = course.lost if is_loss else course.won
        return Answer(chances, "exact", ROUNDING, {"sum": sum(chances), "ratios": _compute_ratios(chances)})

    def show(self, view: AnswerView) -> CardGenerator:
        total, before, last_error, by_then, rows = 0.0, 0.0, 0.0, 0.0, list[tuple[Cell, ...]]()
        games = view.parameters["games"] if view.certainty == "estimated" else 0
        max_chance = max([*view.answer, 1e-300])
        errors = view.details.get("errors") or [view.error] * len(view.answer)
        for move, (move_chance, error) in enumerate(zip(view.answer, errors, strict=True), 1):
            total += move_chance
            ratio = _format_ratio(move_chance, error, before, last_error) if before > 0 and move_chance > 0 else ""
            by_then = (total * max(1 - total, 0.0) / games) ** 0.5 if games else max(move * error, 5e-7)
            bar = Bar(round(100 * move_chance / max_chance, 2))
            here = format_digits(move_chance, max(error, 1e-9), view.certainty)
            rows.append((str(move), here, bar, format_digits(total, max(by_then, 1e-9), view.certainty), ratio))
            before, last_error = move_chance, error
        end_word = "lost" if view.parameters["outcome"] == "loss" else "won"
        within = f"{end_word} within {len(rows)} move{'' if len(rows) == 1 else 's'}"
        table = Rows(("Move", "Chance", "", "By then", "Ratio to previous move"), rows, "Moves")
        yield view.build_panel(format_chance(min(total, 1.0), max(by_then, 1e-9), view.certainty), within, table)
        yield from panels.yield_all(panels.build_ranking_part(view), panels.choose_caution_part(view))


def _compute_ratios(chances: list[float]) -> list[float | None]:
    """Return each chance divided by the one before (None after 0), as in the memo's table 5.1."""
    return [after / before if before else None for before, after in pairwise(chances)]


def _format_ratio(chance_now: float, error: float, chance_before: float, error_before: float) -> str:
    """Return a chance divided by the one before, with the digits that their errors allow; "" if no digit is certain."""
    relative = ((error / chance_now) ** 2 + (error_before / chance_before) ** 2) ** 0.5
    if relative > _MAX_RELATIVE_ERROR:
        return ""
    return format_digits(chance_now / chance_before, max(relative * chance_now / chance_before, 1e-4))


class Length(Question):
    """The expected number of moves in a game."""

    title = "How long is a game?"
    line = "The expected number of moves"
    topic = "The strategies"
    options = (shared.FORM, shared.STEPPER, *shared.OF_TREES, *shared.PLAYING)
    unit = "moves"
    example = {"strategy": "lstrat", "E": "0.5", "A": "0.75"}
    what: Literal["moves", "looks"] = "moves"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy = parameters["strategy"]
        trees = read_trees(parameters, strategy)
        if not trees.end:
            raise InputError("must be above 0: else a game has no end", field="E")
        if parameters["method"] == "simulate":
            games = _simulate(trees, parameters, budget)
            estimate = games.looks if self.what == "looks" else games.moves
            error = max(estimate.error, 1 / games.games) if estimate.mean else 0.0
            return Answer(estimate.mean, "estimated", error, {"games": games.games, **_describe_branches(trees)})
        answer, max_moves = expect_count(self.what, strategy, trees, budget)
        error = _ROUNDING * (10 + max_moves) * (1 + answer)
        return Answer(answer, "exact", error, {"at_a_fork": describe_strategy(strategy).max_looks})

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        yield from panels.yield_all(panels.build_ranking_part(view), panels.choose_caution_part(view))


class Looks(Length):
    """The expected number of looks in a game."""

    title = "How much does it look?"
    line = "The expected number of looks in a game"
    unit = "looks"
    example = {"strategy": "2lstrat", "E": "0.5", "A": "0.75"}
    what = "looks"


class Cutoff(Question):
    """The share of the high branch above which a weighing strategy never goes low."""

    title = "When can it go low?"
    line = "How nearly equal two branches must be for H′STRAT or B′STRAT"
    topic = "The strategies"
    options = (
        *(shared.strategy_option("whose", *WEIGHING), shared.END, shared.MEAN),
        *group(
            shared.THE_FORK,
            decimal("total", "H + L", "H + L, the value of the fork, 0 to 1", 0, 1, "1").with_hint(
                "the value of the fork", shared.CHANCE
            ),
        ),
    )
    example = {"strategy": "bprime", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        for name in ("E", "total"):
            if not parameters[name]:
                raise InputError("must be above 0", field=name)
        strategy, total = parameters["strategy"], parameters["total"]
        max_share, high_ratio, low_ratio = find_cutoff(strategy, parameters["E"], parameters["A"], total)
        # H′STRAT has not looked low.
        seen_low = low_ratio if strategy == "bprime" else None
        return Answer(
            max_share, "exact", 1e-12, {"high": max_share * total, "high_ratio": high_ratio, "low_ratio": seen_low}
        )
