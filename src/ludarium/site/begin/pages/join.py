"""The pages on which invited people take their seats, and the host's commands about invitations."""

from http import HTTPStatus

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import ParseError
from ludarium.match.commitment import parse_nonce
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.site.act import Fields
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import MatchCommand
from ludarium.site.match.seating import NotInvited, has_joined_by
from ludarium.site.match.views import MatchView
from ludarium.site.people.names import parse_name
from ludarium.site.web.http.bodies import Body, Sent
from ludarium.site.web.http.negotiation import wants_data
from ludarium.site.web.page import Pages, command, form, page
from ludarium.site.words import sentence


class InvitationData(Struct, frozen=True):
    """An invitation to a seat of a match: which, by whom, and the commitment to the dice."""

    match: str
    game: str
    seat: str
    host: str | None
    person: str | None
    is_host: bool
    commitment: str | None


class TakeSeat(Body, forbid_unknown_fields=True):
    """Take the seat of an invitation, under a name if the person has none yet."""

    name: str = ""
    nonce: str = ""


class Join(Pages):
    """The pages about the seats of a match."""

    @page(
        "/matches/{match}/seat/{token}",
        answers=InvitationData,
        otherwise={"303": "The seat is the person's: to the match."},
    )
    def show(self, request: Request) -> Response:
        """The page of an invitation, which asks for a name; nothing changes before the person agrees.

        The person who has taken the seat by it comes to the match.
        """
        match_id, token = request.path_params["match"], request.path_params["token"]
        person = self._site.identity.person(request)
        view = self._site.service.view(person, match_id)
        if has_joined_by(view, token, person.id if person else None):
            return self._site.redirect_to(request, match_id)
        try:
            seat = self._site.service.seating.invited_seat(view.id, token)
        except NotInvited as error:
            if wants_data(request.headers):
                raise
            return self._not_invited(request, view, token, error)
        return self._page(request, view, seat)

    def _not_invited(self, request: Request, view: MatchView, token: str, error: NotInvited) -> Response:
        """Say why an invitation gives no seat, and what to do instead."""
        return self._site.page(
            request,
            "not_invited",
            error.status,
            definition=view.match.game.definition,
            match_id=view.id,
            host=self._site.service.people.load(view.host) if view.host else None,
            player=self._site.service.seating.who_has_joined(view.id, token),
            notice=sentence(error),
        )

    @form("/matches/{match}/seat/{token}", body=TakeSeat)
    def take(self, request: Request, values: Fields) -> Response:
        """Give the seat to the person of the browser."""
        match_id, token = request.path_params["match"], request.path_params["token"]
        service, known = self._site.service, self._site.identity.person(request)
        view = service.view(known, match_id)
        if has_joined_by(view, token, known.id if known else None):  # the form was sent twice
            return self._site.redirect_to(request, match_id)
        seat = service.seating.invited_seat(view.id, token)
        name, nonce = values.get("name", ""), values.get("nonce", "")
        try:
            parse_nonce(nonce)  # before a guest is made
        except ParseError as error:
            return self._page(request, view, seat, nonce_problem=sentence(error), name=name, nonce=nonce)
        try:
            person = self._named(request, name)
        except ParseError as error:
            return self._page(request, view, seat, problem=sentence(error), name=name, nonce=nonce)
        service.seating.take(match_id, token, person, person.name, nonce)
        response = self._site.redirect_to(request, match_id)
        self._site.identity.remember(request, response, person)
        return response

    @command("/matches/{match}/seats", base=MatchCommand, place="/seats")
    def change(self, request: Request, sent: Sent[MatchCommand]) -> Response:
        """Replace an invitation, give the open seat to the host, or say whether the match is private."""
        done, _ = self._site.act(request, sent)
        return self._site.redirect_to(request, done.match_id)

    def _named(self, request: Request, name: str) -> Person:
        """Return the person of the browser under the name that was typed; accounts, and who types none, keep theirs."""
        person, people = self._site.identity.person(request), self._site.service.people
        if name.strip() and not (person and person.is_account):
            parsed = parse_name(name) if person else people.check_name(name, None)  # before a guest is made
            person = people.rename(person or self._site.identity.ensure(request), parsed)
        return person or self._site.identity.ensure(request)

    def _asked(self, request: Request, person: Person | None) -> str:
        """Return the sentence by which a person was asked to take this seat, such as for a rematch; empty for none."""
        asked = self._site.service.notices.rematches(person.id) if person else ()
        return next((notice.data["text"] for notice in asked if notice.path == request.url.path), "")

    def _page(
        self,
        request: Request,
        view: MatchView,
        seat: int,
        *,
        problem: str = "",
        nonce_problem: str = "",
        name: str = "",
        nonce: str = "",
    ) -> Response:
        host = self._site.service.people.load(view.host) if view.host else None
        person = self._site.identity.person(request)
        return self._site.page(
            request,
            "join",
            HTTPStatus.BAD_REQUEST if problem or nonce_problem else HTTPStatus.OK,
            data=lambda: _join(view, seat, host, person),
            view=view,
            match=view.match,
            match_id=view.id,
            definition=view.match.game.definition,
            seat=seat,
            host=host,
            is_host=person is not None and person.id == view.host,
            terms=_terms(view),
            asked=self._asked(request, person),
            picture=svg.render(draw(view.match.state)),
            asks_name=not (person and person.is_account),
            problem=problem,
            nonce_problem=nonce_problem,
            nonce=nonce,
            typed=name or (person.name if person and person.named else ""),
        )


def _terms(view: MatchView) -> Terms:
    """Return the clock or the pace of a match, as those of a challenge."""
    match, live = view.match, view.live
    return Terms(match.game.spec, clock=str(match.clock) if match.clock else None, tick=live.tick if live else None)


def _join(view: MatchView, seat: int, host: Person | None, person: Person | None) -> InvitationData:
    return InvitationData(
        match=view.id,
        game=view.match.game.spec,
        seat=view.match.game.setup.seat_names[seat],
        host=host.name if host else None,
        person=person.name if person else None,
        is_host=person is not None and person.id == view.host,
        commitment=view.match.commitment.digest if view.match.commitment else None,
    )
