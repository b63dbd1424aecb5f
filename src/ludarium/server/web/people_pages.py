"""The page of a person, as others see it."""

from collections import Counter
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.people import Person
from ludarium.club.queries import outcome
from ludarium.club.service import MatchSummary
from ludarium.server.web.site import Site

_RECENT = 10


class Record(NamedTuple):
    """How the matches of a person against another have ended."""

    won: int
    drawn: int
    lost: int


class PeoplePages:
    """The pages of people who have an account."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The route of these pages."""
        return [Route("/people/{name}", self.show)]

    def show(self, request: Request) -> Response:
        """A person: what they have played, how I did against them, and how to challenge them."""
        service, me = self._site.service, self._site.identity.person(request)
        shown = service.accounts.find(request.path_params["name"])
        theirs = service.queries.of_person(shown.id).seen_by(me.id if me else None)
        known = None if me is None or me.id == shown.id else me
        return self._site.page(
            request,
            "person",
            shown=shown,
            in_progress=len(theirs.my_turn) + len(theirs.waiting),
            finished=len(theirs.finished),
            recent=theirs.finished[:_RECENT],
            record=record_against(theirs.finished, known, shown) if known else None,
            may_challenge=known is not None and known.is_account,
        )


def record_against(finished: tuple[MatchSummary, ...], me: Person, other: Person) -> Record:
    """Return how I did in the other person's matches in which I had a seat."""
    ours = (match for match in finished if any(seat.person == me.id for seat in match.seats))
    counted = Counter(outcome(match, me.id) for match in ours)
    return Record(counted["won"], counted["drawn"], counted["lost"])
