"""The hash of a password: Argon2id, in the form `$argon2id$v=19$m=...,t=...,p=...$salt$hash` of all programs."""

import os
from dataclasses import dataclass

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

_SALT, _LENGTH = 16, 32


@dataclass(frozen=True)
class PasswordHasher:
    """Hashes passwords at a cost: `memory` KiB that are passed over `passes` times."""

    memory: int
    passes: int

    def hash(self, password: str) -> str:
        """Return a hash of a password, with a salt of its own.

        Raises `UnicodeEncodeError` for half of a pair of surrogates, which no browser and no mail has.
        """
        kdf = Argon2id(salt=os.urandom(_SALT), length=_LENGTH, iterations=self.passes, lanes=1, memory_cost=self.memory)
        return kdf.derive_phc_encoded(password.encode())

    @staticmethod
    def is_hash_of(hashed: str, password: str) -> bool:
        r"""Return whether a password has this hash, whose cost stands in it; False if it is no hash at all.

        >>> hashed = PasswordHasher(memory=8, passes=1).hash("correct horse")
        >>> [PasswordHasher.is_hash_of(hashed, text) for text in ("correct horse", "battery staple", "\ud800")]
        [True, False, False]
        """
        try:
            Argon2id.verify_phc_encoded(password.encode(), hashed)
        except (InvalidKey, ValueError):  # as for what cannot be encoded
            return False
        return True
