"""Commands of tournaments, in the club, at the page, and as JSON."""

from collections.abc import Mapping
from http import HTTPStatus

from httpx2 import Response

from ludarium.core.errors import LudariumError
from ludarium.site.act import commands_of
from ludarium.site.ground.values import Person
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.conducting import Adjourn, Disqualify
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament, RequestBye
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.site_bots import EnterBot
from ludarium.site.tournaments.substituting import Substitute, WaitForPlace
from tests.site.rights.world import KINDS, NOBODY, ORGANISER, PLAYER, Cell, Door, Family, World
from tests.site.tournaments.playing import finish, look, undecided

ALLOWED: Mapping[str, frozenset[str]] = {
    "enter": frozenset(KINDS) - NOBODY - {PLAYER, "a blocked account"},
    "leave": frozenset({PLAYER}),
    "return": frozenset({PLAYER}),
    "bye": frozenset({PLAYER}),
    "play": frozenset({PLAYER}),
    "begin": frozenset({ORGANISER}),
    "cancel": frozenset({ORGANISER}),
    "change": frozenset({ORGANISER}),
    "correct": frozenset({ORGANISER}),
    "assign": frozenset({ORGANISER}),
    "announce": frozenset({ORGANISER}),
    "disqualify": frozenset({ORGANISER}),
    "reinstate": frozenset({ORGANISER}),
    "substitute": frozenset({ORGANISER}),
    "wait": frozenset(KINDS) - NOBODY - {PLAYER, ORGANISER, "a blocked account"},
    "no-wait": frozenset({PLAYER}),
    "accept-place": frozenset({PLAYER}),
    "decline-place": frozenset({PLAYER}),
    "adjourn": frozenset({ORGANISER}),
    "resume": frozenset({ORGANISER}),
    "enter-bot": frozenset({ORGANISER}),
    "remove-bot": frozenset({ORGANISER}),
}
"""Who may ask for each command in a tournament of the host that seat 0 has entered."""


def prepared(world: World, word: str) -> str:
    """Return a new tournament of the host in which the command of a word is possible for who may ask for it."""
    tournaments, host = world.service.tournaments, world.people[ORGANISER]
    kind = "team-match" if word == "assign" else "swiss"
    computers = "yes" if word in ("enter-bot", "remove-bot") else ""
    tournament = tournaments.make(host, MakeTournament("orion(clicks=1)", kind, computers=computers)).target
    others = world.others
    if word in _OF_WAITING:
        return _waited_for(world, tournament, word, others)
    for person in (world.people[PLAYER], *others):
        tournaments.act(person, tournament, EnterTournament())
    if word == "reinstate":
        tournaments.act(host, tournament, Disqualify(world.people[PLAYER].id, "Two accounts."))
        world.store.notices.see(world.people[PLAYER].id, 0.0)  # which the page of a refusal does otherwise
    if word == "remove-bot":
        tournaments.act(host, tournament, EnterBot("easy"))
    if word == "play":
        tournaments.act(world.people[PLAYER], tournament, RequestBye())
    if word == "return":
        tournaments.act(host, tournament, BeginTournament())
        tournaments.act(world.people[PLAYER], tournament, LeaveTournament())
        tournaments.work()
    if word in ("adjourn", "resume"):
        tournaments.act(host, tournament, BeginTournament())
        tournaments.work()
    if word == "resume":
        tournaments.act(host, tournament, Adjourn())
    if word == "correct":
        tournaments.act(host, tournament, BeginTournament())
        tournaments.work()
        view = look(world.service, tournament)
        finish(world.service, view, undecided(view)[0], undecided(view)[0].first)
        tournaments.work()
    if word in ("correct", "adjourn", "resume"):
        for entry in look(world.service, tournament).players:
            world.store.notices.see(entry.person, 0.0)  # which the page of a refusal does otherwise
    return tournament


_OF_WAITING = ("substitute", "wait", "no-wait", "accept-place", "decline-place")


def _waited_for(world: World, tournament: str, word: str, others: list[Person]) -> str:
    """Return the tournament, in which seat 0 does not play, but waits, or is asked to play on for somebody."""
    tournaments, host, player = world.service.tournaments, world.people[ORGANISER], world.people[PLAYER]
    for person in others:
        tournaments.act(person, tournament, EnterTournament())
    if word == "wait":  # for all but seat 0, who plays
        tournaments.act(player, tournament, EnterTournament())
    tournaments.act(host, tournament, BeginTournament())
    tournaments.work()
    if word == "no-wait":
        tournaments.act(player, tournament, WaitForPlace())
    if word in ("accept-place", "decline-place"):
        tournaments.act(host, tournament, Substitute(others[0].id, player.name, "Ill."))
    playing = [entry.person for entry in look(world.service, tournament).players]
    for person_id in (*playing, player.id, host.id):
        world.store.notices.see(person_id, 0.0)
    return tournament


def fields_of(world: World, tournament: str, word: str) -> dict[str, str]:
    """Return the fields that a command needs."""
    if word == "correct":
        boards = [board for _, boards in look(world.service, tournament).rounds for board in boards]
        return {"match": next(board.match_id or "" for board in boards if board.how), "points": "0.5"}
    fields = {
        "change": {"name": "Another name"},
        "assign": {"player": world.people[PLAYER].id, "team": "Blue"},
        "announce": {"text": "The hall opens at nine."},
        "reinstate": {"player": world.people[PLAYER].id, "reason": "It was a mistake."},
        "substitute": {
            "player": world.others[0].id,
            "by": world.people[PLAYER].name,
            "reason": "Ill.",
        },
        "disqualify": {"player": world.people[PLAYER].id, "reason": "Two accounts."},
        "enter-bot": {"bot": "easy"},
        "remove-bot": {"player": "bot:easy"},
    }
    return fields.get(word, {})


def may(world: World, command: type[TournamentCommand], tournament: str, cell: Cell) -> bool:
    return cell.kind in ALLOWED[command.word]


def ask_the_club(world: World, command: type[TournamentCommand], tournament: str, cell: Cell) -> bool:
    try:
        values = fields_of(world, tournament, command.word)
        world.service.tournaments.act(world.people.get(cell.kind), tournament, command(**values))
    except LudariumError:
        return False
    return True


def _ask_a_page(world: World, command: type[TournamentCommand], tournament: str, cell: Cell) -> bool:
    return ask_a_page(
        world, cell, f"/tournaments/{tournament}", command.word, fields_of(world, tournament, command.word)
    )


def _ask_as_json(world: World, command: type[TournamentCommand], tournament: str, cell: Cell) -> bool:
    return ask_as_json(
        world, cell, f"/tournaments/{tournament}", command.word, fields_of(world, tournament, command.word)
    )


def ask_a_page(world: World, cell: Cell, path: str, word: str, fields: Mapping[str, str]) -> bool:
    answer: Response = world.browser(cell.kind).post(path, data={"do": word, **fields})
    assert answer.status_code in (HTTPStatus.SEE_OTHER, HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT)
    return answer.status_code == HTTPStatus.SEE_OTHER


def ask_as_json(world: World, cell: Cell, path: str, word: str, fields: Mapping[str, str]) -> bool:
    headers = {"Accept": "application/json"}
    answer: Response = world.browser(cell.kind).post(path, json={"do": word, **fields}, headers=headers)
    if answer.status_code == HTTPStatus.SEE_OTHER:
        return True
    suspended = cell.kind == "a suspended account"
    assert answer.json()["kind"] in (["sanctioned"] if suspended else ["not-signed-in", "not-organiser", "not-now"])
    return False


def _prepare(world: World, command: type[TournamentCommand]) -> str:
    return prepared(world, command.word)


_DOORS = {
    "club": Door(ask_the_club, may),
    "page": Door(_ask_a_page, may),
    "JSON": Door(_ask_as_json, may),
}
FAMILY = Family(commands_of(TournamentCommand), _prepare, lambda _: _DOORS)
