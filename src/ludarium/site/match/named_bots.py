"""Bots that visitors name: every operation of the site that takes a bot checks it here.

No bot is made for that, and nothing is compiled: what a visitor has typed is compared with the table below.
"""

from collections.abc import Collection, Mapping

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.spec import Option, format_spec, parse_options, parse_spec
from ludarium.core.text import shorten
from ludarium.search.personas import offered_bots
from ludarium.search.player import PUPIL, bot_kinds, opening_bot


def bots_and_options(game: Game) -> Mapping[str, tuple[Option, ...]]:
    """Return the bots that visitors may name, each with the options that they may set.

    They are the personas, without options, the bot that has learnt the first lesson, and the one that plays an opening
    which somebody has written.

    >>> from ludarium.core.registry import load
    >>> [*bots_and_options(load("orion"))]
    ['easy', 'medium', 'hard', 'champion', 'pupil']
    >>> [option.name for option in bots_and_options(load("grid"))["plan"]]
    ['turns']
    """
    table: dict[str, tuple[Option, ...]] = dict.fromkeys(offered_bots(game), ())
    if PUPIL in bot_kinds(game):
        table[PUPIL] = ()
    if opening := opening_bot(game):
        table[opening.kind] = (opening.option,)
    return table


def named_bot(game: Game, typed: str, written: Collection[str] = ()) -> str:
    """Return the spec of the bot that a visitor has named, as it is stored for a seat.

    `written` are those of bots that people have written, and that play on the site now.

    >>> from ludarium.core.registry import load
    >>> named_bot(load("grid"), " easy "), named_bot(load("grid"), "plan(turns=n2e1)")
    ('easy', 'plan(turns=n2e)')

    Raises `ParseError` for a bot that is not offered, `InvalidOption` for an option that visitors may not set, or a
    value out of range.
    """
    if typed in written:
        return typed
    table = bots_and_options(game)
    name, given = (typed.strip(), {}) if typed.strip() in table else parse_spec(typed)
    if name not in table:
        expected = ", ".join(offered_bots(game))
        raise ParseError(f"{game.definition.title} is played with no bot {shorten(typed)}: expected one of {expected}")
    return format_spec(name, parse_options(name, table[name], given))
