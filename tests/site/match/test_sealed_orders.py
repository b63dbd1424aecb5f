"""Simultaneous turns: orders are sealed until all are in."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludarium.core.errors import NotYourTurn
from ludarium.site.match.commands import OfferDraw
from ludarium.site.match.transactions import Stale
from ludarium.site.match.views import HIDDEN
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.service_parts import ANN, BOB


@pytest.mark.both_databases
@pytest.mark.usefixtures("tiny")
def test_sealed_orders_are_shown_to_their_own_seat_alone(service: Service, open_store: Callable[[], Store]) -> None:
    view = service.create("pennies", [ANN, BOB])
    view = service.bots.submit(view.id, 0, "heads", view.revision)
    assert view.match.sealed == {0: "heads"}
    assert view.match.to_act == (1,)
    other = Service(open_store())
    assert other.bots.look(view.id, seats=(0,)).match.sealed == {0: "heads"}
    assert other.bots.look(view.id, seats=(1,)).match.sealed == {0: HIDDEN}
    assert other.bots.look(view.id).match.sealed == {0: HIDDEN}
    assert service.bots.act(view.id, 1, OfferDraw(), view.revision).match.sealed == {0: HIDDEN}
    assert "heads" not in str(service.queries.record(view.id))


@pytest.mark.both_databases
@pytest.mark.usefixtures("tiny")
def test_seats_that_decide_at_once_need_not_wait_for_each_other(service: Service) -> None:
    view = service.create("pennies", [ANN, BOB])
    service.bots.submit(view.id, 1, "tails", view.revision)
    with pytest.raises(NotYourTurn):
        service.bots.submit(view.id, 1, "heads", view.revision)
    view = service.bots.submit(view.id, 0, "tails", view.revision)
    assert [entry.text for entry in view.match.turns] == ["tails tails"]
    with pytest.raises(Stale):
        service.bots.submit(view.id, 0, "tails", view.revision - 1)


@pytest.mark.both_databases
@pytest.mark.usefixtures("tiny")
def test_joint_orders_of_two_threads_both_count(service: Service) -> None:
    view = service.create("pennies(rounds=9)", [ANN, BOB])
    for _ in range(9):
        with ThreadPoolExecutor(2) as pool:
            futures = [pool.submit(service.bots.submit, view.id, seat, "heads", view.revision) for seat in (0, 1)]
            view = max((future.result() for future in futures), key=lambda view: view.revision)
    assert view.match.over
    assert len(view.match.turns) == 9
