"""The first turn of a game in which seats act, after the rolls before it."""

from itertools import islice, product

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator


def first_turn(game: Game) -> State:
    """Return a state in which seats act for the first time; the rolls before it are always the same.

    They are drawn at random from a fixed seed: a rule that always takes the first roll may never let anybody begin.

    >>> import ludarium
    >>> len(first_turn(ludarium.load("ludo")).actors)
    1
    """
    state = game.initial()
    if state.actors == (CHANCE,):
        rng = generator(0)
        while state.actors == (CHANCE,):
            state = state.play_unchecked(int(rng.choice(state.legal())))
    return state


_MOST_STEPS = 1000


def ends_at_once(game: Game) -> bool:
    """Return whether the first step of the seats ends a game, whatever they choose (of the first `_MOST_STEPS` steps).

    >>> import ludarium
    >>> ends_at_once(ludarium.load("grid(players=3,height=6)")), ends_at_once(ludarium.load("grid(height=6)"))
    (True, False)
    """
    state = first_turn(game)
    steps = islice(product(*(state.legal(seat) for seat in state.actors)), _MOST_STEPS)
    return all(not state.play_unchecked(*step).actors for step in steps)


def options_that_end(game: Game) -> tuple[str, ...]:
    """Return the options that let the first step end a game; empty if it goes on.

    They are those whose default would let it go on, or all that are not at their default.

    >>> import ludarium
    >>> options_that_end(ludarium.load("grid(players=3,width=9,height=6)")), options_that_end(ludarium.load("grid"))
    (('players', 'height'), ())
    """
    if not ends_at_once(game):
        return ()
    definition, options = game.definition, game.options
    chosen = [option for option in definition.options if options[option.name] != option.default]
    mends = [one for one in chosen if not ends_at_once(Game(definition, {**options, one.name: one.default}))]
    return tuple(option.name for option in mends or chosen)


def check_first_turn(game: Game) -> None:
    """Raise `InvalidOption` for options with which the game is over before anybody can choose anything."""
    if found := options_that_end(game):
        raise InvalidOption(
            f"the first turn of {game.spec} ends it, whatever is played: expected another value of {' or '.join(found)}"
        )
