"""Arrays on the disk: the description ``NAME.json`` names the array ``NAME-HASH.npy``, by the hash of its content.

The array is written first and the description last, each under another name until it is complete; the description is
removed first. So readers see both files or none, and keep what they have mapped: a file is never changed in place. The
description has the CRC-32 of the array and of itself; a process checks an array's once for each state of the file.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
import numpy.typing as npt

SUFFIX, ARRAY, UNFINISHED = ".json", ".npy", ".new"
BEFORE_2 = (".table", ".npz", ".part")  # suffixes of files from versions before 2.0
STALE_SECONDS = 3600.0  # after which a file that no description names counts as abandoned
DAMAGED = (LookupError, TypeError, ValueError, OverflowError, RecursionError, EOFError, TokenError)  # errors of reading

Array = npt.NDArray[Any]


class TableError(Exception):
    """A table that cannot be stored or read; the message is a sentence with the reason."""


def write(path: Path, description: dict[str, Any], array: Array) -> None:
    """Write an array and its description (JSON) to the disk, replacing an earlier one.

    Raises:
        OSError: the disk is full, or a file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    array = np.ascontiguousarray(array)
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(array))
    parts = header.getbuffer(), array.data.cast("B")
    digest = hashlib.sha256(parts[0])
    digest.update(parts[1])
    name = f"{path.stem}-{digest.hexdigest()[:32]}{ARRAY}"
    checksum = zlib.crc32(parts[1], zlib.crc32(parts[0]))
    _write_whole(path.with_name(name), *parts)
    description = {**description, "array": name, "bytes": sum(map(len, parts)), "crc32": checksum}
    _write_whole(path, _text({**description, "own_crc32": zlib.crc32(_text(description))}))


def read(path: Path, *, check: bool = True) -> tuple[dict[str, Any], Array]:
    """Return the description in a file, and the array that it names, mapped into memory.

    Without ``check`` only the description is compared with its checksum.

    Raises:
        TableError: the description or the array is damaged.
        OSError: a file cannot be opened.
    """
    state = path.stat()
    try:
        description = dict(_describe(path, state.st_ino, state.st_mtime_ns))
        array_path = path.with_name(description["array"])
        state = array_path.stat()
        if state.st_size != description["bytes"] or (
            check and _checksum(array_path, state.st_ino, state.st_mtime_ns) != description["crc32"]
        ):
            raise ValueError("not as it was written")
        array = np.asarray(np.load(array_path, mmap_mode="r"))
    except DAMAGED:
        raise damaged(path) from None
    return description, array


def damaged(path: Path) -> TableError:
    return TableError(f"{path.name} is damaged, so its answers cannot be trusted.")


@lru_cache(maxsize=256)
def _describe(path: Path, inode: int, time_of_change: int) -> dict[str, Any]:
    """Return the description in a file, cached while its inode and time stay the same. Raises the errors in DAMAGED."""
    text = path.read_bytes()
    description = dict(json.loads(text))
    if _text(description) != text or description.pop("own_crc32") != zlib.crc32(_text(description)):
        raise ValueError("not as it was written")
    return description


@lru_cache(maxsize=256)
def _checksum(path: Path, inode: int, time_of_change: int) -> int:
    return zlib.crc32(np.memmap(path, np.uint8, "r").data)


def remove(path: Path) -> bool:
    """Remove a description and its arrays; return False if that failed or another process was first."""
    try:
        path.unlink()
    except OSError:
        return False
    for array in _arrays(path):
        with suppress(OSError):
            array.unlink()
    return True


def size_of(path: Path) -> int:
    """Return the bytes of a description and its arrays."""
    return sum(file.stat().st_size for file in (path, *_arrays(path)))


def make_room(paths: Iterable[Path], max_bytes: int, keep: Path | None = None) -> None:
    """Remove the least recently used arrays and descriptions until the rest has no more than ``max_bytes``."""
    files = []
    for path in paths:
        with suppress(OSError):
            files.append((path.stat().st_mtime_ns, size_of(path), path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total > max_bytes and path != keep and remove(path):
            total -= size


def remove_abandoned(folder: Path) -> None:
    """Remove unfinished files and files of versions before 2.0 from a folder."""
    for path in list_files(folder, UNFINISHED, ARRAY, *BEFORE_2):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > STALE_SECONDS and not _is_named(path):
                path.unlink()


def list_files(folder: Path, *suffixes: str) -> list[Path]:
    """Return the files of a folder with one of these suffixes."""
    try:
        return [path for path in folder.iterdir() if path.suffix in suffixes]
    except OSError:  # not created yet, removed by another process, or not a folder
        return []


def _arrays(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{path.stem}-{'[0-9a-f]' * 32}{ARRAY}"))


def _is_named(path: Path) -> bool:
    """Return whether the description of an array names this array."""
    try:
        return path.name.encode() in path.with_name(f"{path.name.rpartition('-')[0]}{SUFFIX}").read_bytes()
    except FileNotFoundError:
        return False


def _text(description: Any) -> bytes:
    return json.dumps(description, separators=(",", ":")).encode() + b"\n"


def _write_whole(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file under another name, and rename it once it is on the disk."""
    unfinished = path.with_name(f"{secrets.token_hex(8)}{UNFINISHED}")
    try:
        with unfinished.open("xb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
