"""Programs come with tokens: no cookie, JSON as well as forms, and no more than the scopes allow."""

import json
from typing import get_args

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.programs.tokens import Need
from ludarium.site.quotas import Quota
from ludarium.site.service import Service
from ludarium.site.web.bearer import NEEDS, Pace, need_of
from ludarium.site.web.http.refusals import kinds
from tests.site.conftest import NewBrowser
from tests.site.programs.pages.conftest import NewProgram, tell
from tests.site.web.routes import ROUTES

JSON = {"Accept": "application/json"}


def path_of(service: Service, *people: Person) -> str:
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    seats += [SeatAssignment("person", "Bob")] * (2 - len(seats))
    return f"/matches/{service.create('orion', seats).id}"


def test_a_program_plays_by_json_and_by_forms_without_a_cookie(
    program: TestClient, service: Service, ann: Person
) -> None:
    path = path_of(service, ann, ann)
    turn = {"do": "turn", "text": "u+", "revision": 0, "seat": 0}
    done = tell(program.post(path, json=turn))
    assert done == {"location": path, "match": path[9:], "revision": 1, "said": "You played u+."}
    form = program.post(path, data={"do": "turn", "text": "f+", "revision": "1"})
    assert tell(form)["revision"] == 2
    assert not program.cookies
    assert tell(program.get(path))["seats"] == [0, 1]


def test_the_pace_counts_by_the_token_however_its_header_is_spelt(
    new_browser: NewBrowser, service: Service, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = list[str]()

    def wait(_: Pace, key: str) -> float:
        counted.append(key)
        return 0.0

    monkeypatch.setattr(Pace, "wait", wait)
    token, client = service.tokens.make(ann, "bot", ["play"]), new_browser()
    spelt = ("Bearer {}", "bearer {}", "BEARER   {}", "Bearer\t{}", "bEaReR \t {} \t")
    for each in spelt:
        assert client.get("/turns", headers={"Authorization": each.format(token)}).status_code == 200
    assert counted == [token] * len(spelt)


def test_a_turn_that_is_sent_twice_is_played_once(program: TestClient, service: Service, ann: Person) -> None:
    path = path_of(service, ann)
    turn = {"do": "turn", "text": "u+", "revision": 0}
    tell(program.post(path, json=turn))
    again = tell(program.post(path, json=turn), 409)
    assert (again["kind"], again["revision"]) == ("stale", 1)


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        ({"do": "turn", "text": "u", "revision": 0}, 400, "unreadable"),
        ({"do": "turn", "text": "a+", "revision": 0}, 400, "illegal"),
        ({"do": "turn", "text": "u+", "revision": 7}, 409, "stale"),
        ({"do": "turn", "text": "u+"}, 400, "unreadable"),
        ({"do": "turn", "text": "u+", "revision": 0, "seat": 1}, 403, "not-your-seat"),
        ({"do": "turn", "text": "u+", "revision": "none"}, 400, "unreadable"),
        ({"do": "dance"}, 400, "unreadable"),
        ({"do": "accept", "revision": 0}, 400, "illegal"),
        ([1, 2], 400, "unreadable"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_a_kind(
    program: TestClient, service: Service, ann: Person, sent: object, status: int, kind: str
) -> None:
    path = path_of(service, ann)
    told = tell(program.post(path, json=sent), status)
    assert told["error"].endswith(".")
    assert (told["kind"], service.view(ann, path[9:]).revision) == (kind, 0)
    assert kind in kinds()
    assert "expected" in told


def test_a_turn_after_the_end_and_out_of_turn(program: TestClient, service: Service, ann: Person) -> None:
    path = path_of(service, ann, ann)
    late = {"do": "turn", "text": "f+", "revision": 0, "seat": 1}
    assert tell(program.post(path, json=late), 409)["kind"] == "not-your-turn"
    tell(program.post(path, json={"do": "resign", "revision": 0, "seat": 0}))
    assert tell(program.post(path, json={**late, "revision": 1}), 409)["kind"] in ("over", "stale")


def test_errors_outside_of_pages_have_kinds(program: TestClient, new_browser: NewBrowser) -> None:
    stranger = new_browser()
    assert tell(program.get("/matches/none"), 404)["kind"] == "no-match"
    assert tell(program.get("/no/page"), 404)["kind"] == "no-page"
    assert tell(program.put("/me"), 403)["kind"] == "scope"
    assert tell(stranger.put("/me", headers=JSON), 405)["kind"] == "method"
    assert tell(program.post("/games/orion/new", content=b"{", headers={"Content-Type": "application/json"}), 400)
    said = tell(program.post("/games/orion/new", content=b"{x", headers={"Content-Type": "application/json"}), 400)
    assert "JSON is malformed" in said["error"]
    answer = program.post("/games/orion/new", content=b"x", headers={"Content-Type": "text/plain"})
    assert tell(answer, 415)["kind"] == "media-type"
    assert tell(program.post("/games/orion/new", json={"name": "x" * 30_000}), 413)["kind"] == "too-large"
    other = {"Sec-Fetch-Site": "cross-site", **JSON}
    assert tell(stranger.post("/games/orion/new", headers=other), 403)["kind"] == "forbidden"


def test_a_token_that_is_wrong_or_ended_is_refused(
    program: TestClient, new_browser: NewBrowser, service: Service, ann: Person
) -> None:
    assert tell(program.get("/me"))["person"] == "Ann"
    (token,) = service.tokens.of_person(ann)
    service.tokens.end(ann, token.id)
    for client, given in ((program, None), (new_browser(), "Bearer x"), (new_browser(), "bearer ")):
        answer = client.get("/me", headers={"Authorization": given} if given else {})
        assert tell(answer, 401)["kind"] == "no-token"
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_counts_and_not_a_cookie(new_browser: NewBrowser, service: Service, ann: Person) -> None:
    both = new_browser()
    both.post("/games/orion/new", data={"seat-0": "here", "seat-1": "easy"})
    assert both.cookies
    both.headers["Authorization"] = f"Bearer {service.tokens.make(ann, 'bot', [])}"
    assert tell(both.get("/me"))["person"] == "Ann"


def test_scopes_are_checked(new_program: NewProgram, service: Service, ann: Person) -> None:
    path, turn = path_of(service, ann), {"do": "turn", "text": "u+", "revision": 0}
    new = {"seats": ["here", "easy"]}
    reader, player, challenger = (new_program(ann, scopes) for scopes in ([], ["play"], ["challenge"]))
    assert tell(reader.post(path, json=turn), 403)["kind"] == "scope"
    assert tell(challenger.post(path, json=turn), 403)["expected"] == "one with the scope play"
    assert tell(player.post("/games/orion/new", json=new), 403)["kind"] == "scope"
    assert tell(reader.get(path))["seats"] == [0]
    tell(player.post(path, json=turn))
    begun = tell(challenger.post("/games/orion/new", json=new))
    assert begun["location"] == f"/matches/{begun['match']}"


def test_no_token_does_what_only_a_person_may(program: TestClient, app: Starlette) -> None:
    for (method, path), who in ROUTES.items():
        if need_of(method, path) == "browser":
            filled = path.format(
                match="m",
                number="0",
                game="orion",
                token="t",
                name="Ann",
                challenge="c",
                person="p",
                report="r",
                study="s",
                position="x",
                place="x",
                run="r",
                played="0",
            )
            answer = program.request(method, filled)
            assert tell(answer, 403)["kind"] == "scope", (method, path, who)
    for path in ("/me/account", "/me/account/close", "/me/export", "/me/account/tokens"):
        assert need_of("GET", path) == "browser"
    assert {("POST", "/me/account"), ("POST", "/me/account/tokens"), ("POST", "/sign-in/code")}.isdisjoint(NEEDS)


def test_the_table_names_routes_of_the_site(app: Starlette) -> None:
    known = {(method, route.path) for route in app.routes if isinstance(route, Route) for method in route.methods or ()}
    assert NEEDS.keys() <= known
    assert set(NEEDS.values()) <= set(get_args(Need))


def test_the_quotas_of_a_token_are_those_of_the_person(
    new_program: NewProgram, service: Service, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.quotas, "_quotas", service.quotas._quotas._replace(begun=Quota(1)))
    first, second = new_program(ann, ["challenge"]), new_program(ann, ["challenge"])
    new = {"seats": ["here", "easy"]}
    tell(first.post("/games/orion/new", json=new))
    answer = second.post("/games/orion/new", json=new)
    assert tell(answer, 429)["kind"] == "quota"
    assert int(answer.headers["retry-after"]) > 0


def test_a_token_that_asks_too_fast_waits_and_no_other_does(
    new_program: NewProgram, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, wait = Pace(lambda: 0.0, 1, 3), Pace.wait
    monkeypatch.setattr(Pace, "wait", lambda pace, key: wait(slow, key))
    fast, other = new_program(ann, []), new_program(ann, [])
    assert [fast.get("/me").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = fast.get("/me")
    assert (tell(answer, 429)["kind"], answer.headers["retry-after"]) == ("quota", "1")
    assert other.get("/me").status_code == 200


def test_an_error_of_json_is_one_line(program: TestClient) -> None:
    for body in (
        b"\xff",
        b'{"a": "\xff"}',
        b'{"a": {}}',
        b"[" * 5000,
        b'{"a": 1e999}',
        b'{"name": "\\ud800"}',
        b"null",
    ):
        answer = program.post("/games/orion/new", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (200, 400), (body, answer.text)
        assert json.loads(answer.text)
