"""Habits of style and of naming to avoid, each with a better form: `make lint`.

Checked are the texts of documents and templates, docstrings and comments, and the names in programs, kernels, scripts and
templates.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

PLACES = (
    *("pressorpass_site", "engine", "tools", "benchmarks", "tests", "templates", "static/js", "docs"),
    *("README.md", "CONTRIBUTING.md", "setup.py", "gunicorn.conf.py"),
)
LEFT_OUT = {"migrations", "prose.py", "texts"}  # tests/…/texts has notes by others, word for word
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
    r"\b(?:maxim|minim|recogn|optim|organ|real|summar|initial|normal|priorit|serial|categor|emphas)is(?:e|es|ed|ing|ation)\b": (
        "US spelling: …iz…"
    ),
    r"\b(?:neighbour|colour|behaviour|favour|honour)(?!\")\w*": "US spelling: …or…",
    r"\b(?:modell|travell|labell|signall)(?:ed|ing)\b": "US spelling: one l",
    r"(?<![\"`])(?-i:\bcancell(?:ed|ing)\b)(?![\"`])": "canceled, canceling",
    r"\b(?:centre|theatre)s?\b(?!=)": "center, theater",
    r"\b(?:grey|judgement|catalogue|licence|defence|programme|whilst|amongst|learnt|spelt|favourites?|analysed?|practise[ds]?|artefacts?|ageing|skilful)\b": "US spelling",
    r"\btowards\b": "toward",
    r"\bReturn (?:what|where|whose)\b": "“Return the …”: name it",
    r"\A\W*(?:Have (?:a|all|an|each|idle|it|the)|Lead (?:from|to))\b": "say what it does: Queue, Set, Redirect",
    r"\bthose that\b": "name what they are",
    r"\b(?:answer|board|call|copy|error|face|figure|file|kind|list|name|page|picture|row|score|square|state|text|value|word)s?"
    r" of it\b(?! is| can| are)": "“its …”, or name it",
    r"\blikewise\b": "“the same”, or say it again",
    r"\bas given\b": "say by what",
    r"\bthe administration\b": "the admin",
    r"\bsaved analys[ei]s\b": "saved answer, saved answers",
}
PARTICIPLES = "found|asked|told|kept|begun"
NAMES = {
    r"\b_?MOST_[A-Z]": "MAX_…",
    rf"(?m)^ *(?:\w+, )*\(?(?:{PARTICIPLES})(?:,\)|, \w+)*(?:: [^=\n]+)? = ": "name what it holds",
    rf"\((?:{PARTICIPLES}|each) := ": "name what it holds",
    rf"\bfor (?:\w+, |\()*(?:{PARTICIPLES}|each)(?:, \w+|\))* in ": "name the item",
    r"\blambda each\b": "name the item",
}
SCRIPT_NAMES = {
    rf"\b(?:const|let) (?:{PARTICIPLES}|left|each|mine|theirs)\b": "name what it holds",
    r"\bconst each of\b|\(each\) =>": "name the item",
    r"\bMOST_?[A-Z]*\b": "MAX_…",
}
TEMPLATE_NAMES = {
    rf"\{{% (?:set|with) (?:{PARTICIPLES}|left|sheet)\b": "name what it holds",
    rf"\{{% for (?:\w+, )*(?:{PARTICIPLES}|each)(?:, \w+)* in ": "name the item",
}
TEXTS = {  # by file suffix, the pattern of its texts; a Python file is parsed
    **dict.fromkeys((".js", ".h"), r"//[^\n]*|/\*.*?\*/"),
    **dict.fromkeys((".pyx", ".pxd", ".pxi", ".tp"), r"#[^\n]*|\"{3}.*?\"{3}"),
    **dict.fromkeys((".html", ".svg", ".md"), r".+"),
}
# Programs whose functions and local variables may not have the vague names.
ENGINE_ROOMS = ("answers", "commands", "game", "review", "simulation")
PROGRAMS = ("pressorpass_site", "tools", *(f"engine/{room}" for room in ENGINE_ROOMS))
VAGUE = frozenset(
    [
        "again",
        "alike",
        "allowed",
        "another",
        "apart",
        "asked",
        "at",
        "begun",
        "both",
        "called",
        "changed",
        "chosen",
        "done",
        "drawn",
        "ended",
        "few",
        "fewer",
        "found",
        "given",
        "gone",
        "held",
        "here",
        "it",
        "its",
        "kept",
        "known",
        "least",
        "listed",
        "made",
        "mine",
        "missing",
        "most",
        "moved",
        "named",
        "nothing",
        "off",
        "reached",
        "rounded",
        "running",
        "said",
        "saved",
        "same",
        "seen",
        "sent",
        "shared",
        "shown",
        "solved",
        "some",
        "started",
        "stored",
        "such",
        "taken",
        "the",
        "theirs",
        "there",
        "told",
        "typed",
        "used",
        "waiting",
        "wanted",
        "what",
        "which",
        "who",
        "whose",
        "wrong",
    ]
)
CODE = {
    **dict.fromkeys((".py", ".pyx", ".pxd", ".pxi", ".tp", ".h"), NAMES),
    ".js": SCRIPT_NAMES,
    ".html": TEMPLATE_NAMES,
}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def list_files() -> Iterator[Path]:
    """Yield the files to check, without the kernels that are generated from a template."""
    for place in map(Path, PLACES):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            is_generated = path.with_name(path.name.replace("32.", ".").replace("64.", ".") + ".tp").exists()
            if path.suffix in TEXTS.keys() | CODE.keys() and not is_generated and not LEFT_OUT & set(path.parts):
                yield path


def list_texts(path: Path, source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file, each with the number of its first line."""
    if path.suffix in TEXTS:
        for match in re.finditer(TEXTS[path.suffix], source, re.DOTALL):
            yield 1 + source.count("\n", 0, match.start()), match[0]
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node, clean=False)) is not None:
            yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def find_faults(text: str, habits: Mapping[str, str], flags: int = 0) -> Iterator[tuple[int, str]]:
    """Yield each bad habit: the number of lines before it, and a message with its words and the better form."""
    for habit, better in habits.items():
        for match in re.finditer(habit, text, flags):
            yield text.count("\n", 0, match.start()), f"“{match[0]}”: {better}"


def find_vague_names(source: str) -> Iterator[tuple[int, str]]:
    """Yield the vague names of functions and their variables: the line, and a message with the better form."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.strip("_") in VAGUE:
                    yield node.lineno, f"“{node.id}”: name what it holds"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and (node.name.endswith("_of") or node.name.strip("_") in VAGUE):
            yield node.lineno, f"“{node.name}”: a verb and a noun"


def check_file(path: Path) -> Iterator[str]:
    """Yield a line for every fault of a file."""
    source = path.read_text(encoding="utf-8")
    for first, text in list_texts(path, source):
        for line, fault in find_faults(text, BETTER, re.IGNORECASE):
            yield f"{path}:{first + line}: {fault}\n"
    if path.suffix in CODE:
        for line, fault in find_faults(source, CODE[path.suffix]):
            yield f"{path}:{1 + line}: {fault}\n"
    if path.suffix == ".py" and path.as_posix().startswith(PROGRAMS):
        for line, fault in sorted(set(find_vague_names(source))):
            yield f"{path}:{line}: {fault}\n"


def main() -> int:
    """Print every fault; return 1 if there is any."""
    lines = [line for path in list_files() for line in check_file(path)]
    sys.stdout.writelines(lines)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
