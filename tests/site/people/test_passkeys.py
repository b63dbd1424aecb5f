"""Passkeys: added, used, refused and removed."""

import json
from collections.abc import Callable

import cbor2
import pytest
from fido2.utils import websafe_encode

from ludarium.site.ground.values import Passkey, Person
from ludarium.site.people.names import name_key
from ludarium.site.people.passkeys import WrongPasskey
from ludarium.site.people.people import NameTaken
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import service
from tests.site.authenticator import Authenticator
from tests.site.fake_time import START, FakeTime

__all__ = ["service"]


@pytest.fixture
def ada(service: Service) -> Person:
    return service.people.rename(service.people.create_guest(), "Asa")


def add(service: Service, person: Person, device: Authenticator, name: str = "My laptop") -> Person:
    return service.passkeys.add(person, device.create(service.passkeys.options_to_add(person)), name)


def test_a_passkey_makes_a_guest_an_account_and_signs_in(service: Service, ada: Person, time: FakeTime) -> None:
    device = Authenticator()
    account = add(service, ada, device)
    assert (account.id, account.account_since, account.email) == (ada.id, START, None)
    time.now += 5
    assert service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in())) == account
    (passkey,) = service.passkeys.of_person(account)
    assert (passkey.name, passkey.sign_count, passkey.used_at) == ("My laptop", 1, START + 5)


@pytest.mark.both_databases
@pytest.mark.parametrize("algorithm", [-7, -8, -257])
def test_a_passkey_that_was_stored_as_its_device_told_it_signs_in(
    service: Service, ada: Person, open_store: Callable[[], Store], algorithm: int
) -> None:
    device = Authenticator(algorithm=algorithm)
    stored = Passkey(websafe_encode(device.id), ada.id, "My phone", device.public_key(), 0, START)
    assert open_store().passkeys.register(stored, name_key(ada.name), START)  # as versions before 0.4 stored them
    assert service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in())).id == ada.id


def test_keys_are_made_by_three_algorithms_and_stored_as_devices_tell_them(service: Service, ada: Person) -> None:
    offered = json.loads(service.passkeys.options_to_add(ada))["pubKeyCredParams"]
    assert [one["alg"] for one in offered] == [-8, -7, -257]
    devices = [Authenticator(algorithm=one["alg"]) for one in offered]
    for device in devices:
        add(service, ada, device)
        assert service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in())).id == ada.id
    stored = {passkey.public_key for passkey in service.passkeys.of_person(ada)}
    assert stored == {device.public_key() for device in devices}
    with pytest.raises(WrongPasskey, match="cannot be used"):
        add(service, ada, Authenticator(algorithm=-37))


@pytest.mark.both_databases
def test_several_passkeys_sign_in_to_one_account_until_they_are_removed(
    service: Service, ada: Person, time: FakeTime
) -> None:
    devices = [Authenticator(), Authenticator()]
    for device in devices:
        time.now += 1  # they are listed by their age
        add(service, ada, device)
    options = json.loads(service.passkeys.options_to_add(ada))
    assert len(options["excludeCredentials"]) == 2
    first, second = service.passkeys.of_person(ada)
    service.passkeys.remove(ada, first.id)
    assert service.passkeys.sign_in(devices[1].get(service.passkeys.options_to_sign_in())).id == ada.id
    with pytest.raises(WrongPasskey, match="was removed"):
        service.passkeys.sign_in(devices[0].get(service.passkeys.options_to_sign_in()))
    eve = service.people.create_guest()
    service.passkeys.remove(eve, second.id)
    assert [passkey.id for passkey in service.passkeys.of_person(ada)] == [second.id]


def test_an_answer_is_accepted_once_and_within_five_minutes(service: Service, ada: Person, time: FakeTime) -> None:
    device = Authenticator()
    made = device.create(service.passkeys.options_to_add(ada))
    service.passkeys.add(ada, made, "")
    signed = device.get(service.passkeys.options_to_sign_in())
    service.passkeys.sign_in(signed)
    late = device.get(service.passkeys.options_to_sign_in())
    time.now += 301
    uses: list[Callable[[], object]] = [
        lambda: service.passkeys.add(ada, made, ""),
        lambda: service.passkeys.sign_in(signed),
        lambda: service.passkeys.sign_in(late),
    ]
    for use in uses:
        with pytest.raises(WrongPasskey, match="too late, or for the second time"):
            use()


@pytest.mark.parametrize(
    ("origin", "host"),
    [("https://games.example.net", "games.example.org"), ("https://games.example.org", "example.net")],
)
def test_an_answer_to_another_site_is_refused(service: Service, ada: Person, origin: str, host: str) -> None:
    with pytest.raises(WrongPasskey, match="cannot be used"):
        add(service, ada, Authenticator(origin, host))
    device = Authenticator()
    add(service, ada, device)
    device.url, device.host = origin, host
    with pytest.raises(WrongPasskey, match="cannot be used"):
        service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in()))


def test_a_copied_device_is_refused_by_its_count(service: Service, ada: Person) -> None:
    device = Authenticator()
    add(service, ada, device)
    for _ in range(3):
        service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in()))
    device.count = 1
    with pytest.raises(WrongPasskey, match="cannot be used"):
        service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in()))


def test_another_key_does_not_sign_for_a_passkey(service: Service, ada: Person) -> None:
    device, thief = Authenticator(), Authenticator()
    add(service, ada, device)
    thief.id = device.id
    with pytest.raises(WrongPasskey, match="cannot be used"):
        service.passkeys.sign_in(thief.get(service.passkeys.options_to_sign_in()))


def test_a_passkey_belongs_to_one_account(service: Service, ada: Person) -> None:
    device, eve = Authenticator(), service.people.rename(service.people.create_guest(), "Eve")
    add(service, ada, device)
    with pytest.raises(WrongPasskey, match="belongs to an account already"):
        add(service, eve, device)


@pytest.mark.both_databases
def test_a_name_that_an_account_has_in_the_meantime_is_refused(
    service: Service, ada: Person, open_store: Callable[[], Store]
) -> None:
    other = Person("other", "Asa", named=True, created_at=0.0)
    open_store().people.add_new(other)  # as former versions had them
    add(service, ada, Authenticator())
    with pytest.raises(NameTaken):
        add(service, other, Authenticator())
    assert service.passkeys.of_person(other) == ()


WRONG: tuple[object, ...] = (None, 7, "", "!", [], {}, "AAAA", "A" * 10)


def garbled() -> list[str]:
    """Return answers that are damaged in every field."""
    device, options = Authenticator(), json.dumps({"challenge": "AAAA"})
    found = ["", "{}", "[]", "null", "7", '"x"', "{", "\udc80", "[" * 5000]
    for answer in map(json.loads, (device.create(options), device.get(options))):
        found += [json.dumps({**answer, field: wrong}) for field in answer for wrong in WRONG]
        inner = answer["response"]
        found += [json.dumps({**answer, "response": {**inner, field: wrong}}) for field in inner for wrong in WRONG]
    return found


def test_a_garbled_answer_is_refused_in_a_sentence(service: Service, ada: Person) -> None:
    for answer in garbled():
        for use in (lambda text: service.passkeys.add(ada, text, ""), service.passkeys.sign_in):
            with pytest.raises(WrongPasskey):
                use(answer)


def doubled(times: int) -> bytes:
    """Return a value of CBOR that is written anew as 2 ** times lists, since each list holds the last one twice."""
    lists = [b"\xd8\x1c\x82" + 2 * (b"\xd8\x1d" + cbor2.dumps(number)) for number in range(times)]
    return b"\x98" + bytes([times + 1]) + b"\xd8\x1c\x80" + b"".join(lists)


_LATER = {1: 2, 3: -7, -1: 1, -2: b"\x81" + cbor2.dumps(doubled(40))}
"""A key in which the library finds more values if it takes it for shorter than it is."""


@pytest.mark.parametrize(
    "key",
    [
        doubled(40),
        cbor2.dumps({1: 2}) + doubled(40),
        cbor2.dumps({1: cbor2.CBORTag(2, bytes(9))}),
        b"\xbb" + bytes(7) + cbor2.dumps(_LATER).replace(b"\xa4", b"\x04", 1),
        b"\x9f\xff",
        b"\x9b" + b"\xff" * 8,
        b"\x58\xff\x00",
        b"\x80",
        b"\x61a",
        cbor2.dumps({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)}),  # no point of the curve
        cbor2.dumps({1: 2, 3: -9999, -1: 1, -2: bytes(32), -3: bytes(32)}),  # a kind of signature that nobody knows
        b"\x81" * 5000 + b"\x01",
    ],
)
def test_a_key_that_would_fill_the_memory_or_is_none_is_refused(key: bytes, service: Service, ada: Person) -> None:
    device = Authenticator()
    with pytest.raises(WrongPasskey, match="cannot be used"):
        service.passkeys.add(ada, device.create_with(service.passkeys.options_to_add(ada), key), "")
    assert service.passkeys.of_person(ada) == ()


def test_an_answer_that_is_longer_than_any_is_not_read(service: Service, ada: Person) -> None:
    device = Authenticator()
    answer = device.create_with(service.passkeys.options_to_add(ada), b"\x99\xff\xff" + b"\1" * 65535)
    for use in (lambda text: service.passkeys.add(ada, text, ""), service.passkeys.sign_in):
        with pytest.raises(WrongPasskey, match="more than 20000 characters"):
            use(answer)


def test_values_behind_a_signature_that_would_fill_the_memory_are_refused(
    service: Service, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Authenticator()
    add(service, ada, device)
    plain = device._data
    monkeypatch.setattr(device, "_data", lambda flags: plain(flags | 0x80) + doubled(40))
    with pytest.raises(WrongPasskey, match="cannot be used"):
        service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in()))
    monkeypatch.setattr(device, "_data", lambda flags: plain(flags | 0x80) + cbor2.dumps({"credProtect": 2}))
    assert service.passkeys.sign_in(device.get(service.passkeys.options_to_sign_in())).id == ada.id
