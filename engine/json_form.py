"""Dataclasses as JSON and back: an object with the fields in order; tuples are lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Self, get_args, get_origin, get_type_hints


def name_json_field(key: str | None = None, *, beside: str | None = None) -> dict[str, str | None]:
    """Return the metadata of a field: its JSON key, and the field ``beside`` without which (None) it is left out."""
    return {"key": key, "beside": beside}


class JsonForm:
    """A dataclass that is written as JSON and read again."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the object for JSON."""
        kind: Any = type(self)
        members = ((member, getattr(self, member.name)) for member in _list_json_members(kind))
        return {
            member.key: _write(value)
            for member, value in members
            if member.beside is None or getattr(self, member.beside) is not None
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what ``to_json`` writes."""
        kind: Any = cls
        members = (member for member in _list_json_members(kind) if member.key in data)
        values = ((member, data[member.key]) for member in members)
        return cls(**{member.name: None if value is None else member.read(value) for member, value in values})


class _Member(NamedTuple):
    name: str
    key: str
    beside: str | None
    read: Callable[[Any], Any]


@cache
def _list_json_members(cls: Any) -> tuple[_Member, ...]:
    kinds = get_type_hints(cls)
    return tuple(
        _Member(
            member.name,
            member.metadata.get("key") or member.name,
            member.metadata.get("beside"),
            _make_json_reader(kinds[member.name]),
        )
        for member in fields(cls)
    )


def _write(value: Any) -> Any:
    if type(value) is tuple:
        return list(value)
    return value.to_json() if hasattr(value, "to_json") else value


def _make_json_reader(kind: Any) -> Callable[[Any], Any]:
    """Return the function that reads a value of a type: a tuple, a class with ``from_json``, or a plain JSON value."""
    if get_origin(kind) is UnionType:
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    if get_origin(kind) is tuple:
        return tuple
    return getattr(kind, "from_json", lambda value: value)
