"""The list of games in docs/lab, generated from their declarations: `python -m tools.lab_tables` updates it."""

from pathlib import Path

from engine import lab

PAGE = Path(__file__).parents[1] / "docs" / "lab" / "README.md"
BEGIN, END = "<!-- printed by tools.lab_tables -->", "<!-- end -->"


def build_game_list() -> str:
    """Return the list of games in Markdown: page, summary and questions."""
    lines = ["| Game | What it is | Questions |", "| --- | --- | --- |"]
    for game in lab.GAMES:
        names = " ".join(f"`{question.name}`" for question in game.questions)
        lines.append(f"| [{game.title}]({game.name}.md) | {game.summary} | {names} |")
    return "\n".join(lines)


def build_page() -> str:
    """Return the page with the generated list."""
    before, _, text_after = PAGE.read_text().partition(BEGIN)
    return f"{before}{BEGIN}\n{build_game_list()}\n{END}{text_after.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(build_page())
