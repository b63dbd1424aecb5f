"""A game with two dice, of which there are 21 rolls, is learnt."""

import pytest

from ludarium.laws import LAWS, Sample
from ludarium.laws.law import Law
from ludarium.learn.duel import Rival, duel, random_rival
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.search.evaluators import network_evaluator
from studies import small_backgammon

GAME = small_backgammon.game()


@pytest.mark.parametrize("law", [law for law in LAWS if not law.installed], ids=lambda law: law.name)
def test_the_game_obeys_every_law(law: Law) -> None:
    law.test(Sample.draw(GAME, seed=1, games=2))


def test_its_rolls_have_the_odds_of_two_dice() -> None:
    odds = GAME.initial().chance_outcomes()
    assert len(odds) == 21
    assert sorted({round(36 * part) for part in odds.values()}) == [1, 2]


def test_a_few_games_teach_more_than_random_play() -> None:
    learner = Learner(GAME, Method(first=16, second=8))
    while learner.games < 1500:
        learner.learn()
    rival = Rival(network_evaluator(GAME, learner.player()), GAME.tables, 1)
    assert duel(GAME, rival, random_rival(GAME), 500, 1) > 0.7
