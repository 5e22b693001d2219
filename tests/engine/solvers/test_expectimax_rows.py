"""The row kernel's loop over landings, asked directly, is the plain maximum: whatever the options, ties and near ties."""

import ctypes
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.solvers import oracle
from tests.engine.strategies import many

SOURCE = Path(__file__).with_name("expectimax_rows.c")
UNAVAILABLE_VALUE = 1e30
REAL = {32: np.float32, 64: np.float64}
TOLERANCE = {32: 1e-6, 64: 1e-12}
PAD = 16  # cells that may be read or written beyond a row


C_TYPES = {32: ("float", "int32_t"), 64: ("double", "int64_t")}


@pytest.fixture(scope="module")
def loops(tmp_path_factory):
    """The inner loops by the bits of a number."""
    folder = tmp_path_factory.mktemp("expectimax_rows")
    return {bits: compiled(folder / f"rows{bits}.so", *types) for bits, types in C_TYPES.items()}


def compiled(library, real, integer):
    options = ["-O2", "-ffp-contract=off", "-shared", "-fPIC", f"-I{Path(oracle.__file__).parent}"]
    precision = [f"-DREAL={real}", f"-DINT={integer}"]
    subprocess.run(
        [os.environ.get("CC", "cc"), *options, *precision, str(SOURCE), "-o", str(library)],
        check=True,
    )
    loops = ctypes.CDLL(str(library))
    loops.set_up.restype = ctypes.c_void_p
    return loops


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


class Spin:
    """Random landings of one mover; rows may be offered in any order, and twice."""

    def __init__(self, random, bits, planes, most_options):
        self.real, self.bits, self.planes = REAL[bits], bits, planes
        self.rows = int(random.integers(1, 9))
        self.term = random.permutation(self.rows)[: random.integers(0, self.rows + 1)].astype(np.int32)
        self.weight = random.choice([0, 0.1, 0.25], len(self.term)).astype(self.real)
        landings = int(random.integers(0, 7))
        self.offered = [random.integers(0, self.rows, random.integers(1, most_options)) for _ in range(landings)]
        self.chance = random.choice([0, 0.05, 0.125], landings).astype(self.real)
        self.seat = int(random.integers(0, 3))
        stored = range(min(planes, 3))
        own = [1 if p == self.seat else 0 for p in stored] if self.seat < planes else [-1, -1]
        self.key = np.array([*own, 0][:3], self.real)
        self.tolerance = self.real(TOLERANCE[bits])

    def cells(self, random, n):
        """[rows, planes, n], where the mover's payoffs are often level or nearly so, for a few cells on end."""
        steps = random.choice([0, 0, 0.4, 0.5, 0.6, 0.9, 1, 1.1, 1.5, 2, 3, 1e5], (self.rows, n))
        for i in range(1, n):
            if random.random() < 0.8:
                steps[:, i] = steps[:, i - 1]
        mine = 0.25 + steps * float(self.tolerance)
        values = random.random((self.rows, self.planes, n))
        if self.seat < self.planes:
            values[:, self.seat] = mine
        else:
            values[:, 0] = 1 - mine - values[:, 1]
        worst = -UNAVAILABLE_VALUE * np.array([*self.key[: min(self.planes, 3)], 0, 0, 0])[: self.planes]
        for special, chance in ((worst, 0.1), (np.full(self.planes, np.nan), 0.03)):
            for r in range(self.rows):
                if random.random() < 3 * chance:
                    values[r][:, random.random(n) < chance * 3] = special[:, None]
        return values.astype(self.real)

    def maximum(self, values):
        total = np.zeros(values.shape[1:])
        for row, weight in zip(self.term, self.weight, strict=True):
            if weight:
                total += float(weight) * values[row]
        keys = self.key[0] * values[:, 0] + self.key[1] * values[:, 1]
        if self.planes > 2:
            keys = keys + self.key[2] * values[:, 2]
        for i in range(values.shape[2]):
            for offered, chance in zip(self.offered, self.chance, strict=True):
                best = offered[0]
                for option in offered[1:]:
                    if not keys[option, i] <= keys[best, i] + self.tolerance:
                        best = option
                if chance:
                    total[:, i] += float(chance) * values[best, :, i]
        return total


def call(loops, name, spin, handle, values, random):
    """One row of cells, with the rows of options scattered in memory."""
    n = values.shape[2]
    strides = [n + int(random.integers(0, 20)) for _ in range(spin.rows)]
    stored = []
    for row, stride in zip(values, strides, strict=True):
        memory = np.full(spin.planes * stride + PAD, random.choice([0, 7, np.nan]), spin.real)
        for p in range(spin.planes):
            memory[p * stride : p * stride + n] = row[p]
        stored.append(memory)
    width = n + PAD
    sums = np.zeros((spin.planes, width), spin.real)
    addresses = (ctypes.c_void_p * spin.rows)(*(memory.ctypes.data for memory in stored))
    getattr(loops, name)(
        pointer(sums),
        ctypes.c_long(width),
        addresses,
        pointer(np.array(strides, np.int64)),
        ctypes.c_void_p(handle),
        ctypes.c_long(n),
        spin.planes,
    )
    return sums[:, :n]


@many(300)
@given(st.integers(0, 2**32), st.sampled_from([32, 64]), st.sampled_from([2, 3, 6]), st.sampled_from([3, 5]))
def test_choices_that_are_proven_are_the_maximum(loops, seed, bits, planes, most_options):
    random = np.random.default_rng(seed)
    spin = Spin(random, bits, planes, most_options)
    first = np.cumsum([0, *map(len, spin.offered)], dtype=np.int32)
    option = np.array([row for offered in spin.offered for row in offered] or [0], np.int32)
    widths = ["any", *(width for width in (16, 32, 64) if width <= loops[bits].widest() and any(spin.chance))]
    for width in widths:
        handle = loops[bits].set_up(
            spin.rows,
            pointer(spin.term),
            pointer(spin.weight),
            len(spin.term),
            pointer(option),
            pointer(first),
            pointer(spin.chance),
            len(spin.offered),
            pointer(spin.key),
            ctypes.c_double(spin.tolerance),
        )
        for n in (1, 40, int(random.integers(2, 60))):
            values = spin.cells(random, n)
            picks = call(loops[bits], f"expectimax_at_{width}", spin, handle, values, random)
            within = 1e-5 if bits == 32 else 1e-13
            assert picks == pytest.approx(spin.maximum(values), rel=within, abs=within, nan_ok=True)
        loops[bits].tear_down(ctypes.c_void_p(handle))
