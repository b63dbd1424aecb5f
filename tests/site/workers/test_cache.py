"""Bots are kept with their searches, within one budget for all."""

from ludarium.core.game import State
from ludarium.players.bot_player import BotPlayer
from ludarium.search.bot import Bot
from ludarium.site.workers.room import BotCache


class Sized(Bot):
    """A bot whose search takes a number of bytes."""

    def __init__(self, size: int) -> None:
        self.size = size

    def choose(self, state: State, seat: int) -> int:
        raise NotImplementedError

    def trim(self) -> int:
        return self.size


def test_what_was_used_least_recently_is_dropped_first() -> None:
    kept = BotCache(1_000_000)
    bots = {name: BotPlayer(Sized(400_000)) for name in "abc"}
    kept.keep(("a", 0), bots["a"])
    kept.keep(("b", 0), bots["b"])
    assert kept.take(("a", 0)) is bots["a"]
    assert kept.take(("a", 0)) is None
    kept.keep(("a", 0), bots["a"])
    kept.keep(("c", 0), bots["c"])
    assert kept.size == 800_000
    assert kept.take(("b", 0)) is None
    assert (kept.take(("a", 0)), kept.take(("c", 0))) == (bots["a"], bots["c"])
    assert kept.size == 0


def test_what_is_larger_than_the_budget_is_not_kept() -> None:
    kept = BotCache(1_000_000)
    kept.keep(("a", 0), BotPlayer(Sized(2_000_000)))
    assert (kept.take(("a", 0)), kept.size) == (None, 0)


def test_a_bot_without_a_search_counts_a_little() -> None:
    kept = BotCache(1_000_000)
    for number in range(100):
        kept.keep(("a", number), BotPlayer(Sized(0)))
    assert kept.size == 1_000_000
