"""Reading the form for a tournament: its fields are parsed, and their values limited."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from ludarium.core.errors import ParseError
from ludarium.core.first_turn import check_first_turn
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import format_moment, shorten
from ludarium.match.clock import DAY
from ludarium.search.player import levels
from ludarium.site.act import Command
from ludarium.site.begin.appointments import SOONEST, parse_times
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import USUAL_SLOW, Terms
from ludarium.site.ground.values import Person
from ludarium.site.offers.reading import SLOW, clock_and_tick, live_tempos, suits
from ludarium.site.people.people import printable
from ludarium.site.ratings.ratings import check_rated
from ludarium.site.tournaments.pace import first_due, is_live
from ludarium.site.tournaments.rows.values import StoredTournament
from ludarium.site.tournaments.table_games import fewest_players, game_for
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.exhibition import FIRST_TURNS
from ludarium.tournament.kinds.kind import Kind
from ludarium.tournament.tie_breaks import TIES

MOST_ROUNDS, ROUNDS = 9, 5
MOST_DAYS, DAYS = 60, 7
USUAL_SOON, MOST_SOON = 15, 24 * 60
"""Minutes after which a live tournament begins of which nothing else is said, and at most, where they are chosen."""
LEAST_WEEKS, WEEKS, MOST_WEEKS = 2, 4, 12
"""After which a duplicate ends at the latest."""
LEAST_MINUTES, MINUTES, MOST_MINUTES = 30, 60, 180
"""For which an arena goes on."""
LONGEST_NAME, LONGEST_TEAM = 60, 30
_SEEDS = 2**31


class UnfitTempo(ParseError):
    """A tempo is none of those `expected` of a tournament; `game` is the one that it does not fit, if it is that."""

    def __init__(self, tempo: str, expected: Sequence[str], game: Game | None, kind: Kind) -> None:
        super().__init__(f"{shorten(tempo)} is no tempo of such a tournament: expected one of {', '.join(expected)}")
        self.tempo, self.expected, self.game, self.of_kind = tempo, expected, game, kind


class MakeTournament(Command, tag="make"):
    """Make a tournament; empty fields have their defaults.

    `game` is a spec, `tempo` a clock or a tick, `kind` one of `tournament.kinds.KINDS`; `rated` and `computers` are
    yes or empty, `soon` is after how many minutes it begins; without it `days` is after how many days, unless `begins`
    is a time in a `zone`, as in 2027-01-15T20:00; a live one of which nothing is said begins soon.
    `ties` are the tie-breaks, by their names.
    `exhibitor` is the name of who plays against everybody, empty for the organiser, `first_turn` who has it,
    one of `tournament.kinds.exhibition.FIRST_TURNS`, and `teams` the names of two teams with a comma between them.
    In a duplicate of a game of two seats all play the bot of a level, the `opponent`; empty for the strongest. It ends
    after some `weeks` at the latest.
    An arena goes on for some `minutes`; `streaks` is yes or empty, and so is `bots`, by which bots of the site fill in.
    With `takes_part`, which is yes or empty, the organiser enters it, too.
    It is the `published` tournament of the game if that is yes: nothing else is chosen then but the name.
    """

    done = "The tournament waits for players."
    game: str
    kind: str = ""
    tempo: str = ""
    name: str = ""
    rounds: str = ""
    games: str = ""
    most: str = ""
    days: str = ""
    rated: str = ""
    computers: str = ""
    ties: str = ""
    begins: str = ""
    zone: str = ""
    soon: str = ""
    exhibitor: str = ""
    first_turn: str = ""
    teams: str = ""
    minutes: str = ""
    streaks: str = ""
    bots: str = ""
    opponent: str = ""
    weeks: str = ""
    published: str = ""
    takes_part: str = ""


def new_tournament(person: Person, command: MakeTournament, now: float) -> StoredTournament:
    """Return the tournament that a person organises.

    Raises a `LudariumError` for what a tournament cannot be.
    """
    kind = KINDS[_one_of(command.kind, KINDS, next(iter(KINDS)), "is no kind of tournament")]
    game = load(command.game)
    rated, computers = bool(command.rated), bool(command.computers) or with_fillers(kind, command)
    has_dice = bool(game.max_chance_outcomes)
    kind.check_game(game.spec, game.seats, has_dice=has_dice, rated=rated, computers=computers)
    check_first_turns(game)
    fewest = max(kind.fewest, fewest_players(game))
    tempo = _tempo(game, kind, command)
    if rated:
        clock, tick = clock_and_tick(tempo)
        check_rated(Terms(game.spec, clock=str(clock) if clock else None, tick=tick))
    most = read_number(command.most, "most players", fewest, kind.usual_most, kind.most)
    says_when = command.soon.strip() or command.begins.strip() or command.days.strip()
    usual = USUAL_SOON * 60 if is_live(tempo) else DAYS * DAY
    begins_at = (read_beginning(command, now) if says_when or not is_live(tempo) else None) or now + usual
    name = " ".join(printable(command.name).split())[:LONGEST_NAME]
    return StoredTournament(
        secrets.token_urlsafe(9),
        name or f"{describe_game(game.spec)}, {kind.words}"[:LONGEST_NAME],
        game.spec,
        tempo,
        kind.name,
        person.id,
        person.name,
        now,
        begins_at,
        rated=rated,
        computers=computers,
        most=most,
        seed=secrets.randbelow(_SEEDS),
        due_at=first_due(tempo, begins_at, now),
        seats=game.seats,
        fewest=fewest_players(game),
        **_values_of_kind(kind, game, command, begins_at),
    )


def with_fillers(kind: Kind, command: MakeTournament) -> bool:
    """Return whether bots of the site fill in from the beginning, as they do in an arena alone."""
    return bool(command.bots) and kind.at_any_time


def _values_of_kind(
    kind: Kind, game: Game, command: MakeTournament, begins_at: float
) -> dict[str, Any]:  # Any: columns
    """Return the values that are read for some kinds alone."""
    bots = [*levels(game)] if kind.alone else []
    readers: Mapping[str, Callable[[], object]] = {
        "rounds": lambda: read_number(command.rounds, "rounds", 2, ROUNDS, MOST_ROUNDS),
        "games": lambda: read_number(command.games, kind.games_words, 1, *kind.games),
        "minutes": lambda: read_number(command.minutes, "minutes of an arena", LEAST_MINUTES, MINUTES, MOST_MINUTES),
        "streaks": lambda: bool(command.streaks),
        "ties": lambda: _ties(kind, command.ties, game.seats),
        "first_turn": lambda: _one_of(
            command.first_turn, FIRST_TURNS, FIRST_TURNS[0], "does not say who has the first turn"
        ),
        "teams": lambda: _team_names(command.teams),
        "opponent": lambda: (
            _one_of(command.opponent, bots, bots[-1], f"is no level of {game.name}") if game.seats > 1 else ""
        ),
        "ends_at": lambda: _ends_at(begins_at, command.weeks),
    }
    return {"games": kind.games[0]} | {name: read() for name, read in readers.items() if name in kind.takes}


def fewest_of(tournament: StoredTournament) -> int:
    """Return the number of players without whom a tournament does not begin."""
    return max(tournament.of_kind.fewest, tournament.fewest)


def check_first_turns(game: Game) -> None:
    """Raise `InvalidOption` if the game, or one of its smaller tables, would end with its first turn."""
    for players in range(fewest_players(game), game.seats + 1):
        if (table := game_for(game.spec, players)) is not None:
            check_first_turn(table)


def _tempo(game: Game, kind: Kind, command: MakeTournament) -> str:
    """Return the tempo of a tournament; one whose turns come with ticks is rated, since that limits the pauses."""
    live = live_tempos(game)
    tempo = " ".join(command.tempo.split()) or (live[0] if kind.live == "always" else USUAL_SLOW)
    if kind.not_live and tempo in live:
        raise ParseError(kind.not_live)
    expected = {"always": live, "can be": (*live, *SLOW), "never": SLOW}[kind.live]
    if tempo not in expected:
        raise UnfitTempo(tempo, expected, game if not suits(game, tempo) else None, kind)
    if clock_and_tick(tempo)[1] is not None and not command.rated:
        raise ParseError("a tournament whose turns come with ticks is rated, so that pauses are limited")
    return tempo


class _Beginning(Protocol):
    """A command that says when a tournament begins."""

    days: str
    begins: str
    zone: str
    soon: str


def read_beginning(command: _Beginning, now: float) -> float | None:
    """Return when a tournament begins: after some minutes, at a time, or after some days; None if nothing says it.

    Raises `ParseError`, also where both minutes and a time say it.
    """
    if command.soon.strip() and command.begins.strip():
        raise ParseError("a tournament begins after some minutes or at a time: choose one of the two, not both")
    if command.soon.strip():
        least = int(SOONEST) // 60
        return now + read_number(command.soon, "minutes until the start", least, least, MOST_SOON) * 60
    if not command.begins.strip():
        days = read_number(command.days, "days until the start", 1, 0, MOST_DAYS)
        return now + days * DAY if days else None
    zone = command.zone.strip() or "UTC"
    (begins_at,) = parse_times([command.begins], zone)
    first, last = now + SOONEST, now + MOST_DAYS * DAY
    if not first <= begins_at <= last:
        first += -first % 60  # a form has no seconds
        raise ParseError(
            f"a tournament begins {SOONEST / 60:.0f} minutes to {MOST_DAYS} days from now: expected a time between "
            f"{' and '.join(format_moment(moment, ZoneInfo(zone)) for moment in (first, last))}"
        )
    return begins_at


def _ends_at(begins_at: float, weeks: str) -> float:
    """Return when a duplicate ends at the latest, also if its organiser begins it before its time."""
    return begins_at + read_number(weeks, "weeks until the end", LEAST_WEEKS, WEEKS, MOST_WEEKS) * 7 * DAY


def _one_of(text: str, known: Collection[str], usual: str, is_none: str) -> str:
    """Return a word of a form, or the usual one if it is empty.

    Raises `ParseError` with the words for what is not known.
    """
    if text and text not in known:
        raise ParseError(f"{shorten(text)} {is_none}: expected one of {', '.join(known)}")
    return text or usual


def _team_names(text: str) -> str:
    """Return the names of two teams, a line each, from a text with a comma between them.

    Raises `ParseError`.
    """
    names = [" ".join(printable(name).split())[:LONGEST_TEAM] for name in (text or "Red, Blue").split(",")]
    if len(names) != 2 or not all(names) or names[0].casefold() == names[1].casefold():
        raise ParseError(f"{shorten(text)} are no names of two teams: expected two names with a comma between them")
    return "\n".join(names)


def _ties(kind: Kind, text: str, seats: int) -> str:
    """Return the names of tie-breaks; empty for the usual ones."""
    names = text.replace(",", " ").split()
    if len(names) > len(TIES) or len({*names}) < len(names) or not {*names} <= {*TIES}:
        raise ParseError(f"{shorten(text)} are no tie-breaks: expected some of {', '.join(TIES)}, each once")
    kind.check_ties(names, seats)
    return " ".join(names)


def read_number(text: str, name: str, least: int, usual: int, most: int) -> int:
    """Return a number of a form, or the default if it is empty.

    Raises `ParseError`.
    """
    if not text.strip():
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise ParseError(f"the {name} are {shorten(text)}: expected a number from {least} to {most}")
    return int(text)
