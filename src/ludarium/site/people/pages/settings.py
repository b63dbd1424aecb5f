"""The commands of a person about their settings: name, portrait, ways to sign in, browsers, notices and challenges."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import NamedTuple

from msgspec import field, to_builtins
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.act import Command, Number, number
from ludarium.site.ground.values import Person
from ludarium.site.notices.rows.notices import CHOSEN_UTC, UNCHOSEN, MailChoice, NoticeSettings
from ludarium.site.people.accounts import require_account
from ludarium.site.people.following import BlockPerson, UnblockPerson
from ludarium.site.people.pages.sign_in import SETTINGS, code_page, go_back
from ludarium.site.people.people import Visit
from ludarium.site.people.portraits import TONES
from ludarium.site.service import Service
from ludarium.site.web.drawings import keep_colours
from ludarium.site.web.http.bodies import as_fields
from ludarium.site.web.http.origin import describe_browser
from ludarium.site.web.site import Site

MAIL_CHOICES: Mapping[MailChoice, str] = {"each": "at once", "daily": "once a day", "never": "never"}


class AskedForSettings(NamedTuple):
    """A person who changes their settings in a browser; `show_link` returns the page with a link that is shown once."""

    site: Site
    request: Request
    visit: Visit
    show_link: Callable[[str], Response]

    @property
    def service(self) -> Service:
        """The service."""
        return self.site.service

    @property
    def person(self) -> Person:
        """The person."""
        return self.visit.person

    def warn(self, what: str, command: Command) -> Response:
        """Ask whether the last way to sign in is really to be removed, by a command that is then sent again."""
        return self.site.page(self.request, "last_way", what=what, values=_fields(command))

    def signed_out(self) -> Response:
        """Return the way to the page of a stranger, as whom the browser is known from now on."""
        response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        self.site.identity.forget(response)
        return response


def check_may_have_account(service: Service, person: Person) -> None:
    """Raise a `LudariumError` for a person who may make no account, and `ParseError` for one who has no name yet."""
    service.accounts.check_may_register(person)
    if not person.named:
        raise ParseError("an account needs a name: choose one above first")


def _fields(command: Command) -> dict[str, str]:
    """Return the fields of the form of a command."""
    return as_fields(to_builtins(command))


def _back(place: str = "") -> Response:
    return RedirectResponse(SETTINGS + place, HTTPStatus.SEE_OTHER)


def zone_of(text: str) -> str:
    """Return the time zone that a person has typed, to be stored: UTC is one that is chosen."""
    return {"": UNCHOSEN, UNCHOSEN: CHOSEN_UTC}.get(text.strip(), text.strip())


class SettingsCommand(Command):
    """What is asked for on the page of settings; `carry_out` returns the answer.

    The page says what was `done`; a command without such a sentence saves what has a button, which says it.
    """


class Rename(SettingsCommand, tag="name"):
    """Choose another name."""

    name: str

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Rename the person."""
        asked.service.people.rename(asked.person, self.name)
        return _back()


class ChoosePortrait(SettingsCommand, tag="portrait"):
    """Choose the shape and the colour of one's portrait."""

    shape: Number
    tone: Number

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store the portrait."""
        if self.tone >= len(TONES):
            raise ParseError(f"there is no colour {self.tone}: expected one from 0 to {len(TONES) - 1}")
        asked.service.people.set_portrait(asked.person, self.shape * len(TONES) + self.tone)
        return _back("#portrait")


class SayAbout(SettingsCommand, tag="about"):
    """Say something about oneself, which everybody reads on one's page; nothing removes it."""

    about: str

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store the text: like talk, it is for who may write to others, and its links for who has played enough."""
        require_account(asked.person, "words about oneself are for accounts: make one, or sign in first")
        if self.about.strip():
            asked.service.talk.require_public(asked.person, self.about)
        asked.service.people.set_about(asked.person, self.about)
        return _back("#name-card")


class AddAddress(SettingsCommand, tag="address"):
    """Have a mail sent whose link or code adds the address; a guest who has no name chooses one first."""

    email: str
    further = False

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Send the mail."""
        check_may_have_account(asked.service, asked.person)
        origin = asked.site.origins.of(asked.request)
        email = asked.service.sign_in.add(self.email, asked.person, further=self.further, origin=origin)
        return code_page(asked.site, asked.request, email)


class AddFurtherAddress(AddAddress, tag="further-address"):
    """Have a mail sent whose link or code adds an address beside the one that there is."""

    further = True


class RemoveAddress(SettingsCommand, tag="remove-address"):
    """Remove an address, by default the first one; the last way to sign in only if it is `certain`."""

    done = "The address is removed."
    address: str | None = None
    certain: str | None = None

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Remove it."""
        accounts, passkeys = asked.service.accounts, asked.service.passkeys
        address = (asked.person.email or "") if self.address is None else self.address
        ways = (*passkeys.of_person(asked.person), *accounts.addresses(asked.person))
        if len(ways) < 2 and self.certain is None:
            return asked.warn(f"the address {address}", self)
        accounts.remove_address(asked.person, address)
        return _back("#ways")


class AddPasskey(SettingsCommand, tag="passkey"):
    """Store the passkey that a browser has made; somebody who is `new` goes back to where they came from."""

    done = "The passkey is added."
    credential: str
    name: str = field(default="", name="passkey-name")
    new: str | None = None

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store it."""
        check_may_have_account(asked.service, asked.person)
        session, origin = asked.visit.session, asked.site.origins.of(asked.request)
        name = self.name.strip() or describe_browser(session.browser)
        asked.service.passkeys.add(asked.person, self.credential, name, session.id, origin=origin)
        if self.new is None:
            return _back("#passkeys")
        return go_back(asked.request, asked.site.identity, made=not asked.person.is_account)


class RenamePasskey(SettingsCommand, tag="rename-passkey"):
    """Give a passkey another name."""

    done = "The passkey has its new name."
    passkey: str
    name: str = field(default="", name="passkey-name")

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Rename it."""
        asked.service.passkeys.rename(asked.person, self.passkey, self.name)
        return _back("#passkeys")


class RemovePasskey(SettingsCommand, tag="remove-passkey"):
    """Remove a passkey; the last way to sign in only if it is `certain`."""

    done = "The passkey is removed."
    passkey: str
    certain: str | None = None

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Remove it."""
        passkeys = asked.service.passkeys
        others = any(key.id != self.passkey for key in passkeys.of_person(asked.person))
        if not (others or asked.person.email or self.certain is not None):
            return asked.warn("this passkey", self)
        passkeys.remove(asked.person, self.passkey)
        return _back("#passkeys")


class MakeDeviceLink(SettingsCommand, tag="device"):
    """Make a link that signs the person in on another device."""

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Make it, and show it once."""
        return asked.show_link(f"/sign-in/link/{asked.service.sign_in.make_link(asked.person)}")


class SaveNotices(SettingsCommand, tag="notices"):
    """Choose when notices come by mail, and after how many idle days a reminder does, and a time zone if it is sent."""

    mail: str
    quiet_from: str = field(default="", name="quiet-from")
    quiet_to: str = field(default="", name="quiet-to")
    zone: str | None = None
    reminder_days: str = field(default="", name="reminder-days")

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store the choice."""
        mail = next((choice for choice in MAIL_CHOICES if choice == self.mail), None)
        hours = (self.quiet_from, self.quiet_to)
        if mail is None:
            raise ParseError(f"{shorten(self.mail)} is not a choice of mail: expected one of {', '.join(MAIL_CHOICES)}")
        if all(hours) != any(hours):
            raise ParseError("quiet hours need a beginning and an end, or neither")
        sent = _fields(self)
        quiet = (number(sent, "quiet-from"), number(sent, "quiet-to")) if all(hours) else None
        known = asked.service.notices.settings(asked.person.id).zone
        zone = known if self.zone is None else zone_of(self.zone)
        settings = NoticeSettings(mail, quiet, zone, number(sent, "reminder-days"))
        asked.service.notices.save_settings(asked.person.id, settings)
        return _back("#notices")


class ChooseZone(SettingsCommand, tag="zone"):
    """Choose the time zone in which times are said; an empty one leaves it to the browser."""

    zone: str = ""

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store the choice."""
        notices = asked.service.notices
        settings = replace(notices.settings(asked.person.id), zone=zone_of(self.zone))
        notices.save_settings(asked.person.id, settings)
        return _back("#time-zone")


class ChooseColours(SettingsCommand, tag="colours"):
    """Choose whether this browser shows pages light or dark; empty for what its device says."""

    colours: str = ""

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store the choice in a cookie."""
        response = _back("#look")
        keep_colours(asked.request, response, self.colours)
        return response


class TryAddress(SettingsCommand, tag="try-address"):
    """Send mail again to the addresses that have refused it."""

    done = "Mail is sent to you again."

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Forget that they have."""
        for address in asked.service.accounts.addresses(asked.person):
            asked.service.notices.accept(address)
        return _back("#notices")


class Block(SettingsCommand, tag="block"):
    """Block the account of a name."""

    done = BlockPerson.done
    blocked: str

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Block it."""
        asked.service.blocks.add(asked.person, self.blocked)
        return _back("#blocks")


class Unblock(SettingsCommand, tag="unblock"):
    """End the block of an account, given by its id."""

    done = UnblockPerson.done
    blocked: str

    def carry_out(self, asked: AskedForSettings) -> Response:
        """End it."""
        asked.service.blocks.remove(asked.person, self.blocked)
        return _back("#blocks")


class AllowChallenges(SettingsCommand, tag="challenges"):
    """Choose who may challenge the person, and whether programs may."""

    challenges: str
    computers: str = ""

    def carry_out(self, asked: AskedForSettings) -> Response:
        """Store the choice."""
        asked.service.people.set_challenges(asked.person, self.challenges)
        asked.service.people.set_computers(asked.person, allowed=self.computers == "yes")
        return _back()


class EndSession(SettingsCommand, tag="end"):
    """Sign out of a browser, given by its session."""

    done = "That browser is signed out."
    session: str

    def carry_out(self, asked: AskedForSettings) -> Response:
        """End the session."""
        asked.service.people.end_session(asked.person, self.session)
        return asked.signed_out() if self.session == asked.visit.session.id else _back("#browsers")


class EndAllSessions(SettingsCommand, tag="end-all"):
    """Sign out of all browsers."""

    def carry_out(self, asked: AskedForSettings) -> Response:
        """End all sessions."""
        asked.service.people.end_all_sessions(asked.person)
        return asked.signed_out()
