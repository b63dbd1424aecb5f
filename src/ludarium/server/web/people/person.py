"""The page "your games"."""

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.match.queries import outcome
from ludarium.club.match.views import shown_name
from ludarium.club.people.people import Person
from ludarium.club.service import MatchSummary
from ludarium.server.web.site import Site

_OUTCOMES = {"": "All results", "won": "Won", "lost": "Lost", "drawn": "Drawn"}


class PersonPages:
    """The page "your games"."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The route of this page."""
        return [Route("/me", self.show)]

    def show(self, request: Request) -> Response:
        """The matches of the person; a stranger learns how they come to have some."""
        person, queries = self._site.identity.person(request), self._site.service.queries
        if person is None:
            return self._site.page(request, "me", mine=None)
        mine = queries.of_person(person.id)
        shown = Filter.of(request)
        return self._site.page(
            request,
            "me",
            mine=mine,
            may_register=self._site.service.accounts.rules.may_register(person),
            challenges=self._site.service.challenges.of_person(person),
            rematches=self._site.service.notices.rematches(person.id),
            games=sorted({game_of(match) for match in mine.finished}),
            shown=shown,
            outcomes=_OUTCOMES,
            finished=[match for match in mine.finished if shown.fits(match, person)],
        )


class Filter(NamedTuple):
    """Which finished matches are shown: those of a game, with an outcome, against somebody; empty is any."""

    game: str
    outcome: str
    against: str

    @classmethod
    def of(cls, request: Request) -> "Filter":
        """Return the filter of an address."""
        return cls(*(request.query_params.get(name, "").strip() for name in cls._fields))

    def fits(self, match: MatchSummary, person: Person) -> bool:
        """Return whether a match of a person is shown."""
        others = [shown_name(seat, match.game).casefold() for seat in match.seats if seat.person != person.id]
        return (
            self.game in ("", game_of(match))
            and self.outcome in ("", outcome(match, person.id))
            and (not self.against or any(self.against.casefold() in name for name in others))
        )


def game_of(match: MatchSummary) -> str:
    """Return the name of a match's game."""
    return match.game.partition("(")[0]
