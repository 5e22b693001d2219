"""JSON that people and programs send."""

import json

import pytest

from engine import NestedTooDeep, parse_json

DEEPEST = 12


@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_depth_has_a_limit(begin: str, end: str) -> None:
    text = begin * (DEEPEST - 1) + "[]" + end * (DEEPEST - 1)
    assert parse_json(text) == json.loads(text)
    with pytest.raises(NestedTooDeep, match="more than 12 deep") as refused:
        parse_json(f"\n{begin}{text}{end}")
    assert (refused.value.lineno, refused.value.pos) == (2, 1 + DEEPEST * len(begin))


@pytest.mark.parametrize("text", ["[" * 1_000_000, '{"a":' * 1_000_000, b"[" * 1_000_000], ids=["[", "{", "bytes"])
def test_a_text_made_to_be_deep_is_not_parsed(text: str | bytes) -> None:
    with pytest.raises(NestedTooDeep):
        parse_json(text)


def test_brackets_in_texts_do_not_count() -> None:
    content = {"a": "[" * 100, "{" * 100: '\\"[[[' * 100, "b": [1, 2.5, None]}
    assert parse_json(json.dumps(content)) == content


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_bytes_in_any_unicode(encoding: str) -> None:
    assert parse_json('{"é": "👍"}'.encode(encoding)) == {"é": "👍"}


@pytest.mark.parametrize("text", ["", "{", '"[' + "[" * 100, "]" * 100, "9" * 5000, b"\xff"], ids=range(6))
def test_what_is_not_json(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 of several kinds
        parse_json(text)


def test_hooks_are_called() -> None:
    assert parse_json("[1, 2.5]", parse_int=str, parse_float=str) == ["1", "2.5"]
