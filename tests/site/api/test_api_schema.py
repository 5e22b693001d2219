"""schemathesis asks what the OpenAPI document allows, and what it does not: never a 5xx, never another shape."""

import json
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from engine import preset_boards
from pressorpass_site.answers.models import Analysis
from pressorpass_site.api.v1 import api
from tests.engine.strategies import positions
from tests.tier import NIGHTLY, times

pytestmark = pytest.mark.django_db(transaction=True)

SCHEMA = schemathesis.openapi.from_dict(json.loads(json.dumps(api.get_openapi_schema())))
SCHEMA.app = get_wsgi_application()
REFUSALS = [*range(400, 415), 422]  # 413 among them: a body may break the schema and be too long, too
SCHEMA.config.checks.negative_data_rejection.expected_statuses = [str(status) for status in REFUSALS]
OPERATIONS = {operation.ok().label: operation.ok() for operation in SCHEMA.get_all_operations()}
SOLVE, READ = OPERATIONS["POST /api/v1/solve"], OPERATIONS["GET /api/v1/positions/{position}"]

SOME = settings(
    max_examples=min(times(25), 250) if NIGHTLY else 4,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
# What only reading can tell of a text: a schema has no say in it.
READ_FIELDS = {"position", "board", "now", "spins", "square", "shows", "options", "text", "game"}
READ_FIELDS |= {"then", "questions", "method"}  # of a round that has none of them
READ_FIELDS |= {"version"}  # 0.0 is an integer to JSON Schema

complete_boards = st.sampled_from(sorted(name for name, board in preset_boards().items() if not board.refusal))


def _field(location: list[str]) -> str:
    """The field of a request, without the place in it."""
    return location[2] if location[0] == "body" else location[1]


@pytest.fixture(autouse=True)
def nobody_waits(loaded_boards: None, settings: Any) -> None:
    settings.API_HELD_REQUESTS = 0


TAKE_ANY_TEXT = (
    *("GET /api/v1/boards", "GET /api/v1/lab", "GET /api/v1/boards/{board}", "GET /api/v1/lab/{game}/{question}"),
    "POST /api/v1/analyses/{id}/cancel",
)
PLAIN = {"Accept-Encoding": "identity"}  # a client without a network unpacks nothing


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_requests_that_the_document_allows(operation: Any) -> None:
    @SOME
    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def ask(case: schemathesis.Case) -> None:
        response = case.call(headers=PLAIN)
        case.validate_response(response, excluded_checks=[positive_data_acceptance])
        if response.status_code == 422:
            assert {_field(problem["loc"]) for problem in response.json()["detail"]} <= READ_FIELDS

    ask()


@pytest.mark.parametrize(
    "operation", [operation for operation in OPERATIONS.values() if operation.label not in TAKE_ANY_TEXT], ids=str
)
def test_requests_that_the_document_does_not_allow(operation: Any) -> None:
    @SOME
    @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def ask(case: schemathesis.Case) -> None:
        case.validate_response(case.call(headers=PLAIN))

    ask()


def test_every_position_on_every_board_under_all_rules_can_be_asked() -> None:
    @SOME
    @given(SOLVE.as_strategy(generation_mode=GenerationMode.POSITIVE), positions(), complete_boards)
    def ask(case: schemathesis.Case, position: Any, board: str) -> None:
        assert isinstance(case.body, dict)
        case.body |= {"position": position.notation, "board": board}
        case.body |= dict.fromkeys(("now", "spins", "round", "then", "questions"))
        response = case.call_and_validate(headers=PLAIN)
        assert response.status_code in (200, 202)
        assert response.json()["position"] == position.notation
        assert Analysis.objects.filter(key=response.json()["id"], board_revision__board__slug=board).exists()

    ask()
