"""Addresses of the board: a study as a part of one, compressed, and those of the page which sets up a position.

Anybody can write an address with a study, so it says nothing of who has found its turns. A seal, which the site makes
for the turns that a person tries in a match of theirs, says that one person has tried all of them on the board,
beginning with a match, and it is for that person alone.
"""

import base64
import binascii
import hmac
import zlib
from functools import lru_cache
from urllib.parse import urlencode

from ludarium.core.errors import ParseError
from ludarium.match.study import LONGEST_TEXT, Study
from ludarium.scenes.editor import Arranged
from ludarium.site.ground.values import Person

SETUP = "/analysis/setup"
LONGEST_LINK = 4_000
"""The most characters of a study in an address that people share; proxies and mail readers take as many."""
LONGEST_READ = 12_000
"""The most characters of a study in an address that the site reads."""
_LONGEST_SEAL = 100


def to_link(study: Study) -> str:
    """Return a study as a part of an address; it may be longer than `LONGEST_LINK`.

    >>> from_link(to_link(Study.begin("orion"))) == Study.begin("orion")
    True
    """
    return _packed(str(study))


def from_link(text: str) -> Study:
    """Return the study of a part of an address; one that fits into addresses that people share is kept for a while.

    Raises `ParseError`, or why the study is refused.
    """
    return _kept_study(text) if len(text) <= LONGEST_LINK else Study.parse(_unpacked(text, "study"))


@lru_cache(maxsize=128)  # a person who steps through a study asks for it again and again
def _kept_study(text: str) -> Study:
    return Study.parse(_unpacked(text, "study"))


@lru_cache(maxsize=512)
def position_text(state: Arranged) -> str:
    """Return `str(state)`, which a page of analysis needs in several places."""
    return str(state)


def _packed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()


def _unpacked(text: str, what: str) -> str:
    refused = ParseError(f"this is no {what}: expected the whole address that was copied")
    if len(text) > LONGEST_READ:
        raise ParseError(f"{refused}, in at most {LONGEST_READ:,} characters; keep a {what} that is longer")
    if not text.isascii():
        raise refused
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        found = reader.decompress(packed, 4 * LONGEST_TEXT)  # no more, however much a few bytes stand for
    except (binascii.Error, zlib.error):
        raise refused from None
    if not reader.eof:
        raise refused
    try:
        return found.decode()
    except UnicodeDecodeError:
        raise refused from None


def setup_address(state: Arranged, put: str = "", at: str = "") -> str:
    """Return the address of the page that sets up a position, with what is put by the next touch, and the touch.

    >>> import ludarium
    >>> setup_address(ludarium.load("throngs").initial(), "b", "site-c5")
    '/analysis/setup?game=throngs&position=3/6/4b3/8/8/2w5/5w2/7/5/2+b+1.1+-:-+0&put=b&at=site-c5'
    """
    query = {"game": state.game.spec, "position": position_text(state), "put": put, "at": at}
    return f"{SETUP}?{urlencode({name: value for name, value in query.items() if value}, safe='/:,()=*')}"


def setup_page(state: Arranged, put: str) -> str:
    """Return where `setup_address` leads: the folder whose pages are the places, so that links to them are short.

    >>> import ludarium
    >>> start = ludarium.load("throngs").initial()
    >>> from_setup(setup_page(start, "b").split("/")[3])
    ('throngs', '3/6/4b3/8/8/2w5/5w2/7/5/2 b 1.1 -:- 0', 'b')
    """
    return f"{SETUP}/{_packed(chr(10).join((state.game.spec, put, str(state))))}/"


def from_setup(part: str) -> tuple[str, str, str]:
    """Return the game, the position and what is put, of a part of an address; raise `ParseError` if it is none."""
    game, put, position = (*_unpacked(part, "position").split("\n", 2), "", "")[:3]
    return game, position, put


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
        if person is None or not seal.isascii() or len(seal) > _LONGEST_SEAL:
            return ""
        match_id = seal.partition(".")[0]
        return match_id if hmac.compare_digest(seal, self.make(person, match_id, study)) else ""
