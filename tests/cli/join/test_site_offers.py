"""Offers at a terminal: listed and accepted, left, and waited for."""

from threading import Thread

from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Sessions
from ludarium.cli.terminal.site_offers import accept_offer, leave_offer, list_offers, play_now
from ludarium.site.ground.values import Person
from ludarium.site.offers.commands import AcceptOffer, MakeOffer
from ludarium.site.service import Service


def test_an_offer_is_listed_and_accepted(origin: str, service: Service, hal: Person) -> None:
    service.offers.act(hal, MakeOffer("orion; vortex", "4d+2d/4d"))
    site = SiteClient(origin, Sessions())
    offers = list_offers(site)
    assert [*offers] == ["o1"]
    match = accept_offer(site, offers["o1"])
    assert match
    assert service.bots.look(match["match"]).match.game.spec == "orion"
    assert list_offers(site) == {}


def test_an_offer_is_left_and_begins_a_match(origin: str, service: Service, hal: Person) -> None:
    site = SiteClient(origin, Sessions())
    assert leave_offer(site, "ludo", "4d+2d/4d") is None
    done = service.offers.act(hal, MakeOffer("ludo", "4d+2d/4d"))
    assert done.match
    assert [match["match"] for match in site.get("/me")["matches"]] == [done.match]


def test_a_terminal_waits_for_a_person(origin: str, service: Service, hal: Person) -> None:
    found = list[str]()
    site = SiteClient(origin, Sessions())

    def wait() -> None:
        match = play_now(site, "throngs")
        found.append(match["match"] if match else "")

    waiting = Thread(target=wait)
    waiting.start()
    while not (offers := [one for one in service.lobby.view(hal).offers if one.offer.games == ("throngs",)]):
        assert waiting.is_alive()
    done = service.offers.act(hal, AcceptOffer(offers[0].offer.id))
    waiting.join(60)
    assert found == [done.match]
