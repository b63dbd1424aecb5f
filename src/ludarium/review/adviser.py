"""The bot that gives hints and reviews matches, and what it says of positions and rolls."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import roller
from ludarium.players.bot_player import choose_turn
from ludarium.review.advice import Advice, Roll, SeatAdvice
from ludarium.review.exact import exact_changes, known_loss
from ludarium.review.lines import Line, candidates, completed, following
from ludarium.review.luck import LEVELS, SearchedLoss, decisions, mean_value, searched_loss, searched_luck
from ludarium.search.bot import Bot, SearchInfo
from ludarium.search.player import levels, make_bot
from ludarium.search.table_bot import TableBot
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.installed import installed_table
from ludarium.solve.table import Table

ANALYST = "mcts(simulations=400)"
"""The bot that values positions where the adviser reports no value."""


def adviser_spec(game: Game) -> str:
    """Return the spec of the best bot that is installed for a game: its highest level.

    >>> from ludarium.core.registry import load
    >>> adviser_spec(load("ludo"))
    'champion'
    """
    return [*levels(game), "random"][max(0, len(levels(game)) - 1)]


def make_adviser(game: Game, seed: int, table: Table | None = None, level: str = "") -> Bot:
    """Return the best bot for a game: a table, by default an installed one, and a search for what it does not tell.

    Hints and reviews ask this bot and no other; with a `level` the search is that of a weaker bot.
    """
    search, table = make_bot(level or adviser_spec(game), game, seed), table or installed_table(game)
    return TableBot(table, search) if table else search


def is_duel(game: Game) -> bool:
    """Return whether one of two seats gets what the other does not."""
    return game.seats == 2 and game.payoff_range.total is not None


def agreed(game: Game, seats: Sequence[SeatAdvice]) -> tuple[SeatAdvice, ...]:
    """Return the advice to the seats that choose at once, in which two rivals expect all there is together.

    Each has a search of its own, and both are of one position: what they find for the first seat counts alike, so its
    value is their mean, and the other has the rest. Values from a table agree as they are.
    """
    if not is_duel(game) or len(seats) != game.seats or any(said.exact for said in seats):
        return tuple(seats)
    one, other = seats
    if math.isclose(one.value + other.value, 1.0):
        return one, other
    value = (one.value + 1.0 - other.value) / 2
    return one._replace(value=value), other._replace(value=1.0 - value)


class _Searched(NamedTuple):
    """The search of a position for a seat that chooses: the turn, and the part of the payoffs that it can expect.

    `gap` is as in `SeatAdvice`; `is_proved` says whether a search has proved the value of the turn.
    """

    turn: str
    value: float
    gap: float | None
    pv: tuple[str, ...]
    is_proved: bool


class Adviser:
    """Says what to play in one match; `give_way` is called while it searches, between slices of a few hundredths.

    Without a `table` it takes an installed one of the game, if there is one; with a `level` it is as strong as that.
    """

    def __init__(
        self, game: Game, seed: int, give_way: Callable[[], object], table: Table | None = None, level: str = ""
    ) -> None:
        self._game, self._seed, self._give_way, self._level = game, seed, give_way, level
        self._bots: dict[int, Bot] = {}
        self._analyst: Bot | None = None
        self._ahead: dict[tuple[State, int, float], _Searched] = {}
        self._table = table or installed_table(game)

    def advise(
        self, state: State, played: int, seconds: float, after: State | None = None, rolls: tuple[Roll, ...] = ()
    ) -> Advice:
        """Return what to play in a state in which seats must choose, after a search of some seconds for each.

        `after` is the state after what was played, if something was; `rolls` are those just before.
        """
        found, pv = [], tuple[str, ...]()
        for seat in state.actors:
            searched = self._ahead.pop((state, seat, seconds), None) or self._search(state, seat, seconds)
            turn, value, gap, pv, _ = searched
            loss, doubt = None if gap is None else self._loss(value, after, seat, gap), None
            if gap is None and after and len(state.actors) == 1:
                loss, doubt = self._searched(state, searched, after, seat, seconds) or (None, None)
            luck = next((roll.luck for roll in rolls if (roll.played, roll.seat) == (played - 1, seat)), None)
            found.append(SeatAdvice(seat, value, turn, gap, loss, luck, doubt))
        return Advice(played, agreed(self._game, found), pv if len(found) == 1 else (), rolls)

    def lines(self, state: State, seconds: float, most: int) -> tuple[Line, ...]:
        """Return the best turns in a state in which one seat must choose, at most so many, the best one first.

        The search of the position takes so many seconds, and what follows each turn half as many, together. Turns of
        which nothing says what they are worth are left out, and of those that lead to the same position, such as a move
        of one of several like pieces, all but the first.
        """
        [seat], bot, rest = state.actors, self._bot(0, seconds), seconds / 2 / most
        chosen = bot.choose(state, seat)
        infos = (self._looked(state, seat, seconds / 2) if by_analyst else bot.info for by_analyst in (False, True))
        gap = bot.info.gap / self._span if bot.info and bot.info.gap is not None else None
        found, form = dict[State, Line](), CanonicalForm.of(self._game)
        for action, value in candidates(state, seat, chosen, infos):
            if len(found) == most:
                break
            turn, after = completed(self._bot(0, rest), state, seat, action)
            if (position := form.position(after)) in found:
                continue
            worth = self._mean(seat, after, rest) if value is None else self._part(value)
            if worth is None:
                continue
            gap_of = gap if value is not None else None
            found[position] = Line(turn, worth, following(self._bot(1, rest), after), gap_of)
        return tuple(found.values())

    def worths(self, state: State, turns: Sequence[str], seconds: float) -> dict[str, float]:
        """Return what the one seat that chooses can expect after each of some turns, searched for so many seconds each.

        Turns of which nothing says it are left out. If the seconds are infinite, bots search what their options say.
        """
        [seat] = state.actors
        found = {turn: self._mean(seat, state.move(turn), seconds) for turn in turns}
        return {turn: value for turn, value in found.items() if value is not None}

    def _looked(self, state: State, seat: int, seconds: float) -> SearchInfo | None:
        """Return what the analyst, which tells of all actions, reports about a state."""
        self._analyst = self._analyst or make_bot(ANALYST, self._game, self._seed)
        self._analyst.time_limit, self._analyst.give_way = seconds, self._give_way
        self._analyst.choose(state, seat)
        return self._analyst.info

    def _mean(self, seat: int, state: State, seconds: float) -> float | None:
        """Return what a seat can expect in a state, before a roll as the mean over all; None if that is not known."""
        states, bot = decisions(state, LEVELS) if state.actors == (CHANCE,) else {state: 1.0}, self._bot(1, seconds)
        if not states:
            return None
        return mean_value(states, lambda one: self._expected(seat, seconds, one, 1 / len(states), bot))

    def _bot(self, number: int, seconds: float) -> Bot:
        """Return the bot of that number: bots may keep what they have seen of a seat of simultaneous turns."""
        bot = self._bots.get(number) or make_adviser(self._game, self._seed + number, self._table, self._level)
        self._bots[number] = bot
        bot.time_limit, bot.give_way = seconds, self._give_way
        return bot

    def _search(self, state: State, seat: int, seconds: float) -> _Searched:
        """Return the turn of a seat that must choose, and what it can expect, after a search of so many seconds."""
        bot = self._bot(seat if len(state.actors) > 1 else 0, seconds)
        turn = choose_turn(bot, state, seat)
        value, info = self._value(bot, state, seat, seconds), bot.info
        if info is None:
            return _Searched(turn, value, None, (), False)
        gap = None if info.gap is None else info.gap / self._span
        return _Searched(turn, value, gap, info.pv, info.solved and gap is None)

    def _value(self, bot: Bot, state: State, seat: int, seconds: float) -> float:
        """Return what the seat can expect, as a part of the range of payoffs."""
        info = bot.info or self._looked(state, seat, seconds)
        assert info is not None  # the analyst searches
        return self._part(info.value)

    def _part(self, payoff: float) -> float:
        [part] = self._game.payoff_range.parts((payoff,))
        return min(max(part, 0.0), 1.0)

    def _loss(self, best: float, after: State | None, seat: int, gap: float) -> float | None:
        """Return how much less a seat can expect in a state than at best; None where the table does not tell."""
        payoffs = self._table.payoffs(after) if self._table and after else None
        if payoffs is None:
            return None
        return known_loss(best - self._part(payoffs[seat]), gap)

    def _searched(
        self, state: State, searched: _Searched, after: State, seat: int, seconds: float
    ) -> SearchedLoss | None:
        """Return what the turn of a seat gave away, by searches that take about so many seconds together.

        What the search of a position has proved, the curve of a review has as well, and no shorter search may doubt it.
        """
        best = state.move(searched.turn)
        if CanonicalForm.of(self._game).alike(best, after):  # such as a move of another of several like pieces
            return SearchedLoss(0.0, 0.0)
        proved = {best: searched.value} if searched.is_proved else {}
        proved |= self._proved_after(after, seat, seconds)

        def value(found: State, number: int, share: float) -> float | None:
            bot = self._bot(self._game.seats + 1 + number, seconds)
            return proved[found] if found in proved else self._expected(seat, seconds, found, share, bot)

        return searched_loss(best, after, value)

    def _proved_after(self, after: State, seat: int, seconds: float) -> Mapping[State, float]:
        """Return what a seat can expect after its turn, if the search of the next advice, made here, has proved it."""
        if not is_duel(self._game) or len(after.actors) != 1 or after.actors == (CHANCE,):
            return {}
        [chooser] = after.actors
        found = self._search(after, chooser, seconds)
        self._ahead = {(after, chooser, seconds): found}
        return {after: found.value if chooser == seat else 1.0 - found.value} if found.is_proved else {}

    def roll(self, state: State, after: State, played: int, seconds: float) -> Roll | None:
        """Return the luck of a roll, from the states before and after it; None if it is nobody's or not known.

        A table tells it without a search. Otherwise the states after all rolls are searched for some seconds together.
        """
        seat = roller(state)
        if seat == CHANCE:
            return None
        if self._table and self._table.payoffs(state) is not None:
            exact = [change.luck for change in exact_changes(self._table, (state, after)) if change.luck is not None]
            return Roll(played, seat, exact[0], self._table.gap / self._span) if exact else None

        def value(found: State, states: int) -> float | None:
            return self._expected(seat, seconds, found, 1 / states, self._bot(self._game.seats, seconds))

        luck = searched_luck(state, after, value)
        return None if luck is None else Roll(played, seat, luck)

    def _expected(self, seat: int, seconds: float, state: State, share: float, bot: Bot) -> float | None:
        """Return what a seat can expect, after a search of its share of the seconds; None if that is another's to say.

        What the other of two rivals can expect is the rest.
        """
        if not state.actors:
            assert state.payoffs is not None
            return self._part(state.payoffs[seat])
        chooser = seat if seat in state.actors else state.actors[0]
        if chooser != seat and not is_duel(self._game):
            return None
        bot.time_limit, bot.give_way = seconds * share, self._give_way
        bot.choose(state, chooser)
        value = self._value(bot, state, chooser, seconds * share)
        return value if chooser == seat else 1.0 - value

    @property
    def _span(self) -> float:
        return self._game.payoff_range.greatest - self._game.payoff_range.least
