"""Bots that play any game, the evaluation of positions, and random play.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.search.batch import Batch as Batch
    from ludarium.search.batched import BatchEvaluation as BatchEvaluation
    from ludarium.search.batched import EvaluationBatch as EvaluationBatch
    from ludarium.search.batched import EvaluationFailed as EvaluationFailed
    from ludarium.search.bot import ActionInfo as ActionInfo
    from ludarium.search.bot import Bot as Bot
    from ludarium.search.bot import BotKind as BotKind
    from ludarium.search.bot import Persona as Persona
    from ludarium.search.bot import SearchInfo as SearchInfo
    from ludarium.search.counts import count_choices as count_choices
    from ludarium.search.counts import count_leaves as count_leaves
    from ludarium.search.counts import perft as perft
    from ludarium.search.evaluators import expected_payoffs as expected_payoffs
    from ludarium.search.learned import Learned as Learned
    from ludarium.search.learned import read_player as read_player
    from ludarium.search.mcts import Mcts as Mcts
    from ludarium.search.personas import bot_personas as bot_personas
    from ludarium.search.personas import describe_bot as describe_bot
    from ludarium.search.player import bot_kinds as bot_kinds
    from ludarium.search.player import levels as levels
    from ludarium.search.player import make_bot as make_bot
    from ludarium.search.survey import Playouts as Playouts
    from ludarium.search.survey import playouts as playouts

_STABLE = {
    "search.bot": "ActionInfo Bot BotKind Persona SearchInfo",
    "search.counts": "count_choices count_leaves perft",
    "search.mcts": "Mcts",
    "search.personas": "bot_personas describe_bot",
    "search.player": "bot_kinds levels make_bot",
    "search.survey": "Playouts playouts",
}
_PROVISIONAL = {
    "search.batch": "Batch",
    "search.batched": "BatchEvaluation EvaluationBatch EvaluationFailed",
    "search.evaluators": "expected_payoffs",
    "search.learned": "Learned read_player",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name
