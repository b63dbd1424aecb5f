"""Solving through the rules: values of other methods, what is proved, and what cannot be solved."""

import resource
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.search.player import make_bot
from ludarium.search.table_bot import TableBot
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.check import check
from ludarium.solve.iteration import components
from ludarium.solve.positions import Positions
from ludarium.solve.sides import Sides
from ludarium.solve.solution import Solution, free_memory, solve
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable, read_table
from tests.search.exact_race import exact_values
from tests.tiny import VAULT

LUDO = "ludo(goal=24,markers=1)"


def forget_turns(state: State) -> State:
    """Return the position in canonical form."""
    v = state.vector
    CanonicalForm.of(state.game).function(state.game.tables, v)
    return State(state.game, v.tobytes())


@pytest.fixture(scope="module")
def ludo() -> Solution:
    return solve(ludarium.load(LUDO))


@pytest.fixture(scope="module")
def file(ludo: Solution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "ludo.table"
    ludo.write(path)
    return path


@pytest.mark.parametrize("spec", [LUDO, "vortex(board=square3,tokens=2,die=3)"])
def test_values_are_those_of_a_plain_value_iteration_over_states(spec: str) -> None:
    game = ludarium.load(spec)
    states, expected = exact_values(game, forget_turns)
    table = solve(game).table()
    assert [table.value(state) for state in states] == pytest.approx(expected, abs=1e-7)


def test_bounds_are_proved_and_meet(ludo: Solution) -> None:
    assert ludo.gap <= 1e-9
    assert ludo.lower[0] <= 0.5 <= ludo.upper[0]
    assert ludo.left_out == "the limit of turns"


def test_a_limit_of_turns_is_followed_if_nothing_is_to_be_left_out() -> None:
    game = ludarium.load("ludo(goal=24,markers=1,turn_limit=10)")
    whole, without = solve(game, whole=True), solve(game)
    assert whole.left_out == ""
    assert whole.positions.count > without.positions.count
    assert whole.table().value(game.initial().play(0)) != pytest.approx(without.table().value(game.initial().play(0)))


def test_with_three_seats_and_no_choice_the_values_of_all_seats_sum_to_1() -> None:
    found = solve(ludarium.load("vortex(players=3,tokens=1,board=square3)"))
    assert sum(found.value) == pytest.approx(1, abs=1e-7)
    assert len(found.bounds) == 3


def test_payoffs_that_are_declared_as_whole_numbers_are_solved() -> None:
    assert solve(VAULT).value == (1.0, 1.0)  # both open it together


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("grid", "grid has simultaneous turns: expected a game in which one seat chooses at a time"),
        ("ludo(players=3,goal=24,markers=2)", "has 3 sides that choose: with more than two, values need not be unique"),
    ],
)
def test_what_has_no_single_value_is_refused_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(LudariumError, match=sentence):
        solve(ludarium.load(spec))


def test_too_little_memory_is_a_sentence_that_says_how_far_it_came() -> None:
    with pytest.raises(LudariumError, match=r"needs more than 0\.0 GB: [\d,]+ positions were found"):
        solve(ludarium.load("ludo(markers=2)"), memory=1e7)


def test_free_memory_is_no_more_than_what_is_left_of_the_limit_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    whole = free_memory()
    monkeypatch.setattr("resource.getrlimit", lambda _: (1 << 20, 1 << 20))
    assert free_memory() <= 1 << 20 < whole


def test_positions_keep_words_of_any_size() -> None:
    """Goals above 127 need two bytes, the mover one."""
    game = ludarium.load("ludo(goal=144,markers=1)")
    found = Positions.explore(game, CanonicalForm.of(game), Sides.of(game).vector)
    assert set(found.found.widths.tolist()) == {1, 2}
    seen = {found.vector(number).tobytes() for number in range(found.count)}
    assert len(seen) == found.count


@pytest.mark.parametrize("seed", range(20))
def test_components_are_those_of_reachability(seed: int) -> None:
    rng, count = generator(seed), 12
    linked = rng.random((count, count)) < 0.12
    edges = [np.flatnonzero(row) for row in linked]
    firsts = np.cumsum([0, *map(len, edges)])
    order, ends = components(firsts, np.concatenate(edges).astype(np.int32), count)
    reach = np.linalg.matrix_power((linked | np.eye(count, dtype=bool)).astype(np.int64), count) > 0
    found = {frozenset(part.tolist()) for part in np.split(order, ends[:-1])}
    assert found == {frozenset(np.flatnonzero(reach[k] & reach[:, k]).tolist()) for k in range(count)}
    place = {member: k for k, part in enumerate(np.split(order, ends[:-1])) for member in part.tolist()}
    assert all(place[there] <= place[here] for here in range(count) for there in edges[here].tolist())


def test_the_check_finds_a_wrong_value(ludo: Solution) -> None:
    assert check(ludo.table(), 20).passed(ludo.gap)
    ludo.bounds[0].lower[:] += 0.01
    try:
        found = check(ludo.table(), 20)
    finally:
        ludo.bounds[0].lower[:] -= 0.01
    assert not found.passed(ludo.gap)


def test_a_player_with_the_table_never_errs(ludo: Solution, file: Path) -> None:
    """In games against a random player, every choice keeps the value of the position."""
    game, table, rng = ludo.game, ludo.table(), generator(1)
    bot = TableBot(Table.open(file, game))
    for _ in range(10):
        state = game.initial()
        while state.actors:
            actor = state.actors[0]
            action = bot.choose(state, 0) if actor == 0 else int(rng.choice(state.legal()))
            if actor == 0:
                assert table.value(state.play(action)) == pytest.approx(table.value(state), abs=1e-7)
                assert bot.info is not None
                assert bot.info.solved
            state = state.play(action)


def test_a_table_of_another_game_is_refused(file: Path) -> None:
    with pytest.raises(BadTable, match=r"is a table of ludo\(markers=1,goal=24\): expected one of ludo"):
        Table.open(file, ludarium.load("ludo"))


def test_a_table_of_other_rules_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.solve.table.rules_digest", lambda game: "another")
    with pytest.raises(BadTable, match="was computed under other rules"):
        Table.open(file, ludarium.load(LUDO))


@pytest.mark.parametrize("kept", [0, 10, 40, 400, -1])
def test_a_table_cut_short_is_refused(file: Path, tmp_path: Path, kept: int) -> None:
    cut = tmp_path / "cut.table"
    cut.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(BadTable, match=r"is not a table|is cut short|damaged or cut short"):
        Table.open(cut, ludarium.load(LUDO))


def test_a_damaged_table_is_found_by_its_sums(file: Path, tmp_path: Path) -> None:
    read_table(file).check()
    content = bytearray(file.read_bytes())
    content[-3] ^= 1
    (tmp_path / "bad.table").write_bytes(content)
    with pytest.raises(BadTable, match="values is damaged"):
        read_table(tmp_path / "bad.table").check()


def test_a_full_disk_leaves_nothing_behind(ludo: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BadTable, match="cannot be written: No space left on device"):
        ludo.write(tmp_path / "x.table")
    assert list(tmp_path.iterdir()) == []


def test_random_play_loses_to_the_table_more_often_than_not(ludo: Solution, file: Path) -> None:
    game: Game = ludo.game
    players, rng, won = (TableBot(Table.open(file, game)), make_bot("random", game, 1)), generator(2), 0.0
    for _ in range(60):
        state = game.initial()
        while state.actors:
            actor = state.actors[0]
            legal = state.legal()
            state = state.play(players[actor].choose(state, actor) if actor >= 0 else int(rng.choice(legal)))
        assert state.payoffs is not None
        won += state.payoffs[0]
    assert won >= 25
