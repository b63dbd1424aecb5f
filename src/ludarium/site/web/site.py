"""The common base of all pages: the service, the person of a browser, the templates, and the answers to programs.

Programs that ask for `application/json` get data instead of a page, at the same addresses. The forms, their refusals
and who may do what are the same; an answer with an error has it as `error`, in a sentence.
"""

from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, Protocol, runtime_checkable

import msgspec
from jinja2 import Environment
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError
from ludarium.core.text import Times
from ludarium.scenes import svg
from ludarium.scenes.scene import Scene
from ludarium.site.acting import CommandDone, NeedsPerson
from ludarium.site.begin.commitments import Commitments
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import MatchCommand
from ludarium.site.notices.rows.waiting import Waiting
from ludarium.site.people.standing import Sanctioned
from ludarium.site.service import Service
from ludarium.site.ttl_cache import TtlCache
from ludarium.site.web.drawings import chosen_colours
from ludarium.site.web.http import negotiation
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.http.delivery import PageCache
from ludarium.site.web.http.identity import SAID, Identity, has_just_made_account, is_seen
from ludarium.site.web.http.origin import Origins
from ludarium.site.web.http.refusals import Problem, busy_text, note, noted, retry_later, say_when
from ludarium.site.web.sections import section_of
from ludarium.site.web.templating import templates
from ludarium.site.words import match_address, sentence


@dataclass(frozen=True)
class Site:
    """The common base of the pages of the site."""

    service: Service
    identity: Identity
    origins: Origins
    commitments: Commitments
    source: str = ""
    """Where the code can be read."""
    templates: Environment = field(default_factory=templates)
    page_cache: PageCache = field(default_factory=PageCache)

    @cached_property
    def _for_strangers(self) -> TtlCache[Response]:
        """The answers that are ready to be sent to strangers."""
        return self.service.kept_answers()

    def ready(self, handler: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint that keeps its pages for strangers, who all get the same, and sends them with no thread.

        They are made anew after every write of this process, and after a second; a write of another process is seen
        within two, as answers of the database are kept for one.
        """

        async def endpoint(request: Request) -> Response:
            key = _asked_by_a_stranger(request)
            if key is None:
                return await run_in_threadpool(handler, request)
            kept = self._for_strangers
            if (found := kept.fresh(key)) is not None:
                return found
            return await run_in_threadpool(kept.get, key, partial(handler, request))

        endpoint.__doc__ = handler.__doc__
        vars(endpoint).update(vars(handler))  # what it answers programs
        return endpoint

    def page(
        self,
        request: Request,
        name: str,
        status: int = HTTPStatus.OK,
        *,
        data: Callable[[], object] | None = None,
        **values: object,
    ) -> Response:
        """Return a filled template, or its `data` for a program; browsers do not cache it, since it changes."""
        failed = status >= HTTPStatus.INTERNAL_SERVER_ERROR  # perhaps by the database, which is then not asked again
        person = None if failed else self.identity.person(request)
        if wants_data(request):
            return _data_answer(data() if data else {}, status, values, noted(request))
        values = {"when": self.times_of(person), **values, **self._shared(request, person)}
        response = _saying(HTMLResponse(self._fill(name, values), status), values)
        response.headers["Cache-Control"] = "no-store"
        return response

    def kept_page(
        self,
        request: Request,
        name: str,
        key: Hashable,
        values: Callable[[], Mapping[str, object]],
        data: Callable[[], object] | None = None,
    ) -> Response:
        """Fill a template with values that `key` stands for, unless it was filled with them lately.

        Browsers keep the page, too, and ask each time whether it has changed.
        """
        if wants_data(request):
            return self.page(request, name, data=data)
        shared = self._shared(request, self.identity.person(request))
        whole = (name, key, *shared.values())
        response = HTMLResponse(self.page_cache.get(whole, lambda: self._fill(name, {**shared, **values()}).encode()))
        response = _saying(response, shared)
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Accept, Authorization, Cookie, HX-Request"
        return response

    def _shared(self, request: Request, person: Person | None) -> dict[str, object]:
        """Return the values that all templates need."""
        waiting = self.waiting(request, person)
        frame = "part.html" if "hx-request" in request.headers else "base.html"
        counts: dict[str, object] = {
            "awaited": waiting.awaited,
            "unread": waiting.unread,
            "offers_here": waiting.offers,
            "news_revision": waiting.revision,
            "begins": bool(waiting.begun or waiting.tournaments),
        }
        counts["live_tournaments"] = ",".join(waiting.tournaments)
        counts["open_reports"] = self.service.desk.waiting(person)
        counts["section"], counts["here"] = section_of(request.scope["path"]), request.scope["path"]
        url = self.service.accounts.rules.url
        counts["colours"] = chosen_colours(request)
        counts["is_new_account"] = person is not None and has_just_made_account(request)
        return {"person": person, "frame": frame, "source": self.source, "site_url": url, **counts}

    def waiting(self, request: Request, person: Person | None) -> Waiting:
        """Return the turns, challenges and notices that wait for a browser's person; queried once for each request."""
        state = request.scope.setdefault("state", {})
        if "waiting" not in state:
            state["waiting"] = self.service.waiting(person.id) if person else Waiting()
        found: Waiting = state["waiting"]
        return found

    def see(self, request: Request, person: Person, path: str) -> None:
        """Record that a person sees a page to which notices may lead, unless nobody sees the answer."""
        if is_seen(request) and self.waiting(request, person).unseen:
            self.service.notices.see(person.id, path)
            del request.scope["state"]["waiting"]

    def times_of(self, person: Person | None) -> Times:
        """Return what says times in the zone of a person; that of a guest or a stranger is not known."""
        return self.service.notices.times_of(person.id) if person and person.is_account else Times()

    def _fill(self, name: str, values: Mapping[str, object]) -> str:
        return self.templates.get_template(f"{name}.html").render(values)

    def refusal(self, request: Request, status: int, text: str) -> Response:
        """Return an error page with one sentence; a suspended account reads it as a stranger does."""
        with suppress(Sanctioned):  # where nothing has asked yet who acts
            self.identity.visit(request)
        return self.page(request, "error", status, title=HTTPStatus(status).phrase, text=text)

    def refused(self, request: Request, error: Exception) -> Response:
        """Return the page for an exception."""
        assert isinstance(error, LudariumError)
        note(request, error)
        return say_when(self.refusal(request, error.status, sentence(error)), error)

    def busy(self, request: Request, error: Exception) -> Response:
        """Return the page for a change that could not be saved, or a page that could not be read, for now."""
        answer = self.refusal(request, HTTPStatus.SERVICE_UNAVAILABLE, busy_text(error))
        return retry_later(answer, error)

    def redirect_to(self, request: Request, match_id: str, **query: str) -> Response:
        """Redirect a browser to a match, in the same display mode."""
        request.scope["state"].setdefault("begun", match_id)
        return RedirectResponse(match_address(match_id, display=display(request), **query), HTTPStatus.SEE_OTHER)

    def act(self, request: Request, sent: Sent[MatchCommand]) -> tuple[CommandDone, Person | None]:
        """Carry out a command that was sent to a place below a match; return also the guest that it made.

        Raises a `LudariumError` if it cannot be done, and `DatabaseBusy`.
        """
        command = sent.command()
        ask = partial(
            self.service.act,
            match_id=request.path_params["match"],
            command=command,
            revision=getattr(command, "revision", None),
            seat=getattr(command, "seat", None) if command.asker == "seat" else None,
            origin=self.origins.of(request),
        )
        guest = None
        try:
            done = ask(self.identity.person(request))
        except NeedsPerson:
            guest = self.identity.ensure(request)
            done = ask(guest)
        request.scope["state"]["done"] = done
        return done, guest


class Newcomer:
    """The person of a browser: a stranger becomes a guest when one is needed, and the answer makes the guest known."""

    def __init__(self, site: Site, request: Request) -> None:
        self._site, self._request = site, request
        self.known = site.identity.person(request)
        self._guest: Person | None = None

    def become(self) -> Person:
        """Return the person, perhaps a new guest; raises what `Identity.ensure` does."""
        self._guest = self._site.identity.ensure(self._request)
        return self._guest

    def become_unless_many(self) -> Person:
        """Return the person as `become` does, unless too many have come from the network of a stranger."""
        if self.known is None:
            self._site.service.quotas.check_network(self._site.origins.of(self._request))
        return self.become()

    def go_to(self, address: str) -> Response:
        """Return the way to an address; the browser knows who asked, if it was necessary."""
        response = RedirectResponse(address, HTTPStatus.SEE_OTHER)
        if self._guest:
            self._site.identity.remember(self._request, response, self._guest)
        return response


def _asked_by_a_stranger(request: Request) -> Hashable:
    """Return what a page for strangers depends on; None for anybody who may be known or asks for more."""
    headers = request.headers
    if request.scope["query_string"] or "cookie" in headers or "authorization" in headers or wants_data(request):
        return None
    return request.scope["path"], "hx-request" in headers


def display(request: Request) -> str:
    """Return the display mode of an address: `projector`, or empty for the default one."""
    return "projector" if request.query_params.get("display") == "projector" else ""


PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""What a file of SVG may load: nothing, since its colours and its typeface are within."""


def picture_file(scene: Scene, name: str) -> Response:
    """Return a picture as an SVG file of this name, to save or print."""
    headers = {
        "Content-Disposition": f'inline; filename="{name}.svg"',
        "Content-Security-Policy": PICTURE_POLICY,
    }
    return Response(svg.render(scene, standalone=True), media_type="image/svg+xml", headers=headers)


@runtime_checkable
class Checked(Protocol):
    """The interface of a form that knows the errors of its fields."""

    errors: dict[str, str]


def wants_data(request: Request) -> bool:
    """Whether a request comes from a program that asks for data."""
    return negotiation.wants_data(request.headers)


def _data_answer(made: object, status: int, values: Mapping[str, object], error: Exception | None = None) -> Response:
    """Return the answer with the data of a page, of which the template has these values, perhaps those of an error."""
    data: dict[str, Any] = msgspec.to_builtins(made)  # Any: JSON
    if status >= HTTPStatus.BAD_REQUEST:
        fields = _field_errors(values)
        problems = (values.get(name) for name in ("problem", "nonce_problem", "notice", "text"))
        texts = (data.get("error"), *problems, *fields.values(), HTTPStatus(status).phrase)
        text = next(str(each) for each in texts if each)
        data |= msgspec.to_builtins(Problem.of(text, status, error)) | ({"fields": fields} if fields else {})
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(data, status, headers)


def _saying(response: HTMLResponse, values: Mapping[str, object]) -> HTMLResponse:
    """Return a page filled with values; what it says once, that an account was made, no other page says."""
    if values["is_new_account"]:
        response.delete_cookie(SAID)
    return response


def _field_errors(values: Mapping[str, object]) -> dict[str, str]:
    """Return the errors of the fields of a form, by field."""
    form, problems = values.get("form"), values.get("problems")
    if isinstance(form, Checked):
        return form.errors
    return {str(name): str(text) for name, text in problems.items()} if isinstance(problems, Mapping) else {}
