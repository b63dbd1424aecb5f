"""The site's webhook: it announces offers that wait at an address of an administrator, such as that of a chat room.

A message is put into the outbox in the transaction that makes the offer, and sent as mails are: tried again while the
other side is away, once in all. It is made when it is sent, so an offer that was accepted meanwhile is not announced.
The body is signed with HMAC-SHA256; the address must be HTTPS on the public internet unless a setting allows others.
"""

import hmac
import json
import re
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.offers.beginning import NoSuchOffer
from ludarium.site.offers.words import either, games_of, paces_of
from ludarium.site.outbox.outbox import Compose, Mail, MailRefused
from ludarium.site.outward import Connect, connect_anywhere, connect_safely, post

if TYPE_CHECKING:
    from ludarium.site.service import Service  # the settings know a webhook, and need no service

EVENT = "X-Ludarium-Event"
"""The header that says what a message is about."""
STAMP, SIGNATURE = "X-Ludarium-Timestamp", "X-Ludarium-Signature"
_SHORTEST_SECRET = 16
_LATER = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)


class Webhook(NamedTuple):
    """The address where offers are announced, the key that signs, and whether the network may be private."""

    url: str
    secret: str
    private: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Webhook | None":
        """Return the webhook of an environment, or None.

        Raises `ParseError`.
        """
        url = environment.get("LUDARIUM_WEBHOOK", "").strip()
        private = environment.get("LUDARIUM_WEBHOOK_PRIVATE", "").strip() or "off"
        if not url:
            return None
        if private not in ("on", "off"):
            raise ParseError(f"LUDARIUM_WEBHOOK_PRIVATE is {shorten(private)}: expected on or off")
        try:
            parts = urlsplit(url)
            port, known = parts.port, bool(parts.hostname) and not parts.username and url.isprintable()
        except ValueError:  # a port that is no number
            port, known = None, False
        if not known or parts.scheme not in (("https", "http") if private == "on" else ("https",)):
            raise ParseError(
                f"LUDARIUM_WEBHOOK is {shorten(url)}: expected an address as in https://chat.example.org/x"
            )
        if private == "off" and port not in (None, 443):
            raise ParseError("LUDARIUM_WEBHOOK has a port of its own: expected none, or LUDARIUM_WEBHOOK_PRIVATE=on")
        secret = _read_secret(environment.get("LUDARIUM_WEBHOOK_SECRET_FILE", ""))
        return cls(url, secret, private == "on")

    def signature(self, stamp: str, body: str) -> str:
        """Return what signs a body that is sent at a time.

        >>> Webhook("https://chat.example.org", "a secret of both").signature("1800000000", "{}")[:23]
        'sha256=abb66b19f607f163'
        """
        signed = hmac.digest(self.secret.encode(), f"{stamp}.{body}".encode(), "sha256")
        return f"sha256={signed.hex()}"


def _read_secret(file: str) -> str:
    try:
        secret = Path(file).read_text("utf-8").strip() if file else ""
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"LUDARIUM_WEBHOOK_SECRET_FILE is {shorten(file)}, which cannot be read") from error
    if len(secret) < _SHORTEST_SECRET:
        expected = f"a file with at least {_SHORTEST_SECRET} characters, which the other side knows, too"
        raise ParseError(f"LUDARIUM_WEBHOOK_SECRET_FILE has {len(secret)} characters: expected {expected}")
    return secret


class WebhookTransport:
    """Sends messages to the webhook; it refuses them if the site has none any more."""

    def __init__(
        self, webhook: Webhook | None, now: Callable[[], float] = time.time, connect: Connect | None = None
    ) -> None:
        self._webhook, self._now = webhook, now
        usual = connect_anywhere if webhook and webhook.private else connect_safely
        self._connect: Connect = connect or usual

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Send a message: raise as `Transport.send` does."""
        if self._webhook is None:
            raise MailRefused("the site has no webhook any more")
        stamp = f"{self._now():.0f}"
        headers = {
            "Content-Type": "application/json",
            EVENT: mail.headers[EVENT],
            STAMP: stamp,
            SIGNATURE: self._webhook.signature(stamp, mail.text),
        }
        status, reason = post(self._connect, self._webhook.url, mail.text.encode(), headers, before_last_byte)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in _LATER:
            raise OSError(f"the webhook answered {status} {reason}")
        if status >= HTTPStatus.MULTIPLE_CHOICES:
            raise MailRefused(f"the webhook answered {status} {reason}")

    def close(self) -> None:
        """Do nothing: each message has a connection of its own."""


def compose_announcement(service: "Service") -> Compose:
    """Return what makes the message of an offer; none once it does not wait any more.

    `text` and `content` are the same sentence, under the names that chat rooms expect; it calls nobody in the room.
    """

    def compose(message: OutboxMessage) -> Mail | None:
        try:
            listed = service.lobby.find(None, message.data["offer"])
        except NoSuchOffer:
            return None
        offer, page = listed.offer, f"{service.accounts.rules.url}/offers/{listed.offer.id}"
        games, paces = games_of(listed.terms), paces_of(listed.terms)
        sentence = f"{_harmless(offer.person.name)} waits for a match of {either(games)} ({paces}): {page}"
        body = {
            "event": "offer",
            "offer": offer.id,
            "person": offer.person.name,
            "games": list(dict.fromkeys(term.game for term in listed.terms)),
            "tempos": list(dict.fromkeys(term.tempo for term in listed.terms)),
            "rated": offer.rated,
            "page": page,
            "text": sentence,
            "content": sentence,
            "allowed_mentions": {"parse": []},
        }
        return Mail(message.address, sentence, json.dumps(body), headers={EVENT: "offer"})

    return compose


def _harmless(name: str) -> str:
    """Return a name without the signs by which chat rooms call people, or draw links and letters.

    >>> _harmless("@everyone <!channel> [J. O'Neill-Smith](x.org)")
    "everyone channel J O'Neill-Smithxorg"
    """
    return re.sub(r"[^\w '-]|_", "", name)
