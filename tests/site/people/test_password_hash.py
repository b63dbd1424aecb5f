"""The hashes of passwords: those that other programs have written stay right, and damaged ones are nobody's."""

import pytest

from ludarium.site.people.passwords import PasswordHasher

MADE_BY_THE_REFERENCE = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
"""The example of the program that the authors of Argon2 have published; its password is "password"."""
MADE_BEFORE = "$argon2id$v=19$m=19456,t=2,p=1$hCdek4ivbhs32Rz8OdLb5A$SGIkq6kcC7irt6BAFByeVMWCDfwJPSQqtZkYFdZO9CM"
"""What versions before 0.4 stored, by argon2-cffi; its password is "correct horse battery"."""


def test_a_hash_of_former_versions_is_verified() -> None:
    assert PasswordHasher.is_hash_of(MADE_BEFORE, "correct horse battery")
    assert not PasswordHasher.is_hash_of(MADE_BEFORE, "correct horse batterY")


def test_a_hash_of_another_program_is_verified() -> None:
    assert PasswordHasher.is_hash_of(MADE_BY_THE_REFERENCE, "password")
    assert not PasswordHasher.is_hash_of(MADE_BY_THE_REFERENCE, "Password")


def test_a_hash_names_its_cost_and_has_a_salt_of_its_own() -> None:
    first, second = (PasswordHasher(memory=16, passes=2).hash("correct horse") for _ in range(2))
    assert first.startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert first != second
    assert all(PasswordHasher(memory=8, passes=1).is_hash_of(each, "correct horse") for each in (first, second))


@pytest.mark.parametrize(
    "damaged", ["", "nonsense", "$argon2id$", MADE_BY_THE_REFERENCE[:-4], "$argon2i$v=19$m=8,t=1,p=1$YQ$YQ"]
)
def test_what_is_no_hash_is_that_of_no_password(damaged: str) -> None:
    assert not PasswordHasher.is_hash_of(damaged, "password")
