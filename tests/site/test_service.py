"""What can be asked of the house, and what it refuses."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError, NotYourTurn, ParseError
from ludarium.core.game import State
from ludarium.match.clock import Clock
from ludarium.match.progress import all_states
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.transactions import NoSuchMatch, Stale
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.service_parts import ANN, BOB, BOT, Hands


@pytest.mark.both_databases
def test_a_match_is_played_turn_by_turn_and_read_back_by_another_process(
    service: Service, open_store: Callable[[], Store]
) -> None:
    view = service.create("orion(clicks=2)", [ANN, BOB])
    view = service.bots.submit(view.id, 0, "u+", view.revision)
    view = service.bots.submit(view.id, 1, "a--", view.revision)
    assert Service(open_store()).bots.look(view.id) == view
    assert [entry.text for entry in view.match.turns] == ["u+", "a--"]
    assert view.match.players == ("Ann", "Bob")


@pytest.mark.both_databases
def test_ids_are_short_and_unlike_each_other(service: Service) -> None:
    ids = {service.create("orion", [ANN, BOB]).id for _ in range(20)}
    assert len(ids) == 20
    assert {len(match_id) for match_id in ids} == {16}


@pytest.mark.both_databases
@pytest.mark.parametrize("match_id", ["nothing", "", "\0", "\udc80", "x" * 10_000, "' or 1=1 --"])
def test_an_unknown_match_is_named(service: Service, match_id: str) -> None:
    with pytest.raises(NoSuchMatch, match="there is no match"):
        service.bots.look(match_id)


@pytest.mark.both_databases
def test_what_cannot_be_created_leaves_nothing_behind(service: Service) -> None:
    wrong: list[tuple[str, list[SeatAssignment], dict[str, Any], type[Exception]]] = [  # Any: keyword arguments
        ("chess960", [ANN, BOB], {}, ParseError),
        ("orion(clicks=9)", [ANN, BOB], {}, InvalidOption),
        ("orion", [ANN], {}, ParseError),
        ("orion", [ANN, SeatAssignment("bot", "deep")], {}, ParseError),
        ("orion", [ANN, SeatAssignment("person", "B" * 1000)], {}, ParseError),
        ("orion", [ANN, BOB], {"position": "rubbish"}, ParseError),
        ("orion", [ANN, BOB], {"position": "5/6/5/6/5/6/5/6/5/6/5 x 501"}, GameOver),
        ("orion", [ANN, BOB], {"seed": -1}, InvalidOption),
    ]
    for spec, seats, more, error in wrong:
        with pytest.raises(error):
            service.create(spec, seats, **more)
    assert service.queries.recent() == ()


@pytest.mark.both_databases
def test_a_doubled_turn_is_refused(service: Service) -> None:
    view = service.create("orion", [ANN, BOB])
    service.bots.submit(view.id, 0, "u+", view.revision)
    with pytest.raises(Stale, match="this turn was already played: the last turn was u\\+"):
        service.bots.submit(view.id, 0, "u+", view.revision)
    assert len(service.bots.look(view.id).match.turns) == 1


@pytest.mark.both_databases
def test_a_turn_for_what_has_moved_on_is_refused(service: Service) -> None:
    first = service.create("orion", [ANN, BOB])
    view = service.bots.submit(first.id, 0, "u+", first.revision)
    service.bots.submit(view.id, 1, "a+", view.revision)
    with pytest.raises(Stale, match="the match has changed since you saw it: the last turn was a\\+"):
        service.bots.submit(view.id, 0, "y+", first.revision)


@pytest.mark.both_databases
@pytest.mark.parametrize("revision", [-1, 1, 10**30])
def test_a_revision_that_never_was_is_refused(service: Service, revision: int) -> None:
    view = service.create("orion", [ANN, BOB])
    with pytest.raises(Stale):
        service.bots.submit(view.id, 0, "u+", revision)


@pytest.mark.both_databases
def test_a_refused_turn_changes_nothing(service: Service) -> None:
    view = service.create("orion", [ANN, BOB])
    for seat, text, error in [(1, "a+", NotYourTurn), (0, "a+", IllegalMove), (0, "????", ParseError)]:
        with pytest.raises(error):
            service.bots.submit(view.id, seat, text, view.revision)
    assert service.bots.look(view.id) == view


@pytest.mark.both_databases
def test_of_two_threads_with_one_revision_exactly_one_plays(service: Service) -> None:
    view = service.create("orion(clicks=1)", [ANN, BOB])
    for number in range(12):
        state = view.match.state
        text, barrier = state.format_turn([state.legal()[number]]), Barrier(2)

        def play(
            view: MatchView = view, seat: int = number % 2, text: str = text, barrier: Barrier = barrier
        ) -> MatchView | None:
            barrier.wait()
            try:
                return service.bots.submit(view.id, seat, text, view.revision)
            except Stale:
                return None

        with ThreadPoolExecutor(2) as pool:
            played = [future.result() for future in [pool.submit(play), pool.submit(play)]]
        (view,) = [view for view in played if view is not None]
        assert len(view.match.turns) == number + 1


@pytest.mark.both_databases
def test_resigning_ends_the_match_and_is_recorded(service: Service) -> None:
    view = service.create("orion", [ANN, BOB])
    view = service.bots.act(view.id, 0, Resign(), view.revision)
    assert (view.match.payoffs, view.match.ending) == ((0.0, 1.0), "resignation")
    with pytest.raises(Stale, match="the match is over: resignation"):
        service.bots.submit(view.id, 0, "u+", 0)
    assert service.queries.record(view.id).ending == "resignation"


@pytest.mark.both_databases
def test_a_position_of_a_match_is_played_on_as_another_match(service: Service) -> None:
    view = service.create("orion(clicks=2)", [ANN, BOB])
    for seat, text in [(0, "u+"), (1, "a+"), (0, "y+")]:
        view = service.bots.submit(view.id, seat, text, view.revision)
    fork = service.fork(view.id, 2, [ANN, BOT])
    assert fork.id != view.id
    assert fork.match.state == all_states(view.match)[2]
    assert fork.match.game == view.match.game
    for turn in (-1, 4):
        with pytest.raises(ParseError, match="the match has 3 turns"):
            service.fork(view.id, turn, [ANN, BOB])


@pytest.mark.both_databases
def test_the_lists_newest_match_comes_first(service: Service) -> None:
    first, second = (service.create("orion", [ANN, BOT]) for _ in range(2))
    service.bots.submit(first.id, 0, "u+", first.revision)
    assert [summary.id for summary in service.queries.recent()] == [first.id, second.id]
    assert service.queries.recent(1)[0].seats == (ANN, BOT)
    assert service.queries.recent(1)[0].turns == 1


@pytest.mark.both_databases
def test_time_is_measured_between_turns_and_a_clock_that_runs_out_ends_the_match(store: Store) -> None:
    hands = Hands()
    service = Service(store, now=hands)
    view = service.create("orion", [ANN, BOB], clock=Clock.parse("60+5"))
    hands.now += 10
    view = service.bots.submit(view.id, 0, "u+", view.revision)
    assert (view.match.turns[0].took, view.match.left) == (10, (55, 60))
    assert view.deadline == hands.now + 60
    hands.now += 60.5
    view = service.bots.look(view.id)
    assert (view.match.ending, view.match.payoffs) == ("time", (1.0, 0.0))
    with pytest.raises(Stale, match="the match is over: time"):
        service.bots.submit(view.id, 1, "a+", 1)


@pytest.mark.both_databases
def test_clocks_that_run_out_are_found_without_being_asked_for(store: Store) -> None:
    hands = Hands()
    service = Service(store, now=hands)
    slow = service.create("orion", [ANN, BOB], clock=Clock.parse("60+5"))
    service.create("orion", [ANN, BOB])
    hands.now += 61
    service.clocks.end_overdue()
    assert [(s.id, s.ending) for s in service.queries.recent() if s.ending] == [(slow.id, "time")]


@pytest.mark.both_databases
@pytest.mark.usefixtures("tiny")
def test_dice_are_rolled_with_the_turn_that_causes_them(service: Service, open_store: Callable[[], Store]) -> None:
    view = service.create("race", [ANN, BOB], seed=7)
    assert view.match.to_act == (0,)
    assert view.match.turns[0].text.startswith("roll")
    view = service.bots.submit(view.id, 0, "stay", view.revision)
    assert view.match.to_act == (1,)
    assert len(view.match.turns) == 3
    assert Service(open_store()).bots.look(view.id) == view
    assert service.create("race", [ANN, BOB], seed=7).match.turns == view.match.turns[:1]
    assert service.queries.record(view.id).tags["Dice"] == "seeded(seed=7)"


@pytest.mark.both_databases
def test_a_turn_is_parsed_once_whether_it_is_played_or_refused(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, follow = list[str](), State.follow

    def parse(state: State, text: str) -> tuple[tuple[int, ...], State]:
        parsed.append(text)
        return follow(state, text)

    view = service.create("orion", [ANN, BOB])
    monkeypatch.setattr(State, "follow", parse)
    with pytest.raises(ParseError):
        service.bots.submit(view.id, 0, "rubbish", view.revision)
    service.bots.submit(view.id, 0, "u+", view.revision)
    assert parsed == ["rubbish", "u+"]


def test_every_refusal_is_one_of_our_errors() -> None:
    assert issubclass(Stale, LudariumError)
    assert issubclass(NoSuchMatch, LudariumError)
