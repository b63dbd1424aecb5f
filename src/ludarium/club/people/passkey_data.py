"""What the answer about a passkey holds in binary, checked before the library of passkeys reads it.

It is CBOR, of which passkeys have the plain form alone (CTAP 2, Canonical CBOR Encoding): no tags, and each length is
written as shortly as possible. By tags a value can stand in many places at once, and the library writes it anew in
each, so that 200 bytes would fill the memory.
"""

from webauthn.helpers import encode_cbor, parse_cbor

_BEFORE_KEY = 37
"""Bytes of the data of a device before what its flags announce: a hash, the flags, and a count."""
_WITH_KEY = 0x40
"""The flag of a key, which 16 bytes of a model, two bytes of a length, and a name of this length are before."""
_BYTES, _TEXT, _LIST, _MAP, _TAG = 2, 3, 4, 5, 6


def check_attestation(content: bytes) -> None:
    """Raise `ValueError` or `TypeError` for the answer of a device that has made a key, unless it is plain CBOR."""
    end_of_value(content, 0)
    check_device_data(parse_cbor(content)["authData"])


def check_device_data(data: bytes) -> None:
    """Raise `ValueError` for the data of a device, unless the values at their end are plain CBOR."""
    at = _BEFORE_KEY
    if data[32] & _WITH_KEY:
        at += 18 + int.from_bytes(data[at + 16 : at + 18], "big")
    while at < len(data):
        end = end_of_value(data, at)
        if len(encode_cbor(parse_cbor(data[at:end]))) != end - at:  # the library would look for the next one elsewhere
            raise ValueError("a value is longer than it has to be")
        at = end


def end_of_value(data: bytes, at: int) -> int:
    """Return the place behind the value of CBOR that begins at a place.

    >>> end_of_value(bytes([0x82, 0x01, 0x41, 0xFF, 0x00]), 0)  # a list of a number and of a byte, and one value more
    4

    Raises `ValueError` for a value that is incomplete, or has a tag or an unknown length.
    """
    left = 1
    while left:
        if at >= len(data):
            raise ValueError("a value is incomplete")
        kind, size = divmod(data[at], 32)
        at, left = at + 1, left - 1
        if size > 27 or kind == _TAG:
            raise ValueError("a value has a tag or an unknown length")
        if size > 23:
            length = 1 << (size - 24)
            size, at = int.from_bytes(data[at : at + length], "big"), at + length
        if kind in (_BYTES, _TEXT):
            at += size
        elif kind in (_LIST, _MAP):
            left += size * (kind - 3)
    if at > len(data):
        raise ValueError("a value is incomplete")
    return at
