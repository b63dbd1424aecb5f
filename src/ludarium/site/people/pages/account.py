"""The settings of a person: name, portrait, ways to sign in, browsers and vacation."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from zoneinfo import available_timezones

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.site.act import Fields, number
from ludarium.site.export import export
from ludarium.site.ground.values import Person
from ludarium.site.notices.pushing import Signer
from ludarium.site.notices.rows.notices import MailChoice, NoticeSettings
from ludarium.site.people.pages.sign_in import SETTINGS, code_page, go_back
from ludarium.site.people.people import Visit
from ludarium.site.people.portraits import SHAPES, TONES, number_of
from ludarium.site.web.data import Values, data_of
from ludarium.site.web.http.commands import VACATION
from ludarium.site.web.http.identity import NoSession
from ludarium.site.web.http.origin import describe_browser
from ludarium.site.web.http.refusals import note, say_when
from ludarium.site.web.site import Site, posted
from ludarium.site.words import sentence

MAIL_CHOICES: Mapping[MailChoice, str] = {"each": "at once", "daily": "once a day", "never": "never"}
Command = Callable[[Request, Fields, Visit], Response]


class VacationData(Struct, frozen=True):
    """The seconds of vacation that are left, and those that are announced: when each begins and ends, since 1970."""

    left: float
    planned: list[tuple[float, float]]


class AccountPages:
    """The settings page, and its commands."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._commands: dict[str, Command] = {
            "name": self._rename,
            "portrait": self._choose_portrait,
            "address": self._add_address,
            "further-address": self._add_address,
            "remove-address": self._remove_address,
            "passkey": self._add_passkey,
            "rename-passkey": self._rename_passkey,
            "remove-passkey": self._remove_passkey,
            "device": self._make_device_link,
            "notices": self._save_notices,
            "try-address": self._try_address,
            "block": self._block,
            "unblock": self._unblock,
            "challenges": self._allow_challenges,
            "end": self._end_session,
            "end-all": self._end_all_sessions,
        }

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route(SETTINGS, self.show),
            Route(SETTINGS, posted(self.act), methods=["POST"]),
            Route(f"{SETTINGS}/close", self.ask_to_close),
            Route(f"{SETTINGS}/close", posted(self.close), methods=["POST"]),
            Route("/me/export", self.export),
            Route(f"{SETTINGS}/passkey/options", posted(self.passkey_options), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The settings of the person."""
        return self._page(request, self._visit(request))

    def act(self, request: Request, values: Fields) -> Response:
        """Carry out a command; the error of a field is displayed beside it."""
        do, visit = values.get("do", ""), self._visit(request)
        if do not in self._commands:
            raise ParseError(f"{shorten(do)} is not a command: expected one of {', '.join(self._commands)}")
        try:
            return self._commands[do](request, values, visit)
        except LudariumError as error:
            note(request, error)
            page = self._page(request, visit, error.status, problems={do: sentence(error)}, typed=values)
            return say_when(page, error)

    def export(self, request: Request) -> Response:
        """The person's data, as a zip file that is made while it is sent."""
        parts = export(self._site.service, self._visit(request).person)
        headers = {"Content-Disposition": 'attachment; filename="ludarium.zip"', "Cache-Control": "no-store"}
        return StreamingResponse(parts, media_type="application/zip", headers=headers)

    def ask_to_close(self, request: Request) -> Response:
        """The page that explains what closing an account does, and asks about the name."""
        running = self._site.service.closing.count_running(self._visit(request).person)
        return self._site.page(request, "close", running=running)

    def close(self, request: Request, values: Fields) -> Response:
        """Close the account, and forget the browser."""
        person, name = self._visit(request).person, values.get("name", "")
        if name not in ("former", "keep"):
            raise ParseError(f"{shorten(name)} is not a choice about the name: expected one of former, keep")
        self._site.service.closing.close(person, person.id, keep_name=name == "keep")
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        self._site.identity.forget(response)
        return response

    def passkey_options(self, request: Request, values: Fields) -> Response:
        """The options by which a browser makes a passkey, as JSON."""
        visit = self._visit(request)
        self._check_may_have_account(visit.person)
        options = self._site.service.passkeys.options_to_add(visit.person, visit.session.id)
        return Response(options, media_type="application/json")

    def _check_may_have_account(self, person: Person) -> None:
        self._site.service.accounts.check_may_register(person)
        if not person.named:
            raise ParseError("an account needs a name: choose one above first")

    def _rename(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.people.rename(visit.person, values.get("name", ""))
        return _back()

    def _choose_portrait(self, request: Request, values: Fields, visit: Visit) -> Response:
        shape, tone = number(values, "shape"), number(values, "tone")
        if tone >= len(TONES):
            raise ParseError(f"there is no colour {tone}: expected one from 0 to {len(TONES) - 1}")
        self._site.service.people.set_portrait(visit.person, shape * len(TONES) + tone)
        return _back("#portrait")

    def _add_address(self, request: Request, values: Fields, visit: Visit) -> Response:
        """Have a mail sent whose link or code adds the address; a guest who has no name chooses one first."""
        self._check_may_have_account(visit.person)
        further = values.get("do") == "further-address"
        email = self._site.service.sign_in.add(
            values.get("email", ""), visit.person, further=further, origin=self._site.origins.of(request)
        )
        return code_page(self._site, request, email)

    def _remove_address(self, request: Request, values: Fields, visit: Visit) -> Response:
        accounts, address = self._site.service.accounts, values.get("address", visit.person.email or "")
        ways = (*self._site.service.passkeys.of_person(visit.person), *accounts.addresses(visit.person))
        if len(ways) < 2 and "certain" not in values:
            return self._warn(request, visit, values, f"the address {address}")
        accounts.remove_address(visit.person, address)
        return _back()

    def _add_passkey(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._check_may_have_account(visit.person)
        name = values.get("passkey-name", "").strip() or describe_browser(visit.session.browser)
        origin = self._site.origins.of(request)
        self._site.service.passkeys.add(
            visit.person, values.get("credential", ""), name, visit.session.id, origin=origin
        )
        return go_back(request) if "new" in values else _back()

    def _rename_passkey(self, request: Request, values: Fields, visit: Visit) -> Response:
        passkeys = self._site.service.passkeys
        passkeys.rename(visit.person, values.get("passkey", ""), values.get("passkey-name", ""))
        return _back()

    def _remove_passkey(self, request: Request, values: Fields, visit: Visit) -> Response:
        passkeys = self._site.service.passkeys
        (*others,) = (key for key in passkeys.of_person(visit.person) if key.id != values.get("passkey"))
        if not (others or visit.person.email or "certain" in values):
            return self._warn(request, visit, values, "this passkey")
        passkeys.remove(visit.person, values.get("passkey", ""))
        return _back()

    def _warn(self, request: Request, visit: Visit, values: Fields, what: str) -> Response:
        """Ask whether the last way to sign in is really to be removed."""
        return self._site.page(request, "last_way", what=what, values=values)

    def _save_notices(self, request: Request, values: Fields, visit: Visit) -> Response:
        """Store the notification settings of the person."""
        mail = next((choice for choice in MAIL_CHOICES if choice == values.get("mail")), None)
        hours = [values.get(name, "") for name in ("quiet-from", "quiet-to")]
        if mail is None:
            raise ParseError(
                f"{shorten(values.get('mail', ''))} is not a choice of mail: expected one of {', '.join(MAIL_CHOICES)}"
            )
        if all(hours) != any(hours):
            raise ParseError("quiet hours need a beginning and an end, or neither")
        quiet = (number(values, "quiet-from"), number(values, "quiet-to")) if all(hours) else None
        settings = NoticeSettings(mail, quiet, values.get("zone", "").strip() or "UTC", number(values, "reminder-days"))
        self._site.service.notices.save_settings(visit.person.id, settings)
        return _back("#notices")

    def _try_address(self, request: Request, values: Fields, visit: Visit) -> Response:
        """Send mail again to the addresses that have refused it."""
        for address in self._site.service.accounts.addresses(visit.person):
            self._site.service.notices.accept(address)
        return _back("#notices")

    def _block(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.blocks.add(visit.person, values.get("blocked", ""))
        return _back()

    def _unblock(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.blocks.remove(visit.person, values.get("blocked", ""))
        return _back()

    def _allow_challenges(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.people.set_challenges(visit.person, values.get("challenges", ""))
        self._site.service.people.set_computers(visit.person, allowed=values.get("computers") == "yes")
        return _back()

    def _make_device_link(self, request: Request, values: Fields, visit: Visit) -> Response:
        path = f"/sign-in/link/{self._site.service.sign_in.make_link(visit.person)}"
        return self._page(request, visit, link=str(request.base_url).rstrip("/") + path)

    def _end_session(self, request: Request, values: Fields, visit: Visit) -> Response:
        session = values.get("session", "")
        self._site.service.people.end_session(visit.person, session)
        return self._signed_out() if session == visit.session.id else _back()

    def _end_all_sessions(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.people.end_all_sessions(visit.person)
        return self._signed_out()

    def _signed_out(self) -> Response:
        response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        self._site.identity.forget(response)
        return response

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
            zones=sorted(available_timezones()),
            refusals=self._refusals(visit.person),
            push_key=Signer(self._site.service.notices.push, self._site.service.accounts.rules.url).public_key,
            pushed=self._site.service.notices.push.has(visit),
            blocked=self._site.service.blocks.of_person(visit.person),
            sessions=self._site.service.people.sessions(visit.person),
            current=visit.session.id,
            problems=problems or {},
            typed=typed or {},
            link=link,
            shapes=[*SHAPES],
            tones=TONES,
            portrait=number_of(visit.person.id, visit.person.portrait),
        )


def _back(place: str = "") -> Response:
    return RedirectResponse(SETTINGS + place, HTTPStatus.SEE_OTHER)


class VacationPages:
    """The page on which a person sees, announces and cancels vacations."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of this page."""
        return [
            Route("/me/vacation", self.show),
            Route("/me/vacation", posted(self.change, VACATION), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The days that are left, announced vacations, and a form to announce more."""
        return self._page(request, self._site.identity.require(request), {})

    def change(self, request: Request, values: Fields) -> Response:
        """Announce a vacation of whole days, or cancel one; an error is displayed beside the form."""
        person, do, vacation = self._site.identity.require(request), values.get("do", ""), self._site.service.vacation
        try:
            if do == "announce":
                zone = self._site.service.notices.times_of(person.id).zone
                vacation.announce_days(person.id, values.get("begins", ""), values.get("ends", ""), zone)
            elif do == "cancel":
                planned = {str(int(begins_at)): begins_at for begins_at, _ in vacation.planned(person.id)}
                vacation.cancel(person.id, planned.get(values.get("begins_at", ""), 0.0))
            else:
                raise ParseError(f"{shorten(do)} is not a command: expected one of announce, cancel")
        except ParseError as error:
            return self._page(request, person, values, sentence(error))
        return RedirectResponse("/me/vacation", HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, person: Person, typed: Fields, problem: str = "") -> Response:
        vacation = self._site.service.vacation
        return self._site.page(
            request,
            "vacation",
            HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK,
            left=vacation.left(person.id),
            planned=vacation.planned(person.id),
            zone=self._site.service.notices.settings(person.id).zone,
            typed=typed,
            problem=problem,
        )


@data_of("vacation")
def _vacation(values: Values) -> VacationData:
    left, planned = values["left"], values["planned"]
    assert isinstance(left, float | int)
    assert isinstance(planned, tuple)
    return VacationData(left, [(begins, ends) for begins, ends in planned])
