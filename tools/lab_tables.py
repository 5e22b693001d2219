"""The games and options in docs/lab, printed from the declarations: `python -m tools.lab_tables` writes them anew."""

from __future__ import annotations

from pathlib import Path

from engine import lab
from engine.lab import Game

DOCS = Path(__file__).parents[1] / "docs" / "lab"
BEGIN, END = "<!-- printed by tools.lab_tables -->", "<!-- end -->"
LONGEST = 28  # characters of a default that is shown


def games() -> str:
    """Return the list of games in Markdown: page, summary and questions."""
    lines = ["| Game | What it is | Questions |", "| --- | --- | --- |"]
    for each in lab.GAMES:
        named = " ".join(f"`{question.name}`" for question in each.questions)
        lines.append(f"| [{each.title}]({each.name}.md) | {each.summary} | {named} |")
    return "\n".join(lines)


def table(found: Game) -> str:
    """Return the options of a game in Markdown: meaning, default, and the questions that have it."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for question in found.questions:
        for option in question.options:
            default = "required" if option.required else option.default or ""
            if len(default) > LONGEST:
                default = f"{default[: LONGEST - 1]}…"
            text = option.help.replace("|", "\\|")
            rows.setdefault((option.name, text, default), []).append(question.name)
    lines = ["| Option | Meaning | Default | Questions |", "| --- | --- | --- | --- |"]
    for (name, text, default), questions in sorted(rows.items(), key=lambda row: row[0][0].lower()):
        named = "all" if len(questions) == len(found.questions) else ", ".join(questions)
        lines.append(
            f"| `--{name}` | {text} | {f'`{default}`' if default and default != 'required' else default} | {named} |"
        )
    return "\n".join(lines)


def pages() -> dict[Path, str]:
    """Return the pages that have such a table, with it as declared: Sebastian has Yahtzee's."""
    tables = {DOCS / "README.md": games()} | {DOCS / f"{each.name}.md": table(each) for each in lab.GAMES}
    found = {}
    for page, printed in tables.items():
        before, begins, rest = page.read_text().partition(BEGIN)
        if begins:
            found[page] = f"{before}{BEGIN}\n{printed}\n{END}{rest.partition(END)[2]}"
    return found


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text)
