"""Live matches that nobody watches rest."""

import pytest

from ludarium.site.bots.live_ticker import LiveTicker
from ludarium.site.service import Service
from tests.databases import url
from tests.site.live_parts import ANN, BOT, long_lease
from tests.site.waiting import until

__all__ = ["long_lease", "url"]

pytestmark = pytest.mark.usefixtures("long_lease")


def test_a_match_of_bots_that_nobody_watches_rests_until_somebody_does(service: Service) -> None:
    ticker = LiveTicker(service.bots, service.live, service.news, unwatched=0.3)
    view = service.create("grid", [BOT, BOT], tick=0.1)
    service.live.ready(view.id, ())
    ticker.start(view.id)
    view = until(service, view.id, lambda view: view.live and view.live.resting)
    assert view.match.turns
    assert not service.live.is_running(view)
    ticker.unwatched = 3600.0
    ticker.visit(view)
    assert service.live.is_running(service.bots.look(view.id))
    until(service, view.id, lambda now: len(now.match.turns) > len(view.match.turns))
    service.live.pause(view.id)
    ticker.visit(service.bots.look(view.id))
    assert not service.live.is_running(service.bots.look(view.id))  # its host has paused it
    ticker.close()


def test_a_match_of_people_that_nobody_watches_is_paused(service: Service) -> None:
    ticker = LiveTicker(service.bots, service.live, service.news, unwatched=0.3)
    view = service.create("grid", [ANN, BOT], tick=0.1)
    service.live.ready(view.id, (0,))
    ticker.start(view.id)
    view = until(service, view.id, lambda view: view.live and not view.live.ready)
    ticker.visit(view)
    assert not service.live.is_running(service.bots.look(view.id))  # all must be ready again
    ticker.close()


def test_a_match_that_is_watched_does_not_rest(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.news, "is_watched", lambda match_id: True)
    ticker = LiveTicker(service.bots, service.live, service.news, unwatched=0.0)
    view = service.create("grid", [BOT, BOT], tick=0.1)
    service.live.ready(view.id, ())
    ticker.start(view.id)
    until(service, view.id, lambda view: len(view.match.turns) >= 3)
    ticker.close()
