"""A kind of tournament that is not one of ours: a class and a line of `KINDS` are all that a site needs of it."""

from collections.abc import Mapping
from typing import ClassVar

import pytest
from msgspec.json import decode, encode

from ludarium.core.errors import ParseError
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.pages.pages import templates
from ludarium.site.tournaments.words import describe, kind_words, rules, tie_break_words
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.kind import Kind
from ludarium.tournament.pairing import Pairing, encounters
from ludarium.tournament.verification import faults_of
from ludarium.tournament.waves import Format
from tests.site.accounts import service
from tests.site.tournaments.playing import accounts, begun, better, look, make, play_round

__all__ = ["service"]


class Neighbours(Kind):
    """Everybody meets the players with the next seed numbers."""

    name = "neighbours"
    words = "chain"
    most, usual_most = 9, 5
    brief = "you play your neighbours"
    preset: ClassVar[tuple[str, Mapping[str, str]]] = ("Chain over days", {"most": "9"})
    at_once = True
    how = "You play those next to you, {details.every}"
    own_rules = ("Who leaves {details.game} loses.",)
    order = "A chain is ordered. {ties}"

    def all_games(self, form: Format) -> list[Pairing]:
        return encounters(0, {at: (at, at + 1) for at in range(form.players - 1)}, form.games)


def test_a_ninth_kind_is_a_class_and_a_line(service: Service, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    people = accounts(service, store, 4)
    with pytest.raises(ParseError, match=r"expected one of round-robin, .*, duplicate$"):
        make(service, people[0], "neighbours")
    monkeypatch.setitem(KINDS, "neighbours", Neighbours())
    assert templates()["Chain over days"].items() >= {"kind": "neighbours", "most": "9"}.items()
    with pytest.raises(ParseError, match="expected a number from 3 to 9"):
        make(service, people[0], "neighbours", most="10")
    view = look(service, begun(service, people, "neighbours"))
    assert view.tournament.name.endswith(", chain")
    assert view.tournament.most == 5
    assert [{*board.seating} for board in view.boards] == [{0, 1}, {1, 2}, {2, 3}]
    play_round(service, view.tournament.id, better)
    view = look(service, view.tournament.id)
    assert view.tournament.state == "over"
    assert [(row.row.player, row.row.points) for row in view.table] == [(0, 1.0), (1, 1.0), (2, 1.0), (3, 0.0)]
    assert faults_of(decode(encode(tournament_data(view)))) == []
    one = view.tournament
    assert kind_words(one) == "chain"
    assert describe(one)[1] == "You play those next to you, all matches at once."
    assert rules(one)[0].startswith("Who leaves Orion")
    assert tie_break_words(one, ["wins"]).startswith("A chain is ordered. Equal points are ordered by matches won")
