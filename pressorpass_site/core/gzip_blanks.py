"""A text that is compressed once and sent many times, each time with another word in its blanks.

The parts between the blanks are deflate blocks that refer to nothing before them, so that they can be put together with
words as they are (blocks that are "stored"). The sources are RFC 1951, 3.2.4, and RFC 1952, 2.2.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Sequence

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_STORED = b"\x00"  # not the last block
_END = b"\x03\x00"  # the last block, which is empty
_MOST_IN_A_BLOCK = 0xFFFF
_POLYNOMIAL = 0xEDB88320  # of CRC-32, the highest power in the lowest bit
_ONE = 1 << 31


class GzipBlanks:
    """A text with the same word to come between its parts.

    Args:
        parts: the bytes before, between and after the blanks.
        length: how many bytes all words for the blanks have, 65,535 at most.
        level: how hard to compress the parts, 1 to 9.
    """

    def __init__(self, parts: Sequence[bytes], length: int, level: int) -> None:
        self._blocks = [_blocks(part, level) for part in parts]
        self._word = length
        zeros = bytes(length).join(parts)
        self._length = len(zeros)
        # A checksum is linear: that of the text differs from the one with zeros in its blanks by the words', each times
        # x to the power of the bits after it.
        self._with_zeros, self._zeros, self._shift = zlib.crc32(zeros), zlib.crc32(bytes(length)), 0
        after = self._length
        for part in parts[:-1]:
            after -= len(part) + length
            self._shift ^= _power(8 * after)

    @property
    def size(self) -> int:
        """How many bytes of memory it takes."""
        return sum(map(len, self._blocks))

    def compressed(self, word: bytes) -> bytes:
        """The text with this word in its blanks, as a gzip file.

        Raises:
            ValueError: the word has another length.
        """
        if len(word) != self._word:
            raise ValueError(f"{len(word)} bytes for blanks of {self._word}")
        stored = _STORED + struct.pack("<HH", len(word), _MOST_IN_A_BLOCK - len(word)) + word
        check = self._with_zeros ^ _times(self._shift, zlib.crc32(word) ^ self._zeros)
        return _HEADER + stored.join(self._blocks) + _END + struct.pack("<II", check, self._length & 0xFFFFFFFF)

    def plain(self, word: bytes) -> bytes:
        """The same, not compressed.

        Raises:
            ValueError: the word has another length.
        """
        return gzip.decompress(self.compressed(word))


def _blocks(part: bytes, level: int) -> bytes:
    compressor = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(part) + compressor.flush(zlib.Z_FULL_FLUSH)


def _times(one: int, other: int) -> int:
    """The product of two polynomials over GF(2), modulo that of the checksum."""
    product = 0
    while one:
        if one & _ONE:
            product ^= other
        one = (one << 1) & 0xFFFFFFFF
        other = other >> 1 ^ (_POLYNOMIAL if other & 1 else 0)
    return product


def _power(exponent: int) -> int:
    """The polynomial x to this power."""
    power, square = _ONE, _ONE >> 1
    while exponent:
        if exponent & 1:
            power = _times(power, square)
        square = _times(square, square)
        exponent >>= 1
    return power
