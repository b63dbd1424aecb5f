"""The pages of the lobby: the offers that wait, the form for one, and the page of each."""

from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.act import Fields, commands_of, read_form
from ludarium.club.match.views import MatchSummary
from ludarium.club.offers.commands import AcceptOffer, OfferCommand
from ludarium.club.offers.lobby import MOST_ROWS, ListedOffer
from ludarium.club.offers.tempos import LIVE_CLOCKS, SLOW, TICKS
from ludarium.club.service import DatabaseBusy
from ludarium.core.errors import LudariumError
from ludarium.server.addresses import match_address
from ludarium.server.web.board.shots import shot
from ludarium.server.web.http.identity import is_seen, token_of
from ludarium.server.web.http.refusals import note, say_when
from ludarium.server.web.lobby.strip import LobbyStrip, all_games, lobby_strip
from ludarium.server.web.lobby.worth import to_watch
from ludarium.server.web.people.notices import shown_notices
from ludarium.server.web.site import Site, posted
from ludarium.server.words import sentence

LOBBY = "/play"
_WATCHED = 4
_RECENT = 60
_MOST_NEWS = 20


class LobbyPages:
    """The pages of the lobby."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._lobby = site.service.lobby

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route(LOBBY, self.show),
            Route(LOBBY, posted(self.act), methods=["POST"]),
            Route(f"{LOBBY}/new", self.new),
            Route(f"{LOBBY}/found", self.found),
            Route("/offers/{offer}", self.offer),
            Route("/offers/{offer}/code.svg", self.code),
        ]

    def show(self, request: Request) -> Response:
        """The offers that wait, those that fit the person first, and matches to watch."""
        return self._page(request)

    def new(self, request: Request) -> Response:
        """The form for an offer; the address may fill in fields."""
        return self._form(request, request.query_params)

    def found(self, request: Request) -> Response:
        """What is new to the person, for a page that is open elsewhere.

        `match` is a live match that an offer has just begun, `live` the one of a live tournament, and `notices` are
        those that are unread, the newest first.
        """
        person_id = self._site.identity.person_id(request)
        use = self._lobby.begun_lately(person_id) if person_id else None
        game = self._site.service.tournaments.live_match(person_id) if person_id else None
        live = dict(zip(("match", "tournament", "name"), game, strict=True)) if game else None
        notices = shown_notices(self._site, person_id, _MOST_NEWS) if person_id else []
        found = {"match": use.match_id if use else None, "live": live, "notices": notices}
        return JSONResponse(found, headers={"Cache-Control": "no-store"})

    def act(self, request: Request, values: Fields) -> Response:
        """Make an offer, accept one, or do something about one's own."""
        fields = gathered(values)
        try:
            command = read_form(commands_of(OfferCommand), fields)
            return self._carried_out(request, command)
        except LudariumError as error:
            note(request, error)
            status, text = error.status, sentence(error)
            if fields.get("do") == "offer":
                return say_when(self._form(request, values, status, text), error)
            return say_when(self._page(request, status, text), error)

    def offer(self, request: Request) -> Response:
        """An offer: others can accept it; its own person waits here, and goes on to the match."""
        person = self._site.identity.person(request)
        listed = self._lobby.find(person, request.path_params["offer"])
        mine = person is not None and listed.offer.person.id == person.id
        begun = self._lobby.begun(listed.offer.id) if mine else ()
        if mine:
            assert person
            if is_seen(request) or token_of(request):  # a program waits here for what it offers
                with suppress(DatabaseBusy):  # the next sign of life comes soon
                    self._site.service.offers.stay(person.id)
            if begun and listed.offer.ended_at is not None:
                return RedirectResponse(match_address(begun[0].match_id), HTTPStatus.SEE_OTHER)
        return self._site.page(
            request,
            "offer_page",
            listed=listed,
            mine=mine,
            begun=begun,
            figures=self._lobby.figures(),
            revision=self._lobby.revision(),
            address=self._address(request, listed),
        )

    def code(self, request: Request) -> Response:
        """The address of an offer as a QR code."""
        person = self._site.identity.person(request)
        listed = self._lobby.find(person, request.path_params["offer"])
        picture = BytesIO()
        segno.make(self._address(request, listed), micro=False).save(picture, kind="svg", scale=8, light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    def _carried_out(self, request: Request, command: OfferCommand) -> Response:
        site, origin = self._site, self._site.origins.of(request)
        if site.identity.person(request) is None:
            site.service.quotas.check_network(origin)
            if isinstance(command, AcceptOffer):  # before a guest is made
                self._lobby.find(None, command.offer)
        person = site.identity.ensure(request)
        done = site.service.offers.act(person, command, origin)
        to = match_address(done.match) if done.match else f"/offers/{done.offer}" if done.offer else LOBBY
        response = RedirectResponse(to, HTTPStatus.SEE_OTHER)
        site.identity.remember(request, response, person)
        return response

    def _page(self, request: Request, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        strip = self._strip(request)
        watched = [(match, shot(self._site, match)) for match in self._to_watch()]
        person = self._site.identity.person(request)
        resting = self._site.service.desk.resting(person) if person else None
        return self._site.page(request, "lobby", status, strip=strip, watched=watched, notice=notice, resting=resting)

    def _form(
        self, request: Request, values: Mapping[str, str], status: int = HTTPStatus.OK, notice: str = ""
    ) -> Response:
        """Show the form; of what was not said before, games or paces, the usual ones are ticked."""
        tempos = {"Live": (*LIVE_CLOCKS, *TICKS), "By correspondence": SLOW}
        games = all_games()
        unsaid = set() if notice else {"game", "tempo"} - {key.partition("-")[0] for key in values}
        return self._site.page(
            request,
            "offer_form",
            status,
            games=games,
            tempos=tempos,
            values=dict(values),
            unsaid=unsaid,
            notice=notice,
        )

    def _strip(self, request: Request) -> LobbyStrip:
        return lobby_strip(self._lobby, self._site.identity.person(request), limit=MOST_ROWS)

    def _to_watch(self) -> list[MatchSummary]:
        """Return matches in progress, those between people first."""
        return to_watch(self._site.service.queries.recent(_RECENT), _WATCHED)

    def _address(self, request: Request, listed: ListedOffer) -> str:
        return f"{str(request.base_url).rstrip('/')}/offers/{listed.offer.id}"


def gathered(values: Fields) -> dict[str, str]:
    """Return the fields of a form with its checkboxes for games and tempos as lists.

    >>> gathered({"do": "now", "game-orion": "on", "game-ludo": "on", "bot": "yes"})
    {'do': 'now', 'bot': 'yes', 'games': 'orion;ludo'}
    """
    fields = {key: value for key, value in values.items() if not key.startswith(("game-", "tempo-"))}
    for name, between in (("game", ";"), ("tempo", ",")):
        if checked := [key.removeprefix(f"{name}-") for key in values if key.startswith(f"{name}-")]:
            fields[f"{name}s"] = between.join(checked)
    return fields
