"""Selects whose HTML is kept: Django renders each option by a template, and the form has two hundred of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import forms
from django.utils.safestring import SafeString


class KeptSelect(forms.Select):
    """A select with the same HTML whenever its name, its choices and its value are the same."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        return _html(_Rendering(self, name, value, attrs, renderer))

    def appearance(self) -> Any:
        """Return what the HTML depends on besides name and value."""
        return type(self), self.attrs, list(self.choices)


class BoardSelect(KeptSelect):
    """A select in which some boards can be seen but not chosen: `unplayable`."""

    unplayable: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.unplayable:
            option["attrs"]["disabled"] = True
        return option

    def appearance(self) -> Any:
        return super().appearance(), sorted(self.unplayable)


class _Rendering:
    """A select about to be rendered; equal to another one with the same HTML."""

    def __init__(self, select: KeptSelect, name: str, value: Any, attrs: dict[str, Any] | None, renderer: Any) -> None:
        self._arguments = (name, value, attrs, renderer)
        self._select = select
        self._key = repr((name, value, attrs, type(renderer), select.appearance()))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rendering) and other._key == self._key

    def html(self) -> SafeString:
        """Render it."""
        return super(KeptSelect, self._select).render(*self._arguments)


@lru_cache(maxsize=200)
def _html(rendering: _Rendering) -> SafeString:
    return rendering.html()
