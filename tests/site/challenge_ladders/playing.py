"""Challenge ladders that tests play: short ways to ask, and results as a test decides them."""

from ludarium.site.challenge_ladders.commands import AcceptForPlace, ChallengePlace, JoinLadder
from ludarium.site.challenge_ladders.ladders import LadderView
from ludarium.site.challenge_ladders.rows import PlaceChallenge
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Accept, OfferDraw, Resign
from ludarium.site.service import Service

GAME = "orion"


def joined(service: Service, people: list[Person]) -> None:
    for person in people:
        service.challenge_ladders.act(person, GAME, JoinLadder())


def look(service: Service, person: Person | None = None, before: int | None = None) -> LadderView:
    return service.challenge_ladders.view(person, GAME, before)


def names(service: Service) -> list[str]:
    """Return the names of the people on the ladder, the first at first."""
    return [row.place.name for row in look(service).rows]


def challenge(service: Service, person: Person, other: Person) -> PlaceChallenge:
    """Let a person challenge another one, and return the challenge."""
    service.challenge_ladders.act(person, GAME, ChallengePlace(other.id))
    return look(service, person).made[-1]


def begun(service: Service, person: Person, other: Person) -> str:
    """Let a person challenge another one, who accepts; return the id of the match."""
    made = challenge(service, person, other)
    match = service.challenge_ladders.act(other, GAME, AcceptForPlace(made.number)).match
    assert match
    return match


def finish(service: Service, match_id: str, loser: Person | None) -> None:
    """Let a match end: the loser resigns, or both agree on a draw."""
    view = service.bots.look(match_id)
    seats = [seat.person for seat in view.seats]
    if loser is None:
        service.bots.act(match_id, 0, OfferDraw(), view.revision)
        service.bots.act(match_id, 1, Accept(), service.bots.look(match_id).revision)
        return
    service.bots.act(match_id, seats.index(loser.id), Resign(), view.revision)
