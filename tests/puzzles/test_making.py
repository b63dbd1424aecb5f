"""Which positions make puzzles, and where they come from."""

import itertools
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

import ludarium
from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.puzzles import duels, tables, wins
from ludarium.puzzles.check import faults
from ludarium.puzzles.making import PLAYERS, Limits, first_rating, make, solvers_of
from ludarium.puzzles.positions import from_record, replay, self_play
from ludarium.puzzles.proofs import kind_of
from ludarium.puzzles.puzzle import DuelProof, Puzzle, TableProof, WinProof
from ludarium.solve.installed import installed_table
from tests.conftest import EXACT_LUDO

SMALL = "vortex(board=square3,tokens=2)"
USUAL = Limits()
TINY_ORION = "orion(clicks=2,columns=3,rows=3)"


def some(spec: str, count: int, players: tuple[str, ...] = ("random",), limits: Limits = USUAL) -> list[Puzzle]:
    game = ludarium.load(spec)
    games = (partial(self_play, game, players, 3, number) for number in range(60))
    return list(make(game, games, count, limits, seed=5))


@pytest.fixture(scope="module")
def exact() -> list[Puzzle]:
    return some(SMALL, 3)


def test_the_same_seed_makes_the_same_puzzles_and_they_are_right(exact: list[Puzzle]) -> None:
    assert len(exact) == 3
    assert exact == some(SMALL, 3)
    assert [faults(puzzle) for puzzle in exact] == [[], [], []]


def test_a_best_turn_leads_clearly_and_hard_misses_it(exact: list[Puzzle]) -> None:
    for puzzle in exact:
        assert isinstance(puzzle.proof, TableProof)
        wrong = [loss for turn, loss in puzzle.proof.losses.items() if turn not in puzzle.accept]
        assert min(wrong) >= tables.LEAST_LEAD > 2 * puzzle.proof.gap
        state = puzzle.state()
        assert ludarium.choose_turn(ludarium.make_bot("hard", state.game, 0), state, puzzle.seat) not in puzzle.accept


def test_turns_within_twice_the_error_are_right(exact: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = exact[0].state(), exact[0].seat
    table = tables.exact_table(state.game)
    found = tables.examine(state, seat, table)
    assert found
    wrong = min(loss for turn, loss in found.proof.losses.items() if turn not in found.accept)
    monkeypatch.setattr(table, "gap", wrong / 2 + 1e-6)
    wider = tables.examine(state, seat, table)
    assert wider is None or set(wider.accept) > set(found.accept)


def test_an_installed_table_is_used(tables_folder: Path) -> None:
    game = ludarium.load(EXACT_LUDO)
    assert tables.exact_table(game) is installed_table(game)


@pytest.fixture
def tables_folder(tables: Path) -> Path:
    """Install a table where nothing is cached."""
    from ludarium.puzzles.tables import exact_table

    exact_table.cache_clear()
    return tables


def test_a_race_without_a_table_that_is_too_large_is_refused() -> None:
    with pytest.raises(LudariumError, match=r"no proved table of vortex is installed, and its 294,131,900 positions"):
        tables.exact_table(ludarium.load("vortex"))


@pytest.mark.parametrize("spec", ["ludo(players=3)", "vortex(objective=points)"])
def test_a_game_of_which_nothing_can_be_proved_is_refused(spec: str) -> None:
    with pytest.raises(LudariumError, match="nothing can be proved"):
        kind_of(ludarium.load(spec))


def test_proved_wins_are_no_wins_at_once() -> None:
    found = some(TINY_ORION, 2, ("easy", "random"))
    assert len(found) == 2
    for puzzle in found:
        assert isinstance(puzzle.proof, WinProof)
        assert faults(puzzle) == []
        state = puzzle.state()
        assert not any(puzzle.seat in state.move(turn).winners for turn in puzzle.accept)
        first = state.move(puzzle.accept[0])
        assert wins.is_answered(first, puzzle.seat, puzzle.proof.answers)
        assert not wins.is_answered(first, puzzle.seat, puzzle.proof.answers[:0])
        assert wins.longest(state) == puzzle.proof.turns == 3


def test_easy_puzzles_are_left_out_where_that_is_asked_for(exact: list[Puzzle]) -> None:
    every = some(SMALL, 40, ("random", "easy"), Limits(per_game=4))
    hard = some(SMALL, 40, ("random", "easy"), Limits(per_game=4, missed=True))
    kept = [puzzle for puzzle in every if not all(puzzle.tried.values())]
    assert 0 < len(kept) < len(every)
    assert hard[: len(kept)] == kept  # with the same tries as before
    won = some(TINY_ORION, 6, ("mcts(simulations=60)", "random"), Limits())
    missed = some(TINY_ORION, 6, ("mcts(simulations=60)", "random"), Limits(greedy_misses=True))
    assert {puzzle.position for puzzle in missed} != {puzzle.position for puzzle in won}
    for puzzle in missed:
        assert wins.misses(puzzle.state(), puzzle.seat, wins.Prover(puzzle.state().game, 100_000), "greedy")


def test_wins_that_named_bots_find_are_no_puzzles_and_hard_makes_way_for_champion() -> None:
    players = ("mcts(simulations=60)", "random")
    bots = ("greedy", "alphabeta(depth=1)")
    missed = some(TINY_ORION, 2, players, Limits(missed_by=bots))
    assert len(missed) == 2
    assert {tuple(puzzle.tried) for puzzle in missed} == {("easy", "medium", "hard")}
    for puzzle in missed:
        state = puzzle.state()
        prover = wins.Prover(state.game, 100_000)
        assert all(wins.misses(state, puzzle.seat, prover, bot, seed) for bot in bots for seed in wins.SEEDS)
        assert solvers_of(puzzle, hard_missed=True) == ("easy", "medium", "champion")


def test_a_proof_that_takes_too_long_makes_no_puzzle() -> None:
    assert some(TINY_ORION, 1, ("easy", "random"), Limits(positions=1)) == []


def test_the_limit_of_turns_is_set_where_the_game_allows_it() -> None:
    start = ludarium.load("orion").initial()
    assert wins.shortened(start, 0, 3) is None
    later = wins.shortened(start, 20, 3)
    assert later is not None
    assert later.game.spec == "orion(turn_limit=23)"


def test_a_duel_is_won_by_its_answer_and_by_no_single_direction() -> None:
    found = some("grid(height=8,width=10)", 2, ("hard", "faraday", "rush"), Limits(per_game=2))
    assert len(found) == 2
    for puzzle in found:
        assert isinstance(puzzle.proof, DuelProof)
        assert faults(puzzle) == []
        assert duels.is_won(puzzle.state(), puzzle.seat, puzzle.accept[0], puzzle.proof)
        shorter = replace(puzzle.proof, turns=puzzle.proof.turns - 1)
        assert not duels.is_won(puzzle.state(), puzzle.seat, puzzle.accept[0], shorter)
        assert len(puzzle.proof.ends) == 4


def test_positions_come_from_records_too(exact: list[Puzzle]) -> None:
    source = exact[0].source
    played = replay(ludarium.load(SMALL), source.players, source.seed, source.number)
    record = ludarium.play_match(SMALL, ["random", "random"], 3)
    game = ludarium.load(SMALL)
    found = list(make(game, [partial(from_record, record, "game.txt")], 5, Limits(per_game=5)))
    assert {puzzle.source.record for puzzle in found} == {"game.txt"}
    assert all(faults(puzzle) == [] for puzzle in found)
    assert str(played.after(source.played, source.steps)) == exact[0].position


def test_the_first_player_plays_every_game_and_nobody_is_refused() -> None:
    game = ludarium.load(SMALL)
    drawn = {self_play(game, ("easy", "random", "medium"), 1, number).source.players for number in range(8)}
    assert all("easy" in players for players in drawn)
    assert len(drawn) > 2
    with pytest.raises(InvalidOption, match="nobody plays"):
        self_play(game, (), 1, 0)


def test_ratings_follow_what_solvers_achieved(exact: list[Puzzle]) -> None:
    every = [first_rating(solved) for solved in itertools.product((False, True), repeat=3)]
    assert max(every) == first_rating((False, False, False))
    assert min(every) == first_rating((True, True, True))
    for puzzle in exact:
        assert tuple(puzzle.tried) == solvers_of(puzzle)
        assert first_rating(tuple(puzzle.tried.values())) == puzzle.rating


def test_every_kind_has_players() -> None:
    assert {kind_of(ludarium.load(name)) for name in ludarium.game_names()} <= PLAYERS.keys()
