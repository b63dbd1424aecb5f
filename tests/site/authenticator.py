"""A passkey device in Python, for tests: it answers the options of the site as a browser would."""

import json
import struct
from hashlib import sha256
from secrets import token_bytes

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.utils import websafe_encode

_PRESENT_AND_VERIFIED = 0x05
_WITH_KEY = 0x40


class Authenticator:
    """A device with one passkey, for pages of one address; `count` goes up with every signature."""

    def __init__(
        self, url: str = "https://games.example.org", host: str = "games.example.org", algorithm: int = -7
    ) -> None:
        self.url = url
        self.host = host
        self.count = 0
        self.id = token_bytes(16)
        self._algorithm = algorithm
        self._key = _new_key(algorithm)

    def create(self, options: str) -> str:
        """Answer the options to make a passkey."""
        return self.create_with(options, self.public_key())

    def public_key(self) -> bytes:
        """Return the public key as the device tells it, in COSE."""
        key = self._key
        if isinstance(key, ed25519.Ed25519PrivateKey):
            return cbor2.dumps({1: 1, 3: self._algorithm, -1: 6, -2: key.public_key().public_bytes_raw()})
        if isinstance(key, rsa.RSAPrivateKey):
            modulus = key.public_key().public_numbers().n
            return cbor2.dumps({1: 3, 3: self._algorithm, -1: modulus.to_bytes(256, "big"), -2: b"\1\0\1"})
        numbers = key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return cbor2.dumps({1: 2, 3: self._algorithm, -1: 1, -2: x, -3: y})

    def create_with(self, options: str, key: bytes) -> str:
        """Answer the options to make a passkey with other bytes as its key."""
        known = bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        data = self._data(_PRESENT_AND_VERIFIED | _WITH_KEY) + known
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(clientDataJSON=self._client("webauthn.create", options), attestationObject=attestation)

    def get(self, options: str) -> str:
        """Answer the options to sign in."""
        self.count += 1
        client, data = self._client("webauthn.get", options), self._data(_PRESENT_AND_VERIFIED)
        signature = self._sign(data + sha256(client).digest())
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _sign(self, content: bytes) -> bytes:
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return self._key.sign(content)
        if isinstance(self._key, rsa.RSAPrivateKey):
            return self._key.sign(content, padding.PKCS1v15(), SHA256())
        return self._key.sign(content, ec.ECDSA(SHA256()))

    def _client(self, kind: str, options: str) -> bytes:
        told = {"type": kind, "challenge": json.loads(options)["challenge"], "origin": self.url, "crossOrigin": False}
        return json.dumps(told).encode()

    def _data(self, flags: int) -> bytes:
        return sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _answer(self, **response: bytes) -> str:
        name = websafe_encode(self.id)
        told = {field: websafe_encode(value) for field, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": told})


def _new_key(algorithm: int) -> ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey:
    if algorithm == -8:
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm in (-37, -257):
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(ec.SECP256R1())
