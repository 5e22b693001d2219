"""What a second host of workers brings: the time in which 200 questions are answered, as a ratio to that of one host.

    python -m tests.postgresql python -m tests.load.scale [--questions 200]

A host is a worker with a process of its own on a processor of its own; both use one broker and one database, which are made for this and
removed in the end. The questions are new each time, and each is solved exactly in some tenths of a second.
"""

import argparse
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path

import psutil

POLL_SECONDS = 0.05


def main() -> None:
    """Print the seconds of one host and of two, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=200)
    options = parser.parse_args()

    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "ERROR"}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests.processes import started_broker

    call_command("migrate", verbosity=0)
    call_command("load_boards", stdout=StringIO())
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before")
    seconds = []
    with started_broker(settings.DATA_DIR / "valkey", settings.REDIS_URL):
        for hosts in (1, 2):
            with started_hosts(hosts, settings.DATA_DIR):
                seconds.append(answer_all(options.questions, start=10_000 * hosts))
            print(f"{hosts} host{'s' if hosts > 1 else ''}: {seconds[-1]:.1f} s", flush=True)
    print(f"ratio {seconds[1] / seconds[0]:.2f}")


@contextmanager
def started_hosts(count: int, folder: Path) -> Iterator[None]:
    """Start a worker for each host, on a processor of its own."""
    from tests.processes import started_worker

    environment: Mapping[str, str] = os.environ | {"WORKER_CONCURRENCY": "1", "LOG_LEVEL": "INFO"}
    with ExitStack() as stack:
        for number in range(count):
            log = folder / f"host-{count}-{number}.log"
            arguments = ("--queues=first,later,refine", f"--hostname=worker@host{number}")
            worker = psutil.Process(stack.enter_context(started_worker(environment, log, *arguments)).pid)
            for process in (worker, *worker.children(recursive=True)):
                process.cpu_affinity([number])
        yield


def answer_all(count: int, start: int) -> float:
    """Ask this many questions at once; return the seconds until all have their final answer."""
    from engine import Position, Rules
    from pressorpass_site.answers.analyses import services
    from pressorpass_site.answers.models import Analysis
    from pressorpass_site.boards import services as boards
    from pressorpass_site.questions.question import Question
    from pressorpass_site.work.models import ACTIVE

    revision, rules = boards.find_revision(boards.DEFAULT_BOARD), Rules.preset("seed")
    since = time.monotonic()
    for number in range(count):
        position = Position.parse(f"{start + number}e2,3000e1,9000@1")
        services.get_or_start_analysis(Question(position, revision, rules), view_seconds=3600.0)
    while Analysis.objects.filter(status__in=ACTIVE).exists():
        time.sleep(POLL_SECONDS)
    return time.monotonic() - since


if __name__ == "__main__":
    main()
