"""MCTS with a function of a file as its evaluation, as a player."""

from pathlib import Path

import pytest

import ludarium
from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.match.verify import verify
from ludarium.players.external.evaluated import make_file_bot
from ludarium.players.external.specs import check_player, make_player
from ludarium.players.player import BotFailed
from ludarium.search.mcts import Mcts

SHORT = "orion(clicks=1,turn_limit=10)"
EVEN = """
import numpy

def evaluate(batch):
    return numpy.full((len(batch), 2), 0.5)

number = 3
"""
SPEC = "mcts(simulations=20,batch=4,evaluate=net.py:{})"


@pytest.fixture
def net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("net.py").write_text(EVEN, "utf-8")
    return Path("net.py")


@pytest.mark.usefixtures("net")
def test_it_plays_a_match_and_plays_it_again_with_the_same_seed() -> None:
    records = [ludarium.play_match(SHORT, [SPEC.format("evaluate"), "random"], seed=7) for _ in range(2)]
    verify(records[0])
    assert not records[0].ending.startswith("forfeit")
    assert records[0] == records[1]


@pytest.mark.usefixtures("net")
def test_it_is_a_bot_where_bots_are_made_from_trusted_specs() -> None:
    game = ludarium.load(SHORT)
    bot = make_file_bot(SPEC.format("evaluate"), game, 1)
    assert isinstance(bot, Mcts)
    assert bot.choose(game.initial(), 0) in game.initial().legal()
    assert isinstance(make_file_bot("mcts(simulations=20)", game, 1), Mcts)


@pytest.mark.parametrize(("name", "said"), [
    ("think", "is not a function: the file does not define it"),
    ("number", "is not a function: the file defines it as something else"),
])  # fmt: skip
@pytest.mark.usefixtures("net")
def test_a_name_that_is_no_function_of_the_file_is_refused(name: str, said: str) -> None:
    with pytest.raises(BotFailed, match=f"has an evaluation that {said}"):
        check_player(SPEC.format(name), ludarium.load(SHORT))


def test_a_missing_or_faulty_file_is_refused(net: Path) -> None:
    net.write_text("1 / 0\n", "utf-8")
    with pytest.raises(BotFailed, match=r"cannot be imported: it failed with ZeroDivisionError: .* \(line 1\)"):
        check_player(SPEC.format("evaluate"), ludarium.load(SHORT))
    net.unlink()
    with pytest.raises(BotFailed, match="cannot be read: the file does not exist"):
        check_player(SPEC.format("evaluate"), ludarium.load(SHORT))


def test_a_spec_without_the_function_or_with_a_wrong_option_is_refused_at_once() -> None:
    game = ludarium.load(SHORT)
    with pytest.raises(ParseError, match=r"net\.py needs the name of its function, as in evaluate=net\.py:evaluate"):
        make_player("mcts(evaluate=net.py)", game, 0)
    with pytest.raises(LudariumError, match="mcts has no option 'sims'"):
        make_player("mcts(sims=3,evaluate=net.py:f)", game, 0)
    with pytest.raises(InvalidOption, match="has one thread"):
        make_player("mcts(threads=2,evaluate=net.py:f)", game, 0)


def test_an_evaluation_that_fails_loses_the_match_with_the_cause_and_its_line(net: Path) -> None:
    net.write_text("def evaluate(batch):\n    return batch.nonsense\n", "utf-8")
    ending = ludarium.play_match(SHORT, [SPEC.format("evaluate"), "random"]).ending
    assert "cannot go on: the evaluation failed with AttributeError" in ending
    assert ending.endswith("(line 2)")
    net.write_text("def evaluate(batch):\n    return [1, 2, 3]\n", "utf-8")
    ending = ludarium.play_match(SHORT, [SPEC.format("evaluate"), "random"]).ending
    assert ending.endswith("the evaluation returned values of the shape (3,), and (1, 2) was expected")
