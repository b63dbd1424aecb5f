"""Whose a study in an address is: a seal, which the site makes for the turns that a person tries in a match of theirs.

Anybody can write an address with a study, so it says nothing of who has found its turns. The seal says that one person
has tried all of them on the board, beginning with a match, and it is for that person alone.
"""

import hmac

from ludarium.match.study import Study
from ludarium.site.ground.values import Person

_LONGEST = 100


class Seals:
    """The seals of one site, which has a `key`."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def make(self, person: Person, match_id: str, study: Study) -> str:
        """Return the seal of a study that a person has made of a match.

        >>> study = Study.begin("orion")
        >>> ann, bob = (Person(name, name, named=True, created_at=0.0) for name in ("Ann", "Bob"))
        >>> seal = Seals("key").make(ann, "m", study)
        >>> Seals("key").match(ann, seal, study), Seals("key").match(bob, seal, study)
        ('m', '')
        """
        sealed = "\n".join(("ludarium-own-study-1", person.id, match_id, str(study))).encode()
        return f"{match_id}.{hmac.digest(self._key, sealed, 'sha256').hex()[:32]}"

    def match(self, person: Person | None, seal: str, study: Study) -> str:
        """Return the id of the match of which a person has made a study; empty if the seal does not say so."""
        if person is None or not seal.isascii() or len(seal) > _LONGEST:
            return ""
        match_id = seal.partition(".")[0]
        return match_id if hmac.compare_digest(seal, self.make(person, match_id, study)) else ""
