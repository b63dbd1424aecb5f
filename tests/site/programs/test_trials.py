"""Trials as they are stored, on both databases."""

import pytest

from ludarium.core.registry import load
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.tournaments.playing import account


@pytest.mark.both_databases
def test_a_goal_is_the_next_level_that_no_try_has_beaten(service: Service, store: Store) -> None:
    ann, bob, game = account(service, store, "Ann"), account(service, store, "Bob"), load("orion")
    goal = service.trials.goal
    assert goal(None, game) == goal(ann, game) == "medium"

    def tried(opponent: str, seat: int, payoffs: list[float] | None) -> None:
        asked = service.trials._insert(ann, None, game, "try", {"opponent": opponent, "seat": seat, "seats": []}, None)
        trial = store.trials.load(asked)
        assert trial
        with store.write() as tx:
            tx.trials.set(asked, made_at=1.0, content=None if payoffs is None else {"payoffs": payoffs, "turns": []})

    tried("medium", 1, [1.0, 0.0])
    tried("medium", 0, [0.5, 0.5])
    tried("medium", 0, None)
    assert goal(ann, game) == "medium"
    tried("medium", 1, [0.0, 1.0])
    assert goal(ann, game) == "hard"
    assert goal(bob, game) == "medium"
    assert goal(ann, load("ludo")) == "medium"
