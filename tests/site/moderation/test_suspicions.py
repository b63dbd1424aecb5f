"""What a site notices is looked for at each question only while little is read for it."""

from collections.abc import Callable

import pytest

from ludarium.site.moderation import suspicions
from ludarium.site.moderation.suspicions import PAUSE, Finding, Suspicions
from ludarium.site.store import Store
from tests.site.fake_time import FakeTime


@pytest.mark.both_databases
@pytest.mark.parametrize(("read", "looks"), [(10, [1, 2, 3]), (5000, [1, 1, 2])])
def test_a_busy_site_looks_again_after_some_minutes(
    open_store: Callable[[], Store], time: FakeTime, monkeypatch: pytest.MonkeyPatch, read: int, looks: list[int]
) -> None:
    made = list[int]()

    def notice(_: object, now: float) -> tuple[tuple[Finding, ...], int]:
        made.append(1)
        return (Finding("abandoned:a", "abandoned", ("a",), 4, ""),), read

    monkeypatch.setattr(suspicions, "notice", notice)
    store = open_store()
    noticed, seen = Suspicions(store), []
    for seconds in (0.0, PAUSE - 1, 2.0):
        time.now += seconds
        assert len(noticed.findings(time())) == 1
        seen.append(len(made))
    assert seen == looks
    store.seen_findings.put(finding="abandoned:a", size=4, seen_at=time())
    assert noticed.findings(time()) == ()
