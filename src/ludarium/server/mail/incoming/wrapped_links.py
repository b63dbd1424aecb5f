"""Links of a quotation that a program has broken, so that a line of them seems to be the sender's own.

Programs that wrap a quoted line move a long link, or what is left of it, to a line of its own without a mark.
"""

import re
from collections.abc import Sequence

from ludarium.club.mail.reply_tokens import IN_TEXT

_LINK = re.compile(r"<?(?:https?://|www\.|mailto:)\S+|<?[^\s@<>]++@[^\s@<>]++>?[:,.]?", re.IGNORECASE)
_IN_WORD = re.compile(r"https?://|www\.", re.IGNORECASE)
_REST = re.compile(r"(?=.*\w{3})[\w\-.~:/?#\[\]@!$&'()*,;=%]+>?", re.ASCII)
"""What may be left of a link; a turn of a few letters and signs is not."""
_LEAST_LETTERS = 12
"""A word of fewer letters, and nothing else, is not taken for a rest."""
_LEAST_WRAPPED = 60
"""Characters that a line would have at least with the next word, if a program has broken it there."""


def mark_wrapped_links(lines: Sequence[str], own_marks: list[bool]) -> None:
    """Take the mark of an own line from lines that are a link, or the rest of one, of the quotation above.

    What may be an answer stays where there is no other: the rest of a link is known by its looks alone.
    """
    rests = set[int]()
    for number in range(1, len(lines)):
        if not own_marks[number] or (own_marks[number - 1] and number - 1 not in rests):
            continue
        if _is_link(lines, own_marks, number):
            own_marks[number] = False
        elif _is_rest(lines[number - 1].rstrip(), lines[number].strip(), is_long_one=number - 1 in rests):
            rests.add(number)
    if any(own and number not in rests and lines[number].strip() for number, own in enumerate(own_marks)):
        for number in rests:
            own_marks[number] = False


def _is_link(lines: Sequence[str], own_marks: Sequence[bool], number: int) -> bool:
    """Return whether a line begins with a link that had no room in the quoted line above."""
    words, is_last = lines[number].split(), number + 1 == len(lines)
    if not words or not _LINK.fullmatch(words[0]) or len(lines[number - 1].rstrip()) + len(words[0]) < _LEAST_WRAPPED:
        return False
    is_within = not is_last and not own_marks[number + 1]
    if len(words) > 1:
        return is_within or bool(IN_TEXT.search(words[0]))
    return is_last or is_within or len(lines[number + 1].split()) < 2  # otherwise a sentence of the sender begins here


def _is_rest(above: str, word: str, *, is_long_one: bool) -> bool:
    """Return whether a word may be the rest of the link that ends the line above it."""
    last = above.split()[-1] if len(above) >= _LEAST_WRAPPED else ""
    is_long = bool(last) and not last.endswith(">") and (is_long_one or bool(_IN_WORD.search(last)))
    return is_long and not (word.isalpha() and len(word) < _LEAST_LETTERS) and bool(_REST.fullmatch(word))
