"""`manage.py make_deck`: write the dilemmas of the days, with their exact answers, to the file that comes with the site."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import ENGINE_VERSION, preset_boards

from ... import days, dealing, search
from ...deck import DATA, LEVELS, Correction, Deck, Entry, deck

# How many of a kind are found for 120 days: more than are dealt, so that no habit solves the hard ones.
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
SHARED = ("kind", "board", "choices", "squares", "square", "shows", "worth", "then", "questions", "errors")
WANTED_FOR = 120
UNSEEN = 2e-5  # a difference of chances that no page shows, and that single precision may make


class Command(BaseCommand):
    """A command that needs no database and no worker."""

    help = (
        "Solve the dilemmas of the days again where their board or the engine has changed, and find more for days to come. "
        "Days keep theirs; an answer that is corrected stays in the file."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=0, help="for how many days more to find dilemmas")
        parser.add_argument("--round-1", type=int, default=0, help="how many more of round 1 to find")
        parser.add_argument("--seed", type=int, default=1, help="another seed finds others")

    def handle(self, *args: Any, **options: Any) -> None:
        dealt = deck()
        first, three, round_1 = (
            [self._current(each) for each in entries] for entries in (dealt.first, dealt.three, dealt.round_1)
        )
        self._write(Deck(first, three, dealt.sundays, round_1))
        if options["days"]:
            if days.today() >= days.FIRST_OF_THREE + len(three) // len(LEVELS) > days.FIRST_OF_THREE:
                raise CommandError(
                    "The deck is being dealt again, and a longer one would change days that were played."
                )
            three += self._found(
                options["days"], options["seed"], [_found(each) for each in (*first, *three) if each.kind]
            )
            self._write(Deck(first, three, dealt.sundays, round_1))
        if options["round_1"]:
            if days.today() >= days.FIRST_OF_ROUND_1 + 7 * len(round_1) > days.FIRST_OF_ROUND_1:
                raise CommandError(
                    "Those of round 1 are being dealt again, and more would change days that were played."
                )
            for one in search.search(search.ROUND_1, options["seed"], options["round_1"]):
                if not any(search.is_near(one, _found(other)) for other in round_1):
                    round_1.append(_entry(one))
                    self.stdout.write(one.position.notation)
                    self._write(Deck(first, three, dealt.sundays, round_1))
        self.stdout.write(f"{len(three)} dilemmas for days of three.")

    def _found(self, count: int, seed: int, known: list[search.Found]) -> list[Entry]:
        """Return new ones for as many days."""
        found: list[search.Found] = []
        for kind, wanted in WANTED.items():
            for one in search.search(kind, seed, -(-wanted * count // WANTED_FOR)):
                if not any(search.is_near(one, other) for other in (*known, *found)):
                    found.append(one)
            self.stdout.write(f"{len(found)} with {kind}")
        try:
            return [_entry(each) for each in dealing.deal(found, count, seed)]
        except dealing.TooFew as error:
            raise CommandError(str(error)) from error

    def _current(self, entry: Entry) -> Entry:
        """Return an entry with the answer of this engine on its board's present slides; another answer is a correction."""
        if entry.moment or (entry.engine == ENGINE_VERSION and all(_is_current(*each) for each in _boards(entry))):
            return entry
        fresh = search.solved_again(_found(entry))
        self.stdout.write(f"{entry.notation}: {'solved again' if fresh else 'no exact answer any more'}")
        if fresh is None:
            return entry
        # Votes name the choices by their order, so it stays.
        choices = {name: fresh.choices[name] for name in entry.choices}
        solved = replace(_entry(fresh), choices=choices, lesson=entry.lesson, corrections=entry.corrections)
        if search.same(fresh.choices, entry.choices, max(UNSEEN, fresh.rounding)):
            return solved
        before = Correction(days.date_of(days.today()), entry.choices)
        return replace(solved, corrections=[*entry.corrections, before])

    def _write(self, content: Deck) -> None:
        DATA.write_text(content.text(), encoding="utf-8")


def _found(entry: Entry) -> search.Found:
    """Return an entry as the search knows it."""
    return search.Found(position=entry.position, **{name: getattr(entry, name) for name in SHARED})


def _boards(entry: Entry) -> list[tuple[str, str]]:
    """Return the boards of an entry with the digests that its answer is of."""
    return [(entry.board, entry.digest), *([(entry.then, entry.then_digest)] if entry.then else [])]


def _is_current(board: str, digest: str) -> bool:
    return preset_boards()[board].digest == digest


def _entry(found: search.Found) -> Entry:
    """Return what was found as an entry, with the engine and the slides that its answer is of."""
    return Entry(
        notation=found.position.notation,
        digest=preset_boards()[found.board].digest,
        then_digest=preset_boards()[found.then].digest if found.then else "",
        engine=ENGINE_VERSION,
        **{name: getattr(found, name) for name in SHARED},
    )
