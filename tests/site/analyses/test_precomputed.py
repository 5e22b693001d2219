"""Answers that come with the site are those of this engine, and are stored like any other."""

import json

import pytest

from engine import ENGINE_VERSION, Position, Rules, preset_boards
from pressorpass_site.answers.analyses import known as coming_with_the_site
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.moments import list_moments
from pressorpass_site.work.models import Status
from tests.site.conftest import Ask
from tests.tier import few

# Exact ones, alone and not, and an estimate.
CHEAP = ("cpp-6", "c-house", "c-equal-two", "cpp-8000-1", "c-house-three", "c-three-whammies")


def questions() -> list[tuple[str, Position, str, Rules]]:
    return [
        (moment.id, Position.parse(notation), moment.asked_board or "", moment.rules)
        for moment in list_moments()
        for notation in moment.positions
    ]


def test_the_file_has_an_answer_of_this_engine_to_every_moment_and_no_other() -> None:
    presets = preset_boards()
    wanted = {
        coming_with_the_site.build_question_identity(position, presets[slug], rules)
        for _, position, slug, rules in questions()
    }
    assert set(coming_with_the_site.load_precomputed_answers()) == wanted
    for answer in coming_with_the_site.load_precomputed_answers().values():
        assert answer["engine"] == ENGINE_VERSION
        assert answer["seconds"] is None


@pytest.mark.parametrize("moment", few(3, CHEAP))
def test_the_engine_gives_the_same_digits_again(moment: str) -> None:
    """To 1e-12, more than is known of any figure: other compilers and libraries round otherwise in the last place."""
    presets = preset_boards()
    for name, position, slug, rules in questions():
        if name == moment:
            known = coming_with_the_site.load_precomputed_answers()[
                coming_with_the_site.build_question_identity(position, presets[slug], rules)
            ]
            again = coming_with_the_site.compute(position, presets[slug], rules)
            assert_alike(json.loads(json.dumps(again)), known)


def assert_alike(actual: object, known: object) -> None:
    if isinstance(known, dict) and isinstance(actual, dict):
        assert list(actual) == list(known)
        for name, value in known.items():
            assert_alike(actual[name], value)
    elif isinstance(known, list) and isinstance(actual, list):
        assert len(actual) == len(known)
        for one, other in zip(actual, known, strict=True):
            assert_alike(one, other)
    elif isinstance(known, float):
        assert actual == pytest.approx(known, rel=1e-12, abs=1e-12)
    else:
        assert actual == known


def test_a_question_with_an_answer_is_answered_without_a_worker(question: Ask) -> None:
    this_question = question("0,10000e1,7000@2", preset="show")
    assert not services.needs_job(this_question)
    analysis = services.get_or_start_analysis(this_question)
    assert analysis.status == Status.DONE
    assert analysis.answer
    assert analysis.answer.method == "exact"
    assert services.get_or_start_analysis(this_question).pk == analysis.pk


def test_another_board_rule_or_engine_is_another_question(question: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    this_question = question("0,10000e1,7000@2", preset="show")
    assert coming_with_the_site.get_precomputed_result(this_question)
    assert not coming_with_the_site.get_precomputed_result(question("0,10000e1,7000@2", preset="seed"))
    assert not coming_with_the_site.get_precomputed_result(
        question("0,10000e1,7000@2", preset="show", board="pyl-classic-r2")
    )
    monkeypatch.setattr(coming_with_the_site, "ENGINE_VERSION", "0")
    assert not coming_with_the_site.get_precomputed_result(this_question)


@pytest.mark.parametrize("status", [Status.QUEUED, Status.RUNNING, Status.FAILED, Status.DONE])
def test_it_takes_the_place_of_a_rougher_answer(question: Ask, status: Status) -> None:
    this_question = question("0,10000e1,7000@2", preset="show")
    analysis = services.get_or_start_analysis(this_question)
    exact = analysis.result
    assert exact is not None
    rough = json.loads(json.dumps(exact))
    rough["method"] = "estimated"
    for action in rough["actions"].values():
        action["low"], action["high"] = [0.0] * 3, [1.0] * 3
    Analysis.objects.filter(pk=analysis.pk).update(result=rough, status=status, token="old")
    again = services.get_or_start_analysis(this_question)
    assert (again.status, again.result) == (Status.DONE, exact)
    assert again.token != "old"  # so that a worker stores nothing more
