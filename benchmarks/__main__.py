"""Run every benchmark: ``python -m benchmarks``."""

from benchmarks import compare, kernels

if __name__ == "__main__":
    compare.main()
    kernels.main()
