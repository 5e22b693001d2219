"""Store of score values: files shipped with the engine, then the cache, else a rough table built on demand."""

from __future__ import annotations

import hashlib
import json
import logging
import math
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..game.options import Rules
from ..game.questions import NextRound
from ..game.rules import PlayRules
from ..solvers.cancel_flag import CancelFlag, ProgressListener, ignore_progress
from ..solvers.score_values import ScoreValues
from . import array_file
from .array_file import SUFFIX, TableError, list_files
from .key import board_digest, rules_that_matter
from .store import default_directory
from .value_of_scores import FINE, ROUGH, build_values

COMING = Path(__file__).with_name("score_values")  # with the engine
FORMAT = 1
ARRAYS = ("apart", "low_level", "high_level", "level")
MOST = 10_000  # chances are kept as whole numbers up to this
IN_MEMORY = 8
MAX_BYTES = 2**28  # in the tables directory; the oldest make room

log = logging.getLogger(__name__)
_rough_values: dict[str, ScoreValues] = {}


def values_for(then: NextRound, rules: Rules, memory: int, cancel: CancelFlag | None = None) -> ScoreValues:
    """Return the value of scores before the questions, by rules spelled out by seat: the kept one, or a rough one.

    Raises:
        Unaffordable: it takes more memory.
        Cancelled: the flag was set.
    """
    name = values_digest(then, rules)
    values = find_values(then, rules) or _rough_values.get(name)
    if values is None:
        values = build_values(then, rules, ROUGH, memory=memory, cancel=cancel)
        while len(_rough_values) >= IN_MEMORY:
            _rough_values.pop(next(iter(_rough_values)), None)
        _rough_values[name] = values
    return values


def find_values(then: NextRound, rules: Rules) -> ScoreValues | None:
    """Return the value of scores that is kept, None if it is not. A damaged file is removed, to be solved again."""
    file_and_time = _find(then, rules)
    if file_and_time is None:
        return None
    path, mtime = file_and_time
    try:
        return _read(path, mtime)
    except (OSError, TableError) as error:
        log.warning("The value of scores in %s cannot be used: %s", path, error)
        is_damaged = isinstance(error, TableError | FileNotFoundError)  # and not out of reach
        if is_damaged and path.parent != COMING:
            array_file.remove(path)
        return None


def values_kept_at(then: NextRound, rules: Rules) -> float | None:
    """Return when the value of scores was kept, in seconds since 1970; None if it is not."""
    file_and_time = _find(then, rules)
    return file_and_time and file_and_time[1] / 1e9


def keep_values(
    then: NextRound,
    rules: Rules,
    *,
    memory: int,
    progress: ProgressListener = ignore_progress,
    cancel: CancelFlag | None = None,
) -> Path:
    """Solve the value of scores finely, by rules spelled out by seat, and keep it; return the file (``array_file``).

    It takes minutes; one that was stopped goes on.

    Raises:
        InputError: round 1 has no odds before such a round 2.
        Unaffordable: it takes more memory.
        TableError: it cannot be written.
        Cancelled: the flag was set.
    """
    path = default_directory() / COMING.name / f"{values_digest(then, rules)}{SUFFIX}"
    values = build_values(then, rules, FINE, memory=memory, checkpoints=path, progress=progress, cancel=cancel)
    try:
        _write(values, path, rules)
    except OSError as error:
        where = f"The value of scores cannot be stored in {path.parent}"
        raise TableError(f"{where}: {error.strerror or error}.") from None
    for part in path.parent.glob(f"{path.stem}-*{SUFFIX}"):
        array_file.remove(part)
    array_file.sweep(path.parent)
    array_file.make_room(list_files(path.parent, SUFFIX), MAX_BYTES, path)
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
    name = f"{values_digest(then, rules)}{SUFFIX}"
    for directory in (COMING, default_directory() / COMING.name):
        with suppress(OSError):
            return directory / name, (directory / name).stat().st_mtime_ns
    return None


def _write(values: ScoreValues, path: Path, rules: Rules) -> None:
    """Write values: the chances of all orders one after the other, as whole numbers."""
    known = (
        3 if rules.ties == "joint" else 2
    )  # where a win is shared the chances add up to 1, so two of them tell the third
    arrays = [np.rint(MOST * getattr(values, name)).astype("<u2")[..., :known] for name in ARRAYS]
    description = {"step": values.step, "error": values.error, "shapes": [array.shape for array in arrays]}
    array_file.write(path, description, np.concatenate([array.ravel() for array in arrays]))


@lru_cache(maxsize=IN_MEMORY)
def _read(path: Path, mtime: int) -> ScoreValues:
    description, array = array_file.read(path)
    shapes = description["shapes"]
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    parts = np.split(array, ends[:-1])
    arrays = (_chances(part.reshape(shape)) for part, shape in zip(parts, shapes, strict=True))
    return ScoreValues(description["step"], description["error"], *arrays)


def _chances(rounded: npt.NDArray[np.uint16]) -> npt.NDArray[np.float32]:
    if rounded.shape[-1] == 2:
        third = np.maximum(0, MOST - rounded.sum(axis=-1, keepdims=True, dtype=np.int64))
        rounded = np.concatenate([rounded, third], axis=-1)
    return rounded.astype(np.float32) / np.float32(MOST)
