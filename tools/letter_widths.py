# /// script
# dependencies = ["fonttools"]
# ///
"""Write the letter widths of the pictures' fonts: `.venv/bin/python -m uv run tools/letter_widths.py`."""

import hashlib
import json
from pathlib import Path

from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "pressorpass_site/sharing/fonts"


def measure_letters(path: Path) -> dict[int, str]:
    """Return the letters of a font by their width in thousandths of its size."""
    letters: dict[int, str] = {}
    with TTFont(path) as font:
        units, glyphs = font["head"].unitsPerEm, font["hmtx"].metrics
        for code, name in sorted(font.getBestCmap().items()):
            width = round(1000 * glyphs[name][0] / units)
            letters[width] = letters.get(width, "") + chr(code)
    return dict(sorted(letters.items()))


if __name__ == "__main__":
    table = {
        path.name: {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "letters": measure_letters(path)}
        for path in sorted(FONTS.glob("*.ttf"))
    }
    (FONTS / "widths.json").write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
