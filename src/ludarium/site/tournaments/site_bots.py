"""Bots of the site in tournaments: those that a game offers, and those that people have published in the workshop.

The organiser enters them before a tournament begins, and the author of published bots enters one of them, unless the
organiser has withdrawn it. They play by the bot workers of the site, as in every match, and have no account: no rating,
no notices, no vacation.
"""

from collections.abc import Iterable, Iterator, Mapping

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.search.personas import WRITTEN, bot_name, offered_bots
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Person
from ludarium.site.offers.reading import clock_and_tick
from ludarium.site.programs.playing import published_bots, why_absent
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.asked import Asked, TournamentCommand, require_open, write_news
from ludarium.site.tournaments.rows.values import StoredTournament, TournamentEntry
from ludarium.site.tournaments.sides import team_for

FILLERS = 3
"""Bots that fill in an arena from its beginning, the easiest ones of a game."""


def bot_id(spec: str) -> str:
    """Return the id of the entry of a bot, given by its spec; all versions of a bot have the same.

    >>> bot_id("easy"), bot_id("script 00112233445566ff/7 File and strike")
    ('bot:easy', 'bot:00112233445566ff')
    """
    found = WRITTEN.fullmatch(spec)
    return f"bot:{found[1] if found else spec}"


def takes_bots(tournament: StoredTournament) -> bool:
    """Return whether bots of the site can be entered now."""
    is_whole = tournament.league_id is None and not tournament.published
    return tournament.state == "open" and tournament.computers and is_whole and not has_unwatched(tournament)


def has_unwatched(tournament: StoredTournament) -> bool:
    """Return whether bots could not play each other in it: a match with ticks runs only while somebody watches.

    In an arena bots fill in, and so play with people alone.
    """
    return clock_and_tick(tournament.tempo)[1] is not None and not tournament.of_kind.at_any_time


def fillers(arena: StoredTournament) -> Iterator[TournamentEntry]:
    """Yield the entries of the bots that fill in an arena from its beginning."""
    game = load(arena.game)
    for level in [*offered_bots(game)][:FILLERS]:
        name = bot_name(game.spec, level)
        yield TournamentEntry(bot_id(level), name, 0, arena.created_at, is_bot=True, bot=level)


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
    bots, published = [entry.bot for entry in entered if entry.bot], published_bots(tables, game.name, now)
    if person.id == tournament.organiser:
        found = [*offered_bots(game), *(spec for spec, _ in published)]
    elif _is_kept_out(tables, tournament, person) or person.id in _authors(tables, bots).values():
        return {}
    else:
        removed = tables.tournament_news.removed_bots(tournament.id)
        found = [spec for spec, bot in published if bot.person == person.id and (bot.person, bot.name) not in removed]
    there = {bot_id(bot) for bot in bots}
    return {spec: bot_name(game.spec, spec) for spec in found if bot_id(spec) not in there}


def removable_bots(
    tables: Repositories, tournament: StoredTournament, entered: Iterable[TournamentEntry], person: Person | None
) -> tuple[TournamentEntry, ...]:
    """Return the entries of bots that a person may withdraw: the organiser all, and an author their own."""
    if person is None or tournament.state != "open" or tournament.published:
        return ()
    bots = tuple(entry for entry in entered if entry.bot)
    if person.id == tournament.organiser:
        return bots
    authors = _authors(tables, [entry.bot for entry in bots])
    return tuple(entry for entry in bots if authors.get(entry.bot) == person.id)


class EnterBot(TournamentCommand, tag="enter-bot"):
    """Enter a bot of the site, given by its spec, in one's own tournament, or a bot that one has published.

    It plays in a team match for a `team`, as in `EnterTournament`.
    """

    done = "The bot has entered."
    bot: str = ""
    team: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Enter a bot of the site.

        Raises `Refusal`, `ParseError`.
        """
        tx, tournament, entries = asked.tx, asked.tournament, asked.entries
        require_open(tournament)
        if not takes_bots(tournament):
            where = "where bots may take part, and where turns come with ticks in an arena alone"
            raise Refusal(f"bots of the site play {where}")
        if len({*entries, *filter(None, [tournament.exhibitor])}) >= tournament.most:
            raise Refusal(f"the tournament is full: it has {tournament.most} players")
        may = enterable_bots(tx, tournament, entries.values(), asked.person, asked.now)
        if self.bot not in may:
            game = load(tournament.game).name
            if WRITTEN.fullmatch(self.bot) and self.bot not in dict(published_bots(tx, game, asked.now)):
                raise Refusal(f"{why_absent(tx, game, self.bot, asked.now, asked.person.id)}: enter another bot")
            expected = f"expected one of {', '.join(may)}" if may else "there is none that you may enter"
            raise Refusal(f"{shorten(self.bot)} is no bot that you may enter now: {expected}")
        team, name = team_for(tournament, self.team, entries.values()), may[self.bot]
        entry = TournamentEntry(bot_id(self.bot), name, 0, asked.now, is_bot=True, team=team, bot=self.bot)
        tx.tournament_entries.enter_bot(tournament.id, entry)


class RemoveBot(TournamentCommand, tag="remove-bot"):
    """Withdraw a bot of the site, given by the id of its entry, before the tournament begins."""

    done = "The bot is withdrawn."
    player: str = ""

    def carry_out(self, asked: Asked) -> None:
        """Withdraw a bot of the site before the tournament begins; that of somebody else is a line of the news.

        Raises `Refusal`.
        """
        require_open(asked.tournament)
        may = removable_bots(asked.tx, asked.tournament, asked.entries.values(), asked.person)
        entry = next((one for one in may if one.person == self.player), None)
        if entry is None:
            raise Refusal(f"{shorten(self.player)} is no bot in this tournament that you may withdraw")
        asked.tx.tournament_entries.leave(asked.tournament.id, [entry.person])
        author = _authors(asked.tx, [entry.bot]).get(entry.bot)
        if author not in (None, asked.person.id):
            write_news(asked, "bot-removed", entry.name, author)


def _is_kept_out(tables: Repositories, tournament: StoredTournament, person: Person) -> bool:
    """Return whether an author may enter no bot, as they may not enter themselves: blocked, or disqualified."""
    blocked = tables.blocks.among({person.id, tournament.organiser})
    return bool(blocked) or tables.tournament_news.is_disqualified(tournament.id, person.id)


def _authors(tables: Repositories, specs: Iterable[str]) -> Mapping[str, str]:
    """Return the ids of the authors of bots, by the specs; those of ours, and deleted ones, have none."""
    written = {spec: found[1] for spec in specs if (found := WRITTEN.fullmatch(spec))}
    authors = tables.workshop.authors([*written.values()]) if written else {}
    return {spec: authors[bot] for spec, bot in written.items() if bot in authors}
