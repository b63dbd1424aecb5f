"""Answers that are kept for a moment."""

from itertools import count

from ludarium.club.ttl_cache import TtlCache
from ludarium.store.match.changes import MatchChange
from ludarium.store.match.notifier import Notifier


def test_an_answer_is_asked_for_again_after_a_change_or_a_second() -> None:
    notifier, now, asked = Notifier(), [0.0], count()
    fresh = TtlCache[int](notifier, lambda: now[0])

    def answer(key: str = "key") -> int:
        return fresh.get(key, lambda: next(asked))

    assert [answer(), answer(), answer("other"), answer()] == [0, 0, 1, 0]
    notifier.notify(MatchChange("match", 1, 1, 1, live=False))
    assert [answer(), answer()] == [2, 2]
    now[0] += 0.9
    assert answer() == 2
    now[0] += 0.2
    assert answer() == 3
