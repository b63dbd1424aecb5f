"""Tournaments: every executor gives the same games, and points, forfeits and ratings are counted correctly."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ludarium import ForfeitWarning
from ludarium.core.record import Record
from ludarium.core.rolls import number_turns
from ludarium.match.verify import verify
from ludarium.tournament.config import SYSTEMS, TournamentConfig
from ludarium.tournament.executors import Workers, open_workers
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.ratings import Games, rate
from ludarium.tournament.results import Results
from ludarium.tournament.series import Score
from ludarium.tournament.side_by_side import (
    GameJob,
    GameResult,
    count_forfeits,
    forfeit_cause,
    forfeiting_player,
    play_job,
)
from ludarium.tournament.tournament import Tournament

SHORT = "orion(turn_limit=10)"
PLAYERS = ["random", "easy", "mcts(simulations=3)", "random", "random"]


@pytest.fixture(scope="module")
def processes() -> Iterator[Workers]:
    """Two processes for all tests; each imports all that it needs when it starts."""
    with open_workers("processes", 2) as workers:
        yield workers


def played(config: TournamentConfig, workers: Workers | None = None) -> Tournament:
    """Return the tournament after all its games."""
    cup = Tournament(config)
    for _ in cup.play(*workers) if workers else cup.play():
        pass
    return cup


class Outcome(NamedTuple):
    """All of a tournament that does not depend on time."""

    pairings: list[Pairing]
    ranking: list[int]
    standings: list[Score]
    records: list[str]


def outcome(cup: Tournament) -> Outcome:
    return Outcome(cup.pairings, cup.ranking, cup.standings(), [result.record for _, result in cup.played()])


def test_the_same_config_gives_the_same_standings_with_every_executor(processes: Workers) -> None:
    config = TournamentConfig.make(game=SHORT, players=PLAYERS, system="swiss", games=4, seed=5)
    expected = outcome(played(config))
    assert outcome(played(config, processes)) == expected
    with open_workers("threads", 3) as threads:
        assert outcome(played(config, threads)) == expected


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_ends_with_everybody_in_order(system: str) -> None:
    cup = played(TournamentConfig.make(game=SHORT, players=PLAYERS, system=system, seed=1))
    assert sorted(cup.ranking) == list(range(5))
    assert [line.player for line in cup.standings()] == [[*cup.config.players][player] for player in cup.ranking]
    assert len(cup.results) == len(cup.pairings)


def test_another_seed_gives_other_games() -> None:
    first, second = (played(TournamentConfig.make(game=SHORT, players=PLAYERS[:2], seed=seed)) for seed in (1, 2))
    assert not {r.record for _, r in first.played()} & {r.record for _, r in second.played()}


def test_records_are_verified_and_name_the_players() -> None:
    cup = played(TournamentConfig.make(game=SHORT, players={"Ann": "easy", "Bob": "random"}, clock="60+1"))
    for pairing, result in cup.played():
        record = Record.parse(result.record)
        assert verify(record).payoffs == result.payoffs
        assert [record.tags[seat] for seat in ("X", "O")] == [["easy", "random"][player] for player in pairing.seating]
        assert min(result.seat_seconds) > 0


@pytest.mark.parametrize("game", ["ludo(players=3)", "grid(turn_limit=30)"])
def test_more_seats_and_simultaneous_turns_are_games_like_others(game: str) -> None:
    cup = played(TournamentConfig.make(game=game, players=["random"] * 4, games=1, seed=2))
    assert sum(line.games for line in cup.standings()) == sum(len(pairing.seating) for pairing in cup.pairings)
    assert sum(line.points for line in cup.standings()) == pytest.approx(len(cup.pairings))


BOT = """
def think(state, seat):
    return state.legal(seat)[0]

def fail(state, seat):
    raise ValueError("oh no")

def mumble(state, seat):
    return "zz9"
"""


def test_players_that_fail_lose_their_games(tmp_path: Path, processes: Workers) -> None:
    path = tmp_path / "bot.py"
    path.write_text(BOT, "utf-8")
    players = {name: f"{path}:{name}" for name in ("think", "fail", "mumble")}
    config = TournamentConfig.make(game=SHORT, players={**players, "easy": "easy"}, seed=1)
    cup = played(config, processes)
    with pytest.warns(ForfeitWarning, match="^fail forfeits: .*:fail failed with ValueError") as said:
        assert outcome(cup) == outcome(played(config))
    assert {warning.filename for warning in said} == {__file__}
    lost = count_forfeits(cup.played())
    assert sum(count for (player, why), count in lost.items() if player == 1 and "ValueError" in why) >= 5
    assert sum(count for (player, why), count in lost.items() if player == 2 and "zz9" in why) >= 5
    assert {player for player, _ in lost} == {1, 2}


def made(number: int, payoffs: tuple[float, ...], ending: str = "") -> GameResult:
    return GameResult(number, payoffs, ending, 10, 0.1, (0.05, 0.05), "")


def cup_of(*results: GameResult) -> Tournament:
    """Return a tournament of three players with these results."""
    pairings = [Pairing(0, 0, seating) for seating in ((0, 1), (0, 2), (1, 2))]
    config = TournamentConfig.make(game=SHORT, players={"a": "easy", "b": "easy", "c": "easy"}, games=1)
    return Tournament(config, {result.number: result for result in results}, pairings)


def test_points_are_counted_by_player_and_by_pair() -> None:
    cup = cup_of(made(0, (1.0, 0.0)), made(1, (0.5, 0.5)), made(2, (0.0, 1.0)))
    assert cup.standings() == [
        Score("a", won=1, drawn=1, points=1.5), Score("c", won=1, drawn=1, points=1.5), Score("b", lost=2),
    ]  # fmt: skip
    assert Results.of(cup).cross_table["a", "b"] == (1.0, 1)
    assert Results.of(cup).cross_table["c", "a"] == (0.5, 1)


def test_thinking_time_is_kept_by_player() -> None:
    results = Results.of(cup_of(made(0, (1.0, 0.0)), made(2, (0.0, 1.0))))
    seconds = {player.name: player.seconds for player in results.players}
    assert seconds == {"a": (0.05,), "b": (0.05, 0.05), "c": (0.05,)}


def test_forfeits_are_counted_by_player_and_cause() -> None:
    cup = cup_of(made(0, (0.0, 1.0), "forfeit: no turn"), made(1, (0.0, 1.0), "time"), made(2, (0.0, 1.0), "a chain"))
    assert count_forfeits(cup.played()) == {(0, "no turn"): 1, (0, "time"): 1}
    cup = cup_of(*(made(n, (0.0, 1.0), f"forfeit: played {turn!r}") for n, turn in enumerate(["a'", "b", "c"])))
    assert count_forfeits(cup.played()) == {(0, """played "a'\""""): 2, (1, "played 'c'"): 1}


def test_only_an_ending_outside_the_rules_has_a_cause_and_somebody_at_fault() -> None:
    cup = cup_of(made(0, (0.0, 1.0), "forfeit: no turn"), made(1, (0.0, 1.0), "time"), made(2, (0.0, 1.0), "a chain"))
    assert [forfeit_cause(result) for _, result in cup.played()] == ["no turn", "time", ""]
    assert [forfeiting_player(pairing, result) for pairing, result in cup.played()] == [0, 0, None]


def test_ratings_follow_the_results_and_their_order_is_that_of_the_games() -> None:
    games: Games = [((0, 1), (1.0, 0.0)), ((1, 2), (1.0, 0.0)), ((0, 2), (0.5, 0.5))] * 5
    best, middle, worst = rate(3, games)
    assert best.strength > middle.strength > worst.strength
    assert rate(3, games) == [best, middle, worst]
    assert max(one.error for one in (best, middle, worst)) < 25 / 3


def test_ratings_take_any_number_of_seats() -> None:
    winner, *others = rate(4, [((0, 1, 2, 3), (1.0, 0.0, 0.0, 0.0))] * 10)
    assert all(winner.strength > other.strength for other in others)


@pytest.mark.parametrize(("game", "has_rolls"), [(SHORT, False), ("ludo", True)])
def test_a_roll_is_part_of_a_turn(game: str, has_rolls: bool) -> None:
    result = play_job(GameJob(0, game, ("random", "random"), seed=1))
    record = Record.parse(result.record)
    numbered = number_turns(record.states(), [entry.text for entry in record.turns])
    assert result.turns == max(turn.number for turn in numbered)
    assert (result.turns < len(record.turns)) == has_rolls
