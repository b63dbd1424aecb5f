"""What was played on a site from a position: counted once, for all who may see it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace

import pytest

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.match.study import Study
from ludarium.site.analysis.explorer import Explorer
from ludarium.site.analysis.rows import Search, SearchTable
from ludarium.site.analysis.studies import search_id
from ludarium.site.analysis.worth import Worth
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.ladder.rows import LadderMatch, LadderMatches
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.service import Service
from ludarium.site.store import Store

pytestmark = pytest.mark.both_databases


@pytest.fixture
def clock() -> list[float]:
    """The time, as the site counts it."""
    return [1000.0]


@pytest.fixture
def service(open_store: Callable[[], Store], clock: list[float]) -> Service:
    return Service(open_store(), now=lambda: clock[0])


@pytest.fixture
def explorer(service: Service) -> Explorer:
    return Explorer(service)


@pytest.fixture
def ann(service: Service) -> Person:
    return service.people.create_guest()


def finished(service: Service, clock: list[float], turns: str, *, private: bool = False, bot: bool = False) -> None:
    """Play a match of orion from its start, which the seat that moves next resigns."""
    people = [service.people.create_guest() for _ in range(2)]
    seats = [SeatAssignment("person", person.name, person=person.id) for person in people]
    view = service.create("orion", seats, private=private)
    for text in turns.split():
        seat = view.match.to_act[0]
        view = service.act(people[seat], view.id, PlayTurn(text), view.revision).view
    if bot:
        change = replace(view.seats[1], kind="bot", person=None, name="easy")
        view = service._matches.change(
            view.id, None, None, lambda found: replace(found, seats=(found.seats[0], change))
        )
    seat = view.match.to_act[0]
    service.act(people[seat], view.id, Resign(), view.revision)
    clock[0] += 60


def told(explorer: Explorer, turns: str = "", who: str = "", person: Person | None = None) -> list[tuple[str, int]]:
    """Return the turns that were played after some turns, with how often."""
    study, at = Study.begin("orion"), 0
    for text in turns.split():
        study, at = study.play(at, text)
    found = explorer.turns(person, study.states(at), who, is_set_up=False)
    return [(one.book.turn, one.book.games) for one in found]


def ask_champion(service: Service, state: State, content: Mapping[str, object] | None) -> None:
    """Let a search of a position wait, or have said something."""
    table = SearchTable(service.database)
    table.ask(search := Search(search_id(state), state.game.spec, str(state), None, 0, False, None), None, 0.0)
    if content:
        table.finish(search, 1.0, content)


def test_what_the_champion_has_said_already_stands_beside_the_turns(
    service: Service, explorer: Explorer, clock: list[float]
) -> None:
    finished(service, clock, "p+ f+")
    finished(service, clock, "t+ f+")
    explorer.work()
    states = Study.begin("orion").states(0)
    searches = SearchTable(service.database)

    def known() -> dict[str, Worth | None]:
        return {one.book.turn: one.worth for one in explorer.turns(None, states, "", is_set_up=False)}

    assert known() == {"p+": None, "t+": None}
    assert searches.count() == 0  # the panel asks nobody
    ask_champion(service, states[-1], None)
    assert known() == {"p+": None, "t+": None}
    ask_champion(service, states[-1], {"by": "champion", "advice": [], "lines": [["t+", 0.625, [], None]]})
    assert known() == {"p+": None, "t+": Worth(0.625)}


def test_what_was_played_is_told_by_position_whatever_the_order(
    service: Service, explorer: Explorer, clock: list[float]
) -> None:
    finished(service, clock, "p+ f+ t+ j+")
    finished(service, clock, "t+ f+ p+ g+")
    finished(service, clock, "p+ f+")
    assert told(explorer) == []
    while explorer.work():
        pass
    assert told(explorer) == [("p+", 2), ("t+", 1)]
    assert told(explorer, "p+ f+ t+") == told(explorer, "t+ f+ p+") == [("g+", 1), ("j+", 1)]
    found = explorer.turns(None, Study.begin("orion").states(0), "", is_set_up=False)[0].book
    assert found.points == (0.0, 2.0)  # the first seat has resigned both
    assert found.last_at == 1120.0
    before = told(explorer)
    assert not Explorer(service).work()  # nothing is counted twice
    assert told(explorer) == before


def test_private_matches_and_those_that_run_are_not_told(
    service: Service, explorer: Explorer, clock: list[float], ann: Person
) -> None:
    finished(service, clock, "p+ f+", private=True)
    service.create("orion", [SeatAssignment("person", one.name, person=one.id) for one in (ann, ann)])
    clock[0] += 60
    explorer.work()
    assert told(explorer) == []


def test_games_of_people_and_of_bots_are_told_apart(
    service: Service, explorer: Explorer, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(service, clock, "p+ f+")
    finished(service, clock, "q+ f+", bot=True)
    record = '[Game "orion"]\n[Result "1-0"]\n\n1. r+\n2. f+'
    match = LadderMatch("orion", 1, 1, 2, 7, 0.0, played_at=50.0, rated=1, score=1.0, record=record)
    monkeypatch.setattr(
        LadderMatches, "played", lambda _, game, after, limit: (match,) if (game, after) == ("orion", 0) else ()
    )
    while explorer.work():
        pass
    assert dict(told(explorer)) == {"p+": 1, "q+": 1, "r+": 1}
    assert told(explorer, who="people") == [("p+", 1)]
    assert told(explorer, who="bots") == [("r+", 1)]
    with pytest.raises(ParseError, match="expected people or bots, or nothing"):
        told(explorer, who="cats")


def test_a_record_that_fails_stops_no_other(
    service: Service, explorer: Explorer, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(service, clock, "p+ f+")
    finished(service, clock, "q+ f+")

    def broken(text: str) -> object:
        if "q+" in text:
            raise LudariumError("this game is not installed any more")
        return Record.parse(text)

    monkeypatch.setattr("ludarium.site.analysis.explorer.Record", SimpleNamespace(parse=broken))
    explorer.work()
    assert told(explorer) == [("p+", 1)]
    assert not explorer.work()


def test_who_plays_a_rated_match_is_told_nothing_of_its_position(
    service: Service, explorer: Explorer, clock: list[float], ann: Person
) -> None:
    finished(service, clock, "p+ f+ t+ j+")
    explorer.work()
    bob = service.people.create_guest()
    seats = [SeatAssignment("person", one.name, person=one.id) for one in (ann, bob)]
    view = service.create("orion", seats)
    view = service._matches.change(view.id, None, None, lambda found: replace(found, rated=True))
    for person, text in ((ann, "p+"), (bob, "f+"), (ann, "t+")):
        view = service.act(person, view.id, PlayTurn(text), view.revision).view
    for person in (ann, bob):
        for turns in ("p+ f+ t+", "t+ f+ p+", "p+ f+"):  # another order leads to the same board
            with pytest.raises(IllegalMove, match="when it is over"):
                told(explorer, turns, person=person)
        study = Study.begin("orion", str(view.match.state))
        with pytest.raises(IllegalMove, match="when it is over"):
            explorer.turns(person, study.states(0), "", is_set_up=True)
    assert told(explorer, "p+ f+ t+") == [("j+", 1)]
