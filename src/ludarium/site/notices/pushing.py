"""Web push messages: encrypted for one browser (RFC 8291), signed by the site (RFC 8292), and sent over HTTPS."""

import base64
import json
import os
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludarium.core.cached import cached_property
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.notices.notices import Notices
from ludarium.site.notices.push import Push, decode
from ludarium.site.notices.rows.waiting import PushSubscription
from ludarium.site.notices.words import news_of, title_of
from ludarium.site.outbox.outbox import Compose, Mail, MailRefused
from ludarium.site.outward import Connect, connect_safely, post

CURVE = ec.SECP256R1()
_RECORD = 4096
"""Bytes of the only record; a push service takes at least as many in a message, its header of 86 included."""
_MARK, _SALT, _HEADER = 16, 16, 86
MOST_DATA = _RECORD - _HEADER - _MARK - 1
"""Bytes of the longest message that every push service takes."""
_LAST = b"\x02"
"""The end of the data in the last record, which no padding follows."""


def encrypt(
    data: bytes,
    browser: bytes,
    secret: bytes,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return data that one browser can read, with all that it needs to read it.

    `browser` is the public key of its subscription as an uncompressed point, and `secret` the 16 bytes that go with it.
    Each message has a `key` and a `salt` of 16 bytes of its own, which only a test gives. Raises `ValueError` for more
    than `MOST_DATA` bytes, and for what is no point of the curve.
    """
    if len(data) > MOST_DATA:
        raise ValueError(f"a message of {len(data)} bytes is too long: expected at most {MOST_DATA}")
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(_SALT)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    sender = public_bytes(key)
    material = _derive(shared, secret, b"WebPush: info\0" + browser + sender, 32)
    content_key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(content_key).encrypt(nonce, data + _LAST, None)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key as browsers and push services write it: an uncompressed point of 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(material: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(material)


_VALID = 12 * 3600
"""Seconds for which a signature counts; push services refuse more than a day."""
_KEPT = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
_LATER = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
_TOPIC = 32


class Signer:
    """Signs for the push services of a site, by the key that its database keeps; `contact` is its address."""

    def __init__(self, push: Push, contact: str, now: Callable[[], float] = time.time) -> None:
        self._push = push
        self._contact = contact
        self._now = now

    @property
    def public_key(self) -> str:
        """The key by which browsers subscribe, in base64url."""
        return encode(public_bytes(self._key))

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
        return ec.derive_private_key(value, CURVE)


class PushTransport:
    """Sends push messages to push services."""

    def __init__(self, push: Push, signer: Signer, connect: Connect = connect_safely) -> None:
        self._push = push
        self._signer = signer
        self._connect = connect

    def send(self, mail: Mail, before_last_byte: Callable[[], None]) -> None:
        """Send a message; raise as `Transport.send` does. The subscription of a browser that is gone is deleted.

        Nothing is sent to a browser whose session has ended, up to the moment at which the message leaves.
        """

        def check_again() -> None:
            self._require(mail)
            before_last_byte()

        one, data = self._require(mail), mail.text.encode()
        if len(data) > MOST_DATA:
            raise MailRefused(f"a push message of {len(data)} bytes is too long: expected at most {MOST_DATA}")
        body = encrypt(data, decode(one.key), decode(one.secret))
        headers = self._headers(mail.address, mail.headers["Topic"])
        answer = post(self._connect, mail.address, body, headers, check_again)
        if answer.code in _GONE:
            self._push.gone(mail.address)
            raise MailRefused(f"the browser is gone: {answer.code} {answer.reason}")
        if answer.code >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.code in _LATER:
            raise OSError(f"the push service answered {answer.code} {answer.reason}")
        if answer.code >= HTTPStatus.MULTIPLE_CHOICES:
            raise MailRefused(f"the push service answered {answer.code} {answer.reason}")

    def _require(self, mail: Mail) -> PushSubscription:
        one = self._push.find(mail.address, mail.headers["Session"])
        if one is None:
            raise MailRefused("the session of the browser has ended")
        return one

    def close(self) -> None:
        """Do nothing: each message has a connection of its own."""

    def _headers(self, endpoint: str, topic: str) -> Mapping[str, str]:
        return {
            "Authorization": self._signer.authorization(endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT),
            "Topic": topic,
            "Urgency": "normal",
        }


def compose_push(notices: Notices) -> Compose:
    """Return the function that composes the message of a notice: title, sentence, and the page to which it leads."""

    def compose(message: OutboxMessage) -> Mail | None:
        found = notices.of_message(message)
        session = message.data.get("session", "")
        if not found or notices.push.find(message.address, session) is None:
            return None
        listed = found[0]
        topic = encode((listed.notice.match or listed.notice.id).encode())[:_TOPIC]
        said = {
            "title": title_of(listed, message.person or ""),
            "text": news_of(listed, ZoneInfo(notices.settings(message.person or "").zone)),
            "path": listed.notice.path,
            "topic": topic,
        }
        headers = {"Topic": topic, "Session": session}
        return Mail(message.address, said["title"], json.dumps(said), headers=headers)

    return compose


def encode(data: bytes) -> str:
    """Return bytes in base64url, without the signs that fill the end."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _new_key() -> str:
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"
