"""Reading the form for a tournament: its fields are parsed, and their values limited."""

import secrets
from collections.abc import Mapping

from ludarium.club.begin.appointments import SOONEST, parse_times
from ludarium.club.begin.new_match import describe_game
from ludarium.club.offers.tempos import SLOW, USUAL_SLOW, clock_and_tick, live_tempos
from ludarium.club.people.people import Person, printable
from ludarium.club.ratings.ratings import check_rated
from ludarium.club.tournaments.commands import MakeTournament
from ludarium.club.tournaments.pace import LIVE_KINDS, first_due
from ludarium.club.tournaments.table_games import MOST_SEATS, fewest_players, game_for
from ludarium.core.errors import ParseError
from ludarium.core.first_turn import check_first_turn
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY
from ludarium.search.player import levels
from ludarium.store.begin.challenges import Terms
from ludarium.store.tournaments.rows import StoredTournament
from ludarium.tournament.meetings import FIRST_TURNS
from ludarium.tournament.tie_breaks import TIES
from ludarium.tournament.waves import ARENA, DUPLICATE, KINDS, Kind

MOST: Mapping[str, int] = {
    "round-robin": 12, "swiss": 64, "knock-out": 64, "double-knock-out": 32,
    "exhibition": 31, "team-match": 64, "arena": 300, "duplicate": 64,
}  # fmt: skip
"""Players that a tournament of each kind may have."""
FEWEST: Mapping[str, int] = {
    "round-robin": 3, "swiss": 4, "knock-out": 3, "double-knock-out": 4,
    "exhibition": 3, "team-match": 4, "arena": 3, "duplicate": 2,
}  # fmt: skip
"""Players without whom it does not begin."""
USUAL_MOST: Mapping[str, int] = {"round-robin": 8, "swiss": 32, "knock-out": 16, "double-knock-out": 16,
    "exhibition": 21, "team-match": 20, "arena": 300, "duplicate": 16,
}  # fmt: skip
MOST_ROUNDS, ROUNDS = 9, 5
MOST_DAYS, DAYS = 60, 7
MOST_GAMES = 2
MOST_SHARED_GAMES, SHARED_GAMES = 6, 4
"""Games of a duplicate, each played by all."""
LEAST_WEEKS, WEEKS, MOST_WEEKS = 2, 4, 12
"""After which a duplicate ends at the latest."""
LEAST_MINUTES, MINUTES, MOST_MINUTES = 30, 60, 180
"""For which an arena goes on."""
LONGEST_NAME, LONGEST_TEAM = 60, 30
KIND_WORDS: Mapping[str, str] = {
    "round-robin": "round robin", "swiss": "Swiss", "knock-out": "knock-out", "double-knock-out": "double elimination",
    "exhibition": "simultaneous exhibition", "team-match": "team match", "arena": "arena", "duplicate": "duplicate",
}  # fmt: skip
SEVERAL: tuple[Kind, ...] = ("round-robin", "swiss")
"""The kinds for games of more than two seats, too."""
_SEEDS = 2**31


def new_tournament(person: Person, command: MakeTournament, now: float) -> StoredTournament:
    """Return the tournament that a person organises.

    Raises a `LudariumError` for what a tournament cannot be.
    """
    kind = _kind(command.kind)
    game = load(command.game)
    _check_game(game, kind, command)
    check_first_turns(game)
    fewest = max(FEWEST[kind], fewest_players(game))
    tempo = _tempo(game, kind, command)
    if command.rated:
        clock, tick = clock_and_tick(tempo)
        check_rated(Terms(game.spec, clock=str(clock) if clock else None, tick=tick))
    rounds = read_number(command.rounds, "rounds", 2, ROUNDS, MOST_ROUNDS) if kind == "swiss" else 1
    most = read_number(command.most, "most players", fewest, USUAL_MOST[kind], MOST[kind])
    begins_at = _begins_at(command, now)
    name = " ".join(printable(command.name).split())[:LONGEST_NAME]
    return StoredTournament(
        secrets.token_urlsafe(9),
        name or f"{describe_game(game.spec)}, {KIND_WORDS[kind]}"[:LONGEST_NAME],
        game.spec,
        tempo,
        kind,
        person.id,
        person.name,
        now,
        begins_at,
        rounds=rounds,
        games=_games(kind, command.games),
        rated=bool(command.rated),
        computers=bool(command.computers),
        most=most,
        seed=secrets.randbelow(_SEEDS),
        due_at=first_due(tempo, begins_at, now),
        minutes=read_number(command.minutes, "minutes of an arena", LEAST_MINUTES, MINUTES, MOST_MINUTES)
        if kind == ARENA
        else None,
        streaks=bool(command.streaks) and kind == ARENA,
        ties=_ties(kind, command.ties, game.seats),
        seats=game.seats,
        fewest=fewest_players(game),
        first_turn=_first_turn(command.first_turn) if kind == "exhibition" else "",
        teams=_team_names(command.teams) if kind == "team-match" else "",
        opponent=_opponent(game, command.opponent) if kind == DUPLICATE and game.seats > 1 else "",
        ends_at=_ends_at(begins_at, command.weeks) if kind == DUPLICATE else None,
    )


def fewest_of(tournament: StoredTournament) -> int:
    """Return the number of players without whom a tournament does not begin."""
    return max(FEWEST[tournament.kind], tournament.fewest)


def _check_game(game: Game, kind: Kind, command: MakeTournament) -> None:
    """Raise `ParseError` unless a kind of tournament is for games with so many seats, and a duplicate as it must be."""
    if kind == DUPLICATE:
        if game.seats > 2 or not game.max_chance_outcomes:
            raise ParseError(f"{game.spec} cannot be a duplicate: expected a game with dice, for one or two")
        if command.rated or command.computers:
            raise ParseError("a duplicate is unrated, and without computers: their authors would see the dice first")
        return
    most = MOST_SEATS if kind in SEVERAL else 2
    if not 2 <= game.seats <= most:
        which = f"games of two to {MOST_SEATS}" if most > 2 else "games of two"
        raise ParseError(f"{game.spec} has {counted(game.seats, 'seat')}: a {KIND_WORDS[kind]} is for {which}")


def check_first_turns(game: Game) -> None:
    """Raise `InvalidOption` if the game, or one of its smaller tables, would end with its first turn."""
    for players in range(fewest_players(game), game.seats + 1):
        if (table := game_for(game.spec, players)) is not None:
            check_first_turn(table)


def _tempo(game: Game, kind: Kind, command: MakeTournament) -> str:
    """Return the tempo of a tournament; one whose turns come with ticks is rated, since that limits the pauses."""
    tempo = " ".join(command.tempo.split()) or (live_tempos(game)[0] if kind == ARENA else USUAL_SLOW)
    live = live_tempos(game) if kind in LIVE_KINDS else ()
    if kind == "exhibition" and tempo in live_tempos(game):
        raise ParseError(
            "an exhibition is by correspondence: live, the clocks of all matches would run at once against one player"
        )
    expected = live if kind == ARENA else (*live, *SLOW)
    if tempo not in expected:
        raise ParseError(f"{shorten(tempo)} is no tempo of such a tournament: expected one of {', '.join(expected)}")
    if clock_and_tick(tempo)[1] is not None and not command.rated:
        raise ParseError("a tournament whose turns come with ticks is rated, so that pauses are limited")
    return tempo


def _begins_at(command: MakeTournament, now: float) -> float:
    """Return when a tournament begins: at a time, or after some days."""
    if not command.begins.strip():
        return now + read_number(command.days, "days until the start", 1, DAYS, MOST_DAYS) * DAY
    (begins_at,) = parse_times([command.begins], command.zone.strip() or "UTC")
    if not now + SOONEST <= begins_at <= now + MOST_DAYS * DAY:
        raise ParseError(
            f"a tournament begins {SOONEST / 60:.0f} minutes to {MOST_DAYS} days from now: expected a time between"
        )
    return begins_at


def _ends_at(begins_at: float, weeks: str) -> float:
    """Return when a duplicate ends at the latest, also if its organiser begins it before its time."""
    return begins_at + read_number(weeks, "weeks of a duplicate", LEAST_WEEKS, WEEKS, MOST_WEEKS) * 7 * DAY


def _games(kind: Kind, text: str) -> int:
    """Return the number of games of an encounter, or of a duplicate."""
    if kind == DUPLICATE:
        return read_number(text, "games of a duplicate", 1, SHARED_GAMES, MOST_SHARED_GAMES)
    return 2 if kind == "team-match" else read_number(text, "games of an encounter", 1, 1, MOST_GAMES)


def _opponent(game: Game, text: str) -> str:
    """Return the level of the bot that all play.

    Raises `ParseError`.
    """
    known = [*levels(game)]
    level = text or known[-1]
    if level not in known:
        raise ParseError(f"{shorten(text)} is no level of {game.name}: expected one of {', '.join(known)}")
    return level


def _team_names(text: str) -> str:
    """Return the names of two teams, a line each, from a text with a comma between them.

    Raises `ParseError`.
    """
    names = [" ".join(printable(name).split())[:LONGEST_TEAM] for name in (text or "Red, Blue").split(",")]
    if len(names) != 2 or not all(names) or names[0].casefold() == names[1].casefold():
        raise ParseError(f"{shorten(text)} are no names of two teams: expected two names with a comma between them")
    return "\n".join(names)


def _first_turn(text: str) -> str:
    if (text or FIRST_TURNS[0]) not in FIRST_TURNS:
        raise ParseError(
            f"{shorten(text)} does not say who has the first turn: expected one of {', '.join(FIRST_TURNS)}"
        )
    return text or FIRST_TURNS[0]


def _ties(kind: Kind, text: str, seats: int) -> str:
    """Return the names of tie-breaks; empty for the usual ones, and for a bracket, which has none."""
    names = text.replace(",", " ").split() if kind in ("round-robin", "swiss") else []
    if len(names) > len(TIES) or len({*names}) < len(names) or not {*names} <= {*TIES}:
        raise ParseError(f"{shorten(text)} are no tie-breaks: expected some of {', '.join(TIES)}, each once")
    if kind == "round-robin" and seats == 2 and {"buchholz", "cut"} & {*names}:
        raise ParseError(
            "the Buchholz score is a tie-break of Swiss tournaments: in a round robin it is that of points"
        )
    return " ".join(names)


def _kind(text: str) -> Kind:
    for kind in (*KINDS, ARENA):
        if kind == (text or KINDS[0]) and kind in KIND_WORDS:
            return kind
    raise ParseError(f"{shorten(text)} is no kind of tournament: expected one of {', '.join(KIND_WORDS)}")


def read_number(text: str, name: str, least: int, usual: int, most: int) -> int:
    """Return a number of a form, or the default if it is empty.

    Raises `ParseError`.
    """
    if not text.strip():
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise ParseError(f"the {name} are {shorten(text)}: expected a number from {least} to {most}")
    return int(text)
