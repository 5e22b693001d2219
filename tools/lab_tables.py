"""The options in docs/lab, printed from the declarations: `python -m tools.lab_tables` writes them anew."""

from __future__ import annotations

from pathlib import Path

from engine.lab import NAMES, Game, game

DOCS = Path(__file__).parents[1] / "docs" / "lab"
BEGIN, END = "<!-- printed by tools.lab_tables -->", "<!-- end -->"
GAMES = tuple(name for name in NAMES if BEGIN in (DOCS / f"{name}.md").read_text())  # Sebastian has Yahtzee's
LONGEST = 28  # characters of a default that is shown


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


def written(text: str, found: Game) -> str:
    """Return a page with its table as declared."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table(found)}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    for name in GAMES:
        page = DOCS / f"{name}.md"
        page.write_text(written(page.read_text(), game(name)))
