"""Passkeys: keys of a device or a password manager, which sign people in (the web's standard WebAuthn).

The browser gets options with a challenge and answers with a credential that has signed it; each challenge can be used
once, within five minutes, in the same session and for the same purpose. The database keeps public keys alone.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, cast

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError, ParseError
from ludarium.site.ground.values import Passkey, Person
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.names import name_key
from ludarium.site.people.people import NameTaken, People, printable
from ludarium.site.quotas import QuotaLimiter
from ludarium.site.repositories import Repositories

_SITE = "Ludarium"
_SECONDS = 300
_LONGEST_NAME = 60
_TO_SIGN_IN = "sign in "
_ALGORITHMS = (-8, -7, -257)
"""EdDSA, ES256 and RS256, which all devices together have; of PS256 the library knows another form than devices."""
_LONGEST_ANSWER = 20_000
"""Characters of an answer; those of devices that show where they were made have 8,000."""
_DAMAGED = (
    UnsupportedAlgorithm, NotImplementedError, ValueError, TypeError, LookupError, AttributeError, AssertionError,
    RecursionError, OverflowError,
)  # fmt: skip
"""The errors that the library raises for answers that no browser gives."""


class WrongPasskey(LudariumError):
    """The answer of a browser about a passkey is not valid."""

    status = 403
    kind = "wrong-code"


class Passkeys:
    """The passkeys of a database."""

    def __init__(
        self, store: Repositories, people: People, rules: AccountRules, quotas: QuotaLimiter, now: Callable[[], float]
    ) -> None:
        self._quotas = quotas
        self._table, self._challenges = store.passkeys, store.passkey_challenges
        self._people = people
        self._rules = rules
        self._now = now

    @cached_property
    def _server(self) -> Fido2Server:
        rules, kind = self._rules, PublicKeyCredentialType.PUBLIC_KEY
        made = Fido2Server(
            PublicKeyCredentialRpEntity(id=rules.host, name=_SITE), verify_origin=lambda origin: origin == rules.url
        )
        made.allowed_algorithms = [PublicKeyCredentialParameters(type=kind, alg=one) for one in _ALGORITHMS]
        return made

    def of_person(self, person: Person) -> tuple[Passkey, ...]:
        """Return the passkeys of a person, the oldest first."""
        return self._table.find(person=person.id)

    def options_to_add(self, person: Person, session: str = "") -> str:
        """Return the options by which a browser makes a passkey for a person in this session, as JSON."""
        kind = PublicKeyCredentialType.PUBLIC_KEY
        options, _ = self._server.register_begin(
            PublicKeyCredentialUserEntity(id=person.id.encode(), name=person.name, display_name=person.name),
            [PublicKeyCredentialDescriptor(type=kind, id=websafe_decode(key.id)) for key in self.of_person(person)],
            resident_key_requirement=ResidentKeyRequirement.REQUIRED,  # so that nobody has to type who they are
            user_verification=UserVerificationRequirement.PREFERRED,
            challenge=self._challenge(_to_add(person, session)),
        )
        return _as_json(options.public_key)

    def add(self, person: Person, answer: str, name: str, session: str = "", *, origin: str | None = None) -> Person:
        """Add the passkey that a browser has made in this session; return the person, who is an account afterwards.

        `origin` is the network of the browser, whose new accounts are counted. Raises `WrongPasskey`, `NameTaken`,
        `QuotaExceeded`.
        """
        try:
            response = RegistrationResponse.from_dict(_read(answer))
            state = self._use_challenge(response.response.client_data.challenge, _to_add(person, session))
            data = self._server.register_complete(state, response)
            made = data.credential_data
            if made is None:
                raise ValueError("it has no key")
            _check_key(made.public_key)
        except _DAMAGED as error:
            raise _wrong(error) from error
        passkey = Passkey(
            websafe_encode(made.credential_id),
            person.id,
            _name(name) or "Passkey",
            cbor.encode(made.public_key),
            data.counter,
            self._now(),
        )
        if self._table.load(passkey.id):
            raise WrongPasskey("this passkey belongs to an account already: sign in with it, or choose another")
        if not person.is_account:
            self._quotas.count("accounts", origin)
        if not self._table.register(passkey, name_key(person.name), self._now()):
            raise NameTaken(person.name)
        return self._people.load(person.id) or person

    def options_to_sign_in(self, browser: str = "") -> str:
        """Return the options by which a browser signs a person in with one of its passkeys, as JSON.

        `browser` is a secret of this browser, without which nobody can use the answer.
        """
        options, _ = self._server.authenticate_begin(
            user_verification=UserVerificationRequirement.PREFERRED, challenge=self._challenge(_TO_SIGN_IN + browser)
        )
        return _as_json(options.public_key)

    def sign_in(self, answer: str, browser: str = "") -> Person:
        """Return the person whose passkey has signed a challenge to this browser.

        Raises `WrongPasskey`.
        """
        try:
            response = AuthenticationResponse.from_dict(_read(answer))
            state = self._use_challenge(response.response.client_data.challenge, _TO_SIGN_IN + browser)
            passkey = self._table.load(websafe_encode(response.raw_id))
            if passkey is None:
                raise WrongPasskey("this passkey is not known here, or was removed: sign in in another way")
            key = CoseKey.parse(cast("Mapping[int, Any]", cbor.decode(passkey.public_key)))
            known = AttestedCredentialData.create(Aaguid.NONE, response.raw_id, key)
            self._server.authenticate_complete(state, [known], response)
            count = response.response.authenticator_data.counter
            if count <= passkey.sign_count and (count or passkey.sign_count):
                raise ValueError("its count of signatures is that of a copy")
        except _DAMAGED as error:
            raise _wrong(error) from error
        person = self._people.load(passkey.person)
        if person is None or person.closed_at is not None:
            raise WrongPasskey("this account was closed")
        self._table.set(passkey.id, sign_count=count, used_at=self._now())
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
        self._table.remove(passkey_id, person=person.id)

    def _challenge(self, purpose: str) -> bytes:
        challenge, now = secrets.token_bytes(32), self._now()
        self._challenges.insert_until(now, challenge_hash=_hash(purpose, challenge), expires_at=now + _SECONDS)
        return challenge

    def _use_challenge(self, challenge: bytes, purpose: str) -> dict[str, str | None]:
        """Return what the library expects of an answer to a challenge, once, and for this purpose alone."""
        if not self._challenges.use(_hash(purpose, challenge), self._now()):
            raise WrongPasskey("the passkey came too late, or for the second time: try again")
        return {"challenge": websafe_encode(challenge), "user_verification": None}


def _as_json(options: object) -> str:
    return json.dumps(options, default=dict)


def _read(answer: str) -> Any:
    """Return the answer of a browser.

    Raises `ValueError` for one that is longer than any, since to read it takes longer than its length.
    """
    if len(answer) > _LONGEST_ANSWER:
        raise ValueError(f"its answer has more than {_LONGEST_ANSWER} characters")
    return json.loads(answer)


def _check_key(key: CoseKey) -> None:
    """Raise an error unless a key can be used: the library reads its numbers when it first verifies a signature."""
    if key.get(3) not in _ALGORITHMS:
        raise ValueError("its key is of another kind than any that was asked for")
    try:
        key.verify(b"", b"")
    except InvalidSignature:
        return


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
