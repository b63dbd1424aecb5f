"""MCTS whose evaluation is a function of a Python file: `mcts(evaluate=net.py:evaluate)`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludarium.core.arguments import check_seed
from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load_game
from ludarium.core.spec import parse_options, parse_spec
from ludarium.core.text import to_text
from ludarium.match.match import Match
from ludarium.players.bot_player import BotPlayer
from ludarium.players.external.files import error_line, load_function
from ludarium.players.player import BotFailed, Limit, Player, PlayResult
from ludarium.search.batched import BatchEvaluation, EvaluationBatch, EvaluationFailed
from ludarium.search.learned import find_player
from ludarium.search.mcts import MCTS, Mcts
from ludarium.search.player import Bot, evaluation_file, make_bot
from ludarium.search.table_bot import TableBot, is_table
from ludarium.solve.installed import open_table


class EvaluatedPlayer(Player):
    """A search that asks a function of a file for the values of positions; the file is executed for each player."""

    def __init__(self, spec: str, game: Game, seed: int) -> None:
        self._path, self._name, options = _parse(spec)
        self._function: BatchEvaluation | None = None
        self.bot = Mcts(game, seed, evaluate=self._evaluate, **options)

    def prepare(self, match: Match, seat: int) -> None:
        """Execute the file."""
        self.load()

    def load(self) -> None:
        """Execute the file, unless that has been done.

        Raises `BotFailed`.
        """
        try:
            self._function = self._function or load_function(self._path, self._name)
        except BotFailed as error:
            raise BotFailed(f"has an evaluation that {error}") from error

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the turn of the search, and its report."""
        try:
            return BotPlayer(self.bot).play(match, seat, limit)
        except EvaluationFailed as error:
            line = error_line(error.__cause__, self._path) if error.__cause__ else ""
            raise BotFailed(f"cannot go on: {error}{line}") from error

    def _evaluate(self, batch: EvaluationBatch) -> object:
        assert self._function, "a player is prepared before it is asked"
        return self._function(batch)


def make_file_bot(spec: str, game: str | Game, seed: int = 0) -> Bot:
    """Return the bot of a spec: a level or kind of bot, a table, or a search with a file as its evaluation.

    A function of a Python file is executed, so the spec must be trusted.

    >>> make_file_bot("mcts(simulations=50)", "orion", seed=1).choose(load_game("orion").initial(), seat=0)
    30

    Raises what `load` and `search.player.make_bot` raise, and `BotFailed`.
    """
    game, spec = load_game(game), to_text(spec)
    check_seed(seed)
    if is_table(spec):
        return TableBot(open_table(Path(spec.strip()), game))
    if not evaluation_file(spec):
        return make_bot(spec, game, seed, read=find_player)
    player = EvaluatedPlayer(spec, game, seed)
    player.load()
    return player.bot


def _parse(spec: str) -> tuple[Path, str, dict[str, Any]]:
    """Return the path, the name of the function, and the other options of a spec."""
    file, _, function = evaluation_file(spec).rpartition(":")
    if not file:
        raise ParseError(f"{function} needs the name of its function, as in evaluate={function}:evaluate")
    name, given = parse_spec(spec)
    options = parse_options(name, MCTS.options, {key: value for key, value in given.items() if key != "evaluate"})
    return Path(file), function, {key: value for key, value in options.items() if key != "evaluate"}
