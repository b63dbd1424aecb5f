"""Web push: a channel of notices beside the page and the mail.

A notice that is due for a mail is due for push, too: a minute later, unless its person has seen it, and not in quiet
hours. Its message waits in the outbox under an id that follows from the notice and the browser, so it is put there
once, and it is made when it is sent: one whose notice was read meanwhile is not.

A subscription belongs to the session that made it, and ends with it: nothing that waits for it is sent afterwards.

Which addresses are of the public internet: the site sends nothing elsewhere for a visitor who names an address.
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from ludarium.core.errors import ParseError
from ludarium.site.act import Command
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.notices.rows.notices import Notice
from ludarium.site.notices.rows.waiting import PushSubscription
from ludarium.site.people.people import SESSION_LIFE, Visit
from ludarium.site.store import Store

_NAT64 = ip_network("64:ff9b::/96")
"""The network whose last 32 bits are an address of IPv4."""
_ROUTED = ip_network("2000::/3")
"""The part of IPv6 that is given out to hosts of the internet."""
_REFUSED = (ip_network("192.88.99.0/24"), ip_network("3fff::/20"))
"""Networks that are no part of the public internet, or not any more, whatever Python's version says of them."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""What stands before an address of IPv4 in the last 64 bits of one of IPv6 that leads to it."""
_NUMBERS = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\.?", re.ASCII | re.IGNORECASE)
"""What a system may read as an address of IPv4, besides four decimal numbers."""


def is_public(text: str) -> bool:
    """Return whether an address is one host of the public internet, and so is any that it stands for.

    An address of IPv6 may stand for one of IPv4: mapped, by NAT64, by 6to4, by Teredo or by ISATAP.

    >>> [is_public(text) for text in ("93.184.216.34", "10.0.0.1", "64:ff9b::a00:1", "64:ff9b::5db8:d822", "ff02::1")]
    [True, False, False, True, False]

    Raises `ValueError` for a text that is no address.
    """
    return _is_public(ip_address(text))


def may_be_public(host: str) -> bool:
    """Return whether a host is an address of the public internet, or a name that may lead to one.

    >>> [may_be_public(host) for host in ("push.example.net", "10.0.0.1", "127.1", "0x7f000001", "2002:a00:1::")]
    [True, False, False, False, False]
    """
    try:
        return is_public(host)
    except ValueError:
        return not _NUMBERS.fullmatch(host)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    inner = _stands_for(address) if isinstance(address, IPv6Address) else ()
    if inner:
        return all(map(_is_public, inner))
    refused = address.is_multicast or any(address in network for network in _REFUSED)
    return address.is_global and not refused and (address.version == 4 or address in _ROUTED)


def _stands_for(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the addresses of IPv4 that one of IPv6 leads to."""
    if address.teredo:
        return address.teredo
    embedded, last = address.ipv4_mapped or address.sixtofour, int(address) & 0xFFFFFFFF
    if not embedded and (address in _NAT64 or (int(address) >> 32) & 0xFFFFFFFF in _ISATAP):
        embedded = IPv4Address(last)
    return (embedded,) if embedded else ()


PUSH = "push"
"""The kind of the messages in the outbox."""
MOST = 10
_KEY = "vapid"
_LONGEST = 1000
_POINT, _SECRET = 65, 16
_URL = re.compile(r"[!-\[\]-~]+")
"""Signs of an address: neither spaces nor what a parser of addresses leaves out or reads as something else."""
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(
    rf"(?=.{{1,253}}\Z)(?:{_LABEL}\.)+(?!(?:local|localhost|internal|test|invalid|onion)\.?\Z){_LABEL}\.?"
)
"""A name of a host on the internet, in lower case; not one that means something only in a private network."""


class Push:
    """The subscriptions of a site's people; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._table = store.push
        self._now = now

    def signing_key(self, make: Callable[[], str]) -> str:
        """Return the key with which the site signs, as text; it is made once."""
        return self._store.site_keys.key(_KEY) or self._store.site_keys.store(_KEY, make())

    def subscribe(self, visit: Visit, endpoint: str, key: str, secret: str) -> None:
        """Send a browser a person's notices while its session lasts; of many browsers the oldest no longer gets any.

        Raises `ParseError` for what no browser sends, and for a session that has ended.
        """
        check_endpoint(endpoint)
        for text, length in ((key, _POINT), (secret, _SECRET)):
            if len(decode(text)) != length:
                raise ParseError(f"a key of the subscription is not as browsers send it: expected {length} bytes")
        one = PushSubscription(visit.person.id, visit.session.id, endpoint, key, secret)
        if not self._table.subscribe(one, self._now()):
            raise ParseError("this session has ended: sign in again")
        for oldest in self.of_person(visit.person.id)[:-MOST]:
            self._table.unsubscribe(oldest.endpoint)

    def unsubscribe(self, visit: Visit, endpoint: str) -> None:
        """Send a browser of a person no more notices."""
        self._table.unsubscribe(endpoint, visit.person.id)

    def gone(self, endpoint: str) -> None:
        """Forget a subscription that its push service does not know any more."""
        self._table.unsubscribe(endpoint)

    def find(self, endpoint: str, session: str) -> PushSubscription | None:
        """Return the subscription of an address by a session that is in use, or None."""
        now = self._now()
        found = self._table.of_endpoint(endpoint, now - SESSION_LIFE, now)
        return found if found and found.session == session else None

    def of_person(self, person_id: str) -> tuple[PushSubscription, ...]:
        """Return the subscriptions of a person's browsers, in which their sessions are in use."""
        now = self._now()
        return self._table.of_person(person_id, now - SESSION_LIFE, now)

    def has(self, visit: Visit) -> bool:
        """Return whether a browser is sent its person's notices."""
        return any(one.session == visit.session.id for one in self.of_person(visit.person.id))

    def plan(self, browsers: Sequence[PushSubscription], notices: Sequence[Notice]) -> None:
        """Put messages for the browsers of a person into the outbox, for each notice once."""
        now = self._now()
        for one in browsers:
            for notice in notices:
                message_id = sha256(f"push {notice.id} {one.endpoint}".encode()).hexdigest()[:24]
                with self._store.write() as tx:
                    tx.push.lock(notice.id)
                    if not tx.outbox.has(message_id):
                        data = {"notices": notice.id, "session": one.session}
                        tx.outbox.send(OutboxMessage(message_id, PUSH, one.person, one.endpoint, data, now))


class AskedOfPush(NamedTuple):
    """A person who asks for something about the subscription of a browser."""

    push: Push
    visit: Visit


class PushCommand(Command):
    """What is asked for about the messages to a browser."""


class Subscribe(PushCommand, tag="subscribe"):
    """Send a browser the person's notices from now on."""

    endpoint: str
    key: str
    secret: str

    def carry_out(self, asked: AskedOfPush) -> None:
        """Store the subscription."""
        asked.push.subscribe(asked.visit, self.endpoint, self.key, self.secret)


class Unsubscribe(PushCommand, tag="unsubscribe"):
    """Send a browser no more notices."""

    endpoint: str

    def carry_out(self, asked: AskedOfPush) -> None:
        """Delete the subscription."""
        asked.push.unsubscribe(asked.visit, self.endpoint)


def check_endpoint(endpoint: str) -> None:
    """Raise `ParseError` unless an address may be that of a push service: HTTPS, and not of a private network."""
    try:
        found = urlsplit(endpoint) if len(endpoint) <= _LONGEST and _URL.fullmatch(endpoint) else None
        usable = found and found.scheme == "https" and found.port in (None, 443) and found.username is None
        host = found.hostname or "" if found else ""
    except ValueError:
        usable, host = None, ""
    if not usable or not (":" in host or _NAME.fullmatch(host)) or not may_be_public(host):
        raise ParseError("this is not the address of a push service")


def decode(text: str) -> bytes:
    """Return what a text in base64url stands for; empty if it is none."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) < _LONGEST else b""
    except (binascii.Error, ValueError):
        return b""
