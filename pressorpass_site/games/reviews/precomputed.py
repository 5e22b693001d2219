"""Precomputed values of the positions of the sample games, shipped with the site.

`manage.py precompute_reviews` writes the file. Values are valid only for the same board, rules and engine version.
"""

import json
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from engine import PositionValues

DATA = Path(__file__).with_name("shipped.json")

ValuesByNotation = Mapping[str, PositionValues]


def get_precomputed_values(setting: str) -> ValuesByNotation:
    return _load_precomputed_reviews().get(setting, {})


def get_precomputed_settings() -> Collection[str]:
    return _load_precomputed_reviews().keys()


def build_file_text(entries: Mapping[str, ValuesByNotation]) -> str:
    settings = (
        f'"{setting}": {{\n'
        + ",\n".join(
            f'"{notation}": {json.dumps(position_values.to_json())}'
            for notation, position_values in sorted(positions.items())
        )
        + "\n}"
        for setting, positions in sorted(entries.items())
    )
    return "{" + ",\n".join(settings) + "}\n"


@cache
def _load_precomputed_reviews() -> dict[str, ValuesByNotation]:
    content = json.loads(DATA.read_text(encoding="utf-8"))
    return {
        setting: {
            notation: PositionValues.from_json(position_values) for notation, position_values in positions.items()
        }
        for setting, positions in content.items()
    }
