"""Passwords for mailed commands, as on other play-by-mail servers; nothing else accepts them.

A mail shows its password to every machine on its way, so the database keeps its Argon2 hash alone, ten wrong ones close
the mail door for their sender for an hour, and a lost one is replaced by mail. A new one that was mailed is the
password as soon as it is used; until then the old one is.
"""

import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from hmac import compare_digest

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import counted, shorten
from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import NoSuchPerson
from ludarium.site.people.names import name_key, parse_name
from ludarium.site.people.people import RequireUsable
from ludarium.site.people.rows.accounts import PasswordRow
from ludarium.site.repositories import Repositories

_SALT, _LENGTH = 16, 32


@dataclass(frozen=True)
class PasswordHasher:
    """Hashes passwords at a cost: `memory` KiB that are passed over `passes` times."""

    memory: int
    passes: int

    def hash(self, password: str) -> str:
        """Return a hash of a password, with a salt of its own.

        Raises `UnicodeEncodeError` for half of a pair of surrogates, which no browser and no mail has.
        """
        kdf = Argon2id(salt=os.urandom(_SALT), length=_LENGTH, iterations=self.passes, lanes=1, memory_cost=self.memory)
        return kdf.derive_phc_encoded(password.encode())

    @staticmethod
    def is_hash_of(hashed: str, password: str) -> bool:
        r"""Return whether a password has this hash, whose cost stands in it; False if it is no hash at all.

        >>> hashed = PasswordHasher(memory=8, passes=1).hash("correct horse")
        >>> [PasswordHasher.is_hash_of(hashed, text) for text in ("correct horse", "battery staple", "\ud800")]
        [True, False, False]
        """
        try:
            Argon2id.verify_phc_encoded(password.encode(), hashed)
        except (InvalidKey, ValueError):  # as for what cannot be encoded
            return False
        return True


WRONG_AN_HOUR = 10
WRONG_FOR_A_NAME = 100
"""Wrong passwords for a name in an hour, from addresses that are not those of its account."""
SHORTEST, LONGEST = 8, 200
_HOUR, _DAY = 3600.0, 24 * 3600.0
_KNOWN = 1000
_MOST_WORDS = 50
"""Words of a text that are compared with a password, which takes a fiftieth of a second each."""
_AROUND = ".,:;!?'\"()<>[]{}\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb"
"""Signs that may stand around a word."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_MAILED_LENGTH = 12
_HASHER = PasswordHasher(memory=19_456, passes=2)  # as OWASP recommends for a busy server


class WrongPassword(LudariumError):
    """The name and the password do not belong together."""


class DoorLocked(WrongPassword):
    """Too many wrong passwords were tried, by this sender or for this name."""


class Passwords:
    """The passwords of a database.

    `find` returns the account of a name, `addresses` its confirmed addresses, `now` the time in seconds since 1970.
    """

    def __init__(
        self,
        store: Repositories,
        find: Callable[[str], Person],
        addresses: Callable[[Person], Collection[str]],
        require_usable: RequireUsable,
        now: Callable[[], float],
    ) -> None:
        self._table, self._tries = store.passwords, store.password_tries
        self._addresses = addresses
        self._find = find
        self._require_usable = require_usable
        self._now = now
        self._no_hash = ""
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._other_words: OrderedDict[bytes, None] = OrderedDict()
        self._key = secrets.token_bytes(32)

    def set(self, person: Person, password: str) -> None:
        """Give a person a password.

        Raises `ParseError` for one that is too short or too long, or is easily guessed.
        """
        self._table.save(PasswordRow(person.id, _HASHER.hash(parse_password(password, person.name))))

    def check(self, name: str, password: str, sender: str = "") -> Person:
        """Return the account of a name, whose password this is; `sender` is the address that has mailed it.

        Raises `WrongPassword`, and `DoorLocked` after ten wrong ones of the sender within an hour, or a hundred for the
        name; those do not lock out a person who mails from an address of the account. Raises `Sanctioned` for a right
        one of a suspended account.
        """
        person = None
        with suppress(NoSuchPerson):
            person = self._find(name)
        tried = [(_sender_key(sender), WRONG_AN_HOUR, "from your address")]
        if person is None or sender not in self._addresses(person):
            tried.append((_key(name), WRONG_FOR_A_NAME, "from addresses of others"))
        now = self._now()
        for key, most, origin in tried:
            # it is counted before anybody knows whether it is right, so that many at once are no more than these
            if self._tries.count_try(key, now, now - _HOUR) > most:
                wrong = counted(most, "wrong password")
                raise DoorLocked(f"{wrong} were mailed {origin}: try again in an hour, or answer a mail")
        row = self._table.load(person.id) if person else None
        if row and person and self._is_right(row, password):
            for key, _, _ in tried:
                self._tries.take_back(key)
            self._require_usable(person)
            return person
        if row is None:
            self._spend_time(password)
        raise WrongPassword(f"{shorten(name)} has another password: expected the name of an account and its password")

    def words_in(self, person: Person, text: str) -> frozenset[str]:
        """Return the words of a text that are the person's password, so that they can be hidden.

        It is for texts that the person has written, and counts no try. Of a long text some plain words are left out.
        """
        row = self._table.load(person.id)
        hashes = [known for known in (row.hash, row.mailed_hash) if known] if row else []
        written = [word for word in text.split() if len(word) <= LONGEST + 2] if hashes else []
        words = dict.fromkeys(form for word in written for form in (word, word.strip(_AROUND)))
        likely = sorted((word for word in words if SHORTEST <= len(word) <= LONGEST), key=str.isalpha)
        return frozenset(word for word in likely[:_MOST_WORDS] if any(self._is_written(one, word) for one in hashes))

    def make_mailed(self, person: Person) -> str:
        """Return a new password to be mailed; it is the person's as soon as it is used, within a day."""
        password = "".join(secrets.choice(_LETTERS) for _ in range(_MAILED_LENGTH))
        row = self._table.load(person.id) or PasswordRow(person.id)
        self._table.save(PasswordRow(person.id, row.hash, _HASHER.hash(password), self._now() + _DAY))
        return password

    def _is_right(self, row: PasswordRow, password: str) -> bool:
        if row.hash and self._verify(row.hash, password):
            return True
        if not row.mailed_hash or row.mailed_until < self._now() or not self._verify(row.mailed_hash, password):
            return False
        self._table.save(PasswordRow(row.person, row.mailed_hash))
        return True

    def _is_written(self, hashed: str, word: str) -> bool:
        """Return whether a word that the person has written has this hash; one mail is searched several times.

        Words that are no password are remembered only here, so that the time of a try tells nothing of earlier ones.
        """
        digest = self._digest(hashed, word)
        if digest in self._other_words:
            return False
        if self._verify(hashed, word):
            return True
        _remember(self._other_words, digest)
        return False

    def _digest(self, hashed: str, password: str) -> bytes:
        return blake2b(f"{hashed}\n{password}".encode("utf-8", "surrogatepass"), key=self._key).digest()

    def _verify(self, hashed: str, password: str) -> bool:
        """Return whether a password has this hash; those that were right lately need not be hashed again."""
        known = self._digest(hashed, password)
        if known in self._known:
            return True
        if not _HASHER.is_hash_of(hashed, password):
            return False
        _remember(self._known, known)
        return True

    def _spend_time(self, password: str) -> None:
        """Take as long as a wrong password of an account takes, so that the time does not reveal who has one."""
        self._no_hash = self._no_hash or _HASHER.hash(secrets.token_hex())
        self._verify(self._no_hash, password)


def _remember(digests: OrderedDict[bytes, None], digest: bytes) -> None:
    """Add a digest to those of the last passwords or words."""
    digests[digest] = None
    while len(digests) > _KNOWN:
        digests.popitem(last=False)


def parse_password(text: str, name: str) -> str:
    """Return a password for the account of a name.

    Raises `ParseError` for one that is too short or too long, or is the name.
    """
    if not SHORTEST <= len(text) <= LONGEST or not text.isprintable():
        raise ParseError(f"this is no password: expected {SHORTEST} to {LONGEST} letters, digits or signs")
    if compare_digest(text.casefold().encode(), name.casefold().encode()):
        raise ParseError("a password must not be the name: expected another one")
    return text


def _sender_key(address: str) -> str:
    """Return the key of an address, which differs from the keys of all names."""
    return f"@{blake2b(address.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"


def _key(name: str) -> str:
    with suppress(ParseError):
        return name_key(parse_name(name))
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
