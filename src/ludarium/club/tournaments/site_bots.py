"""Bots of the site in tournaments: those that a game offers, and those that people have published in the workshop.

The organiser enters them before a tournament begins, and the author of a published bot enters that one. They play by
the bot workers of the site, as in every match, and have no account: no rating, no notices, no vacation.
"""

from collections.abc import Iterable, Mapping

from ludarium.club.offers.tempos import clock_and_tick
from ludarium.club.people.people import Person
from ludarium.club.programs.workshop import published_bots
from ludarium.club.tournaments.asked import Asked, require_open
from ludarium.club.tournaments.commands import EnterBot, RemoveBot
from ludarium.club.tournaments.errors import EntryRefused
from ludarium.club.tournaments.sides import read_team, smaller_team
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.search.personas import WRITTEN, bot_name, offered_bots
from ludarium.store.repositories import Repositories
from ludarium.store.tournaments.rows import StoredTournament, TournamentEntry


def bot_id(spec: str) -> str:
    """Return the id of the entry of a bot, given by its spec.

    >>> bot_id("easy"), bot_id("script 00112233445566ff/7 File and strike")
    ('bot:easy', 'bot:00112233445566ff/7')
    """
    found = WRITTEN.fullmatch(spec)
    return f"bot:{found[1]}/{found[2]}" if found else f"bot:{spec}"


def takes_bots(tournament: StoredTournament) -> bool:
    """Return whether bots of the site can be entered now.

    A match with ticks runs only while somebody watches, so it has none; nor has a division of a league.
    """
    has_ticks = clock_and_tick(tournament.tempo)[1] is not None
    fits = tournament.computers and not has_ticks and tournament.league_id is None and not tournament.published
    return tournament.state == "open" and fits


def enterable_bots(
    tables: Repositories,
    tournament: StoredTournament,
    entered: Iterable[TournamentEntry],
    person: Person | None,
    now: float,
) -> Mapping[str, str]:
    """Return the names of the bots that a person may enter, by their specs."""
    if person is None or not takes_bots(tournament):
        return {}
    try:
        game = load(tournament.game)
    except LudariumError:
        return {}
    organises = person.id == tournament.organiser
    if not organises and _is_kept_out(tables, tournament, person):
        return {}
    written = [spec for spec, bot in published_bots(tables, game.name, now) if organises or bot.person == person.id]
    found = [*(offered_bots(game) if organises else ()), *written]
    there = {entry.person for entry in entered}
    return {spec: bot_name(game.spec, spec) for spec in found if bot_id(spec) not in there}


def removable_bots(
    tables: Repositories, tournament: StoredTournament, entered: Iterable[TournamentEntry], person: Person | None
) -> tuple[TournamentEntry, ...]:
    """Return the entries of bots that a person may withdraw: the organiser all, and an author their own."""
    if person is None or tournament.state != "open" or tournament.published:
        return ()
    bots = (entry for entry in entered if entry.bot)
    return tuple(
        entry for entry in bots if person.id == tournament.organiser or _author(tables, entry.bot) == person.id
    )


def enter_bot(asked: Asked, command: EnterBot) -> None:
    """Enter a bot of the site.

    Raises `EntryRefused`, `ParseError`.
    """
    tx, tournament, entries = asked.tx, asked.tournament, asked.entries
    require_open(tournament)
    if not takes_bots(tournament):
        raise EntryRefused("bots of the site play where computers may take part, and turns do not come with ticks")
    if len({*entries, *filter(None, [tournament.exhibitor])}) >= tournament.most:
        raise EntryRefused(f"the tournament is full: it has {tournament.most} players")
    may = enterable_bots(tx, tournament, entries.values(), asked.person, asked.now)
    if command.bot not in may:
        expected = f"expected one of {', '.join(may)}" if may else "there is none that you may enter"
        raise EntryRefused(f"{shorten(command.bot)} is no bot that you may enter now: {expected}")
    team = None
    if tournament.kind == "team-match":
        team = read_team(tournament, command.team) if command.team else smaller_team(entries.values())
    name = may[command.bot]
    entry = TournamentEntry(bot_id(command.bot), name, 0, asked.now, is_bot=True, team=team, bot=command.bot)
    tx.tournament_entries.enter_bot(tournament.id, entry)


def remove_bot(asked: Asked, command: RemoveBot) -> None:
    """Withdraw a bot of the site before the tournament begins.

    Raises `EntryRefused`.
    """
    require_open(asked.tournament)
    may = removable_bots(asked.tx, asked.tournament, asked.entries.values(), asked.person)
    if command.player not in {entry.person for entry in may}:
        raise EntryRefused(f"{shorten(command.player)} is no bot in this tournament that you may withdraw")
    asked.tx.tournament_entries.remove(asked.tournament.id, [command.player])


def _is_kept_out(tables: Repositories, tournament: StoredTournament, person: Person) -> bool:
    """Return whether an author may enter no bot, as they may not enter themselves: blocked, or disqualified."""
    blocked = tables.blocks.among({person.id, tournament.organiser})
    return bool(blocked) or tables.tournament_news.is_disqualified(tournament.id, person.id)


def _author(tables: Repositories, spec: str) -> str | None:
    """Return the id of the author of a bot; None if it is one of ours, or was deleted."""
    found = WRITTEN.fullmatch(spec)
    bot = tables.workshop.find(found[1]) if found else None
    return bot.person if bot else None
