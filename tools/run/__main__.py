"""Start the site on this machine and keep it running until Ctrl-C: `make run`."""

import http.client
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from pressorpass_site.environment import DISK_FULL, free_room
from pressorpass_site.process import keep_files_private

from . import prepare
from .broker import Broker
from .make import end_with_make, make_is_interrupted
from .options import ROOM, ROOM_TO_PREPARE, ROOT, Options, Refusal, check_data, listen, lock_data_dir
from .supervisor import Program, Supervisor

PYTHON = sys.executable


def say(text: str) -> None:
    """Tell the person at the terminal; a full disk, where that is a file, must not end the site."""
    with suppress(OSError):
        print(text, flush=True)


def megabytes(size: int) -> str:
    """Return text such as “64 MB”."""
    return f"{size // 2**20} MB"


def check_room(options: Options, *, prepares: bool) -> bool:
    """Tell whether the disk has room to work; without it what is stored can be read.

    Raises:
        Refusal: the data folder has to be prepared, and there is no room for that.
    """
    left = free_room(options.data_dir)
    full = f"The disk of the data folder {options.data_dir} is full: {megabytes(left)} are left."
    if prepares and left < ROOM_TO_PREPARE:
        raise Refusal(f"{full} Preparing the data folder takes {megabytes(ROOM_TO_PREPARE)}.")
    if left < ROOM:
        say(
            f"Press or Pass: {full} What is stored can be read; nothing is solved, saved or entered until there are "
            f"{megabytes(ROOM)}."
        )
    return left >= ROOM


def answers(host: str, port: int) -> bool:
    """Tell whether the web server answers, be it with a refusal of this host name, and whether it has workers.

    Without room on the disk it may have none.
    """
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health")
        response = connection.getresponse()
        return response.status < 500 or DISK_FULL.encode() in response.read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def site_program(
    name: str,
    module: str,
    *arguments: str,
    environment: Mapping[str, str],
    stop_signal: signal.Signals = signal.SIGTERM,
    ready: Callable[[], bool] = lambda: True,
    pass_fds: tuple[int, ...] = (),
) -> Program:
    """Describe a program that is a module of this environment's Python."""
    return Program(
        name=name,
        command=[PYTHON, "-m", module, *arguments],
        environment=environment,
        folder=ROOT,
        ready=ready,
        stop_signal=stop_signal,
        pass_fds=pass_fds,
    )


def worker_program(name: str, number: int, *arguments: str, environment: Mapping[str, str]) -> Program:
    """Describe a worker; it serves its metrics, if at all, at the port `number` after the web server's."""
    port = environment.get("METRICS_PORT", "")
    metrics = {"METRICS_PORT": str(int(port) + number)} if port.isdecimal() and int(port) else {}
    # Only JSON is accepted, so a worker run by root needs no warning.
    quiet = {"PYTHONWARNINGS": "ignore:You're running the worker"}
    options = ("--quiet", "--app=pressorpass_site", "worker", "--without-mingle", "--without-gossip")
    return site_program(
        name,
        "celery",
        *options,
        *arguments,
        environment={**environment, **metrics, **quiet},
        # Celery's soft shutdown: a few seconds for the jobs at hand, then back into the queue.
        stop_signal=signal.SIGQUIT,
    )


def start_broker(supervisor: Supervisor, data_dir: Path, environment: dict[str, str], *, durable: bool) -> None:
    """Start the embedded Valkey, and tell the other programs where it is."""
    folder = data_dir / "valkey"
    folder.mkdir(exist_ok=True)
    broker = Broker(folder, durable=durable)
    program = Program(
        name="message broker (Valkey)",
        command=broker.command,
        environment=os.environ,
        folder=folder,
        ready=broker.ready,
        stdin=broker.configuration,
        log=folder / "valkey.log",
    )
    supervisor.start(program)
    supervisor.wait_until_ready(program)
    environment["REDIS_URL"] = broker.url


def run(supervisor: Supervisor, options: Options) -> None:
    """Start everything, say where it is, and look after it until asked to stop."""
    prepares = prepare.needed(options)
    has_room = check_room(options, prepares=prepares)
    lock = lock_data_dir(options.data_dir)
    listener = listen(options)
    check_data(options)
    port = listener.getsockname()[1]
    environment = {
        "LOG_FORMAT": "text",
        "LOG_LEVEL": "WARNING",
        **os.environ,
        "DATA_DIR": str(options.data_dir),
        "PORT": str(port),
    }
    if options.redis_url is None:
        start_broker(supervisor, options.data_dir, environment, durable=has_room)
    if prepares:
        say("Preparing the data folder (tables, boards, static files)...")
        supervisor.run_to_end(site_program("The preparation", "tools.run.prepare", environment=environment))
    workers = [worker_program("worker", 1, environment=environment)]
    if environment.get("WORKER_CONCURRENCY") != "1":  # one of its processes is a worker of its own
        first = worker_program(
            "worker for first answers",
            2,
            "--queues=first",
            "--concurrency=1",
            "--hostname=first@%h",
            environment=environment,
        )
        workers.append(first)
    web = site_program(
        "web server",
        "gunicorn",
        f"--bind=fd://{listener.fileno()}",
        "pressorpass_site.wsgi",
        environment=environment,
        ready=partial(answers, options.host, port),
        pass_fds=(listener.fileno(),),
    )
    for worker in workers:
        supervisor.start(worker)
    supervisor.start(web)
    supervisor.wait_until_ready(web)
    if not supervisor.stopping:
        say(f"\n  Press or Pass is ready: http://{options.shown_host}:{port}/")
        say(f"  Data folder: {options.data_dir}. Press Ctrl-C to stop.\n")
    supervisor.watch()
    listener.close()
    os.close(lock)


def main() -> int:
    """Run the site; the exit code is 0 when it was asked to stop."""
    keep_files_private()
    supervisor = Supervisor(say, asked_otherwise=make_is_interrupted)
    supervisor.catch_signals()
    end_with_make()
    try:
        run(supervisor, Options.from_environment())
    except Refusal as refusal:
        print(f"Press or Pass: {refusal}", file=sys.stderr)
        return 1
    finally:
        if supervisor.stopping:
            say("Stopping...")
        supervisor.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
