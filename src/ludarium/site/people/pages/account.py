"""The settings of a person: name, portrait, ways to sign in, browsers and vacation."""

from http import HTTPStatus
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.site.act import Fields, act, commands_of, read_form
from ludarium.site.export import export
from ludarium.site.ground.values import Person
from ludarium.site.notices.pushing import Signer
from ludarium.site.notices.rows.notices import CHOSEN_UTC, UNCHOSEN
from ludarium.site.people.pages.settings import MAIL_CHOICES, AskedForSettings, SettingsCommand, check_may_have_account
from ludarium.site.people.pages.sign_in import SETTINGS
from ludarium.site.people.people import LONGEST_ABOUT, Visit
from ludarium.site.people.portraits import SHAPES, TONES, number_of
from ludarium.site.people.vacation import AskedOfVacation, VacationCommand
from ludarium.site.web.http.bodies import Body
from ludarium.site.web.http.identity import SAID, NoSession
from ludarium.site.web.page import Pages, form, page
from ludarium.site.words import sentence


class VacationData(Struct, frozen=True):
    """The seconds of vacation that are left, and those that are announced: when each begins and ends, since 1970."""

    left: float
    planned: list[tuple[float, float]]


class AccountPages(Pages):
    """The settings page, and its commands."""

    @page(SETTINGS)
    def show(self, request: Request) -> Response:
        """The settings of the person."""
        saved = request.cookies.get(SAID, "")
        answer = self._page(request, self._visit(request), saved=saved)
        if saved:
            answer.delete_cookie(SAID)
        return answer

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        do = values.get("do", "")
        if do not in commands_of(SettingsCommand):
            raise error
        visit, problems = self._visit(request), {do: sentence(error)}
        return self._page(request, visit, error.status, problems=problems, typed=values)

    @form(SETTINGS, again=_again)
    def act(self, request: Request, values: Fields) -> Response:
        """Carry out a command; the error of a field is displayed beside it."""
        visit = self._visit(request)

        def show_link(path: str) -> Response:
            return self._page(request, visit, link=str(request.base_url).rstrip("/") + path)

        command = read_form(commands_of(SettingsCommand), values)
        answer: Response = act(command, AskedForSettings(self._site, request, visit, show_link))
        if answer.headers.get("location", "").startswith(SETTINGS) and "set-cookie" not in answer.headers:
            self._site.identity.set_short_cookie(answer, SAID, type(command).word)
        return answer

    @page("/me/export")
    def export(self, request: Request) -> Response:
        """The person's data, as a zip file that is made while it is sent."""
        parts = export(self._site.service, self._visit(request).person)
        headers = {"Content-Disposition": 'attachment; filename="ludarium.zip"', "Cache-Control": "no-store"}
        return StreamingResponse(parts, media_type="application/zip", headers=headers)

    @page(f"{SETTINGS}/close")
    def ask_to_close(self, request: Request) -> Response:
        """The page that explains what closing an account does, and asks about the name."""
        running = self._site.service.closing.count_running(self._visit(request).person)
        return self._site.page(request, "close", running=running)

    @form(f"{SETTINGS}/close")
    def close(self, request: Request, values: Fields) -> Response:
        """Close the account, and forget the browser."""
        person, name = self._visit(request).person, values.get("name", "")
        if name not in ("former", "keep"):
            raise ParseError(f"{shorten(name)} is not a choice about the name: expected one of former, keep")
        self._site.service.closing.close(person, person.id, keep_name=name == "keep")
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        self._site.identity.forget(response)
        return response

    @form(f"{SETTINGS}/passkey/options")
    def passkey_options(self, request: Request, values: Fields) -> Response:
        """The options by which a browser makes a passkey, as JSON."""
        visit = self._visit(request)
        check_may_have_account(self._site.service, visit.person)
        options = self._site.service.passkeys.options_to_add(visit.person, visit.session.id)
        return Response(options, media_type="application/json")

    def _visit(self, request: Request) -> Visit:
        visit = self._site.identity.visit(request)
        if visit is None:
            self._site.identity.check_usable(request)
            raise NoSession("this browser is not known yet: sign in, or begin or join a match first")
        return visit

    def _refusals(self, person: Person) -> dict[str, str]:
        """Return the addresses of a person that refuse mail, with what their servers said."""
        said = {
            each: self._site.service.notices.refusal(each) for each in self._site.service.accounts.addresses(person)
        }
        return {address: text for address, text in said.items() if text is not None}

    def _page(
        self,
        request: Request,
        visit: Visit,
        status: int = HTTPStatus.OK,
        *,
        problems: dict[str, str] | None = None,
        typed: Fields | None = None,
        link: str = "",
        saved: str = "",
    ) -> Response:
        return self._site.page(
            request,
            "account",
            status,
            rules=self._site.service.accounts.rules,
            whom=self._site.service.accounts.whom_to_ask(),
            addresses=self._site.service.accounts.addresses(visit.person),
            passkeys=self._site.service.passkeys.of_person(visit.person),
            settings=self._site.service.notices.settings(visit.person.id),
            mail_choices=MAIL_CHOICES,
            unchosen=UNCHOSEN,
            chosen_utc=CHOSEN_UTC,
            refusals=self._refusals(visit.person),
            push_key=Signer(self._site.service.notices.push, self._site.service.accounts.rules.url).public_key,
            pushed=self._site.service.notices.push.has(visit),
            blocked=self._site.service.blocks.of_person(visit.person),
            sessions=self._site.service.people.sessions(visit.person),
            current=visit.session.id,
            problems=problems or {},
            typed=typed or {},
            link=link,
            saved=saved,
            done=done.done if (done := commands_of(SettingsCommand).get(saved)) else "",
            shapes=[*SHAPES],
            longest_about=LONGEST_ABOUT,
            may_talk=self._site.service.moderation.may_talk(visit.person),
            tones=TONES,
            portrait=number_of(visit.person.id, visit.person.portrait),
        )


def _back(place: str = "") -> Response:
    return RedirectResponse(SETTINGS + place, HTTPStatus.SEE_OTHER)


class Announce(Body, tag_field="do", tag="announce", forbid_unknown_fields=True):
    """Announce a vacation of whole days, such as `2027-07-01`."""

    begins: str
    ends: str


class Cancel(Body, tag_field="do", tag="cancel", forbid_unknown_fields=True):
    """Cancel the vacation that begins at this second since 1970."""

    begins_at: Annotated[int, Meta(ge=0)]


class VacationPages(Pages):
    """The page on which a person sees, announces and cancels vacations."""

    @page("/me/vacation", answers=VacationData)
    def show(self, request: Request) -> Response:
        """The days that are left, announced vacations, and a form to announce more."""
        return self._page(request, self._site.identity.require(request), {})

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        return self._page(request, self._site.identity.require(request), values, error)

    @form("/me/vacation", body=Announce | Cancel, again=_again)
    def change(self, request: Request, values: Fields) -> Response:
        """Announce a vacation of whole days, or cancel one; an error is displayed beside the form."""
        person, service = self._site.identity.require(request), self._site.service
        zone = service.notices.times_of(person.id).zone
        act(read_form(commands_of(VacationCommand), values), AskedOfVacation(service.vacation, person.id, zone))
        return RedirectResponse("/me/vacation", HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, person: Person, typed: Fields, error: LudariumError | None = None) -> Response:
        vacation = self._site.service.vacation
        left, planned = vacation.left(person.id), vacation.planned(person.id)
        return self._site.page(
            request,
            "vacation",
            error.status if error else HTTPStatus.OK,
            data=lambda: VacationData(left, [*planned]),
            left=left,
            planned=planned,
            zone=self._site.service.notices.settings(person.id).zone,
            typed=typed,
            problem=sentence(error) if error else "",
        )
