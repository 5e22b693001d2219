"""What may be asked and what may not, and the table on disk."""

import pytest

from engine.errors import Exhausted, InputError
from engine.lab import Budget, ask
from engine.lab.games.yahtzee.rules import Card
from engine.lab.games.yahtzee.storage import get_full_table
from engine.lab.games.yahtzee.table import solve_card


def test_the_third_box_in_latin_has_two_spellings():
    boxes = [ask("sebastian", "value", {"open": name}).answer for name in ("tertium", "tertius", "threes")]
    assert boxes[0] == boxes[1] == boxes[2]
    with pytest.raises(InputError, match="twice"):
        ask("sebastian", "value", {"open": "tertius,tertium"})


def test_a_budget_stops_the_table(monkeypatch, tmp_path):
    monkeypatch.setenv("PRESSORPASS_LAB", str(tmp_path))
    with pytest.raises(Exhausted, match="sets of open boxes"):
        ask("yahtzee", "table", {}, nodes=100_000)
    with pytest.raises(Exhausted):
        ask("yahtzee", "table", {}, seconds=0.05)
    assert not list(tmp_path.iterdir())


def test_the_table_is_kept_and_mended(monkeypatch, tmp_path):
    monkeypatch.setenv("PRESSORPASS_LAB", str(tmp_path))
    built = get_full_table("plain", Budget())
    assert built.built
    assert built.path is not None
    sound = built.path.read_bytes()
    again = get_full_table("sebastian", Budget())
    assert not again.built
    assert (again.digest, again.table.rules) == (built.digest, "sebastian")
    built.path.write_bytes(sound[:5000] + b"\x01" + sound[5001:])
    mended = get_full_table("plain", Budget(), threads=1)
    assert mended.built
    assert mended.digest == built.digest
    assert built.path.read_bytes() == sound
    assert [path.name for path in tmp_path.iterdir()] == ["yahtzee-plain.table"]
    # Too short, of other rules, or no table at all: each is passed over.
    for wrong in (sound[:100], sound.replace(b"plain", b"plane"), b"", b"[]" + b" " * 4094):
        built.path.write_bytes(wrong)
        with pytest.raises(Exhausted):
            get_full_table("plain", Budget(nodes=1))


def test_a_folder_that_cannot_be_written_does_no_harm(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PRESSORPASS_LAB", str(tmp_path / "file" / "lab"))
    table = get_full_table("plain", Budget())
    assert table.path is None
    small = Card((11, 12), 63)
    assert table.table.value(small) == solve_card("plain", small, Budget()).value(small)
