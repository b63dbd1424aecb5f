"""Substitutes: the organiser lets somebody play on for a player, from the waiting list, or by name if they accept.

Those who wait have agreed before; who is asked by name has three days to answer, and who declines is not asked again.
The substitute has the place of the player in the table, with its points and its seed number, and all matches that go
on; what is decided stays so. In a league those stand in who have offered it there.
"""

from ludarium.core.errors import ParseError
from ludarium.core.text import counted, shorten
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Act, Person
from ludarium.site.people.accounts import has_account
from ludarium.site.people.names import name_key
from ludarium.site.people.rows.people import mention
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.asked import Asked, TournamentCommand, said_within_limits
from ludarium.site.tournaments.entering import (
    DAYS_TO_ANSWER,
    has_waiting_list,
    is_open,
    open_waiting,
    player_refusal,
    withdraw_requests,
)
from ludarium.site.tournaments.history import next_number
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.rows.tournaments import NewsLine, Waiting
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry

MOST_WAITING = 50
"""People on the waiting list of a tournament."""
MOST_NAMED = 5
"""People whom the organiser has asked, and who have not answered."""
Entries = dict[str, TournamentEntry]


def waiting_refusal(
    tables: Repositories, tournament: StoredTournament, entries: Entries, person: Person | None, now: float
) -> str:
    """Return why a person may not wait for a place, as a sentence without its end; empty if they may."""
    if not has_waiting_list(tournament):
        return "there is a waiting list in a tournament that goes on, but in no arena and no league"
    if person is not None and person.id == tournament.organiser:
        return "the organiser plays on for nobody"
    if person is not None and person.id in _played(entries):
        return "you play or have played in this tournament"
    return player_refusal(tables, tournament, entries, person, now)


def substitutable(tournament: StoredTournament, entry: TournamentEntry, boards: tuple[StoredBoard, ...]) -> bool:
    """Return whether somebody may play on for a player: one who has not been substituted, and has something to play."""
    if not has_waiting_list(tournament) or entry.former or entry.bot:
        return False
    if entry.number is None or entry.person == tournament.exhibitor:
        return False
    has_games = any(not board.how and entry.number in board.seating for board in boards)
    return has_games or (tournament.of_kind.draws_opponents and next_number(boards) < tournament.rounds)


class WaitForPlace(TournamentCommand, tag="wait"):
    """Be on the waiting list of a tournament that goes on, from which the organiser takes substitutes."""

    done = "You are on the waiting list."
    in_duplicates = False

    def carry_out(self, asked: Asked) -> None:
        """Put the person on the waiting list.

        Raises `Refusal`.
        """
        if refusal := waiting_refusal(asked.tx, asked.tournament, asked.entries, asked.person, asked.now):
            raise Refusal(refusal)
        waiting = open_waiting(asked.tx, asked.tournament, asked.now)
        if any(one.person == asked.person.id for one in waiting):
            raise Refusal("you are on the waiting list, or are asked to play")
        if sum(one.asked is None for one in waiting) >= MOST_WAITING:
            raise Refusal(f"the waiting list is full: it has {MOST_WAITING} people")
        asked.tx.tournament_waiting.wait(asked.tournament.id, asked.person.id, asked.now)


class StopWaiting(TournamentCommand, tag="no-wait"):
    """Be on the waiting list no more."""

    done = "You are on the waiting list no more."

    def carry_out(self, asked: Asked) -> None:
        """Remove the person from the waiting list.

        Raises `Refusal`.
        """
        own = _own(asked)
        if own is None or own.asked:
            raise Refusal("you are not on the waiting list")
        asked.tx.tournament_waiting.remove((asked.tournament.id, asked.person.id))


class Substitute(TournamentCommand, tag="substitute"):
    """Let somebody, given by name, play on for a player, given by id; who is not on the waiting list must accept."""

    done = "The substitute plays, or is asked to."
    organiser = True
    in_duplicates = False
    player: str = ""
    by: str = ""
    reason: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Let somebody play on for a player: at once if they wait, or else once they accept.

        Raises `Refusal`, `ParseError`, and what talk raises.
        """
        entry = asked.entries.get(self.player)
        if entry is None or not substitutable(
            asked.tournament, entry, asked.tx.tournament_boards.of(asked.tournament.id)
        ):
            raise Refusal("nobody can play on for this player, or not any more")
        found, reason = _named(asked, self.by), said_within_limits(asked, self.reason)
        if not reason:
            raise ParseError("the player hears why: expected a reason")
        waiting = asked.tx.tournament_waiting.of(asked.tournament.id, asked.now)
        theirs = next((one for one in waiting if one.person == found.id), None)
        if theirs and theirs.asked is None:
            _replace(asked, entry, found, reason)
            return
        if theirs and (theirs.declined_at is not None or is_open(theirs, asked.now)):
            answered = "has declined" if theirs.declined_at is not None else "is asked already, and has not answered"
            raise Refusal(f"{found.name} {answered}")
        if sum(one.asked is not None and is_open(one, asked.now) for one in waiting) >= MOST_NAMED:
            raise Refusal(f"{MOST_NAMED} people whom you have asked have not answered")
        asked.tx.tournament_waiting.wait(asked.tournament.id, found.id, asked.now, entry.person, reason)
        answer = f"accept or decline within {DAYS_TO_ANSWER} days."
        text = f"{asked.person.name} asks you to play on for {entry.name} in {asked.tournament.name}: {answer}"
        asked.tx.notices.add(tournament_notice(asked.tournament, found.id, f"{text} {reason}", asked.now))


class AcceptPlace(TournamentCommand, tag="accept-place"):
    """Play on for the player for whom the organiser has asked one to."""

    done = "You play on for this player."
    in_duplicates = False

    def carry_out(self, asked: Asked) -> None:
        """Let the person play on for the player for whom the organiser has asked them.

        Raises `Refusal`.
        """
        own = _own(asked)
        entry = asked.entries.get(own.asked or "") if own else None
        boards = asked.tx.tournament_boards.of(asked.tournament.id)
        if own is None or entry is None or not substitutable(asked.tournament, entry, boards):
            raise Refusal("nobody asks you to play on for a player, or not any more")
        if refusal := _refusal(asked, asked.person):
            raise Refusal(refusal)
        _replace(asked, entry, asked.person, own.reason)


class DeclinePlace(TournamentCommand, tag="decline-place"):
    """Do not play on for the player for whom the organiser has asked one to."""

    done = "You do not play for this player."

    def carry_out(self, asked: Asked) -> None:
        """Record that the person does not play, and notify the organiser.

        Raises `Refusal`.
        """
        own = _own(asked)
        if own is None or own.asked is None:
            raise Refusal("nobody asks you to play on for a player")
        asked.tx.tournament_waiting.set((asked.tournament.id, asked.person.id), declined_at=asked.now)
        text = f"{asked.person.name} does not play on for anybody in {asked.tournament.name}."
        asked.tx.notices.add(tournament_notice(asked.tournament, asked.tournament.organiser, text, asked.now))


def _replace(asked: Asked, entry: TournamentEntry, found: Person, reason: str) -> None:
    """Give a player's place to a substitute; log it, write it into the news, and notify both."""
    tx, tournament = asked.tx, asked.tournament
    boards = tx.tournament_boards.of(tournament.id)
    tx.tournament_waiting.remove((tournament.id, found.id))
    withdraw_requests(asked, entry, f"{found.name} plays on")
    tx.tournament_entries.replace(tournament.id, entry.person, found.id)
    tx.tournaments.set(tournament.id, due_at=asked.now)
    said = f"for {mention(entry.person)}. {reason}".strip()
    line = NewsLine(asked.now, "substituted", tournament.organiser, "", said, found.id)
    news = tx.tournament_news.write(tournament.id, line)
    detail = f"{tournament.name}: {mention(found.id)} for {mention(entry.person)} {reason}".strip()
    tx.acts.add(Act(asked.now, asked.person.id, "substitute", entry.person, detail))
    games = sum(not board.how and entry.number in board.seating for board in boards)
    for_them = f"You play on for {entry.name} in {tournament.name}: {counted(games, 'match')} of theirs now."
    said_to = {found.id: for_them, entry.person: f"{found.name} plays on for you in {tournament.name}."}
    if tournament.organiser != asked.person.id:
        said_to[tournament.organiser] = f"{found.name} plays on for {entry.name} in {tournament.name}."
    for person, text in said_to.items():
        if person != asked.person.id:
            tx.notices.add(tournament_notice(tournament, person, f"{text} {reason}".strip(), asked.now, news))


def _named(asked: Asked, name: str) -> Person:
    """Return the account of a name that may play on.

    Raises `Refusal`.
    """
    found = asked.tx.accounts.named("", name_key(name)) if name.strip() else None
    if found is None or asked.tx.blocks.among({asked.tournament.organiser, found.id}):
        raise Refusal(f"{shorten(name)} is nobody whom you can ask: expected the name of an account")
    if refusal := _refusal(asked, found):
        raise Refusal(f"{found.name} cannot play on: {refusal}" if found.id != asked.person.id else refusal)
    return found


def _refusal(asked: Asked, person: Person) -> str:
    """Return why a person may not play on, without the words of their own affairs; empty if they may."""
    if person.id == asked.tournament.organiser:
        return "the organiser plays on for nobody"
    if person.id in _played(asked.entries):
        return "nobody plays on who plays or has played in this tournament"
    if (
        not has_account(person)
        or person.is_suspended(asked.now)
        or player_refusal(asked.tx, asked.tournament, asked.entries, person, asked.now)
    ):
        return "the rules of entry do not allow it now"
    return ""


def _played(entries: Entries) -> frozenset[str]:
    return frozenset({*entries, *(entry.former for entry in entries.values() if entry.former)})


def _own(asked: Asked) -> Waiting | None:
    waiting = open_waiting(asked.tx, asked.tournament, asked.now)
    return next((one for one in waiting if one.person == asked.person.id), None)
