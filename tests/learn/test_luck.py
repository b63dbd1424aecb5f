"""Luck by a table of exact values: nothing on average, and all of a result but what the players give away."""

import time
from pathlib import Path
from statistics import fmean, pvariance

import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.learn.comparison import Comparison, ComparisonJournal, Round, play_round
from ludarium.learn.luck import Luck
from ludarium.learn.meeting import Meeting, Side, play_game
from ludarium.search.bot import Bot
from ludarium.search.player import make_bot
from ludarium.search.playout import random_step
from ludarium.search.table_bot import TableBot
from ludarium.solve.installed import open_table
from ludarium.solve.table import Table
from ludarium.tournament.journal_file import BadJournal
from tests.solve.test_rows import race_table

GAME = "ludo(markers=2,goal=24)"
LUDO = ludarium.load(GAME)
ROUNDS = 60


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a table of a small game with dice."""
    return race_table(LUDO, tmp_path_factory.mktemp("solved") / "small.table")


@pytest.fixture(scope="module")
def table(path: Path) -> Table:
    """The table."""
    return open_table(path, LUDO)


class Fixed:
    """A random generator that gives one number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        """Return the number."""
        return self.number


def rolls(count: int) -> list[State]:
    """Return positions of random games in which chance acts."""
    rng, found, state = generator(3), list[State](), LUDO.initial()
    while len(found) < count:
        if state.actors == (CHANCE,):
            found.append(state)
        state = random_step(state, rng) if state.actors else LUDO.initial()
    return found


def test_luck_is_nothing_on_average_wherever_dice_are_rolled(table: Table) -> None:
    some = 0.0
    for state in rolls(200):
        sums = [0.0, 0.0]
        for seat in range(2):
            middle = 0.0
            for outcome, chance in state.chance_outcomes().items():
                luck = Luck(LUDO, table, seat)
                drawn = luck.draw(state, Fixed(middle + chance / 2))  # type: ignore[arg-type]  # of a generator
                assert drawn == outcome
                middle += chance
                sums[seat] += chance * luck.total
                some = max(some, abs(luck.total))
        assert sums == pytest.approx([0.0, 0.0], abs=1e-12)
    assert some > 0.05, "nothing was lucky"


def test_luck_is_all_that_players_without_errors_have(table: Table) -> None:
    bots: list[Bot] = [TableBot(table), TableBot(table)]
    results = set()
    for seed in range(20):
        luck = Luck(LUDO, table, 0)
        payoffs = play_game(LUDO.initial(), bots, seed, luck.draw)
        start = table.payoffs(LUDO.initial())
        assert start is not None
        assert payoffs[0] - luck.total == pytest.approx(start[0], abs=1e-4)  # of the limit of turns, which is left out
        results.add(payoffs[0])
    assert results == {0.0, 1.0}


def test_a_draw_of_which_the_table_does_not_tell_all_is_no_luck(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(state for state in rolls(50) if len(state.chance_outcomes()) == 6)
    luck, known = Luck(LUDO, table, 0), table.payoffs
    unknown = state.play_unchecked(state.legal(CHANCE)[3])
    monkeypatch.setattr(table, "payoffs", lambda asked: None if asked == unknown else known(asked))
    for number in range(6):
        luck.draw(state, Fixed(number / 6 + 0.01))  # type: ignore[arg-type]  # of a generator
        assert luck.total == 0.0


def test_a_comparison_subtracts_it_with_the_same_mean_and_a_small_part_of_the_variance(path: Path) -> None:
    worths = [
        [
            fmean(play_round(Round(GAME, ("easy", "random"), (0.0, 0.0), 5, number, table != "", table)).points)
            for number in range(ROUNDS)
        ]
        for table in ("", str(path))
    ]
    raw, less = worths
    apart = [one - other for one, other in zip(raw, less, strict=True)]
    assert abs(fmean(apart)) < 4 * (pvariance(apart) / ROUNDS) ** 0.5
    assert pvariance(less) < pvariance(raw) / 3


def test_the_table_stands_in_for_the_network_of_a_player(table: Table) -> None:
    meeting, known = Meeting(LUDO, 1, table), table.payoffs
    asked = list[State]()

    def payoffs(state: State) -> tuple[float, ...] | None:
        asked.append(state)
        return known(state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "payoffs", payoffs)
        meeting.play_round(Side("random"), Side("random"), 0)
    assert len(asked) > 12


def test_a_table_that_cannot_serve_is_refused_before_anything_is_played(path: Path, tmp_path: Path) -> None:
    for game, table, luck, said in (
        ("ludo(markers=1,goal=30)", str(path), True, "expected one of ludo"),
        (GAME, str(tmp_path / "none.table"), True, "none.table"),
        (GAME, str(path), False, "leave one of them out"),
    ):
        with pytest.raises(LudariumError, match=said):
            Comparison.of(game, ("easy", "easy"), table=table, luck=luck)


def test_rounds_with_a_table_are_not_continued_without_it(path: Path, tmp_path: Path) -> None:
    with ComparisonJournal(tmp_path, Comparison.of(GAME, ("easy", "random"), table=str(path)).header):
        pass
    with pytest.raises(BadJournal, match="whose table is"):
        ComparisonJournal(tmp_path, Comparison.of(GAME, ("easy", "random")).header)


def test_seconds_are_those_in_which_the_processor_works_for_all_threads_of_a_player() -> None:
    for threads in (1, 2):
        bot = Side(f"mcts(threads={threads})", None, 0.5, processor=True).make(LUDO, 1)
        assert (bot.clock, bot.time_limit) == (time.thread_time, 0.5 / threads)
    assert make_bot("mcts", LUDO, 1).clock is time.perf_counter
