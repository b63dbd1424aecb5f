"""The members of `api` that editors offer are those that scripts find, except what its own code alone reads."""

import re

import pytest

from ludarium.core.registry import game_names, load
from ludarium.match.match import Match
from ludarium.players.player import Limit
from ludarium.players.sandbox.members import examples, members
from ludarium.players.sandbox.script import ScriptPlayer

LIST = """
const names = (object) => {
  const own = Object.getOwnPropertyNames(object);
  const shared = object.constructor === Object ? [] : Object.getOwnPropertyNames(Object.getPrototypeOf(object));
  const found = [...own, ...shared].filter((name) => !['id', 'cost', 'constructor'].includes(name));
  return found.map((name) => name + (typeof object[name] === 'function' ? '()' : '')).sort().join(' ');
};
console.log(names(api));
console.log(api.state ? names(api.state) : '');
if (api.legal) api.play(api.legal()[0]);
"""


@pytest.mark.parametrize("name", game_names())
def test_members_are_those_that_a_script_finds(name: str) -> None:
    game = load(name)
    match = Match.begin(game, [f"player {seat}" for seat in range(game.seats)])
    while not match.to_act:
        match = match.roll()
    seat, player = match.state.actors[0], ScriptPlayer(LIST, game, seed=1)
    player.prepare(match, seat)
    try:
        player.play(match, seat, Limit())
        api, position = player.last.printed.splitlines()[:2]  # it runs again in each action
    finally:
        player.close()
    offered = {owner: " ".join(sorted(_bare(text) for text in lines)) for owner, lines in members(game).items()}
    assert offered == {"api": api} | ({"position": position} if position else {})
    assert all(all(lines.values()) for lines in members(game).values())


@pytest.mark.parametrize("name", game_names())
def test_every_example_uses_its_member_and_runs_even_twice(name: str) -> None:
    game = load(name)
    match = Match.begin(game, [f"player {seat}" for seat in range(game.seats)])
    while not match.to_act:
        match = match.roll()
    seat, worked = match.state.actors[0], examples(game)
    assert {of: [*lines] for of, lines in worked.items()} == {of: [*lines] for of, lines in members(game).items()}
    choice = "api.play(api.legal()[0]);" if "legal()" in members(game)["api"] else "api.north();"
    for written, lines in ((written, lines) for some in worked.values() for written, lines in some.items()):
        assert 2 <= len(lines.split("\n")) <= 3, written
        assert re.search(rf"\.{re.escape(written.partition('(')[0])}\b", lines), written
        player = ScriptPlayer(f"{choice}\n{lines}\n{lines}", game, seed=1)
        player.prepare(match, seat)
        try:
            player.play(match, seat, Limit())
            assert not player.last.fault, written
            assert player.last.steps > 0, written
        finally:
            player.close()


def _bare(member: str) -> str:
    """Return a member without its parameters: `play()` for `play(name)`."""
    return member[: member.index("(")] + "()" if "(" in member else member
