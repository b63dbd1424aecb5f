"""How an organiser conducts a tournament: announce, disqualify, adjourn and go on; every act is a line of its news."""

from dataclasses import replace
from typing import Any

from ludarium.core.errors import ParseError
from ludarium.core.text import counted, time_mark
from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Act
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.tournaments.asked import GOING_ON, Asked, TournamentCommand, said_within_limits, write_news
from ludarium.site.tournaments.entering import take_out, withdraw_requests
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.pace import is_live, takes_back
from ludarium.site.tournaments.reading import read_number
from ludarium.site.tournaments.rows.values import StoredTournament

MOST_ANNOUNCED = 5
"""Announcements in a tournament within a day."""
USUAL_REST, LONGEST_REST = 7, 30
"""Days for which a tournament is adjourned."""
MOST_RESTS = 2
"""How often a tournament is adjourned, so that nobody stretches their own clock."""


def may_conduct(tournament: StoredTournament) -> bool:
    """Return whether the organiser may announce and disqualify: before the end, and not in a division of a league."""
    return tournament.state in GOING_ON and tournament.league_id is None


def may_adjourn(tournament: StoredTournament) -> bool:
    """Return whether a tournament can be adjourned: it goes on over days, and is not adjourned already.

    The clocks of live matches do not wait.
    """
    waits = tournament.rests_until is None and not is_live(tournament.tempo)
    return waits and tournament.state == "running" and tournament.league_id is None


class AnnounceToPlayers(TournamentCommand, tag="announce"):
    """Tell all players of one's own tournament something, which its page shows, too."""

    done = "All players hear of it."
    organiser = True
    text: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Tell all players something.

        Raises `Refusal`, `ParseError`, `QuotaExceeded`, and what talk raises.
        """
        _require(asked)
        text = said_within_limits(asked, self.text)
        if not text:
            raise ParseError("nothing was announced: expected a text")
        news = asked.tx.tournament_news
        if news.count_since(asked.tournament.id, "announced", asked.now - DAY) >= MOST_ANNOUNCED:
            raise QuotaExceeded(f"you have announced {MOST_ANNOUNCED} things within a day", HOUR)
        _notify_all(asked, write_news(asked, "announced", text), f"{asked.tournament.name}: {text}")


class Disqualify(TournamentCommand, tag="disqualify"):
    """Take a player, given by id, out of one's own tournament; the player hears the reason, and the page shows it."""

    done = "The player is disqualified."
    organiser = True
    player: str = ""
    reason: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Take a player out, who hears why; games that are not over are lost or annulled as if they had left.

        Raises `Refusal`, `ParseError`, and what talk raises.
        """
        _require(asked)
        entry = asked.entries.get(self.player)
        if entry is None or entry.is_absent or entry.bot:
            raise Refusal("this player is no person who is in the tournament now")
        reason = said_within_limits(asked, self.reason)
        if not reason:
            raise ParseError("the player hears why: expected a reason")
        take_out(asked, entry.person)
        news = write_news(asked, "disqualified", reason, entry.person)
        detail = f"{asked.tournament.name}: {reason}"
        asked.tx.acts.add(Act(asked.now, asked.person.id, "disqualify", entry.person, detail))
        text = f"{asked.person.name} has disqualified you from {asked.tournament.name}: {_in_line(reason)}"
        asked.tx.notices.add(tournament_notice(asked.tournament, entry.person, text, asked.now, news))


class Reinstate(TournamentCommand, tag="reinstate"):
    """Undo that a player, given by id, was disqualified from one's own tournament; the page shows the reason."""

    done = "The disqualification is undone."
    organiser = True
    player: str = ""
    reason: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Undo it: before the start the player may enter again, and else plays on if the kind allows it.

        Games that were lost or annulled by it stay so, unless their results are corrected. Raises `Refusal`,
        `ParseError`, and what talk raises.
        """
        _require(asked)
        tx, tournament, now = asked.tx, asked.tournament, asked.now
        if not tx.tournament_news.is_disqualified(tournament.id, self.player):
            raise Refusal("this player is not disqualified")
        reason = said_within_limits(asked, self.reason)
        if not reason:
            raise ParseError("the players hear why: expected a reason")
        entry = asked.entries.get(self.player)
        plays_on = takes_back(tournament, now)
        if entry and plays_on:
            withdraw_requests(asked, entry, "they play on themselves")
            tx.tournament_entries.set_left(tournament.id, [self.player], None)
            tx.tournaments.set(tournament.id, due_at=now)
        news = write_news(asked, "reinstated", reason, self.player)
        tx.acts.add(Act(now, asked.person.id, "reinstate", self.player, f"{tournament.name}: {reason}"))
        follows = "You may enter again" if tournament.state == "open" else "Your results stay, and none is played again"
        follows = "You play on from the next round; what was lost by it stays lost" if entry and plays_on else follows
        said = f"{asked.person.name} has undone your disqualification from {tournament.name}: {_in_line(reason)}"
        tx.notices.add(tournament_notice(tournament, self.player, f"{said} {follows}.", now, news))


class Adjourn(TournamentCommand, tag="adjourn"):
    """Let no round of one's own tournament begin for some days, in which clocks wait as for a vacation."""

    done = "The tournament is adjourned."
    organiser = True
    goes_on = True
    days: str = ""
    reason: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Let no round begin for some days; the clocks of matches by correspondence wait as for a vacation.

        Raises `Refusal`, `ParseError`, and what talk raises.
        """
        if not may_adjourn(asked.tournament):
            raise Refusal("only a tournament that goes on over days can be adjourned")
        if asked.tx.tournament_news.count_since(asked.tournament.id, "adjourned", 0.0) >= MOST_RESTS:
            raise Refusal(f"the tournament was adjourned {MOST_RESTS} times already")
        days = read_number(self.days, "days of the adjournment", 1, USUAL_REST, LONGEST_REST)
        reason, until = said_within_limits(asked, self.reason), asked.now + days * DAY
        news = write_news(asked, "adjourned", reason, until=until)
        later = _later_end(asked.tournament, days * DAY)
        asked.tx.tournaments.set(asked.tournament.id, due_at=asked.now, rests_until=until, **later)
        why = f" {reason}" if reason else ""
        why = f" It ends on {time_mark(later['ends_at'])} at the latest.{why}" if later else why
        rest = f"{asked.tournament.name} is adjourned for {counted(days, 'day')}, until {time_mark(until)}"
        _notify_all(asked, news, f"{rest} at the latest. No round begins, and clocks wait as for a vacation.{why}")


class Resume(TournamentCommand, tag="resume"):
    """Go on with one's own tournament before the end of its adjournment."""

    done = "The tournament goes on."
    organiser = True
    goes_on = True

    def carry_out(self, asked: Asked) -> None:
        """End an adjournment now.

        Raises `Refusal`.
        """
        if asked.tournament.rests_until is None or asked.tournament.state != "running":
            raise Refusal("the tournament is not adjourned")
        asked.tx.tournament_news.end_rest(asked.tournament.id, asked.now)
        news = write_news(asked, "resumed")
        later = _later_end(asked.tournament, min(0.0, asked.now - asked.tournament.rests_until))
        asked.tx.tournaments.set(asked.tournament.id, due_at=asked.now, rests_until=asked.now, **later)
        ends = f" It ends on {time_mark(later['ends_at'])} at the latest." if later else ""
        _notify_all(asked, news, f"{asked.tournament.name} goes on: the clocks run again.{ends}")


def _later_end(tournament: StoredTournament, seconds: float) -> dict[str, Any]:  # Any: columns
    """Return the columns of a duplicate that ends so much later, as all lose the time of an adjournment.

    Its players are warned of the new end, too.
    """
    return {} if tournament.ends_at is None else {"ends_at": tournament.ends_at + seconds, "warned_at": None}


def _in_line(text: str) -> str:
    return " ".join(text.split())


def _require(asked: Asked) -> None:
    if not may_conduct(asked.tournament):
        raise Refusal("the tournament is over, or is a division of a league")


def _notify_all(asked: Asked, news: int, text: str) -> None:
    """Notify all players but the organiser of a line of the news, by its number; the text becomes one line."""
    text = _in_line(text)
    for entry in asked.entries.values():
        if entry.person != asked.person.id and entry.gets_notices and not entry.is_absent:
            notice = tournament_notice(asked.tournament, entry.person, text, asked.now, news)
            asked.tx.notices.add(replace(notice, by=asked.person.id))
