"""Planning keeps to the memory that is allowed: it is counted before any of it is taken."""

import pytest

from engine import DEFAULT_BOARD, CancelFlag, Limits, Position, Rules, Unaffordable, preset_boards, solve
from engine.game.rules import PlayRules
from engine.solvers.boxes.box_plan import PlatePlan
from engine.solvers.boxes.cubes import Cubes
from engine.solvers.boxes.plates import Plates
from engine.solvers.boxes.range_plan import CubePlan

BOARD = preset_boards()[DEFAULT_BOARD]
MIB = 2**20


@pytest.fixture
def nothing_taken(monkeypatch):
    """Fail where a plan takes memory for cells."""

    def take(plan, count):
        raise AssertionError("memory was taken")

    for plan in (CubePlan, PlatePlan):
        monkeypatch.setattr(plan, "_no_cells", take)


def planned(kind, text, memory, **options):
    position = Position.parse(text)
    play_rules = PlayRules(Rules().seated(position.mover_seat), options.pop("unit", 250), options.pop("cap", 40_000))
    return kind(position, BOARD, play_rules, memory=memory, cancel=CancelFlag(), **options)


@pytest.mark.usefixtures("nothing_taken")
@pytest.mark.parametrize(
    ("kind", "text", "options"),
    [
        (Cubes, "4137e2,3512e2,5001e2@1", {}),  # took 354 MiB
        (Cubes, "4137e2,3512e2,5001e2@1", {"every_score": True}),
        (Cubes, "2000e9,3000e8,4000e7@1", {"grid": 250, "single": True, "keep": True}),
        (Plates, "2000e20,3000e19,0@1", {"unit": 1}),
    ],
)
def test_a_plan_that_is_too_big_is_refused_before_it_takes_memory(kind, text, options):
    with pytest.raises(Unaffordable, match=r"Planning it takes up to .* 8 MiB are allowed"):
        planned(kind, text, 8 * MIB, **options)


@pytest.mark.usefixtures("nothing_taken")
def test_so_is_a_question():
    limits = Limits(60.0, 64 * MIB, method="exact", fresh=True)
    with pytest.raises(Unaffordable, match="memory"):
        solve(Position.parse("4137e2,3512e2,5001e2@1"), BOARD, Rules(unit=250, cap=40_000), limits)


def test_where_classes_of_lanes_take_too_much_memory_there_are_more_cells_instead():
    def plan(memory):
        play_rules = PlayRules(Rules().seated(0), 1000, 20_000)
        return CubePlan(Position.parse("3000e2w1,2500e1,4000e1@1"), BOARD, play_rules, CancelFlag(), memory=memory)

    roomy = plan(2**30)
    classed, plain = (plan(2**30)._sort_lanes(by_class) for by_class in (True, False))
    assert plain < classed
    assert plan(classed).cells == roomy.cells
    assert plan(classed - 1).cells > roomy.cells
    with pytest.raises(Unaffordable):
        plan(plain - 1)
