"""The cache that lives as long as a request."""

from pressorpass_site.core.http.request_cache import forget_results, fresh, once_per_request

calls: list[str] = []


@once_per_request
def looked_up(name: str) -> str:
    calls.append(name)
    return name.upper()


def during_request(*names: str, forgetting: bool = False) -> list[str]:
    """The names that were really looked up during one request."""

    calls.clear()
    with fresh():
        for name in names:
            assert looked_up(name) == name.upper()
            if forgetting:
                forget_results()
    return list(calls)


def test_each_argument_is_looked_up_once_in_a_request() -> None:
    assert during_request("a", "b", "a", "b", "a") == ["a", "b"]


def test_the_next_request_looks_again() -> None:
    assert during_request("a", "a") == during_request("a", "a") == ["a"]


def test_what_a_request_has_changed_is_looked_up_again() -> None:
    assert during_request("a", "a", forgetting=True) == ["a", "a"]


def test_outside_requests_nothing_is_kept() -> None:
    calls.clear()
    assert [looked_up("a"), looked_up("a")] == ["A", "A"]
    assert calls == ["a", "a"]
