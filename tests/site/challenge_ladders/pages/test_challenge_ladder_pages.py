"""The pages of challenge ladders: join, challenge, answer and leave by forms, without scripts; and the same as JSON."""

import re
from dataclasses import replace

from starlette.testclient import TestClient

from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.challenge_ladder import LadderChange, places_of
from tests.site.challenge_ladders.playing import challenge, finish, joined, names
from tests.site.conftest import said
from tests.site.tournaments.playing import account, accounts
from tests.site.web.signing_in import Player, service, sign_in, time, url

HERE = "/games/orion/challenge-ladder"
JSON = {"Accept": "application/json"}
__all__ = ["service", "sign_in", "time", "url"]


def test_a_challenge_from_joining_to_the_swap_by_forms(
    service: Service, store: Store, browser: TestClient, sign_in: Player
) -> None:
    people = accounts(service, store, 2)
    ann, bob = (sign_in(person) for person in people)
    assert f'href="{HERE}"' in browser.get("/games/orion").text
    assert "Make an account to join" in browser.get(HERE).text
    assert "You have place 1 of 1." in ann.post(HERE, data={"do": "join"}).text
    assert "You have place 2 of 2." in bob.post(HERE, data={"do": "join"}).text
    page = bob.post(HERE, data={"do": "challenge", "person": people[0].id}).text
    assert "waits for an answer until" in page
    assert "a challenge between you is open" in page
    number = bob.get(HERE, headers=JSON).json()["made"][0]["number"]
    assert "Give way" in ann.get(HERE).text
    match = ann.post(HERE, data={"do": "accept", "number": str(number)})
    assert match.url.path.startswith("/matches/")
    finish(service, match.url.path.removeprefix("/matches/"), people[0])
    page = bob.get(HERE).text
    assert "You have place 1 of 2." in page
    assert "Player01 won the challenge to Player00. Player01 has place 1 now, Player00 place 2." in page
    assert "Leave the ladder" in page
    bob.post(HERE, data={"do": "leave"})
    assert names(service) == ["Player00"]
    assert "you have left the ladder, and can come back" in bob.get(HERE).text


def test_an_answer_is_due_at_a_time_of_ones_own_zone(service: Service, store: Store, sign_in: Player) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    for person in people:
        settings = service.notices.settings(person.id)
        service.notices.save_settings(person.id, replace(settings, zone="Asia/Tokyo"))
    challenge(service, people[1], people[0])
    for person, said_there in zip(people, ("answer by ", "waits for an answer until "), strict=True):
        browser = sign_in(person)
        for path in (HERE, "/me"):
            page = browser.get(path).text
            assert re.search(rf'{said_there}<time datetime="[^"]+">[A-Z][^<]*, \d\d:\d\d JST<', page)
            assert "UTC" not in page


def test_the_same_as_json_from_which_the_places_follow(
    service: Service, store: Store, browser: TestClient, sign_in: Player
) -> None:
    people = accounts(service, store, 5)
    joined(service, people)
    made = challenge(service, people[4], people[2])
    told = sign_in(people[2]).get(HERE, headers=JSON).json()
    assert told["received"][0]["challenger"] == "Player04"
    assert sign_in(people[2]).post(HERE, json={"do": "give-way", "number": made.number}, headers=JSON).status_code < 400
    told = browser.get(HERE, headers=JSON).json()
    log = [LadderChange(line["kind"], line["person"], line["other"]) for line in reversed(told["log"])]
    assert [place["person"] for place in told["places"]] == list(places_of(log))
    assert [place["name"] for place in told["places"]][2:] == ["Player04", "Player03", "Player02"]
    assert told["before"] is None


def test_what_cannot_be_is_said_in_a_sentence(service: Service, store: Store, sign_in: Player) -> None:
    people = accounts(service, store, 6)
    joined(service, people)
    last = sign_in(people[5])
    answer = last.post(HERE, data={"do": "challenge", "person": people[0].id})
    assert answer.status_code == 409
    assert any("more than 3 places above you" in text for text in said(answer))
    assert last.post(HERE, data={"do": "challenge"}).status_code == 409
    assert last.post(HERE, data={"do": "accept", "number": "1"}).status_code == 404
    assert last.post(HERE, data={"do": "accept", "number": "x"}).status_code == 400
    assert last.post(HERE, data={"do": "conquer"}).status_code == 400
    for query in ("x", "-1", "9" * 20):
        assert last.get(f"{HERE}?before={query}").status_code == 400
    assert last.get(f"{HERE}?before=0").status_code == 200
    assert last.get("/games/chessboxing/challenge-ladder").status_code == 404


def test_only_who_may_answer_can_answer(service: Service, store: Store, browser: TestClient, sign_in: Player) -> None:
    people = accounts(service, store, 3)
    joined(service, people[:2])
    service.blocks.add(people[0], people[2].name)
    number = str(challenge(service, people[1], people[0]).number)
    for reader in (browser, sign_in(people[1]), sign_in(people[2]), sign_in(account(service, store, "Other"))):
        for do in ("accept", "give-way"):
            assert reader.post(HERE, data={"do": do, "number": number}).status_code in (403, 404)
    assert browser.post(HERE, data={"do": "join"}).status_code == 403
    for reader in (browser, sign_in(people[0]), sign_in(people[2])):
        assert reader.post(HERE, data={"do": "withdraw", "number": number}).status_code in (403, 404)
    assert names(service) == ["Player00", "Player01"]
    assert "takes no challenge from you" not in sign_in(people[2]).get(HERE).text
    sign_in(people[2]).post(HERE, data={"do": "join"})
    assert "takes no challenge from you" in sign_in(people[2]).get(HERE).text


def test_who_accepts_chooses_a_tempo_also_on_their_own_page(service: Service, store: Store, sign_in: Player) -> None:
    people = accounts(service, store, 2)
    joined(service, people)
    number = challenge(service, people[1], people[0]).number
    challenged = sign_in(people[0])
    page = challenged.get("/me").text
    assert "challenges you in" in page
    assert "place 1 of 2" in page
    assert 'value="10d+36h/10d">36 hours a turn' in page
    assert challenged.get("/me", headers=JSON).json()["ladders"] == [{"game": "orion", "place": 1, "answers": 1}]
    form = {"do": "accept", "number": str(number)}
    assert challenged.post(HERE, data={**form, "tempo": "1d"}).status_code == 400
    match = challenged.post(HERE, data={**form, "tempo": "10d+36h/10d"}).url.path.removeprefix("/matches/")
    assert str(service.bots.look(match).match.clock) == "10d+36h/10d"
    assert challenged.get("/me", headers=JSON).json()["ladders"][0]["answers"] == 0
    assert "You challenge" in sign_in(people[1]).get("/me").text


def test_the_rules_name_the_usual_tempo(browser: TestClient) -> None:
    assert "By correspondence, rated: 2 days a turn, up to 4 days saved, or 3 days a turn" in browser.get(HERE).text
