"""Runs every benchmark: ``python -m benchmarks``."""

from benchmarks import kernels, units

if __name__ == "__main__":
    kernels.main()
    units.main()
