"""Store of score values: files shipped with the engine, then the cache, else a rough table built on demand."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import zlib
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ..game.options import Rules
from ..game.questions import NextRound
from ..game.rules import PlayRules
from ..solvers.cancel_flag import CancelFlag, ProgressListener, ignore_progress
from ..solvers.score_values import ScoreValues, Solved
from .answer_table import TableError
from .key import board_digest, rules_that_matter
from .store import default_directory
from .value_of_scores import FINE, ROUGH, Checkpoint, StartBatch, build_values

COMING = Path(__file__).with_name("score_values")  # with the engine
FORMAT = 1
PART = ".part"
ARRAYS = ("apart", "low_level", "high_level", "level")
MOST = 10_000  # chances are kept as whole numbers up to this
IN_MEMORY = 8
DAMAGED = (ValueError, KeyError, EOFError, BadZipFile, zlib.error)  # what reading such a file raises
MAX_BYTES = 2**28  # in the tables directory; the oldest make room

log = logging.getLogger(__name__)


def values_for(then: NextRound, rules: Rules, memory: int, cancel: CancelFlag | None = None) -> ScoreValues:
    """Return the value of scores before the questions: the kept one, or a rough one.

    Args:
        then: what follows round 1.
        rules: its rules, spelled out by seat.
        memory: bytes that solving may take.
        cancel: set to stop solving.

    Raises:
        Unaffordable: it takes more memory.
        Cancelled: the flag was set.
    """
    return find_values(then, rules) or _rough_values(then, rules, memory, cancel)


def find_values(then: NextRound, rules: Rules) -> ScoreValues | None:
    """Return the value of scores that is kept, None if it is not. A damaged file is removed, to be solved again."""
    stored = _find(then, rules)
    if stored is None:
        return None
    path, changed = stored
    try:
        return _read(path, changed)
    except (OSError, *DAMAGED) as error:
        log.warning("The value of scores in %s cannot be used: %s", path, error)
        if path.parent != COMING and not isinstance(error, OSError):  # one that is damaged, not out of reach
            path.unlink(missing_ok=True)
        return None


def values_kept_at(then: NextRound, rules: Rules) -> float | None:
    """Return when the value of scores was kept, in seconds since 1970; None if it is not."""
    stored = _find(then, rules)
    return stored and stored[1] / 1e9


def keep_values(
    then: NextRound,
    rules: Rules,
    *,
    memory: int,
    directory: Path | None = None,
    progress: ProgressListener = ignore_progress,
    cancel: CancelFlag | None = None,
) -> Path:
    """Solve the value of scores finely, which takes minutes, and keep it; return the file. One that was stopped goes on.

    Args:
        then: what follows round 1.
        rules: its rules, spelled out by seat.
        memory: bytes that it may take.
        directory: by default that of the stored tables.
        progress: receives how far it is.
        cancel: set to stop.

    Raises:
        InputError: round 1 has no odds before such a round 2.
        Unaffordable: it takes more memory.
        TableError: it cannot be written.
        Cancelled: the flag was set.
    """
    path = (directory or default_directory() / COMING.name) / f"{values_digest(then, rules)}.npz"
    parts = CheckpointFiles(path)
    values = build_values(then, rules, FINE, memory=memory, parts=parts, progress=progress, cancel=cancel)
    try:
        _write(values, path)
    except OSError as error:
        where = f"The value of scores cannot be stored in {path.parent}"
        raise TableError(f"{where}: {error.strerror or error}.") from None
    with suppress(OSError):
        parts.remove()
        if directory is None:
            _make_room(path)
    return path


def values_digest(then: NextRound, rules: Rules) -> str:
    """Return the name of the value of scores: a hash of all that it depends on."""
    parts: dict[str, Any] = {
        "format": FORMAT,
        "board": board_digest(then.board),
        "rules": rules_that_matter(then.board, PlayRules(rules, 1, 0)),
        "unit": rules.unit,
        "cap": rules.cap,
        "questions": then.questions,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def _find(then: NextRound, rules: Rules) -> tuple[Path, int] | None:
    """Return the file and the time of its last change in nanoseconds."""
    name = f"{values_digest(then, rules)}.npz"
    for directory in (COMING, default_directory() / COMING.name):
        with suppress(OSError):
            return directory / name, (directory / name).stat().st_mtime_ns
    return None


class CheckpointFiles(Checkpoint):
    """Checkpoint files of finished batches (about 10 MB each), so that an interrupted build resumes."""

    def __init__(self, whole: Path) -> None:
        self._whole = whole

    def find(self, part: StartBatch) -> Solved | None:
        with suppress(OSError, *DAMAGED), np.load(self._path(part)) as arrays:
            return {int(out): arrays[out].astype(np.float64) for out in arrays}
        return None

    def keep(self, part: StartBatch, solved: Solved) -> None:
        with suppress(OSError):  # what is lost is time
            _save(self._path(part), {str(out): values.astype(np.float32) for out, values in solved.items()})

    def remove(self) -> None:
        """Remove the files."""
        for path in self._whole.parent.glob(f"{self._whole.stem}-*{PART}"):
            path.unlink(missing_ok=True)

    def _path(self, part: StartBatch) -> Path:
        return self._whole.with_name(f"{self._whole.stem}-{part.most_spins}-{part.step}{PART}")


def _write(values: ScoreValues, path: Path) -> None:
    arrays = {name: np.rint(MOST * getattr(values, name)).astype(np.uint16) for name in ARRAYS}
    # Where a win is shared the chances add up to 1, so two of them tell the third.
    planes = 2 if all(_add_up(array) for array in arrays.values()) else 3
    scale = {"step": np.array(values.step), "error": np.array(values.error)}
    _save(path, scale | {name: array[..., :planes] for name, array in arrays.items()})


def _save(path: Path, arrays: dict[str, npt.NDArray[Any]]) -> None:
    """Write a file of arrays, under another name until it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{secrets.token_hex(8)}.new")
    try:
        with unfinished.open("xb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _make_room(values_file: Path) -> None:
    """Remove the oldest files beside this one if they are too large together."""
    newest = sorted(
        values_file.parent.iterdir(), key=lambda path: (path == values_file, path.stat().st_mtime_ns), reverse=True
    )
    sizes = accumulate(path.stat().st_size for path in newest)
    for path in (path for path, size in zip(newest, sizes, strict=True) if size > MAX_BYTES):
        path.unlink(missing_ok=True)


@lru_cache(maxsize=IN_MEMORY)
def _read(path: Path, changed: int) -> ScoreValues:
    with np.load(path) as stored:
        arrays = {name: _chances(stored[name]) for name in ARRAYS}
        return ScoreValues(int(stored["step"]), float(stored["error"]), **arrays)


def _add_up(rounded: npt.NDArray[np.uint16]) -> bool:
    """Return whether chances add up to 1 (or nearly, as they are rounded), or are all 0, where no scores are in this order."""
    total = rounded.sum(axis=-1, dtype=np.int64)
    return bool(((abs(total - MOST) <= 2) | (total == 0)).all())


def _chances(rounded: npt.NDArray[np.uint16]) -> npt.NDArray[np.float32]:
    if rounded.shape[-1] == 2:
        third = np.maximum(0, MOST - rounded.sum(axis=-1, keepdims=True, dtype=np.int64))
        rounded = np.concatenate([rounded, third], axis=-1)
    return rounded.astype(np.float32) / np.float32(MOST)


_solved: dict[str, ScoreValues] = {}


def _rough_values(then: NextRound, rules: Rules, memory: int, cancel: CancelFlag | None) -> ScoreValues:
    """Return a rough value of scores, which takes seconds, or the one of before."""
    name = values_digest(then, rules)
    values = _solved.get(name)
    if values is None:
        values = build_values(then, rules, ROUGH, memory=memory, cancel=cancel)
        while len(_solved) >= IN_MEMORY:
            _solved.pop(next(iter(_solved)), None)
        _solved[name] = values
    return values
