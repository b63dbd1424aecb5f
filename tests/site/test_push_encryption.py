"""The encryption of push messages, held to the example of RFC 8291 and read by the library of others."""

import base64

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from ludarium.site.notices.pushing import CURVE, MOST_DATA, encrypt, public_bytes


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


SECRET = decoded("BTBZMqHH6r4Tts7J_aSIgg")
BROWSER = private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
SITE = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")


def test_the_example_of_rfc_8291_is_encrypted_as_there() -> None:
    """Section 5 and appendix A: every byte of the request's body."""
    text, salt = b"When I grow up, I want to be a watermelon", decoded("DGv6ra1nlYgDCS1FRnbzlw")
    expected = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert encrypt(text, public_bytes(BROWSER), SECRET, key=SITE, salt=salt) == decoded(expected)


@pytest.mark.parametrize("length", [0, 1, 1000, MOST_DATA])
def test_messages_of_any_length_are_read_and_fit_into_what_every_push_service_takes(length: int) -> None:
    body = encrypt(b"x" * length, public_bytes(BROWSER), SECRET)
    assert len(body) <= 4096
    assert http_ece.decrypt(body, private_key=BROWSER, auth_secret=SECRET, version="aes128gcm") == b"x" * length


def test_each_message_has_a_key_and_a_salt_of_its_own() -> None:
    bodies = [encrypt(b"", public_bytes(BROWSER), SECRET) for _ in range(3)]
    assert len({body[:16] for body in bodies}) == len({body[21:86] for body in bodies}) == 3


def test_a_message_that_no_push_service_has_to_take_is_refused() -> None:
    with pytest.raises(ValueError, match=f"expected at most {MOST_DATA}"):
        encrypt(b"x" * (MOST_DATA + 1), public_bytes(BROWSER), SECRET)


def test_a_key_that_is_no_point_of_the_curve_is_refused() -> None:
    with pytest.raises(ValueError, match="key"):
        encrypt(b"", b"\4" + bytes(64), SECRET)
