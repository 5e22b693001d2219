"""Compressed texts with blanks: any gzip reader gets the plain text."""

import gzip
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pressorpass_site.core.gzip_blanks import GzipBlanks


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=5), st.binary(max_size=80), st.integers(1, 9))
def test_every_reader_gets_the_whole_text(parts: list[bytes], word: bytes, level: int) -> None:
    text = GzipBlanks(parts, len(word), level)
    assert gzip.decompress(text.compressed(word)) == word.join(parts)
    assert text.plain(word) == word.join(parts)


@pytest.mark.parametrize("length", [0, 64, 65_535])
def test_another_program_finds_it_sound(length: int) -> None:
    part, word = b"press your luck " * 20_000, b"x" * length
    made = GzipBlanks([part] * 3, length, 6).compressed(word)
    found = subprocess.run(["gzip", "--decompress"], input=made, capture_output=True, check=True)
    assert found.stdout == word.join([part] * 3)


def test_a_word_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="3 bytes for blanks of 64"):
        GzipBlanks([b"a", b"b"], 64, 6).compressed(b"abc")
