"""Players enter a tournament, leave it, come back, ask for byes, and wait to play on for somebody."""

from ludarium.match.clock import DAY
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import has_account
from ludarium.site.people.standing import barred
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.asked import GOING_ON, Asked, TournamentCommand
from ludarium.site.tournaments.history import next_number
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.pace import lets_in, takes_back
from ludarium.site.tournaments.rows.tournaments import Waiting
from ludarium.site.tournaments.rows.values import StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.steps import numbered
from ludarium.site.tournaments.sides import team_for

DAYS_TO_ANSWER = 3


def has_waiting_list(tournament: StoredTournament) -> bool:
    """Return whether people may wait for a place in a tournament, and play on for its players."""
    return tournament.state == "running" and tournament.of_kind.substitutes and tournament.league_id is None


def is_open(one: Waiting, now: float) -> bool:
    """Return whether a person waits, or may still answer whether they play on for a player.

    >>> asked = Waiting("ann", "Ann", 0.0, asked="bob")
    >>> [is_open(asked, 2.9 * DAY), is_open(asked, 3.0 * DAY), is_open(asked._replace(declined_at=1.0), 2.0)]
    [True, False, False]
    """
    return one.asked is None or (one.declined_at is None and now < one.at + DAYS_TO_ANSWER * DAY)


def open_waiting(tables: Repositories, tournament: StoredTournament, now: float) -> tuple[Waiting, ...]:
    """Return who waits, or is asked to play on and may still answer."""
    return tuple(one for one in tables.tournament_waiting.of(tournament.id, now) if is_open(one, now))


def withdraw_requests(asked: Asked, entry: TournamentEntry, why: str) -> None:
    """Withdraw the requests to play on for a player, and notify who may still have answered them."""
    tournament = asked.tournament
    for one in open_waiting(asked.tx, tournament, asked.now):
        if one.asked == entry.person and one.person != asked.person.id:
            text = f"Nobody has to play on for {entry.name} in {tournament.name} any more: {why}."
            asked.tx.notices.add(tournament_notice(tournament, one.person, text, asked.now))
    asked.tx.tournament_waiting.withdraw(tournament.id, entry.person)


MOST_ENTERED = 10
"""Tournaments in which a person may be at once."""


def entry_refusal(
    tables: Repositories,
    tournament: StoredTournament,
    entries: dict[str, TournamentEntry],
    person: Person | None,
    now: float,
) -> str:
    """Return why a person may not enter a tournament, as a sentence without its end; empty if they may."""
    if not lets_in(tournament, now) and (tournament.state != "open" or tournament.begins_at <= now):
        return "entry has ended"
    if refusal := player_refusal(tables, tournament, entries, person, now):
        return refusal
    if person and len({*entries, tournament.exhibitor or person.id} | {person.id}) > tournament.most:
        return f"the tournament is full: it has {tournament.most} players"
    return ""


def player_refusal(
    tables: Repositories,
    tournament: StoredTournament,
    entries: dict[str, TournamentEntry],
    person: Person | None,
    now: float,
) -> str:
    """Return why a person may not play in a tournament, beside who else plays there; empty if they may."""
    if person is None or not has_account(person):
        return "tournaments are for accounts: make one first"
    if tables.tournament_news.is_disqualified(tournament.id, person.id):
        return "you were disqualified"
    if person.id in entries:
        return "you have entered already"
    if person.is_bot and not tournament.computers:
        return "bots take no part in this tournament"
    if tournament.rated and barred(tables, [person.id], now):
        return "you may not begin rated matches now"
    kept_by = {None if tournament.by_site else tournament.organiser, tournament.exhibitor}
    if any(tables.blocks.among({person.id, one}) for one in kept_by if one):
        return "this tournament is not for you"
    if len(tables.tournaments.of_person(person.id, GOING_ON)) >= MOST_ENTERED:
        return f"you are in {MOST_ENTERED} tournaments: leave one first"
    return ""


class EnterTournament(TournamentCommand, tag="enter"):
    """Enter a tournament that has not begun; a team match for a `team`, by its name: empty for the smaller one."""

    done = "You have entered."
    team: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Enter the person.

        Raises `Refusal`, `ParseError`.
        """
        if refusal := entry_refusal(asked.tx, asked.tournament, asked.entries, asked.person, asked.now):
            raise Refusal(refusal)
        tx, tournament = asked.tx, asked.tournament
        team = team_for(tournament, self.team, asked.entries.values())
        tx.tournament_entries.enter(tournament.id, asked.person.id, asked.now, team)
        if tournament.state == "running":  # an arena, in which who comes later has the next seed number
            number = sum(entry.number is not None for entry in asked.entries.values())
            rated = numbered(tx, tournament.game, tournament.tempo, {0: asked.person.id}, tournament.seed)
            tx.tournament_entries.number(tournament.id, rated, number)
            tx.tournaments.set(tournament.id, due_at=asked.now)


class LeaveTournament(TournamentCommand, tag="leave"):
    """Leave a tournament, before or after its start."""

    done = "You have left the tournament."

    def carry_out(self, asked: Asked) -> None:
        """Remove the person before the start; afterwards record when they have left.

        Raises `Refusal`.
        """
        if asked.entry is None or asked.entry.left_at is not None or asked.tournament.state not in GOING_ON:
            raise Refusal("you are not in this tournament now")
        take_out(asked, asked.person.id)


def take_out(asked: Asked, person_id: str) -> None:
    """Remove a player before the start; afterwards record when they have left."""
    tx, tournament = asked.tx, asked.tournament
    if tournament.state == "open":
        tx.tournament_entries.leave(tournament.id, [person_id])
        return
    tx.tournament_entries.set_left(tournament.id, [person_id], asked.now)
    tx.tournaments.set(tournament.id, due_at=asked.now)
    if tournament.league_id:
        tx.leagues.touch(tournament.league_id)
        tx.league_entries.remove((tournament.league_id, person_id))


class ComeBack(TournamentCommand, tag="return"):
    """Come back to a Swiss tournament that one has left."""

    done = "You play again from the next round on."

    def carry_out(self, asked: Asked) -> None:
        """Let the person play again.

        Raises `Refusal`.
        """
        entry, tournament = asked.entry, asked.tournament
        if entry is None or entry.left_at is None or not takes_back(tournament, asked.now):
            raise Refusal("only who has left a Swiss tournament or an arena that goes on can come back")
        if asked.tx.tournament_news.is_disqualified(tournament.id, asked.person.id):
            raise Refusal("you were disqualified")
        withdraw_requests(asked, entry, "they have come back")
        asked.tx.tournament_entries.set_left(tournament.id, [asked.person.id], None)
        if lets_in(tournament, asked.now):
            asked.tx.tournaments.set(tournament.id, due_at=asked.now)


def bye_refusal(tournament: StoredTournament, entry: TournamentEntry | None, number: int) -> str:
    """Return why a player may not have a bye in the next round, which has a number from 0; empty if they may.

    Nobody has one in the last round, in which half a point without a game could decide who is first.
    """
    if not tournament.of_kind.draws_opponents or tournament.state not in ("open", "running"):
        return "byes on request are for a Swiss tournament that is not over"
    if entry is None or entry.is_absent:
        return "you are not in this tournament now"
    if entry.bye_round is not None:
        return "you have asked for a bye already: there is one for each player"
    if number >= tournament.rounds - 1:
        return "in the last round nobody has a bye on request"
    return ""


def bye_waits(tournament: StoredTournament, entry: TournamentEntry | None, number: int) -> bool:
    """Return whether a player has asked for a bye in the next round."""
    going_on = tournament.state in ("open", "running") and entry is not None and not entry.is_absent
    return going_on and entry is not None and entry.bye_round == number


class RequestBye(TournamentCommand, tag="bye"):
    """Do not play in the next round of a Swiss tournament, for half of its points; once in a tournament."""

    done = "You do not play in the next round, and get half of its points."

    def carry_out(self, asked: Asked) -> None:
        """Record that the person does not play in the next round.

        Raises `Refusal`.
        """
        number = next_number(asked.tx.tournament_boards.of(asked.tournament.id))
        if refusal := bye_refusal(asked.tournament, asked.entry, number):
            raise Refusal(refusal)
        asked.tx.tournament_entries.set((asked.tournament.id, asked.person.id), bye_round=number)


class WithdrawBye(TournamentCommand, tag="play"):
    """Play in the next round, although one has asked for a bye."""

    done = "You play in the next round."

    def carry_out(self, asked: Asked) -> None:
        """Record that the person plays in the next round after all.

        Raises `Refusal`.
        """
        number = next_number(asked.tx.tournament_boards.of(asked.tournament.id))
        if not bye_waits(asked.tournament, asked.entry, number):
            raise Refusal("you have asked for no bye in a round that has not begun")
        asked.tx.tournament_entries.set((asked.tournament.id, asked.person.id), bye_round=None)
