"""Tournaments that tests play: accounts, and results as a test decides them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_urlsafe

from ludarium.core.errors import LudariumError
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Accept, OfferDraw, Resign
from ludarium.site.people.names import name_key
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.views import TournamentView

SLOW = "2d+1d/2d"
Decide = Callable[[StoredBoard], int | None]
"""Returns the seed number of who wins a game, None for a draw."""


def account(service: Service, store: Store, name: str) -> Person:
    """Return an account that has a mail address, which is made quickly."""
    return _accounts(service, store, [name])[0]


def accounts(service: Service, store: Store, count: int) -> list[Person]:
    return _accounts(service, store, [f"Player{number:02}" for number in range(count)])


def _accounts(service: Service, store: Store, names: Sequence[str]) -> list[Person]:
    """Return new accounts, which one transaction makes; to make them as people do takes most of the time of a test."""
    made = [Person(token_urlsafe(12), name, named=True, created_at=service.now()) for name in names]
    with store.write() as tx:
        for person in made:
            tx.people.add_new(person)
            assert tx.accounts.set_email(person.id, f"{person.name.lower()}@example.com", name_key(person.name), 0.0)
    found = service.people.load_all([person.id for person in made])
    return [found[person.id] for person in made]


def make(service: Service, person: Person, kind: str, **more: str) -> str:
    game = more.pop("game", "orion(clicks=1)")
    return service.tournaments.make(person, MakeTournament(game, kind, SLOW, **more)).target


def begun(service: Service, people: list[Person], kind: str, **more: str) -> str:
    """Return the id of a tournament that its organiser, the first of the people, has begun."""
    tournament = make(service, people[0], kind, **more)
    for person in people[kind == "exhibition" :]:  # who plays everybody is in it already
        service.tournaments.act(person, tournament, EnterTournament())
    service.tournaments.act(people[0], tournament, BeginTournament())
    service.tournaments.work()
    return tournament


def look(service: Service, tournament: str) -> TournamentView:
    return service.tournaments.view(None, tournament)


def undecided(view: TournamentView) -> list[StoredBoard]:
    return [board for _, boards in view.rounds for board in boards if not board.how]


def finish(service: Service, view: TournamentView, board: StoredBoard, winner: int | None) -> None:
    """Let the match of a game end: the loser resigns, or both agree on a draw."""
    assert board.match_id
    match = service.bots.look(board.match_id)
    seats = {seat.person: number for number, seat in enumerate(match.seats)}
    first, second = (seats[view.players[number or 0].person] for number in (board.first, board.second))
    if winner is None:
        service.bots.act(match.id, first, OfferDraw(), match.revision)
        service.bots.act(match.id, second, Accept(), service.bots.look(match.id).revision)
        return
    loser = second if winner == board.first else first
    with suppress(LudariumError):
        service.bots.act(match.id, loser, Resign(), match.revision)


def play_round(service: Service, tournament: str, decide: Decide) -> TournamentView:
    """Let all games end that go on, and return the tournament after what follows."""
    view = look(service, tournament)
    for board in undecided(view):
        finish(service, view, board, decide(board))
    service.tournaments.work()
    return look(service, tournament)


def better(board: StoredBoard) -> int:
    """The better seed wins."""
    assert board.second is not None
    return min(board.first, board.second)


def worse(board: StoredBoard) -> int:
    """The worse seed wins."""
    assert board.second is not None
    return max(board.first, board.second)
