"""Installed tables: which one is found, why one is not used, and what plays and advises by it."""

import logging
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ludarium
from ludarium import CHANCE
from ludarium.core.errors import ParseError
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.external.specs import make_player
from ludarium.review.adviser import Adviser, make_adviser
from ludarium.review.review import Review, review
from ludarium.search.player import bot_kinds, make_bot
from ludarium.solve.installed import installed_table, open_table
from ludarium.solve.solution import solve
from ludarium.solve.tablefile import BadTable
from tests.conftest import EXACT_LUDO

SMALL = "ludo(markers=1,goal=24)"
OTHER = "ludo(markers=1,goal=36)"


@pytest.fixture
def folder(tmp_path: Path, ludo_table: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables with a copy that a test may spoil."""
    shutil.copy(ludo_table, tmp_path / "mine.table")
    monkeypatch.setenv("LUDARIUM_TABLES", str(tmp_path))
    return tmp_path


def test_a_table_is_found_by_its_game_and_only_for_these_options(tables: Path) -> None:
    found = installed_table(ludarium.load(EXACT_LUDO))
    assert found is not None
    assert found.left_out == "the limit of turns"
    assert installed_table(ludarium.load(OTHER)) is None


def test_of_two_tables_the_more_exact_is_taken(folder: Path) -> None:
    game = ludarium.load(SMALL)
    for name, tolerance in (("a", 0.01), ("b", 1e-7), ("c", 0.001)):
        solve(game, tolerance=tolerance).write(folder / f"{name}.table")
    found = installed_table(game)
    assert found is not None
    assert found.gap <= 1e-7


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda content: content[:-100], "mine.table is cut short"),
        (lambda content: content[:40], "mine.table is damaged or cut short: its header cannot be read"),
        (lambda content: content.replace(b'"format": 1', b'"format": 2'), "mine.table has format '2': expected 1"),
        (lambda content: b"something else", "mine.table is not a table"),
        (lambda content: content.replace(b'"gap"', b'"gab"'), "mine.table is damaged: its parts do not fit together"),
    ],
)
def test_a_table_that_cannot_be_used_is_named_once_and_not_used(
    folder: Path, spoil: Callable[[bytes], bytes], sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    file, game = folder / "mine.table", ludarium.load(EXACT_LUDO)
    file.write_bytes(spoil(file.read_bytes()))
    for _ in range(2):
        assert installed_table(game) is None
    [said] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert said.startswith("an installed table is not used: ")
    assert sentence in said
    with pytest.raises(BadTable, match=r"no table of ludo\(.*\) is installed"):
        make_bot("exact", game, 1)
    state = game.initial().play(0).play(3)
    adviser = make_adviser(game, 1)
    assert adviser.choose(state, 0) in state.legal()
    assert adviser.info is not None
    assert adviser.info.gap is None


def test_a_table_of_other_rules_is_named_and_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("ludarium.solve.table.rules_digest", lambda game: "another")
    assert installed_table(ludarium.load(EXACT_LUDO)) is None
    assert "was computed under other rules of ludo" in caplog.text


def test_a_table_for_which_there_is_no_room_in_memory_is_named_and_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("numpy.memmap", full)
    assert installed_table(ludarium.load(EXACT_LUDO)) is None
    assert "mine.table cannot be mapped: Cannot allocate memory" in caplog.text


def test_a_folder_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("LUDARIUM_TABLES", "nowhere")
    assert installed_table(ludarium.load(EXACT_LUDO)) is None
    assert "LUDARIUM_TABLES names nowhere: expected a folder" in caplog.text


def test_the_bot_exact_plays_where_a_table_is_installed(tables: Path) -> None:
    assert "exact" in bot_kinds(ludarium.load(EXACT_LUDO))
    assert "exact" not in bot_kinds(ludarium.load(OTHER))
    with pytest.raises(BadTable, match=r"no table of .* is installed: expected one .* LUDARIUM_TABLES names"):
        make_bot("exact", ludarium.load(OTHER), 1)
    with pytest.raises(ParseError, match="has no bot 'exakt'; did you mean exact"):
        make_bot("exakt", ludarium.load(EXACT_LUDO), 1)
    record = ludarium.play_match(EXACT_LUDO, ["exact", "ludo.table"], seed=3)
    assert record.payoffs in ((1.0, 0.0), (0.0, 1.0))


def test_a_table_is_a_player_by_its_name_in_the_folder_or_its_path(tables: Path, tmp_path: Path) -> None:
    game = ludarium.load(EXACT_LUDO)
    assert open_table(Path("ludo.table"), game) is open_table(tables / "ludo.table", game)
    with make_player(str(tables / "ludo.table"), game, 1):
        pass
    with pytest.raises(BadTable, match=r"missing\.table cannot be read: No such file"):
        make_player(str(tmp_path / "missing.table"), game, 1)


def test_a_review_by_a_table_is_exact_and_knows_what_every_turn_gave_away(tables: Path) -> None:
    """The values are those of the other method, through the rules, and no search is asked."""
    game = ludarium.load(EXACT_LUDO)
    other = solve(game, tolerance=1e-7).table()
    match = Match.from_record(ludarium.play_match(EXACT_LUDO, ["random", "random"], seed=2))
    states = all_states(match)
    found = Review.of(game, "champion", review(Adviser(game, 1, lambda: None), states, 60.0), match.state)
    assert found.is_exact
    assert found.left_out == "the limit of turns"
    for advice in found.advice:
        [said], state, after = advice.seats, states[advice.played], states[advice.played + 1]
        best, got = other.payoffs(state), other.payoffs(after)
        assert best is not None
        assert got is not None
        assert said.value == pytest.approx(best[said.seat], abs=1e-6)
        assert said.loss == pytest.approx(best[said.seat] - got[said.seat], abs=1e-6)
        before = states[advice.played - 1]
        assert (said.luck is None) == (not advice.played or before.actors != (CHANCE,))
        if said.luck is not None and (not advice.played - 1 or states[advice.played - 2].actors != (CHANCE,)):
            rolls = [(odds, other.payoffs(before.play(roll))) for roll, odds in before.chance_outcomes().items()]
            mean = sum(odds * after_roll[said.seat] for odds, after_roll in rolls if after_roll)
            assert said.luck == pytest.approx(best[said.seat] - mean, abs=1e-6)
    assert any(abs(luck) > 0.001 for lucks in found.lucks().values() for luck in lucks)
    assert sum(map(sum, found.losses().values())) > 0.01
    played, worst = max(found.errors(), key=lambda error: error[1].loss or 0)
    assert worst.loss == max(said.loss or 0 for said in found.said)
    assert played in {advice.played for advice in found.advice}
    assert Review.from_json(game, found.to_json()) == found


def test_losses_that_the_errors_of_a_table_may_have_made_are_none(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ludarium.load(EXACT_LUDO)
    table = installed_table(game)
    assert table is not None
    match = Match.from_record(ludarium.play_match(EXACT_LUDO, ["random", "random"], seed=2))

    def reviewed() -> Review:
        advice = review(Adviser(game, 1, lambda: None), all_states(match), 60.0)
        return Review.of(game, "champion", advice, match.state)

    fine = reviewed()
    monkeypatch.setattr(table, "gap", 0.01)
    rough = reviewed()
    for one, other in zip(fine.said, rough.said, strict=True):
        assert one.loss is not None
        assert other.loss == (one.loss if one.loss > 0.02 else 0.0)
    assert 0 < len(rough.errors(100)) < len(fine.errors(100))
    assert (fine.shown_gap, rough.shown_gap) == ("", "1")
    assert (fine.said[0].share, rough.said[0].share) == ("49.53", "49.5")


def test_what_the_table_does_not_tell_is_searched_and_not_marked(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.load(EXACT_LUDO)
    table = installed_table(game)
    assert table is not None
    monkeypatch.setattr(table, "value", lambda state, depth=2: None)
    [said] = Adviser(game, 1, lambda: None).advise(game.initial().play(0).play(3), 2, 0.01).seats
    assert (said.exact, said.loss) == (False, None)
    assert 0 <= said.value <= 1


def test_threads_may_ask_one_table_at_the_same_time(tmp_path: Path) -> None:
    game = ludarium.load(SMALL)
    solution = solve(game)
    solution.write(tmp_path / "small.table")
    table = open_table(tmp_path / "small.table", game)
    states = [game.state(solution.positions.vector(number)) for number in range(0, solution.positions.count, 5)]
    alone, interval = [table.value(state) for state in states], sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that they do meet
    try:
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda _: [table.value(state) for state in states], range(4)):
                assert found == alone
    finally:
        sys.setswitchinterval(interval)
