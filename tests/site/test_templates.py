"""Templates, read as text."""

import re
from pathlib import Path

from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"


def lines() -> list[tuple[str, str]]:
    """Return each line of each template, with its place."""
    return [
        (f"{path.relative_to(TEMPLATES)}:{number}", line)
        for path in sorted(TEMPLATES.rglob("*.*"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]


def test_no_comment_goes_on_in_another_line() -> None:
    """Django shows such a comment to everybody."""
    assert [place for place, line in lines() if line.count("{#") != line.count("#}")] == []


def test_parts_ask_in_words_that_their_script_knows() -> None:
    script = (Path(settings.BASE_DIR) / "static" / "js" / "parts.js").read_text()
    known = set(re.findall(r"^// (data-part-\w+)(?:, (data-part-\w+))?", script, re.MULTILINE))
    names = {name for pair in known for name in pair if name}
    used = {name for _, line in lines() for name in re.findall(r"\bdata-part-[\w-]+", line)}
    assert used == names
    assert not [place for place, line in lines() if re.search(r"\bhx-", line)]
