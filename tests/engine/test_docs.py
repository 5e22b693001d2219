"""What the documents say about the engine is so."""

import json
import re
from pathlib import Path

import pytest

from engine import OPTIONS, RULE_PRESETS, Position, parse_game, read_game, version
from engine.cli import COMMANDS, main

ROOT = Path(version.__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def read(name):
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(text):
    return [block.strip("\n").splitlines() for block in re.findall(r"```\n(.*?)```", text, re.DOTALL)]


def test_sections_that_the_code_names_exist():
    named = set()
    for path in (ROOT / "engine").rglob("*.py*"):
        if path.suffix in (".py", ".pyx"):
            text = path.read_text(encoding="utf-8")
            for group in re.findall(r"(?:\(|rules:? )((?:1\.[1-9][0-9]?(?:, )?)+)[);:. ]", text):
                named |= set(re.findall(r"1\.[0-9]+", group))
    assert {"1.3", "1.4", "1.13"} <= named
    assert named <= set(re.findall(r"^### (1\.[0-9]+) ", read("rules.md"), re.MULTILINE))
    assert "every slide 1 in 54 is a fair model" in read("rules.md")


def test_the_table_of_options_is_the_engines():
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in read("rules.md").splitlines()
        if line.startswith("| `")
    ]
    assert [row[0].strip("`") for row in rows] == list(OPTIONS)
    for row in rows:
        name = row[0].strip("`")
        assert set(OPTIONS[name].values) <= set(re.findall(r"`([a-z_]+)`", row[1]))
        for preset, shown in (("show", row[2]), ("seed", row[3]), ("original", row[4])):
            rules = RULE_PRESETS[preset]
            assert rules.with_options({name: shown}) == rules, f"{name} of {preset}"


def test_the_examples_of_the_notation():
    canonical, forms, *_ = blocks(read("notation.md"))
    assert Position.parse(canonical[0]).notation == canonical[0]
    for form in forms:
        assert Position.parse(form.split("   ")[0]).notation == "8000e3,3000,0@1", form
    assert len(forms) >= 5


def test_the_examples_of_the_game_notation():
    example, problems, *_ = blocks(read("game-notation.md"))
    game = parse_game("\n".join(example))
    assert game.over
    assert not game.warnings
    again = "\n".join(["= 3000e9w1,5000,2000@1", "1. 9(8:500+ 10:p)>8 3:750"])
    (problem,) = read_game(again).problems
    assert str(problem).partition(": ")[2] == problems[0].partition(": ")[2]


def test_every_move_of_the_game_notation_is_read():
    for row in re.findall(r"^\| (`.*?) \| [^|]* \|$", read("game-notation.md"), re.MULTILINE):
        for move in re.findall("`(.*?)`", row):
            if move[0].islower() and move[:5] in ("round", "undo", "redo"):
                continue
            if re.fullmatch("[A-Z][a-z]+[12]?", move) and move != "Whammy":
                continue
            reading = read_game(f'[Left "Ann"]\n= 3000e9w1,3000e2w1,3000e2w1@2\n{move}')
            unread = [p.message for p in reading.problems if "not a move" in p.message or "not what" in p.message]
            assert not unread, move


def test_the_example_of_an_error(capsys):
    command, shown = blocks(read("notation.md"))[2]
    assert main(["solve", re.findall("'(.*)'", command)[0]]) == 2
    assert capsys.readouterr().err.rstrip("\n") == shown


def test_the_example_of_an_answer(capsys):
    command, *shown = next(b for b in blocks(read("command-line.md")) if b[0].startswith("$ python -m engine solve"))
    assert main(command.split()[4:]) == 0
    printed = capsys.readouterr().out.splitlines()
    without_time = [re.sub(r"; [0-9,]+ states.*", "", line) for line in printed]
    assert without_time == [re.sub(r"; [0-9,]+ states.*", "", line) for line in shown]


def test_the_example_of_a_spin(capsys):
    command, *shown = next(b for b in blocks(read("command-line.md")) if b[0].startswith("$ python -m engine spin"))
    assert main(command.split()[4:]) == 0
    assert capsys.readouterr().out.splitlines() == shown


def test_every_command_is_in_the_manual():
    named = [row.split("`")[1].split()[0] for row in read("command-line.md").splitlines() if row.startswith("| `")]
    assert sorted(named[: named.index("--board")] if "--board" in named else named) == sorted(COMMANDS)


def test_the_example_of_the_lab(capsys):
    command, *shown = next(b for b in blocks(read("command-line.md")) if b[0].startswith("$ python -m engine lab"))
    assert main(command.split()[4:]) == 0
    assert capsys.readouterr().out.splitlines() == shown


def figures_of_the_lab():
    """The rows of all published figures: page, published, command and ours."""
    for page in sorted((DOCS / "lab").glob("*.md")):
        _, _, rest = page.read_text(encoding="utf-8").partition("## Published figures\n\n|")
        for line in rest.partition("\n\n")[0].splitlines()[2:]:
            yield page.stem, *line.strip("| ").split(" | ")[1:]


@pytest.mark.parametrize(("page", "published", "command", "here"), list(figures_of_the_lab()))
def test_a_published_figure_of_the_lab(capsys, page, published, command, here):
    """Ours is what the command gives, and theirs to as many digits, or to two standard errors if one is estimated."""

    def given(term):
        question_name, _, part = term.partition(" → ")
        if not question_name.startswith("`"):
            return float(question_name)
        assert main(["lab", *question_name.strip("`").split(), "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        for name in part.strip("`").split(".") if part else ["answer"]:
            data = data[int(name) if isinstance(data, list) else name]
        return data

    first, *less = map(given, command.split(" − "))
    theirs, ours = published.split()[0], here.split()[0]
    if isinstance(first, str):
        assert first == ours == theirs
        return
    value, errors = first - sum(less), re.findall(r"± ([0-9.]+)", published + here)
    assert f"{value:.{places(ours)}f}" == ours
    if errors:
        assert float(theirs) == pytest.approx(value, abs=2 * sum(map(float, errors)))
    else:
        assert float(theirs) == round(value, places(theirs))


def test_every_page_with_published_figures_of_the_lab_is_listed():
    _, _, rest = read("lab/README.md").partition("## Published figures\n\n")
    listed = set(re.findall(r"\((\w+)\.md#published-figures\)", rest.partition("\n\n")[0]))
    assert listed == {page for page, *_ in figures_of_the_lab()}


def places(digits):
    return len(digits.partition(".")[2])


PAGES = [*DOCS.rglob("*.md"), *(ROOT / "tests/engine/texts").glob("*.md")]


@pytest.mark.parametrize("page", sorted(path.relative_to(ROOT).as_posix() for path in PAGES))
def test_links_between_pages_lead_somewhere(page):
    path_of_page = ROOT / page
    text = path_of_page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", text):
        path = path_of_page.parent / target if target else path_of_page
        assert path.exists(), target
        if anchor and path.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^a-z0-9 _-]", "", h.lower()).replace(" ", "-") for h in headings}
            assert anchor in slugs, f"{target}#{anchor}"


@pytest.mark.parametrize("document", ["architecture.md", "method.md", "reliability.md"])
def test_files_that_a_document_names_exist(document):
    folders = ("benchmarks", "deploy", "docs", "engine", "pressorpass_site", "static", "templates", "tests", "tools")
    files = [path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*")]
    files += [path.as_posix() for path in ROOT.iterdir()]
    for name in re.findall(r"`([\w./-]+\.(?:py|pyx|pxd|tp|h|html|js|css))`", read(document)):
        assert any(path.endswith(f"/{name}") for path in files), name
