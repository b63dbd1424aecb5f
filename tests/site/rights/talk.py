"""Commands of talk and notes, while a match goes on and when it is over, in the club, at the page, and as JSON."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from httpx2 import Response
from msgspec import to_builtins

from ludarium.core.errors import LudariumError
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.talk.commands import Greet, MuteTalk, NotePosition, ReadTalk, Say, TalkCommand, Unmute
from tests.site.rights.world import Cell, Door, Family, World

PLAYERS = frozenset({"seat 0", "seat 1"})
SPECTATORS = frozenset({"the host", "another account", "a spectator", "a blocked account"})
ANYBODY = PLAYERS | SPECTATORS
COMMANDS: tuple[TalkCommand, ...] = (
    Say("Hello", "players"),
    Say("Hello", "spectators"),
    Greet("luck", "players"),
    Greet("luck", "spectators"),
    MuteTalk(),
    Unmute(),
    ReadTalk(),
    NotePosition(0, "mine"),
)


class Sample(NamedTuple):
    """A command in a match that goes on or is over."""

    command: TalkCommand
    over: bool


def begin(world: World, sample: Sample) -> MatchView:
    seats = [SeatAssignment("person", one.name, one.id) for one in (world.people[kind] for kind in sorted(PLAYERS))]
    view = world.service.create("orion(clicks=1)", seats, host=world.people["the host"].id)
    for kind in sorted(ANYBODY):
        world.service.talk.act(world.people[kind], view.id, Say("before"))
    for kind in sorted(PLAYERS):
        world.service.talk.act(world.people[kind], view.id, MuteTalk())
    return world.service.bots.act(view.id, 0, Resign(), view.revision) if sample.over else view


def allowed(command: TalkCommand, *, over: bool) -> frozenset[str]:
    """Return who may ask for a command, as the page for people says it."""
    match command:
        case Say(room="players") | Greet(room="players"):
            return PLAYERS
        case Say() | Greet():
            return ANYBODY if over else SPECTATORS
        case _:
            return ANYBODY


def _may(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    return cell.kind in allowed(sample.command, over=sample.over)


def _ask_the_club(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    person = world.people.get(cell.kind)
    try:
        world.service.talk.act(person, view.id, sample.command)
    except LudariumError:
        return False
    return True


def _ask_a_page(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    return _asked(world, sample, view, cell, {"Accept": "text/html"})


def _ask_as_json(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    return _asked(world, sample, view, cell, {"Accept": "application/json"})


def _asked(world: World, sample: Sample, view: MatchView, cell: Cell, headers: Mapping[str, str]) -> bool:
    values, browser = to_builtins(sample.command), world.browser(cell.kind)
    path = f"/matches/{view.id}{sample.command.place}"
    sent = {"json": values} if "json" in headers["Accept"] else {"data": {name: str(of) for name, of in values.items()}}
    answer: Response = browser.post(path, headers=headers, **sent)
    if answer.status_code == HTTPStatus.SEE_OTHER:
        return True
    assert answer.status_code == HTTPStatus.FORBIDDEN
    if "json" in headers["Accept"]:
        expected = ["sanctioned"] if cell.kind == "a suspended account" else ["not-signed-in", "may-not-talk"]
        assert answer.json()["kind"] in expected
    return False


_DOORS = {
    called: Door(ask, _may, besides=frozenset({"sessions", "attempts"}), strict=False)
    for called, ask in (("club", _ask_the_club), ("page", _ask_a_page), ("JSON", _ask_as_json))
}
FAMILY = Family(
    {
        f"{command} {'over' if over else 'running'}": Sample(command, over)
        for command in COMMANDS
        for over in (False, True)
    },
    begin,
    lambda _: _DOORS,
)
