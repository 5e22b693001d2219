"""A sample of the fuzzer's cases; `make nightly` runs TIMES as many, `python -m tests.fuzz` any number."""

import logging
import os
from collections.abc import Iterator

import pytest

from tests import database
from tests.fuzz import readers, web
from tests.fuzz.crawl import crawl
from tests.fuzz.runner import run
from tests.fuzz.site import Things, impatient, prepare
from tests.fuzz.target import Target
from tests.tier import NIGHTLY, times

READS, REQUESTS = 9_000, 1_000
PARTS = 8 if NIGHTLY else 1  # for as many processes
PAGES = 150 if NIGHTLY else 40


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Without a line in the log for each refusal."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def things(transactional_db: None) -> Iterator[Things]:
    with impatient:
        yield prepare()
    database.empty()


def failures(targets: tuple[Target, ...], cases: int, part: int) -> list[str]:
    seed = int(os.environ.get("SEED", "1")) * PARTS + part
    tallies = run(targets, times(cases) // PARTS, seed)
    return [f"{tally.target.name}, seed {seed}, {failure}" for tally in tallies for failure in tally.failures]


@pytest.mark.parametrize("part", range(PARTS))
def test_readers_raise_only_what_they_say(part: int) -> None:
    assert failures(readers.TARGETS, READS, part) == []


@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_makes_the_site_fail_or_hang(things: Things, part: int) -> None:
    assert failures(web.targets(things, crawl(things, PAGES)), REQUESTS, part) == []
