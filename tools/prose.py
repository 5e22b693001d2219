"""Habits of style that texts do without, each with a better form, in documents, docstrings and comments: `make lint`."""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

PLACES = ("pressorpass_site", "engine", "tools", "docs", "README.md", "CONTRIBUTING.md")
LEFT_OUT = {"migrations"}
BETTER = {
    r"\bwhoever\b": "who, anybody who, or the person or program",
    r"(?<!, )\bso (?:many|much)\b(?! as\b| that\b)": "the number, or “this many”",
    r"\bas far as (?:it|they|that|there) (?:is|are|can)\b": "“so far”, “if known”",
    r"; how (?:many|much)(?: [a-z ]+)?\.": "“and return the number”",
    r"\ball the same\b": "still",
    r"\bbut for\b": "except for, without",
    r"\bhangs? on\b": "depends on",
    r"\bnot to be had\b": "not available",
    r"\bsuch a one\b": "one, or name it",
    r"\bwhere (?:there )?(?:is|are) none\b": "if there is none",
    r"\bstands? (?:beside|in (?:the (?:address|query|header)|its own))\b": "is beside, has",
    r"\bcannot be[,.:;]": "is impossible",
    r"\b(?:maximis|recognis|optimis)\w+": "US spelling: …iz…",
    r"\b(?:neighbour|colour|behaviour|favour)\w*": "US spelling: …or…",
    r"\btowards\b": "toward",
    r"\bsaved analys[ei]s\b": "saved answer, saved answers",
}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def files() -> Iterator[Path]:
    """Yield the programs and documents to check."""
    for place in map(Path, PLACES):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in (".py", ".md") and not LEFT_OUT & set(path.parts):
                yield path


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file, each with its first line: a document's whole, or a program's docstrings and comments."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield 1, source
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node, clean=False)) is not None:
            yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Yield each bad habit: the number of lines before it, the words found and the better form."""
    for habit, better in BETTER.items():
        for found in re.finditer(habit, text, re.IGNORECASE):
            yield text.count("\n", 0, found.start()), f"“{found[0]}”: {better}"


def main() -> int:
    """Print every fault; return 1 if there is any."""
    found = [
        f"{path}:{first + line}: {fault}\n"
        for path in files()
        for first, text in texts(path)
        for line, fault in faults(text)
    ]
    sys.stdout.writelines(found)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
