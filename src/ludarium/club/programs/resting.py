"""The failures of published bots, in matches with people and on ladders alike: their authors are notified, and a bot
that fails match after match rests.
"""

from ludarium.core.text import plain
from ludarium.match.clock import DAY, HOUR
from ludarium.store.notices.notices import ANSWER, Notice
from ludarium.store.programs.workshop import WorkshopBot
from ludarium.store.repositories import UnitOfWork

_LONGEST = 200
"""Characters of a cause in a notice."""
IN_A_ROW = 3
"""Matches in a row in which a bot fails before it rests."""
RESTS = ((HOUR, "an hour"), (DAY, "a day"), (7 * DAY, "a week"))
"""How long a bot rests after so many failures, and after each one more."""


def rest_after(failures: int) -> tuple[float, str] | None:
    """Return the seconds of a rest, and in words, after failures in a row; None for no rest.

    >>> rest_after(2), rest_after(3), rest_after(9)
    (None, (3600.0, 'an hour'), (604800.0, 'a week'))
    """
    return RESTS[min(failures - IN_A_ROW, len(RESTS) - 1)] if failures >= IN_A_ROW else None


def note_failure(
    tx: UnitOfWork, bot: WorkshopBot, failures: int, now: float, cause: str, where: str = "", *, rests: bool = False
) -> None:
    """Tell the author of a bot that it has failed, at most once a day, and let it rest after enough failures in a row.

    A rest is always announced. A bot that `rests` already begins no other one. The transaction holds the bot.
    """
    rest = None if rests else rest_after(failures)
    if rest is None and now < bot.notified_at + DAY:
        return
    said = f"Your bot {bot.name} failed{where}: {plain(cause)[:_LONGEST]}."
    if rest:
        seconds, words = rest
        said = f"Your bot {bot.name} failed in {failures} matches in a row{where}. It rests for {words}, and is then "
        said += f"tried again. The last time: {plain(cause)[:_LONGEST]}."
        tx.workshop.set(bot.id, rests_until=now + seconds)
    tx.workshop.set(bot.id, notified_at=now)
    path = f"/games/{bot.game}/workshop?bot={bot.id}"
    tx.notices.add(Notice(bot.person, ANSWER, path, now, data={"text": said}))
