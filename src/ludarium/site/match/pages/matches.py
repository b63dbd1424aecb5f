"""The pages of a match: the board, the commands of its seats, and the record."""

import asyncio
from collections.abc import Awaitable, Hashable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludarium.core.errors import AmbiguousMove, GameOver, IllegalMove, LudariumError, NotYourTurn, ParseError
from ludarium.scenes.pixels import without_touches
from ludarium.scenes.sheet import sheet
from ludarium.site.act import Fields, number
from ludarium.site.begin.pages.bodies import Fork
from ludarium.site.begin.pages.forms import Form, begin, check_name, form_page
from ludarium.site.bots.analyses import NOTHING, MatchAnalyses
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.match.commands import MatchCommand
from ludarium.site.match.pages.page import MatchData, MatchPage, match_data
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.transactions import Stale
from ludarium.site.match.views import MatchView
from ludarium.site.talk.commands import may_note
from ludarium.site.talk.rules import LONGEST
from ludarium.site.web.drawings import QUERY, chosen_layout, keep_layout
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.http.identity import token_of
from ludarium.site.web.http.refusals import busy_text, note, retry_later
from ludarium.site.web.page import YES_NO, Pages, command, form, page
from ludarium.site.web.site import display, picture_file, wants_data
from ludarium.site.words import invitation_address, match_address, sentence

_ABOUT_THE_TEXT = (AmbiguousMove, IllegalMove, ParseError)
_TOO_LATE = (GameOver, NotYourTurn, Stale)

_LATE_PLAN = "Your plan came too late and was not kept: the match has gone on."


class Matches(Pages):
    """The pages of all matches."""

    @page("/matches/number/{number}")
    def by_number(self, request: Request) -> Response:
        """The way to the match that has a number."""
        found = self._site.service.queries.by_number(
            number(request.path_params, "number"), self._site.identity.person_id(request)
        )
        return self._site.redirect_to(request, found)

    @page("/matches/{match}", answers=MatchData)
    def show(self, request: Request) -> Response:
        """The page of the current position, with the draft of the address and the answer to an offer."""
        view, query = self._view(request), request.query_params
        self._site.service.live_ticker.visit(view)
        self._see(request, view)
        kind, lines = query.get("offer", ""), query.get("of", "")
        person_id = self._site.identity.person_id(request)
        lapsed = partial(self._site.service.notices.offer_lapsed, person_id, view)
        page = self._show(request, view).with_declined_offer(kind, lines, lapsed)
        return self._page(request, page.with_message(notice=_LATE_PLAN) if query.get("late") == "plan" else page)

    def _see(self, request: Request, view: MatchView) -> None:
        """Record that a person has seen a match in which they play or played."""
        person = self._site.identity.person(request)
        if person:
            with suppress(DatabaseBusy):  # reading a page must not wait for a writer; the next visit records it
                self._site.see(request, person, match_address(view.id))

    @page("/matches/{match}/at/{number}", answers=MatchData)
    def look(self, request: Request) -> Response:
        """The page of the position after a number of turns."""
        return self._page(request, self._page_at(request))

    @page("/matches/{match}/at/{number}/board.svg")
    def board(self, request: Request) -> Response:
        """The position after a number of turns, as a file to save or print."""
        page = self._page_at(request)
        return picture_file(sheet(page.state), f"{page.match.game.name}-{page.view.id}-{page.displayed}")

    @page("/matches/{match}/at/{number}/better.svg")
    def better(self, request: Request) -> Response:
        """The position after a number of turns with the turn that the review would have played for a seat."""
        page, seat = self._page_at(request), number(request.query_params, "seat")
        page = replace(page, analyses=self._analyses(request, page), layout=chosen_layout(request, page.match.game))
        name = f"{page.match.game.name}-{page.view.id}-{page.displayed}-better"
        return _for_a_day(picture_file(page.better(seat), name))

    @page("/matches/{match}/small.svg")
    def small(self, request: Request) -> Response:
        """The position now, as a picture for a list of matches, without hints; its address changes with the match.

        That of a match that is over has the header `Game-Over`.
        """
        page = self._current(request)
        scene = without_touches(page.board_view.whole)
        response = _for_a_day(picture_file(scene, f"{page.match.game.name}-{page.view.id}"))
        if page.match.over:
            response.headers["Game-Over"] = "yes"
        return response

    @command("/matches/{match}", base=MatchCommand)
    def act(self, request: Request, sent: Sent[MatchCommand]) -> Response | Awaitable[Response]:
        """Play a turn or carry out another command; an error is displayed on the match's page."""
        try:
            done, guest = self._site.act(request, sent)
        except (LudariumError, DatabaseBusy) as error:
            return self._refused(request, sent.fields(), error)
        if done.playing:
            return self._stepped(request, sent, done.playing)
        if done.declined and not token_of(request):
            return self._page(request, self._current(request).with_declined_offer("draw", str(done.turns)))
        if done.lapsed and not token_of(request):
            return self._page(request, self._current(request).with_message(notice=done.lapsed))
        response = self._site.redirect_to(request, done.match_id)
        if guest:
            self._site.identity.remember(request, response, guest)
        return response

    async def _stepped(self, request: Request, sent: Sent[MatchCommand], step: Future[None]) -> Response:
        """Wait until a turn has been played, and redirect to the match."""
        try:
            await asyncio.shield(asyncio.wrap_future(step))
        except (LudariumError, DatabaseBusy) as error:
            return await asyncio.to_thread(self._refused, request, sent.fields(), error)
        return self._site.redirect_to(request, request.path_params["match"])

    @command("/matches/{match}/ask", base=MatchCommand, place="/ask")
    def ask(self, request: Request, sent: Sent[MatchCommand]) -> Response:
        """Ask for a hint, a review or a rematch, and redirect to the match with its draft, or to its rematch."""
        done, _ = self._site.act(request, sent)
        if done.match_id != request.path_params["match"]:
            return self._site.redirect_to(request, done.match_id)
        begun = {name: request.query_params[name] for name in ("turn", "draft") if name in request.query_params}
        return self._site.redirect_to(request, done.match_id, **begun)

    @command("/matches/{match}/order", base=MatchCommand, place="/order")
    def order(self, request: Request, sent: Sent[MatchCommand]) -> Response:
        """Set the order of a seat in a live match, which it follows from the next tick on."""
        self._site.act(request, sent)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    def _refused(self, request: Request, values: Fields, error: LudariumError | DatabaseBusy) -> Response:
        """Return the match's page with the text that was typed and the reason for the refusal."""
        note(request, error)
        if isinstance(error, DatabaseBusy):
            reason, status = busy_text(error), HTTPStatus.SERVICE_UNAVAILABLE
            return retry_later(self._explained(request, values, reason, status, in_field=True), error)
        answer = HTTPStatus.CONFLICT if isinstance(error, _TOO_LATE) else error.status
        return self._explained(request, values, sentence(error), answer, in_field=isinstance(error, _ABOUT_THE_TEXT))

    def _explained(self, request: Request, values: Fields, reason: str, status: int, *, in_field: bool) -> Response:
        """Return the match's page with the text that was typed, and the reason beside it or above the board."""
        page = self._current(request)
        typed = values.get("text", "") if values.get("do") == "turn" else ""
        if page.draft and values.get("do") == "turn" and in_field:
            return self._page(request, page.with_message(typed=typed, problem=reason), status)
        return self._page(request, page.with_message(typed=typed, notice=reason), status)

    @page("/matches/{match}/at/{number}/new")
    def branch(self, request: Request) -> Response:
        """The form for a match that continues from a position of this one."""
        page = self._page_at(request)
        return self._form(request, page, Form(page.match.game, request.query_params))

    @form("/matches/{match}/at/{number}/new", body=Fork)
    def fork(self, request: Request, values: Fields) -> Response:
        """Create a match from a position of this one, or display the form with its errors."""
        page, form = self._page_at(request), Form(self._view(request).match.game, values)
        form.seats()
        check_name(self._site, request, form)
        if form.errors:
            return self._form(request, page, form, HTTPStatus.BAD_REQUEST)
        fork = partial(self._site.service.fork, page.view.id, page.displayed)
        return begin(
            self._site,
            request,
            form,
            lambda seats, host, origin, commitment: fork(seats, host=host, origin=origin, commitment=commitment),
        )

    def _form(self, request: Request, page: MatchPage, form: Form, status: int = HTTPStatus.OK) -> Response:
        if not page.state.actors:
            raise GameOver(f"the game is over in this position and cannot be continued: {page.state.ending}")
        return form_page(self._site, request, form, status, branch=page)

    @page("/matches/{match}/record", answers=str, media="text/plain", queries={"talk": YES_NO})
    def record(self, request: Request) -> Response:
        """The record, as a file; with `talk=yes` it has what the person hears in the match."""
        view, service = self._view(request), self._site.service
        name, record = f"{view.match.game.name}-{view.id}.txt", service.queries.record(view.id)
        if request.query_params.get("talk") == "yes":
            record = replace(
                record, tags={**record.tags, **service.talk.tags(self._site.identity.person(request), view)}
            )
        return PlainTextResponse(
            f"{record}\n",
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"},
        )

    def _view(self, request: Request) -> MatchView:
        return self._site.service.view(self._site.identity.person(request), request.path_params["match"])

    def _access(self, request: Request, view: MatchView) -> SeatAccess:
        return SeatAccess.of(view, self._site.identity.person_id(request))

    def _page_at(self, request: Request) -> MatchPage:
        view = self._view(request)
        page = MatchPage.after_turn(view, self._access(request, view), request.path_params["number"])
        return self._completed(page)

    def _current(self, request: Request) -> MatchPage:
        return self._show(request, self._view(request))

    def _show(self, request: Request, view: MatchView) -> MatchPage:
        access, query = self._access(request, view), request.query_params
        turn, draft, listed = (query.get(name, "") for name in ("turn", "draft", "list"))
        return self._completed(MatchPage.current(view, access, turn=turn, draft=draft, listed=listed == "yes"))

    def _may_keep(self, request: Request, page: MatchPage) -> bool:
        """Return whether a guest whose match is over may make an account, by which they can find the match again."""
        person = self._site.identity.person(request)
        is_guest = person is not None and not person.is_account and bool(page.access.seats)
        return is_guest and page.match.over and self._site.service.accounts.rules.may_register(person)

    def _host_name(self, page: MatchPage) -> str:
        """Return the name of the host of a match that has an open seat; empty if there is none."""
        host = self._site.service.people.load(page.view.host) if page.view.host and page.view.open_seats else None
        return host.name if host else ""

    def _completed(self, page: MatchPage) -> MatchPage:
        """Return the page with the state of its clocks, and with what its tournament says of its end."""
        service, view = self._site.service, page.view
        if page.match.is_broken_off:
            page = replace(page, counts=service.tournaments.of_match(view) is not None)
        if view.live is None and view.match.clock is None:
            return page
        left, away = service.queries.time_left(view), service.queries.away(view)
        running, pauses = service.queries.is_running(view), service.queries.pauses(view)
        gone = service.presence.shown(view) if page.at is None else {}
        return replace(page, running=running, pauses=pauses, left=left, away=away, gone=gone)

    def _own(self, request: Request, page: MatchPage) -> dict[str, object]:
        """Return the way to the rematch, the talk and the notes, for the person."""
        service, person, view = self._site.service, self._site.identity.person(request), page.view
        reader = person.id if person else None
        found: dict[str, object] = {"rematch": service.rematches.way(view, reader)}
        found["called_off"] = service.rematches.who_called_off(view, reader)
        if page.display:
            return found
        found |= {"talk": service.talk.view(person, view), "notes": service.position_notes.of(person, view)}
        return {**found, "may_note": may_note(person, view)}

    def _analyses(self, request: Request, page: MatchPage) -> MatchAnalyses:
        return self._site.service.analyses.read_by(page.view, self._site.identity.person(request))

    def _page(self, request: Request, page: MatchPage, status: int = HTTPStatus.OK) -> Response:
        person = self._site.identity.person(request) if page.match.over else None
        no_rematch = self._site.service.rematches.refusal(page.view, person) if person else ""
        page = replace(page, ratings=self._site.service.ratings.of_seats(page.view), no_rematch=no_rematch)
        if wants_data(request):
            analyses = self._analyses(request, page) if page.match.over else NOTHING
            shown = replace(page, analyses=analyses)
            return self._site.page(request, "match", status, data=lambda: match_data(shown), page=shown)
        base, game = str(request.base_url).rstrip("/"), page.view.match.game
        mode, layout = display(request), chosen_layout(request, game)
        page = replace(page, display=mode, layout=layout) if mode or layout else page
        links = {
            seat: base + invitation_address(page.view.id, assignment.invitation.token)
            for seat, assignment in enumerate(page.view.seats)
            if page.access.host and assignment.invitation
        }
        own = self._own(request, page)

        def values() -> dict[str, object]:
            form, definition = Form.again(page.view), game.definition
            whole = replace(page, analyses=self._analyses(request, page))
            asked = self._site.service.notices.asked(page.view) if links else ()
            found = {"page": whole, "definition": definition, "links": links, "asked": asked}
            may_keep, host_name = self._may_keep(request, whole), self._host_name(whole)
            tournaments = self._site.service.tournaments
            tournament = tournaments.of_match(page.view)
            in_arena = page.match.over and tournament is not None and tournaments.is_arena(tournament[0])
            found |= {"tournament": tournament, "in_arena": in_arena, **own, "longest": LONGEST}
            return {**found, "base": base, "form": form, "may_keep": may_keep, "host_name": host_name}

        plain = page.view.deadline is None and not page.away and not page.gone and QUERY not in request.query_params
        if status == HTTPStatus.OK and plain:
            response = self._site.kept_page(request, "match", (page.key, base, *map(_as_key, own.values())), values)
        else:  # the page says times in the reader's zone, or answers one form or choice
            response = self._site.page(request, "match", status, data=None, **values())
        keep_layout(request, response, game)
        response.headers["HX-Replace-Url"] = (
            page.links.address
        )  # the requested address may be out of date, such as its draft
        return response


def _for_a_day(response: Response) -> Response:
    """Return a picture whose address changes with what it shows, or which never changes."""
    response.headers["Cache-Control"] = "private, max-age=86400"
    return response


def _as_key(value: object) -> Hashable:
    """Return a value of a page as a part of its key."""
    return tuple(value.items()) if isinstance(value, Mapping) else value
