"""Start the site on this machine and keep it running until Ctrl-C: `make run`."""

import http.client
import os
import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from pressorpass_site.process import keep_files_private

from . import prepare
from .broker import Broker
from .make import end_with_make, make_is_interrupted
from .options import ROOM, ROOM_TO_PREPARE, ROOT, Options, StartRefusal, check_data, lock_data_dir, open_port
from .supervisor import Program, Supervisor

PYTHON = sys.executable
WORKERS = {
    "first": ("--queues=first,later", "--concurrency=1"),
    "refine": ("--queues=first,later,refine",),  # WORKER_CONCURRENCY (settings.py)
    "background": ("--queues=background", "--concurrency=1"),
}


def print_line(text: str) -> None:
    """Print a line; if the output is a file, a full disk must not end the site."""
    with suppress(OSError):
        print(text, flush=True)


def format_megabytes(size: int) -> str:
    """Return text such as “64 MB”."""
    return f"{size // 2**20} MB"


def check_room(options: Options, *, is_preparing: bool) -> None:
    """Raise StartRefusal if the disk of the data folder has too little room."""
    free_bytes, needed = shutil.disk_usage(options.data_dir).free, ROOM_TO_PREPARE if is_preparing else ROOM
    if free_bytes < needed:
        work = "Preparing the data folder" if is_preparing else "The site"
        raise StartRefusal(
            f"The disk of the data folder {options.data_dir} is full: {format_megabytes(free_bytes)} are left. {work} takes {format_megabytes(needed)}."
        )


def is_web_server_ready(host: str, port: int) -> bool:
    """Return whether the web server answers, has workers, and has no error; it may refuse this host name."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def describe_site_program(
    name: str,
    module: str,
    *arguments: str,
    environment: Mapping[str, str],
    stop_signal: signal.Signals = signal.SIGTERM,
    ready: Callable[[], bool] = lambda: True,
    pass_fds: tuple[int, ...] = (),
) -> Program:
    """Return the description of a program that is a module of this Python."""
    return Program(
        name=name,
        command=[PYTHON, "-m", module, *arguments],
        environment=environment,
        folder=ROOT,
        ready=ready,
        stop_signal=stop_signal,
        pass_fds=pass_fds,
    )


def describe_workers(environment: Mapping[str, str]) -> list[Program]:
    """Return the descriptions of the three workers (docs/work.md); with METRICS_PORT, each has a port of its own."""
    port = environment.get("METRICS_PORT", "")
    # Only JSON is accepted, so a worker run by root needs no warning.
    quiet = {"PYTHONWARNINGS": "ignore:You're running the worker"}
    programs = []
    for number, (name, arguments) in enumerate(WORKERS.items(), 1):
        metrics = {"METRICS_PORT": str(int(port) + number)} if port.isdecimal() and int(port) else {}
        program = describe_site_program(
            f"worker ({name})",
            "celery",
            *("--quiet", "--app=pressorpass_site", "worker", "--without-mingle", "--without-gossip"),
            *(f"--hostname={name}@%h", *arguments),
            environment={**environment, **metrics, **quiet},
            # Celery's soft shutdown: a few seconds for the jobs at hand, then back into the queue.
            stop_signal=signal.SIGQUIT,
        )
        if name == "background":
            program = replace(program, command=["nice", "-n", "10", *program.command])
        programs.append(program)
    return programs


def start_broker(supervisor: Supervisor, data_dir: Path, environment: dict[str, str]) -> None:
    """Start the embedded Valkey, and set REDIS_URL for the other programs."""
    folder = data_dir / "valkey"
    folder.mkdir(exist_ok=True)
    broker = Broker(folder)
    program = Program(
        name="message broker (Valkey)",
        command=broker.command,
        environment=os.environ,
        folder=folder,
        ready=broker.is_ready,
        stdin=broker.configuration,
        log=folder / "valkey.log",
    )
    supervisor.start(program)
    supervisor.wait_until_ready(program)
    environment["REDIS_URL"] = broker.url


def run(supervisor: Supervisor, options: Options) -> None:
    """Start all programs, print the site's address, and keep them running until a signal."""
    prepares = prepare.needs_preparation(options)
    check_room(options, is_preparing=prepares)
    check_data(options)
    lock = lock_data_dir(options.data_dir)
    listener = open_port(options)
    port = listener.getsockname()[1]
    environment = {
        "LOG_FORMAT": "text",
        "LOG_LEVEL": "WARNING",
        **os.environ,
        "DATA_DIR": str(options.data_dir),
        "PORT": str(port),
    }
    if options.redis_url is None:
        start_broker(supervisor, options.data_dir, environment)
    if prepares:
        print_line("Preparing the data folder (tables, boards, static files)...")
        supervisor.run_to_end(describe_site_program("The preparation", "tools.run.prepare", environment=environment))
    workers = describe_workers(environment)
    web = describe_site_program(
        "web server",
        "gunicorn",
        f"--bind=fd://{listener.fileno()}",
        "pressorpass_site.wsgi",
        environment=environment,
        ready=partial(is_web_server_ready, options.host, port),
        pass_fds=(listener.fileno(),),
    )
    for worker in workers:
        supervisor.start(worker)
    supervisor.start(web)
    supervisor.wait_until_ready(web)
    if not supervisor.stopping:
        print_line(f"\n  Press or Pass is ready: http://{options.shown_host}:{port}/")
        print_line(f"  Data folder: {options.data_dir}. Press Ctrl-C to stop.\n")
    supervisor.watch()
    listener.close()
    os.close(lock)


def main() -> int:
    """Run the site, and return the exit code: 0 after a signal to stop, 1 if it cannot start."""
    keep_files_private()
    supervisor = Supervisor(print_line, should_stop=make_is_interrupted)
    supervisor.catch_signals()
    end_with_make()
    try:
        run(supervisor, Options.from_environment())
    except StartRefusal as refusal:
        print(f"Press or Pass: {refusal}", file=sys.stderr)
        return 1
    finally:
        if supervisor.stopping:
            print_line("Stopping...")
        supervisor.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
