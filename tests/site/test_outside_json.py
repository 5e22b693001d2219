"""JSON that visitors send is read by one function, which counts its depth first (engine/game/json_text.py)."""

import re
from pathlib import Path

SITE = Path(__file__).parents[2] / "pressorpass_site"
# They read files and texts that the site itself has written.
OWN = {
    "answers/analyses/known.py",
    "api/games.py",
    "games/account_data.py",
    "games/dilemmas/deck.py",
    "games/reviews/shipped.py",
    "questions/moments.py",
    "sharing/lettering.py",
}


def test_no_other_function_reads_it() -> None:
    readers = {
        path.relative_to(SITE).as_posix()
        for path in SITE.rglob("*.py")
        if re.search(r"json\.loads?\(|request\.json\(", path.read_text(encoding="utf-8"))
    }
    assert readers <= OWN
