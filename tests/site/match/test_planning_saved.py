"""Planned turns in the database: several processes, a restart, and one that is killed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import Connection

from ludarium.core.errors import NotYourTurn
from ludarium.site.ground.values import StoredMatch
from ludarium.site.match.rows import writing
from ludarium.site.match.rows.played import PlannedLine, PlannedTurn
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, FakeTime
from tests.site.match.test_planning import GAME, SEATS, service, turns, view

__all__ = ["service", "view"]


@pytest.mark.both_databases
def test_an_expected_turn_is_answered_at_once_and_its_line_goes_on(
    service: Service, view: MatchView, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    service.planning.add(view.id, 1, [PlannedTurn("f+", ("p+",)), PlannedTurn("g+", ("q+",))])
    service.planning.add(view.id, 1, [PlannedTurn("f+", ("p+",)), PlannedTurn("h+", ("r+",))])
    service.planning.add(view.id, 1, [PlannedTurn("i+", ("s+",))])
    assert service.bots.look(view.id).revision == view.revision  # nobody else can see it
    time.pass_by(DAY)
    played = service.bots.submit(view.id, 0, "p+", view.revision)
    assert turns(played) == ["p+", "f+"]
    assert [entry.took for entry in played.match.turns] == [DAY, 0.0]
    assert played.match.left == (9.5 * DAY + DAY, 10 * DAY) or played.match.left[1] == 10 * DAY
    assert played.deadline is not None
    assert service.planning.of(view.id, 1) == (
        PlannedLine(2, (PlannedTurn("g+", ("q+",)),)), PlannedLine(2, (PlannedTurn("h+", ("r+",)),)),
    )  # fmt: skip
    other = Service(open_store(), now=time)  # after a restart
    assert turns(other.bots.submit(view.id, 0, "r+", played.revision)) == ["p+", "f+", "r+", "h+"]
    assert other.planning.of(view.id, 1) == ()
    assert service.bots.look(view.id) == other.bots.look(view.id)


@pytest.mark.both_databases
def test_a_plan_is_set_before_the_turn_or_after_it_whichever_process_is_faster(
    service: Service, open_store: Callable[[], Store], time: FakeTime
) -> None:
    other = Service(open_store(), now=time)
    for _ in range(3):
        view, both = service.create(GAME, SEATS), Barrier(2)

        def plan(view: MatchView = view, both: Barrier = both) -> bool:
            both.wait()
            try:
                return bool(other.planning.add(view.id, 1, [PlannedTurn("f+", ("p+",))]))
            except NotYourTurn:
                return False

        def play(view: MatchView = view, both: Barrier = both) -> MatchView:
            both.wait()
            return service.bots.submit(view.id, 0, "p+", 0)

        with ThreadPoolExecutor(2) as threads:
            planned, played = threads.submit(plan), threads.submit(play)
        assert turns(played.result()) == (["p+", "f+"] if planned.result() else ["p+"])
        assert other.planning.of(view.id, 1) == ()


@pytest.mark.both_databases
def test_a_server_that_is_killed_while_it_plays_has_played_both_turns_or_none(
    service: Service, view: MatchView, monkeypatch: pytest.MonkeyPatch, open_store: Callable[[], Store]
) -> None:
    service.planning.add(view.id, 1, [PlannedTurn("f+", ("p+",))])
    write, written = writing._insert_turns, list[int]()

    def killed(connection: Connection, row: StoredMatch, kept: int) -> None:
        write(connection, row, kept)
        written.append(kept)
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(writing, "_insert_turns", killed)
    with pytest.raises(KeyboardInterrupt):
        service.bots.submit(view.id, 0, "p+", 0)
    monkeypatch.undo()
    assert written == [0, 1]
    other = Service(open_store())
    assert turns(other.bots.look(view.id)) == []
    assert len(other.planning.of(view.id, 1)) == 1
    assert turns(other.bots.submit(view.id, 0, "p+", 0)) == ["p+", "f+"]
