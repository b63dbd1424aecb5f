"""The studies, at a size that tests can afford."""

import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.measures import measured_games
from ludarium.core.registry import game_names
from ludarium.core.rng import derive
from ludarium.core.spec import name_in_spec
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.search.bot import evaluation
from ludarium.search.race_evaluation import without_exact_values
from ludarium.solve.solution import solve
from ludarium.solve.table import Table
from ludarium.tournament.series import Score
from studies import (
    baselines,
    best_reply,
    chains,
    exact,
    finishing,
    five_games,
    learned,
    published,
    questions,
    ruler,
    second_visit,
    ten_games,
)
from studies.levels import Games, Row, pairs, table
from studies.questions import Line, Seen, watch
from studies.races import score
from tests.installed import as_installed
from tests.tiny import GAMMON

SEED = 4
ORION = ludarium.load("orion")


def play(path: Path, first: str, second: str, games: int) -> tuple[Games, list[Row]]:
    kept = Games(path)
    with ThreadPoolExecutor(1) as executor:
        rows = list(kept.play("orion", first, second, 1, games, executor))
    return kept, rows


@pytest.mark.parametrize(("weaker", "least"), [("random", 1.0), ("easy", 0.8)])
def test_a_strong_bot_beats_weaker_ones_from_both_seats(tmp_path: Path, weaker: str, least: float) -> None:
    """Orion's `champion` with a fraction of its simulations; studies/results has the full study."""
    first = "mcts(simulations=1000)"
    kept, _ = play(tmp_path / "games.csv", first, weaker, 6)
    seat0, seat1, both = kept.scores(first, weaker, 1)
    assert both.points >= least * both.games == least * 6
    assert min(seat0.points, seat1.points) >= 0.6 * seat0.games


def test_an_interrupted_study_continues(tmp_path: Path) -> None:
    whole, _ = play(tmp_path / "whole.csv", "easy", "random", 4)
    _, begun = play(tmp_path / "games.csv", "easy", "random", 2)
    again, rest = play(tmp_path / "games.csv", "easy", "random", 4)
    assert [row[3] for row in begun + rest] == [0, 1, 2, 3]
    assert again.scores("easy", "random", 1) == whole.scores("easy", "random", 1)
    assert play(tmp_path / "games.csv", "easy", "random", 4)[1] == []


def test_the_table_has_a_row_for_every_pair(tmp_path: Path) -> None:
    names = ["easy v random", "medium v easy", "hard v medium", "champion v hard", "champion v chain"]
    assert list(pairs(ORION, ["chain"])) == names
    text = table(ORION, ["chain"], Games(tmp_path / "none.csv"), 1, "python -m studies.levels orion")
    assert text.splitlines()[-5:] == [f"| {name} | 0 of 0 | 0 of 0 | 0 of 0 |" for name in names]


def test_exact_values_win_more_games() -> None:
    game = ludarium.load("vortex(tokens=2)")
    found = evaluation(game)
    assert found is not None
    _, tables = found
    assert score(game, tables, without_exact_values(tables), (1, 1), games=1000, seed=1).points > 520


def test_a_question_counts_turns_and_those_that_were_skipped() -> None:
    game = ludarium.load("vortex(die=12)")
    seen = watch(Line(game.spec, "random"), 1, 0)
    texts = [entry.text for entry in ludarium.play_match(game, ["random"] * 2, derive(1, 0)).turns]
    rolls = sum(text.startswith("roll") for text in texts)
    assert (seen.turns, seen.turns - seen.skipped) == (rolls, len(texts) - rolls - 1)
    assert 0 < seen.all_skipped <= seen.skipped / 2
    assert seen.first in (0.0, 1.0)


def test_the_worth_of_every_number_is_exact() -> None:
    rows = [row.split(" | ") for row in questions.numbers(0, 0, ThreadPoolExecutor(1)).splitlines()[2:]]
    assert rows[0] == ["| 20", "0.6234", "yes |"]
    assert ["| 1", "0.5041", "yes |"] in rows  # as docs/studies/exact.md says
    assert [number for number, _, leads in rows if leads == "yes |"][-1] == "| 3"


def test_the_answers_are_kept_by_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "RESULTS", tmp_path / "questions.md")
    monkeypatch.setattr(questions, "QUESTIONS", {name: questions.QUESTIONS[name] for name in ("growing", "pie")})
    monkeypatch.setattr(questions, "play", lambda line, games, seed, pool: [Seen(5, 0, 1, 0, 1.0, 0)] * games)
    for name in ("pie", "growing"):
        questions.main(["--games", "2", "--workers", "1", "--only", name])
    page = questions.RESULTS.read_text("utf-8")
    assert [name for name, _ in questions.sections(page)] == ["growing", "pie"]
    assert "100.0% | 34.2% to 100.0%" in page


def test_a_learnt_player_is_compared_at_equal_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "_BALANCING", ())
    file = tmp_path / "ada.player"
    Learner(ORION, Method(first=8, second=4)).player().save(file)
    learned.main(["orion", str(file), "--search", "mcts(widen=1)", "--seconds", "0.0005", "--games", "2"])
    line = capsys.readouterr().out.splitlines()[-1]
    specs = r"\| orion \| mcts\(widen=1,simulations=(\d+)\) \| mcts\(widen=1,simulations=(\d+)\) \| 2 \|"
    found = re.match(specs, line)
    assert found
    assert min(int(found[1]), int(found[2])) > 0


def test_simulations_are_balanced_by_the_time_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(game: Game, player: object, specs: tuple[str, str], *rest: object) -> tuple[Score, float]:
        one, other = (int(spec.rpartition("=")[2].rstrip(")")) for spec in specs)
        return Score(specs[1]), 4 * one / other  # each simulation of the first takes four times as long

    monkeypatch.setattr(learned, "compare", compare)
    monkeypatch.setattr(learned, "simulations", lambda *_: 1000)
    player = Learner(ORION, Method(first=8, second=4)).player()
    found = learned.balanced(ORION, player, ("mcts", "mcts(widen=1)"), 0.01, seed=1)
    counts = [int(spec.rpartition("=")[2].rstrip(")")) for spec in found]
    assert counts == pytest.approx([500, 2000], rel=0.01)


@pytest.fixture(scope="module")
def ludo_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = ludarium.load("ludo(goal=24,markers=2)")
    path = tmp_path_factory.mktemp("exact") / "ludo.table"
    solve(game, tolerance=1e-7).write(path)
    return path


def test_perfect_play_loses_nothing_and_random_play_much(ludo_table: Path) -> None:
    game = ludarium.load("ludo(goal=24,markers=2)")
    values = Table.open(ludo_table, game)
    perfect = exact.play(values, "expectimax(depth=1)", 6, SEED)  # it has the exact values of so few markers
    poor = exact.play(values, "random", 6, SEED)
    assert perfect.errors == 0
    assert perfect.total == pytest.approx(0, abs=1e-5)
    assert poor.errors > 5
    assert poor.total > 0.1
    assert poor.worst == sorted(poor.worst, reverse=True)
    assert sum(count for count, _ in poor.kinds.values()) == poor.errors
    assert "of the choices were errors" in exact.report("random", poor)


def test_the_ruler_finds_no_error_in_exact_values_and_some_in_an_untaught_network(ludo_table: Path) -> None:
    game = ludarium.load("ludo(goal=24,markers=2)")
    choices = ruler.draw_choices(Table.open(ludo_table, game), 60, SEED)
    own = ruler.measure(game, choices, "heuristic")  # it has the exact values of so few markers
    untaught = ruler.measure(game, choices, Learner(game, Method(first=8, second=4)).player())
    assert own.error < 1e-5
    assert own.wrong == 0
    assert own.loss < 1e-6
    assert untaught.error > 0.05
    assert untaught.loss > 0.001
    assert ruler.row("ada", untaught).startswith("| ada | 60 | 0.")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_reply_gets_what_a_plain_recursion_finds(seat: int) -> None:
    @cache
    def expected(state: State) -> float:
        if state.payoffs is not None:
            return state.payoffs[seat]
        values = [expected(state.play(action)) for action in state.legal(state.actors[0])]
        return max(values) if state.actors == (seat,) else sum(values) / len(values)  # the coin is fair

    best = best_reply.Graph(GAMMON, "random", seat).value()
    assert best == pytest.approx(expected(GAMMON.initial()), abs=1e-6)
    assert best > best_reply.Graph(GAMMON, "expectimax(depth=12)", seat).value()


def test_positions_that_are_ahead_and_lose_are_found(ludo_table: Path) -> None:
    game = ludarium.load("ludo(goal=24,markers=2)")
    values = Table.open(ludo_table, game)
    for payoff, lead, seat, position in exact.deceptive(values, game, 30, SEED):
        state = game.parse_position(position)
        assert state.points[seat] - state.points[1 - seat] == lead >= 1
        assert payoff < 0.5


def test_our_search_meets_theirs_with_the_same_time(tmp_path: Path) -> None:
    python = as_installed(Path("examples/hex"), tmp_path)
    words = ("hex(size=3,swap=off)", "hex(board_size=3)", "--seconds", "0.0005", "--games", "2")
    done = python("studies.footing", *words, cwd=Path())
    assert done.stderr == ""
    assert re.fullmatch(
        r"\| hex\(size=3,swap=off\) \| mcts\(simulations=\d+\) \| OpenSpiel's MCTSBot with \d+ simulations \| 2 \|.*",
        done.stdout.splitlines()[-1],
    )


def test_a_bot_meets_the_strategies_of_recorded_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "games.jsonl.gz"
    players = [{"name": "green", "bot": "Turning"}, {"name": "red", "bot": "Holding"}]
    with gzip.open(records, "wt", encoding="utf-8") as file:
        for turns in (4, 40):
            file.write(json.dumps({"players": players, "dirs": ["nesw" * turns, "w" * turns]}) + "\n")
    found = published.strategies(records)
    assert [found["Turning"].then, found["Holding"], len(found)] == ["nesw", ("e" * 40, "e"), 6]
    published.main([str(records), "rolling(simulations=1)", "--games", "2", "--only", "Hold"])
    assert capsys.readouterr().out.splitlines()[-3].startswith("| Holding | 2 | 1.000 |")


def test_the_page_of_all_games_is_made_from_their_measures() -> None:
    assert five_games.PAGE.read_text("utf-8") == five_games.page(measured_games())


def test_the_page_of_ten_games_is_made_from_its_results_which_agree_with_what_is_published() -> None:
    found = json.loads(ten_games.RESULTS.read_text("utf-8"))
    assert ten_games.PAGE.read_text("utf-8") == ten_games.page(found)
    assert [*found] == [ten_games.key(one) for one in ten_games.CLAIMS]
    assert ten_games.agree(ten_games.CLAIMS, found) == []
    for one in ten_games.CLAIMS:
        if one.measure is ten_games.at_random:
            parts, error = re.fullmatch(r"(.*) \(± (.*)\)", found[ten_games.key(one)]).groups()  # type: ignore[union-attr]  # else it fails
            for measured, published in zip(parts.split(" / "), one.published.split(" / "), strict=False):
                assert abs(float(measured) - float(published)) <= float(error) + 0.1  # half of the last digit of both


def test_the_page_of_ten_games_says_of_searches_what_their_games_show_and_no_more() -> None:
    found = json.loads(ten_games.SEARCHED.read_text("utf-8"))
    assert [*found] == [ten_games.key(one) for one in ten_games.SEARCHES]
    page = ten_games.PAGE.read_text("utf-8")
    for one in ten_games.SEARCHES:
        measured = found[ten_games.key(one)]
        who, *numbers = re.fullmatch(r"(\w+), (\d+) of 100 \((\d+) to (\d+)\)", measured).groups()  # type: ignore[union-attr]  # else it fails
        score, low, high = map(int, numbers)
        assert low < score < high
        assert who == ("first" if low > 50 else "second" if high < 50 else "neither")
        assert f"| `{one.game}` | {one.what} | {one.published} | {measured} |" in page


def test_equal_searches_meet_and_the_score_of_the_first_seat_is_told() -> None:
    told = ten_games.ahead(2, 6)("orion(turn_limit=10)")
    assert told == ten_games.ahead(2, 6)("orion(turn_limit=10)")
    assert re.fullmatch(r"(first|second|neither), \d+ of 100 \(\d+ to \d+\)", told)
    assert ten_games.who_is_ahead([0.0] * 30 + [1.0] * 10) == "second, 25 of 100 (14 to 40)"


def test_the_page_of_baseline_ratings_is_made_from_the_games_of_the_levels() -> None:
    assert baselines.PAGE.read_text("utf-8") == baselines.page()
    for name, spec in baselines.SPECS.items():
        found = baselines.players(name, spec)
        assert found[0].rating == 0.0
        assert [player.name for player in found] == ["random", "easy", "medium", "hard", "champion"]
        assert sorted(found, key=lambda player: player.rating) == found


def test_a_baseline_rating_has_the_odds_of_the_games() -> None:
    ratings, errors = baselines.rate({(1, 0): (109.5, 120), (2, 1): (60.0, 120)}, 3)
    assert ratings == pytest.approx([0, 400, 400])  # with the drawn game 110 to 11 is 10 to 1
    assert 0 == errors[0] < errors[1] < errors[2]


def test_a_level_finishes_a_game_of_hydra_against_a_player_who_passes() -> None:
    game = finishing.play("orion", "easy", "passer", seed=1, number=0)
    assert game.payoff == 1.0
    assert game.passes == 0
    assert finishing.row("orion", "easy", "passer", [game, game]).startswith("| orion | easy | passer | 2 | 1.000 |")


def test_a_part_of_the_finishing_study_replaces_its_own_lines_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = finishing.RESULTS.read_text("utf-8")
    page, played = tmp_path / "finishing.md", finishing.Game(0.25, 7, 0, 0)
    page.write_text(before, "utf-8")
    monkeypatch.setattr(finishing, "RESULTS", page)
    monkeypatch.setattr(finishing, "play", lambda *_: played)
    monkeypatch.setattr(finishing, "ProcessPoolExecutor", lambda workers, _: ThreadPoolExecutor(workers))
    chosen = ["--only", "vortex", "--levels", "champion"]
    finishing.main(chosen)
    expected, after = before.splitlines(), page.read_text("utf-8").splitlines()
    changed = [new for old, new in zip(expected, after, strict=True) if old != new]
    assert changed == [finishing.row("vortex", "champion", name, [played] * 20) for name in finishing.OPPONENTS]
    with pytest.raises(SystemExit):
        finishing.main([*chosen, "--seed", "2"])
    assert page.read_text("utf-8").splitlines() == after
    page.unlink()
    finishing.main(chosen)
    assert list(finishing.rows(page.read_text("utf-8")).values()) == changed


def test_a_chain_takes_as_long_as_it_takes_if_the_other_seat_passes() -> None:
    game, positions = ludarium.load("orion(clicks=3)"), np.zeros(1, np.int64)
    assert chains.turns_needed(game, 0, 4, positions) is None
    assert chains.turns_needed(game, 0, 5, positions) == 9
    state = ludarium.load("orion(clicks=1)").initial()
    for turn in ("p-", "q+", "l+", "r+", "v+", "q+", "l+", "g+", "q+", "l+", "g+", "b+"):
        assert state.actors == (0,)
        state = state.move(turn)
        state = state.move("pass") if state.actors else state
    assert state.winners == (0,)


def test_the_page_of_the_second_visit_is_as_the_code_is_and_names_tests_that_exist() -> None:
    page = second_visit.PAGE.read_text("utf-8")
    assert second_visit.filled(page) == page
    assert all(f"<!-- {part} -->" in page for part in second_visit.PARTS)
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) > 25
    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in Path(path).read_text("utf-8")]
    assert missing == []


def test_the_levels_that_were_compared_are_those_of_the_games() -> None:
    """A level with another bot has to be compared again."""
    assert second_visit.outdated() == []
    found = {(name_in_spec(one["game"]), one["level"], one["below"]) for one in second_visit.compared()}
    assert {(name, *pair) for name in game_names() for pair in (("medium", "easy"), ("hard", "medium"))} <= found
