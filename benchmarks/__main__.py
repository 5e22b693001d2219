"""Runs every benchmark: ``python -m benchmarks``."""

from benchmarks import compare, units

if __name__ == "__main__":
    compare.main()
    units.main()
