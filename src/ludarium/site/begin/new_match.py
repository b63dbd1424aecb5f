"""A new match, before it is stored, and its game in words."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace

from ludarium.core.errors import GameOver, IllegalMove, LudariumError, ParseError
from ludarium.core.first_turn import check_first_turn
from ludarium.core.game import Game, State
from ludarium.core.registry import load
from ludarium.core.spec import Option, Value
from ludarium.core.text import counted
from ludarium.match.clock import Clock
from ludarium.match.commitment import SECRET_BYTES, Commitment
from ludarium.match.dice import SYSTEM, seeded
from ludarium.match.match import Match
from ludarium.match.orders import is_simultaneous
from ludarium.site.begin.commitments import new_match_id
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Live, Person, SeatAssignment
from ludarium.site.match.live import parse_tick
from ludarium.site.match.named_bots import named_bot
from ludarium.site.match.views import MatchView
from ludarium.site.notices.notices import check_reminder_days
from ludarium.site.people.standing import require_rated
from ludarium.site.ratings.ratings import check_rated
from ludarium.site.repositories import Repositories


def new_match(
    now: float,
    spec: str,
    seats: Sequence[SeatAssignment],
    *,
    position: str | None = None,
    clock: Clock | None = None,
    tick: float | None = None,
    seed: int | None = None,
    host: str | None = None,
    match_id: str = "",
    given_commitment: Commitment | None = None,
    rated: bool = False,
    computers: bool = False,
    written: Collection[str] = (),
) -> MatchView:
    """Return a match that begins now; the parameters are those of `Service.create`, its id, whether it is rated, and
    the bots that people have `written`. With an id besides a commitment it shares the dice of that one.

    Raises a `LudariumError` for an invalid game, position, bot or number of seats.
    """
    game = load(spec)
    if position is None:
        check_first_turn(game)
    seats = [replace(seat, name=named_bot(game, seat.name, written)) if seat.is_bot else seat for seat in seats]
    made = given_commitment or Commitment.make(match_id or new_match_id(), secrets.token_bytes(SECRET_BYTES), ())
    committed = game.max_chance_outcomes and seed is None
    commitment = made.with_nonces(tuple(seat.nonce for seat in seats)) if committed else None
    dice = SYSTEM if seed is None else seeded(seed)
    names = [assignment.name for assignment in seats]
    match = Match.begin(game, names, position=position, clock=clock, dice=dice, commitment=commitment)
    match = match if any(seat.is_open for seat in seats) else match.roll()
    if match.over:
        raise GameOver(f"the game is over in this position: {match.ending}")
    if tick is not None and clock is not None:
        raise IllegalMove("a live match has ticks, so it cannot have a clock")
    live = Live(parse_tick(tick)) if tick is not None else None
    if live and not is_simultaneous(game):
        raise IllegalMove(f"{game.name} cannot be played live: its seats decide one after another")
    named = tuple(replace(seat, name=name) for seat, name in zip(seats, match.players, strict=True))
    nothing = (None,) * len(named)
    begun = MatchView(
        match_id or made.match, 0, 0, match, named, now, now, now, nothing, live, host, made.secret, rated=rated
    )
    return replace(begun, computers=computers)


def in_turn_order(state: State, people: Sequence[SeatAssignment]) -> tuple[SeatAssignment, ...]:
    """Return who has each seat, so that people have their turns in this order from a position on."""
    first = max(0, state.actors[0]) if state.actors else 0  # who throws first, where the dice begin
    return tuple(people[(seat - first) % len(people)] for seat in range(len(people)))


def describe_game(spec: str, *left_out: str) -> str:
    """Return a game with the options that are not its defaults, as people read them; its spec if it is not installed.

    Options that are `left_out` are not named.

    >>> describe_game("orion"), describe_game("orion(clicks=2)"), describe_game("chessboxing")
    ('Orion: Hydra', 'Orion: Hydra (2 clicks)', 'chessboxing')
    >>> describe_game("throngs(board=87)"), describe_game("orion(reversal=allowed)")
    ('Throngs (87 spaces)', "Orion: Hydra (a turn may undo the opponent's)")
    >>> describe_game("orion(clicks=2,turn_limit=20)", "turn_limit")
    'Orion: Hydra (2 clicks)'
    """
    try:
        game = load(spec)
    except LudariumError:
        return spec
    usual = load(game.name).options
    chosen = [
        _in_words(option, value)
        for option in game.definition.options
        if (value := game.options[option.name]) != usual[option.name] and option.name not in left_out
    ]
    return game.definition.title + (f" ({', '.join(chosen)})" if chosen else "")


def _in_words(option: Option, value: Value) -> str:
    """Return a value of an option in its words or with its unit; else with its name, or as a number of these."""
    if option.words or option.unit:
        return option.label(value)
    things = option.title.removesuffix("s")
    return counted(value, things) if isinstance(value, int) and things != option.title else f"{option.title} {value}"


def match_of_terms(
    store: Repositories, now: float, terms: Terms, people: Sequence[SeatAssignment], host: Person, match_id: str = ""
) -> MatchView:
    """Return the match of these terms, in which these people have their turns in this order."""
    game = load(terms.game)
    if terms.rated:
        check_rated(terms)
        require_rated(store, host.id, [one.person for one in people if one.person], now)
    if game.seats != len(people):
        raise ParseError(f"{game.spec} has {counted(game.seats, 'seat')}: expected as many people, not {len(people)}")
    if terms.reminder_days is not None:
        check_reminder_days(terms.reminder_days)
    state = game.parse_position(terms.position) if terms.position else game.initial()
    seats = in_turn_order(state, people)
    clock = Clock.parse(terms.clock) if terms.clock else None
    return new_match(
        now,
        terms.game,
        seats,
        position=terms.position,
        clock=clock,
        tick=terms.tick,
        host=host.id,
        match_id=match_id,
        rated=terms.rated,
        computers=terms.computers,
    )


def require_two(game: Game) -> None:
    """Raise `ParseError` unless a game has two seats."""
    if game.seats != 2:
        seats = counted(game.seats, "seat")
        raise ParseError(f"{game.spec} has {seats}, and a challenge is between two people: invite others by links")
