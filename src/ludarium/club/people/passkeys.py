"""Passkeys: keys of a device or a password manager, which sign people in (the web's standard WebAuthn).

The browser gets options with a challenge and answers with a credential that has signed it; each challenge can be used
once, within five minutes, in the same session and for the same purpose. The database keeps public keys alone.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    bytes_to_base64url,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.base64url_to_bytes import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ludarium.club.people.accounts import AccountRules
from ludarium.club.people.names import name_key
from ludarium.club.people.passkey_data import check_attestation, check_device_data
from ludarium.club.people.people import NameTaken, People, Person, printable
from ludarium.club.quotas import QuotaLimiter
from ludarium.core.errors import LudariumError, ParseError
from ludarium.store.people.passkeys import PasskeysTable
from ludarium.store.rows import Passkey

__all__ = ["Passkey", "Passkeys", "WrongPasskey"]

_SITE = "Ludarium"
_SECONDS = 300
_LONGEST_NAME = 60
_TO_SIGN_IN = "sign in "
_DAMAGED = (WebAuthnException, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""The errors that the library raises for answers that no browser gives."""


class WrongPasskey(LudariumError):
    """The answer of a browser about a passkey is not valid."""


class Passkeys:
    """The passkeys of a database."""

    def __init__(
        self, table: PasskeysTable, people: People, rules: AccountRules, quotas: QuotaLimiter, now: Callable[[], float]
    ) -> None:
        self._quotas = quotas
        self._table = table
        self._people = people
        self._rules = rules
        self._now = now

    def of_person(self, person: Person) -> tuple[Passkey, ...]:
        """Return the passkeys of a person, the oldest first."""
        return self._table.of_person(person.id)

    def options_to_add(self, person: Person, session: str = "") -> str:
        """Return the options by which a browser makes a passkey for a person in this session, as JSON."""
        known = [PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in self.of_person(person)]
        options = generate_registration_options(
            rp_id=self._rules.host,
            rp_name=_SITE,
            user_id=person.id.encode(),
            user_name=person.name,
            user_display_name=person.name,
            challenge=self._challenge(_to_add(person, session)),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,  # so that nobody has to type who they are
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=known,
        )
        return options_to_json(options)

    def add(self, person: Person, answer: str, name: str, session: str = "", *, origin: str | None = None) -> Person:
        """Add the passkey that a browser has made in this session; return the person, who is an account afterwards.

        `origin` is the network of the browser, whose new accounts are counted. Raises `WrongPasskey`, `NameTaken`,
        `QuotaExceeded`.
        """
        try:
            credential = parse_registration_credential_json(answer)
            check_attestation(credential.response.attestation_object)
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=self._use_challenge(credential.response.client_data_json, _to_add(person, session)),
                expected_rp_id=self._rules.host,
                expected_origin=self._rules.url,
            )
        except _DAMAGED as error:
            raise _wrong(error) from error
        passkey = Passkey(
            bytes_to_base64url(verified.credential_id),
            person.id,
            _name(name) or "Passkey",
            verified.credential_public_key,
            verified.sign_count,
            self._now(),
        )
        if self._table.load(passkey.id):
            raise WrongPasskey("this passkey belongs to an account already: sign in with it, or choose another")
        if not person.is_account:
            self._quotas.count("accounts", origin)
        if not self._table.insert(passkey, name_key(person.name), self._now()):
            raise NameTaken(person.name)
        return self._people.load(person.id) or person

    def options_to_sign_in(self, browser: str = "") -> str:
        """Return the options by which a browser signs a person in with one of its passkeys, as JSON.

        `browser` is a secret of this browser, without which nobody can use the answer.
        """
        challenge = self._challenge(_TO_SIGN_IN + browser)
        return options_to_json(generate_authentication_options(rp_id=self._rules.host, challenge=challenge))

    def sign_in(self, answer: str, browser: str = "") -> Person:
        """Return the person whose passkey has signed a challenge to this browser.

        Raises `WrongPasskey`.
        """
        try:
            credential = parse_authentication_credential_json(answer)
            check_device_data(credential.response.authenticator_data)
            challenge = self._use_challenge(credential.response.client_data_json, _TO_SIGN_IN + browser)
            passkey = self._table.load(bytes_to_base64url(credential.raw_id))
            if passkey is None:
                raise WrongPasskey("this passkey is not known here, or was removed: sign in in another way")
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._rules.host,
                expected_origin=self._rules.url,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
            )
        except _DAMAGED as error:
            raise _wrong(error) from error
        person = self._people.load(passkey.person)
        if person is None or person.closed_at is not None:
            raise WrongPasskey("this account was closed")
        self._table.touch(passkey.id, verified.new_sign_count, self._now())
        return person

    def rename(self, person: Person, passkey_id: str, name: str) -> None:
        """Give a passkey of a person another name, which only they see.

        Raises `ParseError` for an empty name, `WrongPasskey` if they have no such passkey.
        """
        if not _name(name):
            raise ParseError("a passkey needs a name: expected a few words, such as the name of the device")
        if not self._table.rename(person.id, passkey_id, _name(name)):
            raise WrongPasskey("this passkey was removed")

    def remove(self, person: Person, passkey_id: str) -> None:
        """Remove a passkey of a person."""
        self._table.remove(person.id, passkey_id)

    def _challenge(self, purpose: str) -> bytes:
        challenge, now = secrets.token_bytes(32), self._now()
        self._table.add_challenge(_hash(purpose, challenge), now + _SECONDS, now)
        return challenge

    def _use_challenge(self, client_data: bytes, purpose: str) -> bytes:
        """Return the challenge that a browser says it has answered, once, and for this purpose alone."""
        challenge = parse_client_data_json(client_data).challenge
        if not self._table.use_challenge(_hash(purpose, challenge), self._now()):
            raise WrongPasskey("the passkey came too late, or for the second time: try again")
        return challenge


def _to_add(person: Person, session: str) -> str:
    return f"add {person.id} {session}"


def _hash(purpose: str, challenge: bytes) -> str:
    """Return the hash of a challenge with what it is for and for whom."""
    return sha256(purpose.encode("utf-8", "surrogatepass") + b" " + challenge).hexdigest()


def _name(text: str) -> str:
    """Return the name of a passkey as it is stored."""
    return printable(text.strip())[:_LONGEST_NAME]


def _wrong(error: Exception) -> WrongPasskey:
    return WrongPasskey(f"the passkey cannot be used ({error}): try again, or sign in in another way")
