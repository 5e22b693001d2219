"""The stylesheets: every class is used, and colours, sizes of type and breakpoints are tokens."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

BASE = Path(settings.BASE_DIR)
STYLES = BASE / "static" / "css"
SHEETS = {str(path.relative_to(STYLES)): path for path in sorted(STYLES.rglob("*.css"))}
TOKENS = "tokens.css"
BREAKPOINTS = {"560px", "760px", "960px"}
SIZES = {"--text-ring", "--text-small", "--text-body", "--text-large", "--text-title", "--text-display"}
SPACES = {f"--space-{number}" for number in range(1, 7)}
RADII = {"--radius-small", "--radius", "--radius-round"}
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch|light-dark)\(")
HAIRLINE = re.compile(r"-?[0-3](?:\.\d+)?px")  # corrects what the eye sees; no space


def rules(sheet: Path) -> str:
    """Return a stylesheet without comments and quoted words."""
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet.read_text(), flags=re.DOTALL)


def styled(sheet: Path) -> set[str]:
    """Return the classes that a stylesheet names."""
    selectors = re.findall(r"([^{};]+)\{", rules(sheet))
    return {name for selector in selectors for name in re.findall(r"\.([A-Za-z][\w-]*)", selector)}


def declared(sheet: Path) -> Iterator[tuple[str, str]]:
    """Yield each property of a stylesheet with its value."""
    for body in re.findall(r"\{([^{}]*)\}", rules(sheet)):
        for declaration in body.split(";"):
            name, _, value = declaration.partition(":")
            if value:
                yield name.strip(), " ".join(value.split())


@cache
def given() -> set[str]:
    """Return the classes of the templates; `*` stands for what a template fills in."""
    found: set[str] = set()
    for path in (BASE / "templates").rglob("*.*"):
        text = re.sub(r"\{#.*?#\}", "", path.read_text())
        for tag in re.findall(r"\{%.*?%\}", text, re.DOTALL):
            found |= {word for quoted in re.findall(r'class="([^"]*)"', tag) for word in quoted.split()}
        text = re.sub(r"\{\{.*?\}\}", "*", re.sub(r"\{%.*?%\}", " ", text, flags=re.DOTALL), flags=re.DOTALL)
        found |= {word for value in re.findall(r'\bclass="([^"]*)"', text) for word in value.split()}
    return found


@cache
def said() -> set[str]:
    """Return the words of scripts and of the site's Python, in which a class may be given; `*` stands for a value."""
    found: set[str] = set()
    for path in (BASE / "static" / "js").rglob("*.js"):
        for quoted in re.findall(r'"[^"\n]*"|`[^`]*`', path.read_text()):
            found |= set(re.findall(r"[\w*-]+", re.sub(r"\$\{.*?\}", "*", quoted)))
    for path in (BASE / "pressorpass_site").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                words = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
                found |= set(re.findall(r"[\w*-]+", words))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
                found |= set(re.findall(r"[\w-]+", node.value))
    return found


def matches(name: str, words: set[str]) -> bool:
    """Whether a class is among the words or is one that a word of them becomes when filled in."""
    patterns = [word for word in words if re.search(r"[A-Za-z]-+\*", word) and word.count("*") == 1]
    return name in words or any(fnmatchcase(name, pattern) for pattern in patterns)


@pytest.mark.parametrize("name", SHEETS)
def test_every_class_of_a_stylesheet_is_used(name: str) -> None:
    words = given() | said()
    assert [each for each in sorted(styled(SHEETS[name])) if not matches(each, words)] == []


def test_every_class_of_a_template_is_used() -> None:
    tests = "".join(path.read_text() for path in (BASE / "tests").rglob("*.py"))
    named = {name for sheet in SHEETS.values() for name in styled(sheet)} | said() | set(re.findall(r"[\w-]+", tests))
    unused = {word for word in given() if "*" not in word and word not in named}
    unused |= {
        word
        for word in given()
        if word.strip("*") and "*" in word and not any(fnmatchcase(name, word) for name in named)
    }
    assert sorted(unused) == []


@pytest.mark.parametrize("name", [name for name in SHEETS if name != TOKENS])
def test_colours_are_tokens(name: str) -> None:
    assert COLOUR.findall(rules(SHEETS[name])) == []


@pytest.mark.parametrize("name", [name for name in SHEETS if name != TOKENS])
def test_sizes_of_type_are_tokens(name: str) -> None:
    for prop, value in declared(SHEETS[name]):
        if prop == "font-size":
            token = re.fullmatch(r"var\((--[\w-]+)\)", value)
            assert value in ("0", "inherit") or (token and token[1] in SIZES), value
        elif prop == "font" and value != "inherit":
            assert set(re.findall(r"var\((--text-[\w-]+)\)", value)) <= SIZES, value
            assert not re.search(r"\d(?:px|em|rem|pt)", value), value


@pytest.mark.parametrize("name", [name for name in SHEETS if name not in (TOKENS, "print.css")])
def test_spaces_and_radii_are_tokens(name: str) -> None:
    for prop, value in declared(SHEETS[name]):
        lengths = set(re.findall(r"-?[\d.]+px", value)) if "clamp(" not in value and "calc(100" not in value else set()
        if re.match(r"(?:margin|padding)|gap|(?:row|column)-gap", prop):
            assert set(re.findall(r"var\((--space[\w-]*)\)", value)) <= SPACES, f"{prop}: {value}"
            assert all(HAIRLINE.fullmatch(length) for length in lengths), f"{prop}: {value}"
        elif prop.endswith("radius"):
            assert set(re.findall(r"var\((--[\w-]+)\)", value)) <= RADII, value
            assert all(HAIRLINE.fullmatch(length) for length in lengths), value


@pytest.mark.parametrize("name", SHEETS)
def test_breakpoints_are_the_three(name: str) -> None:
    conditions = re.findall(r"@(?:media|container)([^{]*)\{", rules(SHEETS[name]))
    assert {
        length for condition in conditions for length in re.findall(r"[\d.]+(?:px|em|rem)", condition)
    } <= BREAKPOINTS


def test_the_tokens_are_as_many_as_were_agreed() -> None:
    names = {name for name, _ in declared(SHEETS[TOKENS])}
    assert {name for name in names if name.startswith("--text-")} == SIZES
    assert {name for name in names if name.startswith("--space-")} == SPACES
    assert {name for name in names if name.startswith("--radius")} == RADII


def test_every_token_is_used() -> None:
    everything = "".join(sheet.read_text() for sheet in SHEETS.values())
    assert [
        name for name, _ in declared(SHEETS[TOKENS]) if name.startswith("--") and f"var({name})" not in everything
    ] == []


def test_the_fonts_are_small() -> None:
    assert sum(path.stat().st_size for path in (BASE / "static" / "fonts").glob("*.woff2")) <= 34_000
