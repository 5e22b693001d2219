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
from .score_value_build import FINE, ROUGH, build_values
from .store import default_directory

SHIPPED = Path(__file__).with_name("score_values")  # files that come with the engine
FORMAT = 1
ARRAYS = ("apart", "low_level", "high_level", "level")
CHANCE_SCALE = 10_000  # a chance of 1 as a whole number in a file
MAX_IN_MEMORY = 8
MAX_BYTES = 2**28  # in the tables directory; the oldest files make room

log = logging.getLogger(__name__)
_rough_values: dict[str, ScoreValues] = {}


def values_for(then: NextRound, rules: Rules, memory: int, cancel: CancelFlag | None = None) -> ScoreValues:
    """Return the stored score values before the questions, or rough ones, by rules spelled out by seat.

    Raises:
        Unaffordable: solving them takes more memory.
        Cancelled: the flag was set.
    """
    name = values_digest(then, rules)
    values = find_values(then, rules) or _rough_values.get(name)
    if values is None:
        values = build_values(then, rules, ROUGH, memory=memory, cancel=cancel)
        while len(_rough_values) >= MAX_IN_MEMORY:
            _rough_values.pop(next(iter(_rough_values)), None)
        _rough_values[name] = values
    return values


def find_values(then: NextRound, rules: Rules) -> ScoreValues | None:
    """Return the stored score values, or None. A damaged file is removed, to be solved again."""
    file_and_time = _find(then, rules)
    if file_and_time is None:
        return None
    path, mtime = file_and_time
    try:
        return _read(path, mtime)
    except (OSError, TableError) as error:
        log.warning("The value of scores in %s cannot be used: %s", path, error)
        is_damaged = isinstance(error, TableError | FileNotFoundError)  # not just unreadable
        if is_damaged and path.parent != SHIPPED:
            array_file.remove(path)
        return None


def values_kept_at(then: NextRound, rules: Rules) -> float | None:
    """Return the time at which the score values were stored, in seconds since 1970; None if they are not."""
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
    """Solve and store fine score values, by rules spelled out by seat; return the file (``array_file``).

    That takes minutes; an interrupted build resumes from its checkpoints.

    Raises:
        InputError: round 1 has no odds before such a round 2.
        Unaffordable: solving them takes more memory.
        TableError: they cannot be written.
        Cancelled: the flag was set.
    """
    path = default_directory() / SHIPPED.name / f"{values_digest(then, rules)}{SUFFIX}"
    values = build_values(then, rules, FINE, memory=memory, checkpoints=path, progress=progress, cancel=cancel)
    try:
        _write(values, path, rules)
    except OSError as error:
        where = f"The value of scores cannot be stored in {path.parent}"
        raise TableError(f"{where}: {error.strerror or error}.") from None
    for checkpoint in path.parent.glob(f"{path.stem}-*{SUFFIX}"):
        array_file.remove(checkpoint)
    array_file.remove_abandoned(path.parent)
    array_file.make_room(list_files(path.parent, SUFFIX), MAX_BYTES, path)
    return path


def values_digest(then: NextRound, rules: Rules) -> str:
    """Return the name of score values: a hash of everything that they depend on."""
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
    for directory in (SHIPPED, default_directory() / SHIPPED.name):
        with suppress(OSError):
            return directory / name, (directory / name).stat().st_mtime_ns
    return None


def _write(values: ScoreValues, path: Path, rules: Rules) -> None:
    """Write values as whole numbers, one array after the other."""
    chances = 3 if rules.ties == "joint" else 2  # a shared win makes the third chance 1 minus both
    arrays = [np.rint(CHANCE_SCALE * getattr(values, name)).astype("<u2")[..., :chances] for name in ARRAYS]
    description = {"step": values.step, "error": values.error, "shapes": [array.shape for array in arrays]}
    array_file.write(path, description, np.concatenate([array.ravel() for array in arrays]))


@lru_cache(maxsize=MAX_IN_MEMORY)
def _read(path: Path, mtime: int) -> ScoreValues:
    description, array = array_file.read(path)
    shapes = description["shapes"]
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    parts = np.split(array, ends[:-1])
    arrays = (_to_chances(part.reshape(shape)) for part, shape in zip(parts, shapes, strict=True))
    return ScoreValues(description["step"], description["error"], *arrays)


def _to_chances(whole_numbers: npt.NDArray[np.uint16]) -> npt.NDArray[np.float32]:
    if whole_numbers.shape[-1] == 2:
        third = np.maximum(0, CHANCE_SCALE - whole_numbers.sum(axis=-1, keepdims=True, dtype=np.int64))
        whole_numbers = np.concatenate([whole_numbers, third], axis=-1)
    return whole_numbers.astype(np.float32) / np.float32(CHANCE_SCALE)
