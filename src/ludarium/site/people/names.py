"""The names of people: which texts and letters are allowed, and the names of guests who have not chosen one yet."""

import re
import secrets
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise

from confusable_homoglyphs import categories, confusables
from precis_i18n import get_profile

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""What Unicode's report 39 calls highly restrictive, besides one script alone."""
_EUROPEAN = {"LATIN", "GREEK", "CYRILLIC"}
_LIKE_LATIN = set("\u3007\u4e28")
"""Signs of Han (a zero, a stroke) that look like a Latin O or I, and so stand beside no Latin letter."""
_ACCENTS = range(0x300, 0x370)
_MOST_MARKS = 4
_JOINERS = "\u200c\u200d"
"""Characters without width, of which RFC 8264 says between which letters they stand."""


def mixes_scripts(name: str) -> bool:
    r"""Return whether a name mixes letters that are not written together, such as Latin with Cyrillic ones.

    Signs, digits and accents that are common to many scripts go with all of them; marks that belong to the scripts of
    Asia and Africa do not go with Latin, Greek or Cyrillic letters.

    >>> [each for each in ("山田Ken", "김Tom", "O'Neill", "p\u0430ypal", "한ア") if mixes_scripts(each)]
    ['p\u0430ypal', '한ア']
    """
    found = {_script(character) for character in name if character not in _JOINERS} - {"COMMON"}
    letters = found - {"INHERITED"}
    if "LATIN" in letters and not _LIKE_LATIN.isdisjoint(name):
        return True
    if "INHERITED" in found and letters <= _EUROPEAN:
        return True
    return len(letters) > 1 and not any(letters <= together for together in _TOGETHER)


def piles_marks(name: str) -> bool:
    r"""Return whether a letter of a name has more marks than writing needs, or one that encloses it.

    >>> piles_marks("Ẹ\u0300kọ\u0301"), piles_marks("A\u0301\u0301nn")
    (False, True)
    """
    kinds = "".join(map(_mark, unicodedata.normalize("NFD", name)))
    twice = any(a == b and _mark(a) == "n" for a, b in pairwise(unicodedata.normalize("NFD", name)))
    return twice or "e" in kinds or re.search(f"n{{{_MOST_MARKS + 1}}}", kinds) is not None


@cache
def _script(character: str) -> str:
    """Return the script of a character; accents that many scripts use are common to them."""
    if ord(character) in _ACCENTS:
        return "COMMON"
    alias: str = categories.alias(character)
    return alias.upper()


def _mark(character: str) -> str:
    """Return `n` for a mark without width, `e` for one that encloses a letter, and a dot for anything else."""
    return {"Mn": "n", "Me": "e"}.get(unicodedata.category(character), ".")


LONGEST_NAME = 40
BOT_MARK = " (bot)"
"""The end of the names of bots' accounts, and of no others."""
_MIDDLE_DOT, _HYPHENATION_POINT = "\N{MIDDLE DOT}", "\N{HYPHENATION POINT}"
"""The dot in `Gal·la` and in names from Xinjiang; what looks like it, and is written as it."""
_OFFICES = ("admin", "administrator", "moderator", "webmaster", "postmaster")
"""Words that are in no name that somebody takes, since others would believe it."""
_RESERVED = (
    "mod",
    "root",
    "staff",
    "support",
    "system",
    "ludarium",
    "open seat",
    "former player",
    "nobody",
    "everybody",
)
"""Names that nobody takes."""
_GUEST = re.compile(r"guest[0-9a-f]{0,3}(\W.*)?")
"""Names like those of guests."""


def guest_name() -> str:
    """Return a random name for a guest, such as "Guest 4F2"."""
    return f"Guest {secrets.randbelow(16**3):03X}"


def parse_name(text: str) -> str:
    """Return the name that a person has typed, with single spaces and in Unicode's composed form.

    Raises `ParseError` for a name that is too long, has no letter or digit, has a character that cannot be seen, or
    imitates another name by mixing alphabets. RFC 8266 ("nicknames") defines which characters can be seen, and
    Unicode's report 39 which scripts are written together.

    >>> parse_name("  Ada   Lovelace ")
    'Ada Lovelace'
    >>> parse_name("!!")
    Traceback (most recent call last):
    ludarium.core.errors.ParseError: '!!' is not a name: expected at least one letter or digit
    """
    quoted = shorten(text)
    if len(text) > 4 * LONGEST_NAME:  # normal forms may be shorter, but not by so much
        raise ParseError(f"{quoted} is longer than {LONGEST_NAME} characters")
    try:
        name = _enforce("NicknameCasePreserved", " ".join(text.split()))
    except UnicodeEncodeError as error:
        raise ParseError(f"{quoted} is not a name: expected letters, digits and signs that can be seen") from error
    if len(name) > LONGEST_NAME:
        raise ParseError(f"{quoted} is longer than {LONGEST_NAME} characters")
    if not any(character.isalnum() for character in name):
        raise ParseError(f"{quoted} is not a name: expected at least one letter or digit")
    if mixes_scripts(name):
        raise ParseError(f"{quoted} mixes alphabets whose letters look alike: expected a name in one alphabet")
    if piles_marks(name):
        raise ParseError(f"{quoted} has too many marks on one letter: expected at most four, each once")
    return name


def _enforce(profile: str, text: str) -> str:
    """Return a text as a profile of RFC 8266 has it; a middle dot stands in names of many languages.

    Raises `UnicodeEncodeError` for a character that the profile does not allow.
    """
    plain = text.replace(_MIDDLE_DOT, _HYPHENATION_POINT)  # the profile knows a middle dot between two l alone
    enforced: str = get_profile(profile).enforce(plain)
    return enforced.replace(_HYPHENATION_POINT, _MIDDLE_DOT)


def choose_name(text: str) -> str:
    """Return the name that a person takes; names of bots and of offices are refused.

    A person may be called as a bot is: bots have a mark beside their names.

    Raises `ParseError` for such a name, and for one that `parse_name` refuses.

    >>> choose_name("Ben")
    'Ben'
    >>> choose_name("champion")
    Traceback (most recent call last):
    ludarium.core.errors.ParseError: 'champion' is a strength of bots, or looks like it: choose another
    """
    name = parse_name(text)
    keys = name_keys(name)
    if not keys.isdisjoint(_level_keys()):
        raise ParseError(f"{shorten(name)} is a strength of bots, or looks like it: choose another")
    if any(name_key(BOT_MARK.strip()) in key for key in keys):
        raise ParseError(f"{shorten(name)} is the name of a bot, or looks like it: choose another")
    if _is_reserved(name) or _is_reserved(_in_latin(name)):
        raise ParseError(f"{shorten(name)} could be taken for somebody else than a player: choose another")
    return name


def _is_reserved(name: str) -> bool:
    """Return whether a name, without its digits at the ends of words, is that of an office or a guest, or looks so.

    >>> [each for each in ("The M0derator", "admin 2", "Guest 4F2", "Gus", "Adam", "12", "2 2") if _is_reserved(each)]
    ['The M0derator', 'admin 2', 'Guest 4F2']
    """
    bare = re.sub(r"[0-9]+\b", "", name).strip()
    words = re.split(r"[\W_]+", name_key(bare)) if bare else []
    plain = " ".join(filter(None, words))
    offices = set(map(name_key, _OFFICES))
    return plain in map(name_key, _RESERVED) or not offices.isdisjoint(words) or bool(_GUEST.fullmatch(name.lower()))


@cache
def _level_keys() -> frozenset[str]:
    from ludarium.search.personas import known_levels  # loads the searches

    return frozenset(map(name_key, known_levels()))


@lru_cache(2048)
def name_key(name: str) -> str:
    """Return a key that is the same for names that look alike: letters in one case, each as the plainest of its look.

    >>> name_key("Bob1") == name_key("B0bl"), name_key("Bob") == name_key("Bab")
    (True, False)
    """
    lower = _enforce("NicknameCaseMapped", name)
    return "".join(map(_plainest, lower)).lower().replace("rn", "m")


def name_keys(name: str) -> frozenset[str]:
    """Return the keys of the names that a name looks like: its own, and that of the Latin capitals which it imitates.

    Small letters of two scripts may differ where their capitals are the same, so a new name is compared by both.

    >>> sorted(name_keys("\u0422\u041e\u041c")), name_keys("Tom") == {name_key("Tom")}
    (['tom', 'ᴛoʍ'], True)
    """
    return frozenset({name_key(name), name_key(_in_latin(name))})


def _in_latin(name: str) -> str:
    """Return a name with the ASCII letters that its capitals of other scripts look like."""
    plain = ((letter, _plainest(letter)) for letter in name)
    return "".join(
        seen if letter.isupper() and not letter.isascii() and seen.isascii() else letter for letter, seen in plain
    )


def _plainest(letter: str) -> str:
    """Return the letter that stands for all that look like this one, as Unicode's report 39 groups them."""
    alike: dict[str, list[dict[str, str]]] = confusables.confusables_data
    group = [each["c"] for each in alike.get(letter, ())]
    if len(group) != 1:  # the one that stands for its group, or a letter that is like no other
        return letter
    (other,) = group
    return other if len(alike.get(other, ())) > 1 else min(letter, other)
