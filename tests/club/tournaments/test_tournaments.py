"""Tournaments over days: entered, begun, paired, played and ended, in time that the test sets."""

from collections import Counter

from ludarium.club.service import Service
from ludarium.store.match.repository import Store
from ludarium.store.notices.notices import TOURNAMENT
from tests.club.accounts import service
from tests.club.tournaments.playing import accounts, begun, better, look, play_round, undecided

__all__ = ["service"]


def texts(service: Service, person_id: str) -> list[str]:
    return [one.notice.data["text"] for one in service.notices.recent(person_id) if one.notice.kind == TOURNAMENT]


def test_a_round_robin_is_played_to_its_end(service: Service, store: Store) -> None:
    people = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin")
    view = look(service, tournament)
    assert view.tournament.state == "running"
    assert len(undecided(view)) == 10
    firsts = Counter(board.first for board in undecided(view))
    assert set(firsts.values()) == {2}
    assert texts(service, people[3].id) == ["It has begun: you have 4 matches."]
    view = play_round(service, tournament, better)
    assert view.tournament.state == "over"
    assert [(row.row.player, row.row.points) for row in view.table] == [(n, 4.0 - n) for n in range(5)]
    last = view.table[-1].entry.person
    assert texts(service, last) == ["It is over: you are number 5 of 5."]
