"""Comparisons of players: rounds in their order, luck, and journals that go on."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean

import pytest

from ludarium.core.errors import LudariumError
from ludarium.learn.comparison import Comparison, ComparisonJournal, Round, play_round
from ludarium.tournament.journal_file import BadJournal

GAME = "vortex"


def test_the_answer_does_not_depend_on_who_plays_the_rounds() -> None:
    alone = Comparison.of(GAME, ("easy", "random"), margin=0.1)
    assert alone.run() == "stronger"
    shared = Comparison.of(GAME, ("easy", "random"), margin=0.1)
    with ThreadPoolExecutor(3) as executor:
        assert shared.run(executor, 3) == "stronger"
    assert (shared.used, shared.counts) == (alone.used, alone.counts)


def test_an_exchange_of_the_players_turns_the_answer_round() -> None:
    other = Comparison.of(GAME, ("random", "easy"), margin=0.1)
    assert other.run() == "weaker"


def test_a_player_is_equal_to_itself() -> None:
    same = Comparison.of("orion(turn_limit=10)", ("random", "random"), margin=0.2)
    assert same.run() == "equal"
    assert 0.4 < same.mean < 0.6


def test_luck_is_nothing_on_average_and_its_absence_tells_more() -> None:
    worths = [
        [
            fmean(play_round(Round(GAME, ("easy", "random"), (0.0, 0.0), 5, number, luck)).points)
            for number in range(100)
        ]
        for luck in (True, False)
    ]
    means = [fmean(found) for found in worths]
    spreads = [fmean((one - mean) ** 2 for one in found) for found, mean in zip(worths, means, strict=True)]
    apart = fmean((one - other - means[0] + means[1]) ** 2 for one, other in zip(*worths, strict=True))
    assert abs(means[0] - means[1]) < 3 * (apart / 100) ** 0.5
    assert spreads[0] < 0.6 * spreads[1]


def test_a_comparison_that_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = Comparison.of(GAME, ("easy", "random"), margin=0.1)
    whole.run()
    first = Comparison.of(GAME, ("easy", "random"), margin=0.1, most=8)
    with ComparisonJournal(tmp_path, first.header) as journal:
        assert first.run(journal=journal) == ""
    path = tmp_path / "journal.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write("[8, [0.1")  # a line that was cut off
    again = Comparison.of(GAME, ("easy", "random"), margin=0.1)
    with ComparisonJournal(tmp_path, again.header) as journal:
        assert len(journal.rounds) == 8
        assert again.run(journal=journal) == "stronger"
    assert again.counts == whole.counts
    with pytest.raises(BadJournal, match="whose seed is 0, not 1"):
        ComparisonJournal(tmp_path, Comparison.of(GAME, ("easy", "random"), seed=1).header)
    path.write_text(path.read_text("utf-8") + json.dumps(["x"]) + "\n", "utf-8")
    with pytest.raises(LudariumError, match="is damaged; remove it"):
        ComparisonJournal(tmp_path, again.header)


def test_what_cannot_be_compared_is_refused_before_anything_is_played() -> None:
    for game, players in (("none", ("easy", "easy")), ("orion", ("easy", "nobody"))):
        with pytest.raises(LudariumError):
            Comparison.of(game, players)
    with pytest.raises(LudariumError, match="most"):
        Comparison.of("orion", ("easy", "easy"), most=0)


def test_a_learnt_player_is_found_by_the_path_of_its_file() -> None:
    file = "src/ludarium/games/vortex/players/default.player"
    for spec in (f"expectimax(depth=1,evaluate={file})", file):
        assert Comparison.of(GAME, (spec, "easy")).header
    by_file, by_name = (f"expectimax(depth=1,evaluate={name})" for name in (file, "learned"))
    first, second = (
        play_round(Round(GAME, (spec, "easy"), (0.0, 0.0), 1, 0, luck=True)) for spec in (by_file, by_name)
    )
    assert first == second
    with pytest.raises(LudariumError, match=r"none\.player cannot be read"):
        Comparison.of(GAME, ("none.player", "easy"))


def test_seats_of_four_are_all_played() -> None:
    played = play_round(Round("vortex(players=4)", ("easy", "random"), (0.0, 0.0), 1, 0, luck=False))
    assert len(played.points) == 4
    assert Comparison.of("vortex(players=4)", ("easy", "random"), margin=0.1).test.even == 0.25
