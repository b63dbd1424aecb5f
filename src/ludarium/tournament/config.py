"""The configuration of a tournament: game or games, players, pairing system, and random seed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from ludarium.core.arguments import check_choice, check_options
from ludarium.core.cached import cached_property
from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.spec import Option
from ludarium.core.text import is_printable, nearest, shorten, to_text
from ludarium.match.clock import Clock
from ludarium.players.external.specs import AnyPlayer, check_player, is_in_memory, player_name, spec_of
from ludarium.players.sandbox.script import BUDGET, LONGEST_BUDGET
from ludarium.tournament.elimination import double_elimination, single_elimination
from ludarium.tournament.pairing import Pairing, PairingSystem, ladder, round_robin
from ludarium.tournament.several_games import ALL, MOST, draw_games, find_games, several_games
from ludarium.tournament.side_by_side import GameJob
from ludarium.tournament.swiss import swiss, swiss_rounds

SYSTEMS = {
    "round-robin": round_robin,
    "swiss": swiss,
    "single-elimination": single_elimination,
    "double-elimination": double_elimination,
    "ladder": ladder,
}
"""Pairing systems by name."""

_NUMBERS = {
    option.name: option
    for option in (
        Option("games", 2, range(1, 1_000_001), "games of every encounter; seats change from game to game"),
        Option("rounds", 0, range(1, 10_001), "rounds of swiss, of ladder, and of several games"),
        Option("draw", 0, range(1, MOST + 1), "games that are drawn for each round, of several games"),
        Option("seed", 0, range(10**15), "random seed"),
        Option("budget", BUDGET, range(1, LONGEST_BUDGET + 1), "processor seconds that a script may take for a game"),
    )
}
_LARGEST = 1_000_000
"""The maximum size of a file, in bytes."""
_KEYS = ("game", "players", "system", "clock", *_NUMBERS)


@dataclass(frozen=True)
class TournamentConfig:
    """The configuration of a tournament.

    | field | content |
    | --- | --- |
    | `game` | spec of the game; of several games their specs, with commas between them |
    | `players` | each player by name, best seed first: a spec, a `Bot`, or a function `(state, seat)` |
    | `system` | name of the pairing system |
    | `games` | games of every encounter |
    | `rounds` | rounds of `swiss`, of `ladder`, and of several games; None for the usual number |
    | `seed` | random seed |
    | `clock` | time control, as in `60+1`; None for no clock |
    | `budget` | processor seconds that a script in JavaScript may take for a game; None for the usual time |
    | `several` | specs of the games, if they are drawn for each round; empty in a tournament of one game |
    | `draw` | how many of several games are drawn for a round; None for all of them |
    | `even` | whether everybody has each seat about equally often; not so in journals of versions up to 0.3 |

    >>> TournamentConfig.make(game="orion", players=["hard", "easy"]).games
    2
    """

    game: str
    players: Mapping[str, AnyPlayer]
    system: str = "round-robin"
    games: int = 2
    rounds: int | None = None
    seed: int = 0
    clock: str | None = None
    budget: int | None = None
    several: tuple[str, ...] = ()
    draw: int | None = None
    even: bool = True

    def __post_init__(self) -> None:
        """Raise `InvalidOption` for a number out of range, or an unknown pairing system."""
        check_choice("system", self.system, [*SYSTEMS])
        for name, option in _NUMBERS.items():
            if (value := getattr(self, name)) is not None:
                check_options([option], {name: value})

    @classmethod
    def parse(cls, text: str, **instead: object) -> TournamentConfig:
        """Return the configuration in the text of a TOML file; `instead` replaces its values.

        Raises a `LudariumError` with the number of the line.
        """
        try:
            values = tomllib.loads(to_text(text))
        except tomllib.TOMLDecodeError as error:
            raise ParseError(f"it is not TOML: {error}") from None
        except (ValueError, RecursionError):
            raise ParseError("it has a number of thousands of digits, or lists nested too deeply") from None
        return cls.make(text, **{**values, **instead})

    @classmethod
    def make(cls, text: str = "", /, **values: object) -> TournamentConfig:
        """Return the configuration with these values after checking them.

        `text` is the text of their file, for line numbers in errors.

        Raises a `LudariumError`.
        """
        for key in values:
            with _line(text, key):
                if key not in _KEYS:
                    raise InvalidOption(
                        f"a tournament has no {shorten(key)}{nearest(key, _KEYS)} (expected one of {', '.join(_KEYS)})"
                    )
        for key in ("game", "players"):
            if key not in values:
                raise ParseError(f"a tournament needs {'players' if key == 'players' else 'a game'}: {key} is missing")
        with _line(text, "players"):
            players = _players(values["players"])
        with _line(text, "game"):
            several = values["game"] == ALL or not isinstance(values["game"], str)
            games = find_games(values["game"], len(players)) if several else [load(_text("game", values["game"]))]
        with _line(text, "system"):
            system = _system(_text("system", values.get("system", "round-robin")), None if several else games[0])
        clock = values.get("clock")
        with _line(text, "clock"):
            time = None if clock is None else str(Clock.parse(_text("clock", clock)))
        numbers = _read_numbers(text, values)
        _check_rounds(text, numbers, system, len(games) if several else None)
        with _line(text, "players"):
            if len(players) < games[0].seats:
                raise ParseError(
                    f"{games[0].name} has {games[0].seats} seats, so name {games[0].seats} players or more"
                )
        for name, bot in players.items():
            with _line(text, name, player_name(bot)):
                if not name.strip() or not is_printable(name):
                    raise InvalidOption(f"{shorten(name)} is not a player name: expected printable characters")
                _check_player(bot, games)
        specs = tuple(game.spec for game in games)
        return cls(", ".join(specs), players, system, clock=time, several=specs if several else (), **numbers)

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> TournamentConfig:
        """Return the configuration of which these are the plain values; its players are not tried.

        Raises a `LudariumError`.
        """
        players = _players(values.get("players", ()))
        config = cls.make(**{**values, "players": dict.fromkeys(players, "random")})
        return replace(config, players=players)

    @cached_property
    def loaded(self) -> Game:
        """The game; of several the first."""
        return self.all_games[0]

    @cached_property
    def all_games(self) -> tuple[Game, ...]:
        """The game, or the several games in their order."""
        return tuple(load(spec) for spec in self.several or (self.game,))

    def drawn(self) -> list[list[int]]:
        """Return which of several games are drawn for each round, by their places; they follow from the seed."""
        count = len(self.several)
        return [draw_games(self.seed, count, self.draw or count, number) for number in range(self.rounds or 1)]

    def pairing_system(self) -> PairingSystem:
        """Return a new generator of the pairing system: it yields rounds and is sent their payoffs."""
        if self.several:
            seats = [game.seats for game in self.all_games]
            return several_games(len(self.players), seats, self.drawn(), self.games)
        return SYSTEMS[self.system](len(self.players), self.loaded.seats, self.games, self.rounds, even=self.even)

    def job(self, number: int, pairing: Pairing) -> GameJob:
        """Return the job of a game, with its own seed."""
        bots = [*self.players.values()]
        seated = tuple(bots[player] for player in pairing.seating)
        return GameJob(
            number, self.all_games[pairing.game].spec, seated, derive(self.seed, number), self.clock, self.budget
        )

    def length(self) -> int:
        """Return the number of games if the better seed always wins; for elimination it is an estimate."""
        if self.system == "swiss":
            return swiss_rounds(len(self.players), self.rounds) * (len(self.players) // 2) * self.games
        system, count, outcomes = self.pairing_system(), 0, None
        while True:
            try:
                pairings = next(system) if outcomes is None else system.send(outcomes)
            except StopIteration:
                return count
            count += sum(not pairing.bye for pairing in pairings)
            best = [min(pairing.seating) for pairing in pairings]
            outcomes = [
                tuple(float(player == first) for player in pairing.seating)
                for pairing, first in zip(pairings, best, strict=True)
            ]

    def to_dict(self) -> dict[str, object]:
        """Return the configuration as plain values; `make` accepts them if every player is a spec."""
        values = asdict(self) | {"players": {name: spec_of(player) for name, player in self.players.items()}}
        del values["even"]  # which the format of a journal says
        return values | {"game": values.pop("several") or self.game}


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidOption(f"{key} must be a text in quotes, not {shorten(to_text(value))}")
    return value


def _read_numbers(
    text: str, values: Mapping[str, object]
) -> dict[str, Any]:  # Any: numbers for fields of several types
    """Return the given numbers after checking them."""
    numbers = {}
    for name, option in _NUMBERS.items():
        if values.get(name) is not None:
            with _line(text, name):
                numbers[name] = int(option.parse(values[name]))
    return numbers


def _check_rounds(text: str, numbers: Mapping[str, int], system: str, several: int | None) -> None:
    """Raise an error for a number of rounds or of drawn games that the tournament cannot have."""
    if "rounds" in numbers and several is None and system not in ("swiss", "ladder"):
        with _line(text, "rounds"):
            raise InvalidOption(f"rounds are for swiss and ladder: {system} takes as many as it needs")
    if "draw" in numbers:
        with _line(text, "draw"):
            if several is None:
                raise InvalidOption("draw is for several games: list them, as in game = ['orion', 'ludo']")
            if numbers["draw"] > several:
                raise InvalidOption(f"draw is {numbers['draw']}, and there are {several} games to draw from")


def _check_player(bot: AnyPlayer, games: Sequence[Game]) -> None:
    """Raise what prevents a player from playing these games, with the name of the first that it cannot play."""
    for game in games:
        try:
            check_player(bot, game)
        except LudariumError as error:
            if len(games) == 1:
                raise
            raise type(error)(f"in {game.spec}: {error}") from error


def _system(name: str, game: Game | None) -> str:
    """Return the name of a pairing system after checking it; `game` is None for several games."""
    if name not in SYSTEMS:
        raise InvalidOption(
            f"{shorten(name)} is not a pairing system{nearest(name, SYSTEMS)} (expected one of {', '.join(SYSTEMS)})"
        )
    if name != "round-robin" and game is None:
        raise InvalidOption(f"{name} is for one game: a tournament of several games is a round-robin")
    if name != "round-robin" and game and game.seats != 2:
        raise InvalidOption(f"{name} is for games of two seats, and {game.name} has {game.seats}: use round-robin")
    return name


def _players(value: object) -> dict[str, AnyPlayer]:
    """Return the players by name; in a list a player's name is its spec, with a number if the spec occurs again."""
    if isinstance(value, Mapping):
        return {name: _player(name, bot) for name, bot in value.items()}
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InvalidOption(
            f"players must be a list of bots, or a table of names and bots, not {shorten(to_text(value))}"
        )
    players: dict[str, AnyPlayer] = {}
    for bot in value:
        player = _player("a player", bot)
        name, count = spec_of(player), 1
        while name in players:
            count += 1
            name = f"{spec_of(player)} #{count}"
        players[name] = player
    return players


def _player(key: str, value: object) -> AnyPlayer:
    return cast("AnyPlayer", value) if is_in_memory(value) else _text(key, value)


@contextmanager
def _line(text: str, *words: str) -> Iterator[None]:
    """Prefix the messages of errors with the number of the line that has one of these keys or values."""
    try:
        yield
    except LudariumError as error:
        for word in words:
            quoted = re.escape(word)
            found = re.search(rf"""^[ \t]*\[*["']?{quoted}["']?[ \t]*[].=]|["']{quoted}["']""", text, re.MULTILINE)
            if found:
                raise type(error)(f"line {text.count(chr(10), 0, found.start()) + 1}: {error}") from error
        raise


def read_config(path: str | Path, **instead: object) -> TournamentConfig:
    """Return the configuration in a file.

    Raises `ParseError` or what `TournamentConfig.parse` raises, with the file's name.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            found = file.read(_LARGEST + 1)
        text = found.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise ParseError(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text in UTF-8'}"
        ) from None
    try:
        if len(found) > _LARGEST:
            raise ParseError(f"it has more than {_LARGEST:,} bytes")
        return TournamentConfig.parse(text, **instead)
    except LudariumError as error:
        raise type(error)(f"{path}: {error}") from error
