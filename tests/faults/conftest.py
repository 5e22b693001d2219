"""Sites for the tests of faults, and the table of what came of each fault."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.processes import RunningSite, started_site, wait_for

from .visitor import Visitor

# A better answer takes as long, so that jobs end within a test.
SOLVER_SECONDS = "12"


@dataclass
class Fault:
    """One row of the table."""

    what: str
    during: str
    saw: list[str] = field(default_factory=list)
    ended: str = ""
    seconds: float | None = None
    _over_at: float = 0.0

    def over(self) -> None:
        """What was broken works again; from here on it is the site's turn."""
        self._over_at = time.monotonic()

    def normal(self, ended: str) -> None:
        """The site is as it was."""
        self.ended, self.seconds = ended, time.monotonic() - self._over_at

    @property
    def row(self) -> str:
        saw = "; ".join(f"“{sight}”" for sight in self.saw) or "nothing unusual"
        until = "" if self.seconds is None else f"{self.seconds:.1f}"
        return f"| {self.what} | {self.during} | {saw} | {self.ended} | {until} |"


HEAD = ("| Fault | What was going on | What the user saw | How it ended | Seconds until normal |", "|" + " --- |" * 5)
Begin = Callable[[str, str], AbstractContextManager[Fault]]
Start = Callable[..., AbstractContextManager[RunningSite]]
_table: list[Fault] = []


@pytest.fixture
def fault() -> Begin:
    """Begin a fault; its row is in the table if all went well."""

    @contextmanager
    def begin(what: str, during: str) -> Iterator[Fault]:
        own_fault = Fault(what, during)
        own_fault.over()
        yield own_fault
        assert own_fault.ended, "the test did not see how it ended"
        _table.append(own_fault)

    return begin


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table (of a run in one process)."""
    if _table:
        terminalreporter.section("faults")
        for line in (*HEAD, *(entry.row for entry in _table)):
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def start(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Start a site with data of its own, and wait until it is healthy."""

    @contextmanager
    def started(folder: Path | None = None, **environment: str) -> Iterator[RunningSite]:
        folder = folder or tmp_path_factory.mktemp("faults") / "data"
        if not folder.exists():
            shutil.copytree(prepared_data, folder)
        folder.with_name(folder.name + ".log").unlink(missing_ok=True)  # it has the address of an earlier start
        with started_site(folder, **{"SOLVER_SECONDS": SOLVER_SECONDS} | environment) as site:
            wait_until_healthy(site)
            yield site

    return started


@pytest.fixture(scope="module")
def site(start: Start) -> Iterator[RunningSite]:
    """A site that the tests of a module share, healthy before each."""
    with start() as site:
        yield site


@pytest.fixture
def visitor(site: RunningSite) -> Visitor:
    """A browser at the shared site."""
    wait_until_healthy(site)
    return Visitor(site.url)


def wait_until_healthy(site: RunningSite) -> None:
    said = ""

    def healthy() -> bool:
        nonlocal said
        try:
            page = Visitor(site.url).open("/health")
        except OSError as error:
            said = str(error)
            return False
        said = page.source
        return page.status == 200

    try:
        wait_for("the site was healthy", healthy)
    except AssertionError as error:
        raise AssertionError(f"{error}; it says {said}") from None
