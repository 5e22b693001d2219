"""What is worked out from the machine and the environment."""

from pressorpass_site.environment import solver_megabytes

GIGABYTE = 2**30


def test_all_workers_of_a_machine_share_half_of_its_memory() -> None:
    for workers in (1, 2, 4, 7):
        for slots in (1, 3):
            assert workers * slots * solver_megabytes(24 * GIGABYTE, workers * slots) <= 12 * 1024
    assert solver_megabytes(24 * GIGABYTE, 1) == 12 * 1024


def test_a_small_machine_still_solves() -> None:
    assert solver_megabytes(1 * GIGABYTE, 8) == 256
