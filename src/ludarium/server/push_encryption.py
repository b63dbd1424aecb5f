"""The encryption of a web push message, which its browser alone can read: RFC 8291, by the coding of RFC 8188."""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

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
