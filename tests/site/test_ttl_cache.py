"""Answers that are kept for a moment."""

from itertools import count

from ludarium.site.ground.changes import LobbyChange, MatchChange, Notifier, TalkChange, TournamentChange
from ludarium.site.ttl_cache import TtlCache


def test_an_answer_is_asked_for_again_after_a_change_or_a_second() -> None:
    notifier, now, asked = Notifier(), [0.0], count()
    fresh = TtlCache[int](notifier.counter(), lambda: now[0])

    def answer(key: str = "key") -> int:
        return fresh.get(key, lambda: next(asked))

    assert [answer(), answer(), answer("other"), answer()] == [0, 0, 1, 0]
    notifier.notify(MatchChange("match", 1, 1, 1, live=False))
    assert [answer(), answer()] == [2, 2]
    now[0] += 0.9
    assert answer() == 2
    now[0] += 0.2
    assert answer() == 3


def test_an_answer_depends_on_its_subjects_alone() -> None:
    notifier, asked = Notifier(), count()
    ended = TtlCache[int](notifier.counter(LobbyChange, MatchChange), lambda: 0.0)

    def answer() -> int:
        return ended.get("key", lambda: next(asked))

    assert answer() == 0
    for change in (MatchChange("match", 1, 1, 1, live=False, going_on=True), TalkChange("match", 1)):
        notifier.notify(change)
    notifier.notify(TournamentChange("cup", 1))
    assert answer() == 0
    notifier.notify(LobbyChange("", 1))
    assert answer() == 1
    notifier.notify(MatchChange("match", 2, 2, 2, live=False))
    assert answer() == 2
