"""Seeds, and the seeds derived from them."""

from ludarium.core.rng import derive, generator


def test_a_branch_is_the_same_in_every_run_and_unlike_its_neighbours() -> None:
    assert derive(7, 3) == derive(7, 3)
    assert len({derive(seed, *path) for seed in (0, 7) for path in ((), (0,), (1,), (0, 0), (0, 1))}) == 10
    assert derive(7, 3) < 2**63
    assert generator(7, 1).integers(1000, size=5).tolist() == generator(7, 1).integers(1000, size=5).tolist()
