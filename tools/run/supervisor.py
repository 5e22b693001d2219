"""Start a few programs, keep them running, and stop them all together."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from pressorpass_site.process import end_with_parent

from .options import StartRefusal

POLL_SECONDS = 0.1
MAX_READY_SECONDS = 180.0
MAX_STOP_SECONDS = 10.0
# Programs that end within this time of their start are restarted after longer and longer pauses.
MIN_STEADY_SECONDS = 5.0
MAX_PAUSE_SECONDS = 30.0


@dataclass(frozen=True)
class Program:
    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    ready: Callable[[], bool] = lambda: True
    stop_signal: signal.Signals = signal.SIGTERM
    stdin: str = ""
    log: Path | None = None  # where its output goes, if not to the terminal
    pass_fds: Sequence[int] = ()


@dataclass
class _Running:
    """A program and its process, if any."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    quick_ends: int = 0
    start_at: float = 0.0


def _describe_exit(code: int) -> str:
    """Return a process's return code in words."""
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


@dataclass
class Supervisor:
    """Keeps programs running from `start` to `stop`; for the main thread only.

    Every program is the leader of its own process group: a Ctrl-C in the terminal reaches only this
    process, which then stops the others in order, and nothing in a group outlives its program.
    """

    say: Callable[[str], None]
    should_stop: Callable[[], bool] = lambda: False  # whether to stop without a signal
    stopping: bool = False
    _signals: int = 0
    _running: list[_Running] = field(default_factory=list)

    def catch_signals(self) -> None:
        """Stop at Ctrl-C, at SIGTERM, and when the terminal closes."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True
        self._signals += 1
        if self._signals > 1:
            for child in self._running:
                self._kill_group(child)

    def _pause(self) -> None:
        time.sleep(POLL_SECONDS)
        if self.should_stop():
            self.stopping = True

    def run_to_end(self, program: Program) -> None:
        """Run a program to its end."""
        child = _Running(program)
        self._running.append(child)
        self._launch(child)
        code = None
        while code is None and not self.stopping:
            self._pause()
            code = child.process.poll() if child.process else None
        if self.stopping:
            return
        self._running.remove(child)
        if code:
            raise StartRefusal(f"{program.name} {_describe_exit(code)}; the reason is above.")

    def start(self, program: Program) -> None:
        """Start a program to keep running."""
        child = _Running(program)
        self._running.append(child)
        if not self.stopping:
            self._launch(child)

    def wait_until_ready(self, program: Program) -> None:
        """Wait until a started program is ready. Raises StartRefusal if it ends or takes too long."""
        child = next(process for process in self._running if process.program is program)
        deadline = time.monotonic() + MAX_READY_SECONDS
        while not self.stopping:
            code = child.process.poll() if child.process else None
            if code is not None:
                where = f"; see {program.log}" if program.log else ""
                raise StartRefusal(f"The {program.name} {_describe_exit(code)} while starting{where}.")
            if program.ready():
                return
            if time.monotonic() > deadline:
                raise StartRefusal(f"The {program.name} did not answer within {MAX_READY_SECONDS:.0f} s.")
            self._pause()

    def watch(self) -> None:
        """Restart programs that end, until a signal to stop."""
        while not self.stopping:
            for child in self._running:
                self._look_after(child)
            self._pause()

    def stop(self) -> None:
        """Stop all programs; the first one, which the others need, last."""
        self.stopping = True
        self._stop_together(self._running[1:])
        self._stop_together(self._running[:1])
        self._running.clear()

    def _launch(self, child: _Running) -> None:
        program = child.program
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(program.log.open("ab")) if program.log else None
            process = subprocess.Popen(
                program.command,
                env=program.environment,
                cwd=program.folder,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                pass_fds=program.pass_fds,
                start_new_session=True,
                preexec_fn=lambda: end_with_parent(signal.SIGKILL),
            )
        if process.stdin is not None:
            process.stdin.write(program.stdin.encode())
            process.stdin.close()
        child.process = process
        child.started = time.monotonic()

    def _look_after(self, child: _Running) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.start_at:
                self._launch(child)
            return
        code = child.process.poll()
        if code is None:
            return
        self._kill_group(child)
        quick = now - child.started < MIN_STEADY_SECONDS
        child.quick_ends = child.quick_ends + 1 if quick else 0
        # The first restart is immediate; a program that keeps failing at its start waits longer each time.
        pause = min(MAX_PAUSE_SECONDS, 2.0 ** (child.quick_ends - 1)) if child.quick_ends > 1 else 0.0
        child.start_at = now + pause
        child.process = None
        pause_words = f"in {pause:.0f} s" if pause else "now"
        self.say(f"The {child.program.name} {_describe_exit(code)}; starting it again {pause_words}.")

    def _stop_together(self, group: Sequence[_Running]) -> None:
        for child in group:
            if child.process is not None and child.process.poll() is None:
                child.process.send_signal(child.program.stop_signal)
        deadline = time.monotonic() + MAX_STOP_SECONDS
        for child in group:
            if child.process is None:
                continue
            try:
                child.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(f"The {child.program.name} did not stop in time and is killed.")
            self._kill_group(child)
            child.process.wait()

    @staticmethod
    def _kill_group(child: _Running) -> None:
        """Kill the remaining processes of a program's group."""
        if child.process is None:
            return
        # The group may be empty (a permission error on macOS).
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.process.pid, signal.SIGKILL)
