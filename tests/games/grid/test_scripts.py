"""Bots in JavaScript, written like the original's players, move as the recorded ones did."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import ludarium
from ludarium.match.match import Match
from ludarium.players.external.specs import open_players
from ludarium.players.player import Limit
from tests.games.grid.corpus import games

SCRIPTS = {
    "AJFaraday - All Towards": "api.turn() % 2 ? api.towardsX() : api.towardsY()",
    "AJFaraday - Faraday Cage": """
        var turn = api.turn()
        if (turn < 60) turn < 30 ? api.awayY() : api.awayX()
        else api[turn % 54 < 27 ? "towardsY" : "towardsX"]()
    """,
    "AJFaraday - Orbit": """
        if (!this.steps) this.steps = [api.east, api.south, api.west, api.west, api.north, api.north, api.east,
                                       api.east, api.south]
        this.steps[api.turn() ? (api.turn() - 1) % 8 + 1 : 0]()
    """,
    "AJFaraday - Rotate": """
        ways = ["south", "west", "north", "east"]  // a global, as in a page
        this.next = this.next || 0
        api[ways[this.next++ % 4]]()
        api.wait(3)
    """,
}
"""Written for these tests from what the recorded games show."""


@pytest.fixture
def scripts(tmp_path: Path) -> dict[str, str]:
    """The specs of the scripts, by the name of the recorded player."""
    for name, text in SCRIPTS.items():
        (tmp_path / f"{name}.js").write_text(text, "utf-8")
    return {name: f"js:{tmp_path / name}.js" for name in SCRIPTS}


def test_the_recorded_directions_are_chosen(scripts: dict[str, str]) -> None:
    compared = set()
    for game in games("published_pairs"):
        for seat, player in enumerate(game["players"]):
            if player["bot"] in scripts and (player["bot"], seat) not in compared:
                compared.add((player["bot"], seat))
                assert chosen(scripts[player["bot"]], game["dirs"], seat) == game["dirs"][seat]
    assert {name for name, _ in compared} == set(SCRIPTS)


def chosen(spec: str, dirs: Sequence[str], seat: int) -> str:
    """The directions that a script chooses in a game that goes on as it was recorded."""
    game, letters = ludarium.load("grid"), list[str]()
    match = Match.begin(game, ["green", "red"])
    with open_players([spec], game, 0) as (player,):
        player.prepare(match, seat)
        for pair in zip(*dirs, strict=True):
            letters.append(player.play(match, seat, Limit()).turn)
            match = replace(match, state=match.state.play_unchecked(*map("nesw".index, pair)))
    return "".join(letters)


def test_towards_and_away_are_mirrored_for_other_seats(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("[api.towardsX, api.towardsY, api.awayX, api.awayY][api.turn() % 4]()", "utf-8")
    record = ludarium.play_match("grid(players=4,turn_limit=10)", [f"js:{tmp_path / 'bot.js'}"] * 4)
    assert [entry.text for entry in record.turns[:4]] == ["e/w/w/e", "s/n/s/n", "w/e/e/w", "n/s/n/s"]


def test_the_compass_is_mirrored_and_spawning_turns_are_reported(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("api.spawning_turn() ? this.north() : api.west()", "utf-8")
    record = ludarium.play_match("grid(spawn_interval=2,turn_limit=10)", [f"js:{tmp_path / 'bot.js'}"] * 2)
    assert [entry.text for entry in record.turns[:3]] == ["n/s", "w/e", "n/s"]


def test_a_waiting_script_runs_again_after_that_many_turns(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("api[api.turn() % 2 ? 'south' : 'north'](); api.wait(3)", "utf-8")
    record = ludarium.play_match("grid(turn_limit=10)", [f"js:{tmp_path / 'bot.js'}", "beam"])
    assert "".join(entry.text[0] for entry in record.turns) == "nnnsssnnns"
