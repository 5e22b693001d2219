"""`python -m tools.dilemmas`: write the dilemmas of the days, with their exact answers, to the file that comes with the site.

Dilemmas whose board or engine has changed are solved again. Days keep their dilemmas, and corrected answers stay listed.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine import ENGINE_VERSION, Position, preset_boards
from pressorpass_site.games.dilemmas import days

from . import dealing, search

DATA = Path(days.__file__).with_name("deck.json")
A_DAY = 3  # dilemmas
LISTS = ("first", "three", "round_1", "practice")
# Dilemmas by kind for 120 days: more than are dealt, so that no habit solves the hard ones.
WANTED = {
    "one-spin": 105,
    "two-spins": 14,
    "three-spins": 17,
    "danger": 100,
    "passed": 29,
    "three-holders": 30,
    "third": 6,
    "elimination": 25,
    "house": 40,
    "whom": 6,
    "choice": 45,
    "whammy-off": 14,
}
WANTED_FOR = 120
UNSEEN = 2e-5  # a difference of chances that single precision may cause and no page shows
SHARED = ("kind", "board", "choices", "squares", "square", "shows", "worth", "then", "questions", "errors")
# The fields of an entry in the order of the file; empty fields are left out.
FIELDS = ("moment", "since", "kind", "lesson", "board", "digest", "engine", "notation", "choices", "worth", "squares",
          "square", "shows", "then", "then_digest", "questions", "errors", "corrections")  # fmt: skip

Entry = dict[str, Any]


def main(arguments: Sequence[str], data: Path = DATA) -> None:
    """Solve changed dilemmas again, and search for more, for days to come; the rest is for practice."""
    parser = ArgumentParser(prog="python -m tools.dilemmas", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--days", type=int, default=0, help="number of further days to find dilemmas for")
    parser.add_argument("--round-1", type=int, default=0, help="number of further dilemmas of round 1 to find")
    parser.add_argument("--seed", type=int, default=1, help="seed of the search")
    options = parser.parse_args(arguments)
    deck = json.loads(data.read_text(encoding="utf-8"))
    today = days.get_day_number(datetime.now(UTC))
    for name in LISTS:
        deck[name] = [_update_entry(entry, today) for entry in deck[name]]
    data.write_text(write_deck(deck), encoding="utf-8")
    first, three, round_1, practice = (deck[name] for name in LISTS)
    if options.days:
        if today >= days.FIRST_OF_THREE + len(three) // A_DAY > days.FIRST_OF_THREE:
            parser.error("The deck is being dealt again, and a longer one would change days that were played.")
        known_dilemmas = [read_dilemma(entry) for entry in (*first, *three, *practice) if "kind" in entry]
        dilemmas = _search(options, known_dilemmas)
        try:
            dealt = dealing.deal(dilemmas, options.days, options.seed)
        except dealing.TooFew as error:
            parser.error(str(error))
        three += map(_build_entry, dealt)
        practice += [_build_entry(dilemma) for dilemma in dilemmas if dilemma not in dealt]
        data.write_text(write_deck(deck), encoding="utf-8")
    if options.round_1:
        if today >= days.FIRST_OF_ROUND_1 + 7 * len(round_1) > days.FIRST_OF_ROUND_1:
            parser.error("Round 1 is being dealt again, and more dilemmas would change days that were played.")
        for one in search.search(search.ROUND_1, options.seed, options.round_1):
            if not any(search.is_near(one, read_dilemma(other)) for other in round_1):
                round_1.append(_build_entry(one))
                _print_line(one.position.notation)
                data.write_text(write_deck(deck), encoding="utf-8")
    _print_line(f"{len(three)} dilemmas for days of three.")


def read_dilemma(entry: Entry) -> search.SolvedDilemma:
    """Return the dilemma of an entry of the file."""
    return search.SolvedDilemma(
        position=Position.parse(entry["notation"]), **{name: entry[name] for name in SHARED if name in entry}
    )


def write_deck(deck: dict[str, Any]) -> str:
    """Return the content of the file, one entry per line."""
    lists = (
        f'"{name}": [\n' + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in deck[name]) + "\n]"
        for name in LISTS
    )
    return f'{{"sundays": {json.dumps(deck["sundays"])},\n' + ",\n".join(lists) + "}\n"


def _search(options: Any, known_dilemmas: Sequence[search.SolvedDilemma]) -> list[search.SolvedDilemma]:
    """Return new dilemmas of every kind, for the number of days in the options."""
    dilemmas: list[search.SolvedDilemma] = []
    for kind, count in WANTED.items():
        for one in search.search(kind, options.seed, -(-count * options.days // WANTED_FOR)):
            if not any(search.is_near(one, other) for other in (*known_dilemmas, *dilemmas)):
                dilemmas.append(one)
        _print_line(f"{len(dilemmas)} with {kind}")
    return dilemmas


def _update_entry(entry: Entry, today: int) -> Entry:
    """Return an entry with this engine's answer on the board's present slides; a different answer is a correction."""
    if "moment" in entry or (entry["engine"] == ENGINE_VERSION and _get_digests(entry) == _compute_digests(entry)):
        return entry
    before = read_dilemma(entry)
    fresh = search.solve_again(before)
    _print_line(f"{entry['notation']}: {'solved again' if fresh else 'no exact answer any more'}")
    if fresh is None:
        return entry
    # Votes name the choices by their order, so it stays.
    choices = {name: fresh.choices[name] for name in before.choices}
    fields = {name: entry.get(name) for name in ("lesson", "corrections")}
    if not search.is_same(fresh.choices, before.choices, max(UNSEEN, fresh.rounding)):
        fields["corrections"] = [
            *(fields["corrections"] or ()),
            {"until": days.get_day_date(today).isoformat(), "choices": before.choices},
        ]
    return _order_entry(_build_entry(fresh) | fields | {"choices": choices})


def _get_digests(entry: Entry) -> tuple[str, str]:
    return entry["digest"], entry.get("then_digest", "")


def _compute_digests(entry: Entry) -> tuple[str, str]:
    boards = preset_boards()
    return boards[entry["board"]].digest, boards[entry["then"]].digest if "then" in entry else ""


def _build_entry(dilemma: search.SolvedDilemma) -> Entry:
    """Return the dilemma as an entry, with the engine's version and the boards' digests."""
    entry = {name: getattr(dilemma, name) for name in SHARED}
    digest, then_digest = _compute_digests({name: value for name, value in entry.items() if value})
    about = {"notation": dilemma.position.notation, "engine": ENGINE_VERSION}
    return _order_entry(entry | about | {"digest": digest, "then_digest": then_digest})


def _order_entry(entry: Entry) -> Entry:
    return {name: entry[name] for name in FIELDS if entry.get(name)}


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
