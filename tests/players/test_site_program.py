"""Programs in matches with people, which may be long, and rest, and go on in another process."""

from importlib.util import find_spec
from typing import Any

import pytest

import ludarium
from ludarium.match.match import Match
from ludarium.players.player import BotFailed, Limit
from ludarium.players.sandbox import site_program
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer
from ludarium.players.sandbox.site_program import SiteProgram
from ludarium.players.sandbox.wasm import ON_SITE
from ludarium.players.turn import play_turn

GAME = "grid(turn_limit=10)"
COUNTS = "this.n = (this.n || 0) + 1; for (let i = 0; i < 15000; i++);"
TURNS = f"{COUNTS} if (this.n % 2) api.north(); else api.south();"
"""Goes north in its first turn, and takes some 30,000 steps for each."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a turn have 60,000 steps, and a match those of three turns."""
    monkeypatch.setattr(site_program, "COUNTED", COUNTED._replace(steps=60_000, all_steps=110_000))


def choose(player: SiteProgram, match: Match) -> str:
    """Return the turn of a program for the first seat."""
    return player.play(match, 0, Limit()).turn


def after(turns: int) -> Match:
    """Return a match in which green went north, and south, and so on."""
    match = Match.begin(ludarium.load(GAME), ["script", "other"])
    for number in range(turns):
        match = match.submit(0, "s" if number % 2 else "n").submit(1, "n")
    return match


def test_a_long_match_uses_up_the_budget_and_is_no_failure() -> None:
    with SiteProgram.of_script(TURNS, ludarium.load(GAME), 1) as player:
        chosen = [choose(player, after(turns)) for turns in range(8)]
    assert chosen[:3] == ["n", "s", "n"]
    assert chosen[3] == "n"  # it has begun afresh, and counts from one


def test_a_match_that_rests_runs_its_turns_again_and_goes_on_where_they_use_up_the_budget() -> None:
    for turns, turn in ((1, "s"), (2, "n"), (5, "n"), (7, "n")):
        with SiteProgram.of_script(TURNS, ludarium.load(GAME), 1) as player:
            assert choose(player, after(turns)) == turn


def test_running_the_turns_again_takes_no_more_than_a_turn_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_program, "COUNTED", COUNTED._replace(steps=40_000))
    asked = list[int]()
    ask = ScriptPlayer.choose_in

    def counted(player: ScriptPlayer, *args: Any) -> str:
        chosen = ask(player, *args)
        asked.append(player.last.steps)
        return chosen

    monkeypatch.setattr(ScriptPlayer, "choose_in", counted)
    with SiteProgram.of_script(TURNS, ludarium.load(GAME), 1) as player:
        assert choose(player, after(8)) == "n"  # it has begun afresh
    assert len(asked) == 3  # the second one that has run again was too much


def test_a_program_that_fails_where_it_was_not_asked_begins_afresh() -> None:
    match = Match.begin(ludarium.load("vortex"), ["script", "other"]).roll()
    with SiteProgram.of_script("api.play(api.legal()[0]);", match.game, 1) as first:
        while match.to_act != (0,) or len(match.turns) < 12:
            match = play_turn(match, match.to_act[0], first).match.roll()
    once = "if (api.turn() > 0) throw new Error('again'); api.play(api.legal()[0]);"
    with SiteProgram.of_script(once, match.game, 1) as player:
        assert choose(player, match)
        with pytest.raises(BotFailed, match="again"):
            choose(player, match)


def test_the_budget_of_a_turn_stays_and_one_that_cannot_begin_fails() -> None:
    refused = {"while (true) api.turn();": "more than 60,000 steps for a turn", "let x = ;": "SyntaxError"}
    for turns, (text, cause) in enumerate(refused.items()):
        player = SiteProgram.of_script(text, ludarium.load(GAME), 1)
        with player, pytest.raises(BotFailed, match=cause):
            choose(player, after(turns))


@pytest.mark.skipif(find_spec("wasmtime") is None, reason="needs wasmtime")
def test_a_webassembly_program_begins_afresh_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.players.hostile_modules import program
    from tests.players.test_wasm import COUNTING, SHORT

    monkeypatch.setattr(site_program, "ON_SITE", ON_SITE._replace(steps=400_000, all_steps=1_000_000))
    game = ludarium.load(SHORT)
    match = Match.begin(game, ["counting", "random"])
    with SiteProgram.of_module(program(COUNTING), game, 1) as player:
        assert len({choose(player, match) for _ in range(9)}) == 1
