"""Fair dice that anybody can check.

Throws follow from a secret, to which the site commits itself first, and nonces of the players.

The encoding of everything that is hashed is in docs/reference/provable-dice.md, with numbers to compare.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from math import lcm

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

SECRET_BYTES = 32
LONGEST_NONCE = 64
_NONCE = re.compile(rf"[0-9A-Za-z]{{1,{LONGEST_NONCE}}}", re.ASCII)
_HEX = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}", re.ASCII)
_NONE, _YES = "-", "yes"
_LARGEST_DENOMINATOR = 10**6
_DIGEST, _PARTS = 1 << 256, 1 << 64


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment to the dice of a match; only the server knows `secret` until the match is over.

    | field     | content                                                     |
    | --------- | ----------------------------------------------------------- |
    | `match`   | the id of the match                                         |
    | `digest`  | the commitment to the secret, in hexadecimal                |
    | `nonces`  | by seat: what its player has added; empty where nothing was |
    | `secret`  | 32 random bytes, or None where it is not known              |
    | `shared`  | whether several matches have these dice: then their throws are counted, not the turns before |

    >>> commitment = Commitment.make("example", bytes(32), ("", "7f"))
    >>> commitment.digest[:12], commitment.is_kept
    ('a63cf9b9b275', True)
    """

    match: str
    digest: str
    nonces: tuple[str, ...]
    secret: bytes | None = field(default=None, repr=False)
    shared: bool = False

    @classmethod
    def make(cls, match: str, secret: bytes, nonces: tuple[str, ...], *, shared: bool = False) -> Commitment:
        """Return the commitment to a secret for the match of this id, or to dice that several matches share."""
        return cls(match, _digest(match, secret), nonces, secret, shared)

    @property
    def is_kept(self) -> bool:
        """Whether the secret is known and is the one that was committed to."""
        return self.secret is not None and hmac.compare_digest(self.digest, _digest(self.match, self.secret))

    def with_nonces(self, nonces: tuple[str, ...]) -> Commitment:
        """Return the commitment with other nonces, by seat."""
        return replace(self, nonces=nonces)

    def throw(self, outcomes: Mapping[int, float], turn: int, number: int) -> int:
        """Return the chance action that is throw `number` of turn `turn`, both from 1; `outcomes` are probabilities.

        Of shared dice `turn` counts the turns of chance alone. The same numbers give the same throw, whatever was
        thrown before. Raises `ParseError` without the secret.
        """
        if self.secret is None:
            raise ParseError("these dice follow from a secret that is published when the match is over")
        message = b"".join(map(_prefixed, (self.match, *self.nonces))) + turn.to_bytes(8) + number.to_bytes(8)
        return _choose(outcomes, self.secret, message)

    def tags(self, *, opened: bool) -> dict[str, str]:
        """Return the tags of a record; `opened` publishes the secret."""
        tags = {"Match": self.match, "Commitment": self.digest}
        tags["Nonces"] = " ".join(nonce or _NONE for nonce in self.nonces)
        if self.shared:
            tags["Shared"] = _YES
        return {**tags, "Secret": self.secret.hex()} if opened and self.secret else tags

    @classmethod
    def take_from(cls, tags: dict[str, str], seats: int) -> Commitment:
        """Remove the tags of a commitment from those of a record, and return it.

        Raises `ParseError` if one is missing or damaged.
        """
        match, digest, secret, shared = (tags.pop(name, "") for name in ("Match", "Commitment", "Secret", "Shared"))
        nonces = tuple("" if nonce == _NONE else parse_nonce(nonce) for nonce in tags.pop("Nonces", "").split())
        if not match or not match.isascii() or not _HEX.fullmatch(digest) or len(nonces) != seats:
            expected = f"the tags Match, Commitment (64 hexadecimal digits) and Nonces (one for each of {seats} seats)"
            raise ParseError(f"the dice of this record are committed: expected {expected}")
        if secret and not _HEX.fullmatch(secret):
            raise ParseError(f"{shorten(secret)} is not the secret of dice: expected 64 hexadecimal digits")
        if shared not in ("", _YES):
            raise ParseError(f"the tag Shared is {shorten(shared)}: expected {_YES}, or no such tag")
        return cls(match, digest, nonces, bytes.fromhex(secret) if secret else None, bool(shared))


def parse_nonce(text: str) -> str:
    """Return a nonce as it was typed, without spaces around it; empty for none.

    Raises `ParseError`.
    """
    nonce = text.strip()
    if nonce and not _NONCE.fullmatch(nonce):
        raise ParseError(f"{shorten(text)} is not a nonce: expected up to {LONGEST_NONCE} letters and digits")
    return nonce


def bot_seed(secret: bytes, turns: int, seat: int) -> int:
    """Return the seed of the bot on a seat after this number of turns, which only the server can know.

    >>> bot_seed(bytes(32), 0, 1) != bot_seed(bytes(32), 0, 2)
    True
    """
    message = b"ludarium-bot-1" + turns.to_bytes(8) + seat.to_bytes(8)
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8]) >> 1


def _digest(match: str, secret: bytes) -> str:
    return sha256(b"ludarium-dice-1" + match.encode() + secret).hexdigest()


def _prefixed(text: str) -> bytes:
    """Return a text after its length in four bytes, so that no two lists of texts have the same bytes."""
    encoded = text.encode()
    return len(encoded).to_bytes(4) + encoded


def _choose(outcomes: Mapping[int, float], secret: bytes, message: bytes) -> int:
    """Choose an outcome by its exact probability: numbers beyond the largest multiple are rejected."""
    weights = _weights(outcomes)
    total = sum(weights.values())
    digest = hmac.digest(secret, message, "sha256")
    while (number := int.from_bytes(digest)) >= _DIGEST - _DIGEST % total:
        digest = hmac.digest(secret, digest, "sha256")
    left = number % total
    for outcome, weight in weights.items():
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("the weights add up to their total")


def _weights(outcomes: Mapping[int, float]) -> dict[int, int]:
    """Return whole numbers in the exact ratio of the probabilities, by outcome in ascending order.

    Probabilities are the simple fractions for which the floating-point numbers stand; where these do not add up to 1,
    they are the numbers themselves, in parts of 2**64.
    """
    floats = {outcome: outcomes[outcome] for outcome in sorted(outcomes)}
    exact = {outcome: Fraction(value).limit_denominator(_LARGEST_DENOMINATOR) for outcome, value in floats.items()}
    if sum(exact.values()) == 1 and all(float(exact[outcome]) == value for outcome, value in floats.items()):
        scale = lcm(*(fraction.denominator for fraction in exact.values()))
        return {outcome: int(fraction * scale) for outcome, fraction in exact.items()}
    return {outcome: int(Fraction(value) * _PARTS) for outcome, value in floats.items()}
