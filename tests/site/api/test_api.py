"""The JSON API as a program meets it: the real addresses, the real solver."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from celery import current_app
from django.test import Client

from engine import preset_boards
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.choices.tasks import jobs as choice_jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.api.v1 import api
from pressorpass_site.boards import exchange
from pressorpass_site.boards import services as boards
from pressorpass_site.core.http import shutdown
from pressorpass_site.work.models import Status
from tests.site.conftest import QUICK
from tests.site.work.by_hand import beat, claim, run_next, serve_all, serve_none
from tools.run.options import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

V1 = "/api/v1"


@pytest.fixture
def no_broker() -> Iterator[None]:
    """A broker whose port nobody listens to."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        usual = current_app.conf.broker_url
        current_app.conf.broker_url = f"redis://127.0.0.1:{unused.getsockname()[1]}/0"
        yield
    current_app.conf.broker_url = usual


def solve(client: Client, **body: Any) -> Any:
    return client.post(f"{V1}/solve", {"position": QUICK, "rules": "seed", "wait": 0} | body, "application/json")


def work() -> None:
    """What workers do with the question that waits, until it has an answer or ends without."""
    while run_next(jobs) and Analysis.objects.filter(status=Status.QUEUED, result__isnull=True).exists():
        pass


def solved(client: Client, **body: Any) -> Any:
    solve(client, **body)
    work()
    return solve(client, **body).json()


def refusal(response: Any) -> dict[str, Any]:
    """The one thing that is wrong."""
    assert response["Content-Type"].startswith("application/json")
    detail = response.json()["detail"]
    if isinstance(detail, str):
        return {"field": "", "message": detail}
    (only,) = detail
    inside = only["loc"][2:] if only["loc"][0] == "body" else only["loc"][1:]
    return {"field": ".".join(inside), "message": only["msg"], **only.get("ctx", {})}


def fits_the_document(said: Any, shape: str) -> None:
    document = json.loads(json.dumps(api.get_openapi_schema()))
    jsonschema.validate(said, {"$ref": f"#/components/schemas/{shape}", "components": document["components"]})


def to_twelve_digits(said: Any) -> Any:
    """JSON without the last digits of its numbers, which the width of a processor's vectors decides."""
    if isinstance(said, dict):
        return {key: to_twelve_digits(value) for key, value in said.items()}
    if isinstance(said, list):
        return [to_twelve_digits(value) for value in said]
    return round(said, 12) if isinstance(said, float) else said


class TestSolving:
    def test_a_new_question_is_begun(self, client: Client) -> None:
        response = solve(client)
        said = response.json()
        assert response.status_code == 202
        assert response["Location"] == f"{V1}/analyses/{said['id']}"
        assert (said["status"], said["position"], said["best"], said["actions"]) == ("queued", QUICK, None, None)
        assert said["progress"]["share"] == 0
        assert said["progress"]["doing"].startswith("Waiting for the solver.")
        assert Analysis.objects.get().key == said["id"]
        fits_the_document(said, "AnswerResponse")

    def test_the_final_answer_is_the_command_line_s(self, client: Client) -> None:
        said = solved(client)
        fits_the_document(said, "AnswerResponse")
        assert (said["status"], said["progress"], said["message"]) == ("done", None, None)
        assert said["url"] == f"http://testserver/p/{QUICK}?board=pyl-1985-02-r2.1&rules=seed"
        command = [sys.executable, "-m", "engine", "solve", QUICK, "--rules", "seed", "--json"]
        printed = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
        own = {"id", "status", "url", "message", "progress", "revision", "outcomes_error"}
        assert said["call"] == said["best"]
        assert set(said) - own == set(printed)
        exact = {"actions", "best", "method", "rules", "board", "margin", "position", "engine", "too_close"}
        assert {name: said[name] for name in exact} == {name: printed[name] for name in exact}

    def test_another_board_for_the_next_spins(self, client: Client) -> None:
        params = {"now": "pyl-classic-r2", "spins": 1}
        before = solve(client, **params).json()
        work()
        after = solve(client, **params).json()
        assert before["now"] == after["now"] == {"board": "pyl-classic-r2", "spins": 1}
        fits_the_document(after, "AnswerResponse")

    def test_round_1_has_what_follows_it(self, client: Client) -> None:
        following = {"board": "pyl-1985-02-r2", "questions": 4}
        params = {"board": "pyl-1984-09-r1", "rules": "show"}
        before = solve(client, **params, round=1).json()
        assert before["then"] == following
        assert solve(client, **params, then="pyl-1985-02-r2", questions=4).json()["id"] == before["id"]
        assert "then" not in solve(client, **params).json()
        assert solve(client, rules="show", round=1).json()["id"] == before["id"]
        work()
        after = solve(client, **params, round=1).json()
        fits_the_document(after, "AnswerResponse")
        assert (after["then"], after["method"]) == (following, "estimated")

    def test_null_is_as_good_as_nothing(self, client: Client) -> None:
        body: dict[str, Any] = {"position": QUICK}
        plain = client.post(f"{V1}/solve", body | {"wait": 0}, "application/json").json()
        nulls = dict.fromkeys(["board", "rules", "options", "now", "spins"])
        assert client.post(f"{V1}/solve", body | nulls | {"wait": 0}, "application/json").json()["id"] == plain["id"]
        work()
        assert client.post(f"{V1}/solve", body | {"wait": None}, "application/json").json()["status"] == "done"

    def test_options_in_every_spelling_are_one_question(self, client: Client) -> None:
        same = [{"max_lead": 5000, "third_place_plays": True}, {"third_place_plays": "yes", "max_lead": "5000"}]
        same.append({"max_lead": 5000.0, "third_place_plays": True, "ties": "split"})
        assert len({solve(client, options=options).json()["id"] for options in same}) == 1
        assert solve(client).json()["id"] != solve(client, options=same[0]).json()["id"]

    def test_progress_is_sent(self, client: Client) -> None:
        serve_all()
        key = solve(client).json()["id"]
        analysis = Analysis.objects.get()
        claim(jobs, analysis)
        assert beat(analysis, 0.25, "Two spins left")
        response = client.get(f"{V1}/analyses/{key}")
        progress = response.json()["progress"]
        assert (response.status_code, progress["share"]) == (202, 0.25)
        assert progress["doing"] == "Solving… Two spins left"
        assert progress["seconds_left"] >= 0
        serve_none()

    def test_without_a_broker_a_question_waits(self, client: Client, no_broker: None) -> None:
        response = solve(client)
        assert (response.status_code, response.json()["status"]) == (202, "queued")

    def test_a_process_that_is_to_stop_keeps_nobody_waiting(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shutdown, "_is_stopping", lambda: True)
        pauses: list[float] = []
        monkeypatch.setattr(time, "sleep", pauses.append)
        response = solve(client, wait=10)
        assert (response.status_code, response.json()["status"]) == (202, "queued")
        assert not pauses

    def test_a_failure_says_why_and_asking_again_tries_again(self, client: Client) -> None:
        key = solve(client).json()["id"]
        Analysis.objects.update(status=Status.FAILED, message="The solver tripped.")
        response = client.get(f"{V1}/analyses/{key}")
        assert response.status_code == 200
        assert (response.json()["status"], response.json()["message"]) == ("failed", "The solver tripped.")
        assert solve(client).json()["status"] == "queued"


class TestWaiting:
    def test_the_answer_is_held_until_it_is_final(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        """Between two looks a worker has done it, however long that takes on a busy machine."""
        pauses = SimpleNamespace(monotonic=time.monotonic, sleep=lambda _: work())
        monkeypatch.setattr("pressorpass_site.work.jobs.time", pauses)
        response = solve(client, wait=10)
        assert (response.status_code, response.json()["status"]) == (200, "done")

    def test_nobody_is_held_when_the_places_are_taken(self, client: Client, settings: Any) -> None:
        settings.API_HELD_REQUESTS = 0
        assert solve(client, wait=10).status_code == 202


class TestChoices:
    BODY = {"position": "3000e1w2,2500,2000@1", "square": 9, "shows": "8:500+,10:w"}

    def choose(self, client: Client, **body: Any) -> Any:
        return client.post(f"{V1}/choose", self.BODY | {"wait": 0} | body, "application/json")

    def test_the_final_answer_is_the_command_line_s(self, client: Client) -> None:
        response = self.choose(client)
        before = response.json()
        assert (response.status_code, response["Location"]) == (202, f"{V1}/choices/{before['id']}")
        assert (before["takes"], before["slide"], before["call"]) == (None, "Move One Space", None)
        fits_the_document(before, "ChoiceReply")
        run_next(choice_jobs)
        response = client.get(f"{V1}/choices/{before['id']}")
        said = response.json()
        assert response.status_code == 200
        fits_the_document(said, "ChoiceReply")
        assert said == self.choose(client).json()
        assert said["call"] == "take"
        assert said["url"] == (
            "http://testserver/choose/3000e1w2,2500,2000@1?board=pyl-1985-02-r2.1&square=9&shows=8:500%2B,10:w"
        )
        words = [self.BODY["position"], "--square", "9", "--shows", self.BODY["shows"], "--json"]
        command = [sys.executable, "-m", "engine", "choose", *map(str, words)]
        printed = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
        assert set(before) == set(said) == set(printed) | {"id", "status", "url", "message", "progress", "revision"}
        exact = {"takes", "best", "margin", "too_close", "rules", "slide", "notes"}
        assert to_twelve_digits({name: said[name] for name in exact}) == to_twelve_digits(
            {name: printed[name] for name in exact}
        )

    @pytest.mark.parametrize(
        ("body", "field", "message"),
        [
            ({"shows": "8:oops,10:w"}, "shows", "is not a slide"),
            ({"square": 3}, "square", "has no choice"),
            ({"options": {"goal": "money"}}, "options.goal", "the chance to win"),
            ({"position": "x"}, "position", "x"),
        ],
    )
    def test_a_wrong_field_is_named(self, client: Client, body: dict[str, Any], field: str, message: str) -> None:
        response = self.choose(client, **body)
        assert response.status_code == 422
        wrong = refusal(response)
        assert wrong["field"] == field
        assert message in wrong["message"]


class TestBoards:
    def test_the_list(self, client: Client) -> None:
        said = client.get(f"{V1}/boards").json()
        fits_the_document(said, "Boards")
        assert {board["id"] for board in said["boards"]} == set(preset_boards())
        classic = next(board for board in said["boards"] if board["id"] == "pyl-1985-02-r2")
        assert classic["figures"]["whammy"] == pytest.approx(9 / 54)
        assert (classic["era"], classic["round"], classic["complete"]) == ("cbs", "2", True)
        assert all((board["figures"] is None) != board["complete"] for board in said["boards"])

    def test_a_pinned_revision_never_changes(self, client: Client) -> None:
        before = client.get(f"{V1}/boards/pyl-1985-02-r2").json()
        fits_the_document(before, "BoardInFull")
        jsonschema.validate(before["content"], json.loads(exchange.render_schema()))
        changed = boards.find_revision("pyl-1985-02-r2").engine_board.to_json()
        changed["squares"][0]["slides"][0] = {"kind": "cash", "amount": 1}
        boards.publish(type(next(iter(preset_boards().values()))).from_json(changed))
        newest = client.get(f"{V1}/boards/pyl-1985-02-r2").json()
        assert (newest["revision"], newest["revisions"]) == (2, [2, 1])
        pinned = client.get(f"{V1}/boards/pyl-1985-02-r2.1").json()
        assert pinned["content"] == before["content"]

    @pytest.mark.parametrize("name", ["nowhere", "pyl-1985-02-r2.9", "a b", "pyl-1985-02-r2.99999999999"])
    def test_a_missing_board(self, client: Client, name: str) -> None:
        response = client.get(f"{V1}/boards/{name}")
        assert response.status_code == 404
        assert refusal(response)["message"].startswith("There is no board called")


class TestPositions:
    @pytest.mark.parametrize(
        ("text", "actions"),
        [
            ("8000e3,3000p1,0@2", [("press", None)]),
            ("8000e3,3000,3000", [("press", None), ("pass", 2), ("pass", 3)]),
            ("8000e3,3000,3000?level_opponents=next_seat", [("press", None), ("pass", 2)]),
            ("8000e3,w4,w4?house=play", [("press", None), ("pass", None)]),
            ("8000e3,w4,w4", []),
            ("8000e3,3000,0?max_lead=4000", [("pass", 2)]),
        ],
    )
    def test_legal_actions(self, client: Client, text: str, actions: list[Any]) -> None:
        said = client.get(f"{V1}/positions/{text}").json()
        assert [(action["action"], action["to"]) for action in said["actions"]] == actions
        assert said["over"] == (not actions)


class TestRefusals:
    @pytest.mark.parametrize(
        ("body", "field", "words"),
        [
            ({"position": "8000x3,3000,0@1"}, "position", "“x” is not known here"),
            ({"position": ""}, "position", "at least 1 character"),
            ({"position": 8000}, "position", "valid string"),
            ({"board": "nowhere"}, "board", "There is no board called “nowhere”."),
            ({"rules": "house"}, "rules", "There are no rules called “house”."),
            ({"options": {"ties": "shared"}}, "options.ties", "ties takes split or joint."),
            ({"options": {"tie": "split"}}, "options.tie", "There is no option tie"),
            ({"options": []}, "options", "valid dictionary"),
            ({"spins": 2}, "now", "Choose the board of the next spins"),
            ({"spins": 7}, "spins", "less than or equal to 6"),
            ({"round": 3}, "round", "1 or 2"),
            ({"round": 2, "then": "pyl-1985-02-r2"}, "then", "Round 2 is the last round"),
            ({"round": 1, "options": {"goal": "money"}}, "options.goal", "In round 1"),
            ({"wait": 11}, "wait", "less than or equal to 10"),
            ({"wait": float("nan")}, "wait", "finite number"),
            ({"weight": 2}, "weight", "not permitted"),
        ],
    )
    def test_the_field_and_a_sentence(self, client: Client, body: dict[str, Any], field: str, words: str) -> None:
        response = solve(client, **body)
        only = refusal(response)
        assert (response.status_code, only["field"]) == (422, field)
        assert words in only["message"]
        assert not Analysis.objects.exists()

    def test_where_in_the_text(self, client: Client) -> None:
        assert refusal(solve(client, position="8000x3,3000,0@1"))["character"] == 5
        assert refusal(client.get(f"{V1}/positions/8000x3,3000,0@1"))["character"] == 5

    def test_all_that_is_wrong_at_once(self, client: Client) -> None:
        response = solve(client, position=1, wait=-1, colour="gold")
        assert {problem["loc"][-1] for problem in response.json()["detail"]} == {"position", "wait", "colour"}

    @pytest.mark.parametrize("text", ["", "{", '"x"', "[" * 9000, "\xff", '{"position": "\\ud800"}', "null", "1e999"])
    def test_bodies_that_are_no_question(self, client: Client, text: str) -> None:
        response = client.post(f"{V1}/solve", text.encode("latin-1"), "application/json")
        assert response.status_code in (400, 422)
        assert response.json()["detail"]

    @pytest.mark.parametrize(
        "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
    )
    def test_a_body_without_the_json_type(self, client: Client, content_type: str) -> None:
        response = client.post(f"{V1}/solve", '{"position": "8000e1,3000,0@1"}', content_type)
        assert response.status_code == 415
        assert "application/json" in refusal(response)["message"]

    @pytest.mark.parametrize("size", [20_001, 3_000_000])
    def test_a_long_body(self, client: Client, size: int) -> None:
        for content_type in ("application/json", "application/x-www-form-urlencoded"):
            response = client.post(f"{V1}/solve", " " * size, content_type)
            assert response.status_code == 413
            assert refusal(response)["message"]

    @pytest.mark.parametrize("address", ["/nowhere", "/solve/", "/boards/", "/analyses", f"/analyses/{'0' * 64}"])
    def test_nothing_there(self, address: str) -> None:
        strict = Client(enforce_csrf_checks=True)
        for response in (strict.get(V1 + address), strict.post(V1 + address)):
            assert response.status_code in (404, 405)
            refusal(response)

    def test_server_errors_are_json(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise RuntimeError("a secret")

        monkeypatch.setattr(services, "get_or_start_analysis", broken)
        client.raise_request_exception = False
        response = solve(client)
        assert response.status_code == 500
        assert "secret" not in response.content.decode()
        assert refusal(response)["message"] == "Internal Server Error"


class TestOtherSites:
    def test_their_pages_may_read_every_answer(self, client: Client) -> None:
        for response in (client.get(f"{V1}/boards"), client.get(f"{V1}/boards/x"), solve(client, position="?")):
            assert response["Access-Control-Allow-Origin"] == "*"
            assert "Retry-After" in response["Access-Control-Expose-Headers"]
            assert "Access-Control-Allow-Credentials" not in response

    def test_browsers_ask_beforehand(self, client: Client) -> None:
        taken = solve(Client(enforce_csrf_checks=True))
        assert (taken.status_code, len(taken.cookies)) == (202, 0), "no cookie is needed or set"
        asking = {"Origin": "https://fans.example", "Access-Control-Request-Method": "POST"}
        response = client.options(f"{V1}/solve", headers=asking)
        assert response.status_code == 204
        assert response["Access-Control-Allow-Origin"] == "*"
        assert response["Access-Control-Allow-Headers"] == "Authorization, Content-Type"

    def test_the_rest_of_the_site_stays_closed(self, client: Client) -> None:
        assert "Access-Control-Allow-Origin" not in client.get("/")
