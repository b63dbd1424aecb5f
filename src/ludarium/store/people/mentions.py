"""People in texts that stay: they are written by their ids, and read by the names that they have then."""

import re
from collections.abc import Sequence

from sqlalchemy import Connection, select

from ludarium.store.tables import people

_MENTION = re.compile(r"\{person:([\w-]{1,32})\}")


def mention(person_id: str) -> str:
    """Return what stands for the name of a person in a text that stays.

    >>> mention("a1") + " against " + mention("b2")
    '{person:a1} against {person:b2}'
    """
    return f"{{person:{person_id}}}"


def name_mentions(connection: Connection, texts: Sequence[str], closed: str = "") -> list[str]:
    """Return texts with the names of the people in them; `closed` names those of closed accounts, unless it is empty.

    What names nobody is left as it is.
    """
    ids = {found for text in texts for found in _MENTION.findall(text)}
    if not ids:
        return list(texts)
    rows = connection.execute(select(people.c.id, people.c.name, people.c.closed_at).where(people.c.id.in_(ids)))
    names = {row.id: closed if closed and row.closed_at is not None else row.name for row in rows}
    return [_MENTION.sub(lambda found: names.get(found[1], found[0]), text) for text in texts]
