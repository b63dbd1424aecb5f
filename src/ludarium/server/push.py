"""Web push messages: encrypted for one browser (RFC 8291), signed by the site (RFC 8292), and sent to its push service.

The address comes from a browser, so nothing is sent to an address that is not of the public internet: the name is
looked up once, and the connection goes to what was found.
"""

import base64
import http.client
import json
import socket
import ssl
import time
from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from ludarium.club.mail.outbox import Compose, Mail, MailRefused, OutboxMessage, Transport
from ludarium.club.notices.notices import Notices
from ludarium.club.notices.push import Push, PushSubscription
from ludarium.server.notice_words import sentence_of, title_of

_PATIENCE = 20.0
_VALID = 12 * 3600
"""Seconds for which a signature counts; push services refuse more than a day."""
_KEPT = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
_LATER = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
_TOPIC = 32
Connect = Callable[[str], http.client.HTTPConnection]


class Signer:
    """Signs for the push services of a site, by the key that its database keeps; `contact` is its address."""

    def __init__(self, push: Push, contact: str, now: Callable[[], float] = time.time) -> None:
        self._push = push
        self._contact = contact
        self._now = now

    @property
    def public_key(self) -> str:
        """The key by which browsers subscribe, in base64url."""
        numbers = self._key.public_key()
        form = serialization.PublicFormat.UncompressedPoint
        return encode(numbers.public_bytes(serialization.Encoding.X962, form))

    def authorization(self, endpoint: str) -> str:
        """Return the header that a push service expects from the site."""
        found = urlsplit(endpoint)
        claims = {"aud": f"{found.scheme}://{found.netloc}", "exp": int(self._now()) + _VALID, "sub": self._contact}
        head, body = (encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())))
        signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={head}.{body}.{signature}, k={self.public_key}"

    @cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        value = int(self._push.signing_key(_new_key), 16)
        return ec.derive_private_key(value, ec.SECP256R1())


class PushResponse(NamedTuple):
    """The answer of a push service."""

    status: int
    reason: str


class PushTransport:
    """Sends push messages to push services, and mails by another transport."""

    def __init__(self, mails: Transport, push: Push, signer: Signer, connect: Connect | None = None) -> None:
        self._mails = mails
        self._push = push
        self._signer = signer
        self._connect = connect or connect_safely

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Send a message; raise as `Transport.send` does. The subscription of a browser that is gone is deleted."""
        if "Topic" not in mail.headers:
            return self._mails.send(mail, before_last_byte)
        one = self._push.of_endpoint(mail.address)
        if one is None:
            return None
        body = encrypt(mail.text.encode(), one)
        before_last_byte()
        answer = self._post(mail.address, body, mail.headers["Topic"])
        if answer.status in _GONE:
            self._push.gone(mail.address)
            raise MailRefused(f"the browser is gone: {answer.status} {answer.reason}")
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.status in _LATER:
            raise OSError(f"the push service answered {answer.status} {answer.reason}")
        if answer.status >= HTTPStatus.MULTIPLE_CHOICES:
            raise MailRefused(f"the push service answered {answer.status} {answer.reason}")
        return None

    def close(self) -> None:
        """End the connection to the mail server."""
        self._mails.close()

    def _post(self, endpoint: str, body: bytes, topic: str) -> PushResponse:
        found = urlsplit(endpoint)
        path = found.path + (f"?{found.query}" if found.query else "")
        headers = {
            "Authorization": self._signer.authorization(endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT),
            "Topic": topic,
            "Urgency": "normal",
        }
        connection = self._connect(endpoint)
        try:
            connection.request("POST", path or "/", body, headers)
            response = connection.getresponse()
            response.read(1000)
            return PushResponse(response.status, response.reason)
        except http.client.HTTPException as error:
            raise OSError(f"the push service cannot be understood: {error}") from error
        finally:
            connection.close()


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked up, under the name that its certificate must have."""

    def __init__(self, host: str, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, 443, timeout=_PATIENCE, context=self._tls)
        self._address = address

    def connect(self) -> None:
        """Connect to the address."""
        plain = socket.create_connection((self._address, self.port), self.timeout)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def connect_safely(endpoint: str) -> http.client.HTTPConnection:
    """Return a connection to a push service; raise `MailRefused` if it is not of the public internet."""
    host = urlsplit(endpoint).hostname or ""
    addresses = [str(row[4][0]) for row in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not addresses or not all(ip_address(address.partition("%")[0]).is_global for address in addresses):
        raise MailRefused(f"{host} is not of the public internet")
    return _Pinned(host, addresses[0])


def encrypt(data: bytes, one: PushSubscription) -> bytes:
    """Return data that one browser can read."""
    from pywebpush import WebPusher  # here, since it loads much

    keys = {"p256dh": one.key, "auth": one.secret}
    body: bytes = WebPusher({"endpoint": one.endpoint, "keys": keys}).encode(data)["body"]
    return body


def compose_push(notices: Notices) -> Compose:
    """Return the function that composes the message of a notice: title, sentence, and the page to which it leads."""

    def compose(message: OutboxMessage) -> Mail | None:
        found = notices.of_message(message)
        if not found:
            return None
        listed = found[0]
        topic = encode((listed.notice.match or listed.notice.id).encode())[:_TOPIC]
        said = {
            "title": title_of(listed, message.person or ""),
            "text": sentence_of(listed, ZoneInfo(notices.settings(message.person or "").zone)),
            "path": listed.notice.path,
            "topic": topic,
        }
        return Mail(message.address, said["title"], json.dumps(said), headers={"Topic": topic})

    return compose


def encode(data: bytes) -> str:
    """Return bytes in base64url, without the signs that fill the end."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _new_key() -> str:
    return f"{ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value:064x}"
