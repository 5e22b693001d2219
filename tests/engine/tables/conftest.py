import pytest

from engine import Position
from engine.tables import Store
from tests.engine.tables.answers import oracle_table, play_rules_of
from tests.engine.tiny import tiny

BOARD = tiny("500 W", "1000 500+", "500 1000 W")


@pytest.fixture(scope="session")
def question():
    """A position, a board and the rules of play, with a real table of all scores."""
    position, play_rules = Position.parse("500e1w1,1000e1,0@1"), play_rules_of()
    return position, BOARD, play_rules, oracle_table(position, BOARD, play_rules)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "tables", 10**8)
