"""The rests of bots that fail match after match, in matches with people and on ladders alike."""

from ludarium.match.clock import DAY, HOUR
from ludarium.store.notices.notices import ANSWER, Notice
from ludarium.store.programs.workshop import WorkshopBot
from ludarium.store.repositories import UnitOfWork

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


def let_rest(tx: UnitOfWork, bot: WorkshopBot, failures: int, now: float, where: str = "") -> None:
    """Let a bot rest if it has failed in enough matches in a row, and send its author a notice."""
    rest = rest_after(failures)
    if rest is None:
        return
    seconds, words = rest
    text = f"Your bot {bot.name} failed in {failures} matches in a row{where}. "
    text += f"It rests for {words}, and is then tried again."
    path = f"/games/{bot.game}/workshop?bot={bot.id}"
    tx.workshop.update(bot.id, rests_until=now + seconds)
    tx.notices.add(Notice(bot.person, ANSWER, path, now, data={"text": text}))
