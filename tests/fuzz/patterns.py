"""Every regular expression of the program, found in its source, so that a new one is tried, too."""

import ast
import importlib
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, TypeGuard

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "pressorpass_site")
SEARCHES = ("search", "sub", "subn", "split", "findall", "finditer")  # begin at each place of a text
WAYS = ("match", "fullmatch", *SEARCHES)
# How the characters that a class stands for look in a text.
_CLASSES = {r"\s": " \t\n", r"\S": "a", r"\w": "a1", r"\d": "1", ".": "a"}


def all_patterns() -> dict[tuple[str, int, str], str]:
    """Each (pattern, flags, way in which it is used), and the file that has it."""
    patterns: dict[tuple[str, int, str], str] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "migrations" in path.parts or "import re\n" not in text:
                continue
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            for pattern, flags, way in _used(ast.parse(text), vars(importlib.import_module(name))):
                patterns[pattern, flags, way] = str(path.relative_to(ROOT))
    return patterns


def _used(tree: ast.AST, names: dict[str, object]) -> Iterator[tuple[str, int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in WAYS and isinstance(node.value, ast.Name):
            known = names.get(node.value.id)
            if isinstance(known, re.Pattern) and isinstance(known.pattern, str):
                yield known.pattern, known.flags, _way(node.attr)
        elif _is_call_of_re(node) and isinstance(node.args[0], ast.Constant):
            flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(node) else 0
            yield node.args[0].value, flags, _way(node.func.attr)
        if isinstance(node, ast.Call):  # handed on to a function that matches it
            for argument in node.args:
                known = names.get(argument.id) if isinstance(argument, ast.Name) else None
                if isinstance(known, re.Pattern) and isinstance(known.pattern, str):
                    yield known.pattern, known.flags, "match"


def used(pattern: re.Pattern[str], way: str, text: str) -> None:
    """Match a pattern in this way, to the end of the text."""
    if way == "finditer":
        for _ in pattern.finditer(text):
            pass
    else:
        getattr(pattern, way)(text)


def _is_call_of_re(node: ast.AST) -> TypeGuard[Any]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value) == "re"
        and node.func.attr in WAYS
    )


def _way(name: str) -> str:
    return "finditer" if name in SEARCHES else name


def texts_for(pattern: str, length: int) -> Iterator[str]:
    """Runs of the characters that a pattern knows and of pairs of them, alone and after each of its words."""
    known = {c for group, stands_for in _CLASSES.items() if group in pattern for c in stands_for}
    known |= {c for c in pattern if c not in r"\?*+{}^|" and not c.isalnum()} | set("a1 k-")
    words = ["", *dict.fromkeys(re.findall(r"(?<!\\)[a-z]{2,}|[$<{\[(]", pattern))]
    singles = sorted(known)
    pairs = (a + b for a, b in product(singles, repeat=2) if a != b and {a, b} & set(" \na1"))
    for unit in (*singles, *pairs):
        run = unit * (length // len(unit))
        yield run + "\0"
        yield "a" + run + "b1"
        if len(unit) == 1:
            for word in words:
                yield f"{word}{run}\0"
                yield f"{word} 1 {run}\0"
