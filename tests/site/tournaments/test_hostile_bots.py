"""Published bots that cannot go on, in tournaments: they lose as the rules say, and the others play on."""

import pytest
from msgspec import to_builtins

from ludarium.core.text import Times
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.site.act import Refusal
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments import site_bots
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.bot_parts import SHORT, StartWorkers, bot_workers, offer
from tests.site.tournaments.playing import accounts, look
from tests.site.tournaments.test_site_bots import begin, with_bots, written
from tests.site.waiting import wait_for

__all__ = ["bot_workers", "service"]


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_a_hostile_bot_loses_its_matches_its_author_is_told_and_the_others_go_on(
    service: Service, store: Store, bot_workers: StartWorkers, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    kinds = dict.fromkeys(("one", "two"), BotKind(RandomBot, "plays at random"))
    offer(monkeypatch, **kinds)
    monkeypatch.setattr(site_bots, "offered_bots", lambda _: kinds)
    ann, bob, eve = accounts(service, store, 3)
    bad, file = written(store, bob, "Bad", "while (true) {}"), written(store, eve, "File", "api.play(api.legal()[0]);")
    tournament = with_bots(service, ann, "one", "two", bad, file, kind=kind, game=SHORT)
    begin(service, ann, tournament)
    bot_workers()
    wait_for(lambda: service.tournaments.work() >= 0 and look(service, tournament).tournament.state == "over")
    view = look(service, tournament)
    boards = [board for _, boards in view.rounds for board in boards]
    of_bad = [
        board for board in boards if "Bad" in {view.players[number or 0].name for number in (board.first, board.second)}
    ]
    assert len(of_bad) == 3
    for board in of_bad:
        match = service.bots.look(board.match_id or "").match
        assert match.ending == "forfeit: Bad took more than 5,000,000 steps for a turn"
    assert {board.how for board in boards} == {"played"}
    table = {line.entry.name: line.row.points for line in view.table}
    assert table["Bad"] == 0.0
    assert all(points > 0 for name, points in table.items() if name != "Bad")
    assert faults_of(to_builtins(tournament_data(view))) == []
    wait_for(lambda: "in a row" in str(service.notices.recent(bob.id)))  # said after the last match has been saved
    (told,) = service.notices.recent(bob.id)
    found = store.workshop.load(bad.split()[1].partition("/")[0])
    assert found
    assert str(told.notice.data["text"]).startswith("Your bot Bad failed in 3 matches in a row. It rests for an hour")
    assert not [each for each in service.notices.recent(eve.id) if "failed" in str(each.notice.data)]
    with pytest.raises(Refusal, match=f"Bad rests until {Times()(found.rests_until)}, since it has failed"):
        with_bots(service, ann, bad, game=SHORT)
