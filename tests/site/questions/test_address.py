import pytest

from engine import Position, Rules
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import address, read_address
from pressorpass_site.questions.question import Question

pytestmark = pytest.mark.usefixtures("loaded_boards")


def asked(board: str = boards.DEFAULT_BOARD, rules: Rules | None = None) -> Question:
    return Question(Position.parse("8000e3,3000,0@1"), boards.find_revision(board), rules or Rules.preset("show"))


def test_the_address_is_the_position() -> None:
    assert address(asked()) == "/p/8000e3,3000,0@1"


@pytest.mark.parametrize(
    ("question", "query"),
    [
        (lambda: asked("pyl-classic-r2"), {"board": "pyl-classic-r2"}),
        (lambda: asked(rules=Rules.preset("seed")), {"rules": "seed"}),
        (lambda: asked(rules=Rules.preset("show").with_options({"ties": "joint"})), {"ties": "joint"}),
        (lambda: asked(rules=Rules.preset("seed").with_options({"cap": 30000})), {"rules": "seed", "cap": "30000"}),
        (lambda: asked(rules=Rules(opponents="aggressive")), {"opponents": "aggressive"}),
        (lambda: asked(rules=Rules(goal="blend", win_worth=8000)), {"goal": "blend", "win_worth": "8000"}),
        (lambda: asked(rules=Rules(house="play", weights="mover")), {"house": "play", "weights": "mover"}),
    ],
)
def test_what_is_not_the_default_stands_in_the_query_and_comes_back(question: object, query: dict[str, str]) -> None:
    made = question()  # type: ignore[operator]
    assert address(made) == "/p/8000e3,3000,0@1?" + "&".join(f"{k}={v}" for k, v in query.items())
    assert read_address("8000e3,3000,0@1", query).key == made.key


def test_the_identity_is_everything_that_matters() -> None:
    keys = {
        asked().key,
        asked("pyl-classic-r2").key,
        asked(rules=Rules.preset("seed")).key,
        asked(rules=Rules.preset("show").with_options({"ties": "joint"})).key,
        Question(Position.parse("8000e2,3000,0@1"), boards.find_revision(boards.DEFAULT_BOARD), Rules()).key,
    }
    assert len(keys) == 5
    assert asked().key == asked(rules=Rules.preset("show").with_options({"ties": "split"})).key


def test_opponents_by_seat_stand_in_the_address_too() -> None:
    made = asked(rules=Rules.preset("show").with_options({"opponents": "optimal/cautious/3000"}))
    assert address(made) == "/p/8000e3,3000,0@1?opponents=optimal%2Fcautious%2F3000"
    assert read_address("8000e3,3000,0@1", {"opponents": "optimal/cautious/3000"}).key == made.key
