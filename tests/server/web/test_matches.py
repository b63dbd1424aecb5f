"""A match's pages: who may do what there, and what is refused."""

import json
import re
from collections.abc import Mapping
from html import unescape

import pytest
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from ludarium.club.service import SeatAssignment, Service
from ludarium.core.record import Record
from ludarium.core.registry import game_names
from tests.server.web.conftest import NewBrowser, begin, extract, join, link_of, said, send, status


def touches(answer: Response) -> list[list[object]]:
    found = re.search(r"data-touches='(.*?)'", answer.text)
    listed: list[list[object]] = json.loads(unescape(found[1])) if found else []
    return listed


def turns(answer: Response) -> list[str]:
    html = answer.text
    return re.findall(
        r'/at/\d+"(?: aria-current="step")?><span class="number">\d+</span>(?:<span[^>]*></span>)?(.*?)</a>', html
    )


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser)


@pytest.fixture
def other(browser: TestClient, new_browser: NewBrowser, path: str) -> TestClient:
    """A second browser, in the other seat."""
    second = new_browser()
    assert join(second, browser, path).status_code == 200
    return second


def test_the_creator_has_a_seat_and_invites_to_the_other_by_a_link(
    browser: TestClient, path: str, other: TestClient
) -> None:
    assert status(browser.get(path)) == "Your turn."
    assert status(other.get(path)) == "Waiting for Guest (X)."
    assert send(browser, path, text="u+").status_code == 200
    assert status(other.get(path)) == "Your turn."
    assert "/seat/" not in browser.get(path).text + other.get(path).text


def test_a_bot_that_waits_for_the_compiler_is_getting_ready(browser: TestClient, service: Service) -> None:
    view = service.create("orion", [SeatAssignment("bot", "random"), SeatAssignment("person", "Ann")])
    assert status(browser.get(f"/matches/{view.id}")) == "random (X) is thinking"
    service.clocks.wait_for_compiler(view.id)
    assert status(browser.get(f"/matches/{view.id}")) == "random (X) is getting ready"


@pytest.mark.parametrize("game", ["ludo", "vortex"])
def test_a_roll_is_announced_to_screen_readers(browser: TestClient, game: str) -> None:
    answer = browser.get(begin(browser, game, seat_1="here"))
    region = extract(r'<div id="status" class="status" role="status">(.*?)</div>', answer)
    whose, rolled = turns(answer)[-1].split(" rolls ")
    assert re.search(rf"\b{whose} .*(?:rolled a|move by) {rolled}\b", region)


@pytest.mark.parametrize("game", game_names())
def test_no_id_of_the_picture_is_one_of_the_page(browser: TestClient, game: str) -> None:
    page = browser.get(begin(browser, game)).text
    ids = re.findall(r'\sid="(.*?)"', page)
    assert len(ids) == len(set(ids))


def test_a_spectator_sees_everything_and_can_do_nothing(path: str, new_browser: NewBrowser) -> None:
    spectator = new_browser()
    page = spectator.get(path)
    assert status(page) == "Waiting for Guest (X)."
    assert touches(page) == []
    assert "<form" not in page.text
    assert "/seat/" not in page.text
    answer = send(spectator, path, text="u+")
    assert answer.status_code == 403
    assert said(answer) == ["This browser may not play this seat: open its invitation first. Not played: u+."]


@pytest.mark.parametrize("damage", ["{0}x", "x{0}", "{0:.9}", "é", "W10", "W10.x"])
def test_a_tampered_link_gives_no_seat(browser: TestClient, path: str, new_browser: NewBrowser, damage: str) -> None:
    head, _, token = link_of(browser.get(path), 1).rpartition("/")
    stranger = new_browser()
    answer = stranger.get(f"{head}/{damage.format(token)}")
    assert answer.status_code == 403
    assert said(answer) == [
        "This invitation is damaged, or was used, replaced or withdrawn: ask the host for a new one."
    ]
    assert touches(stranger.get(path)) == []


def test_a_link_of_another_match_gives_no_seat(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    other_path = begin(browser)
    token = link_of(browser.get(other_path), 1).rpartition("/")[2]
    assert new_browser().get(f"{path}/seat/{token}").status_code == 403


@pytest.mark.parametrize("cookie", ["rubbish", "W10.x", "", "é"])
def test_a_damaged_cookie_holds_no_seat(browser: TestClient, path: str, new_browser: NewBrowser, cookie: str) -> None:
    assert touches(browser.get(path)) != []
    for name in ("session", f"seats-{path.rpartition('/')[2]}"):
        raw = f"{name}={cookie}".encode()
        assert touches(new_browser().get(path, headers={b"Cookie": raw})) == []


def test_two_people_at_one_screen_hold_both_seats(browser: TestClient) -> None:
    path = begin(browser, seat_1="here", name_0="Ann", name_1="Bob")
    assert status(browser.get(path)) == "Ann (X) to play."
    send(browser, path, text="u+")
    assert status(browser.get(path)) == "Bob (O) to play."


def test_a_turn_is_drafted_action_by_action_in_the_address(browser: TestClient, path: str) -> None:
    first = browser.get(path)
    assert [0, 40, ["u+"]] in touches(first)
    begun = browser.get(f"{path}?turn=0&draft=40")
    assert '<strong class="turn">u+</strong>' in begun.text
    assert f'id="undo" role="button" href="{path}"' in begun.text
    assert ">Done</a>" in begun.text
    assert 0 < len(touches(begun)) < len(touches(first))
    whole = browser.get(f"{path}?turn=0&draft=40,50")
    assert touches(whole) == []
    assert f'data-next="{path}?turn=0&amp;draft=40,"' in begun.text
    assert 'data-next=""' in whole.text
    assert 'name="text" value="u+"' in whole.text
    assert turns(whole) == []


def test_a_pass_is_a_button(browser: TestClient, path: str) -> None:
    page = browser.get(path).text
    assert f'id="action-50" href="{path}?turn=0&amp;draft=50">Pass</a>' in page


def test_a_draft_survives_a_reload_but_not_the_turn_that_it_was_for(browser: TestClient, path: str) -> None:
    assert "u+" in browser.get(f"{path}?turn=0&draft=40").text
    send(browser, path, text="pass")
    outdated = browser.get(f"{path}?turn=0&draft=40")
    assert said(outdated) == []
    assert outdated.headers["HX-Replace-Url"] == path


@pytest.mark.parametrize("draft", ["0", "999", "40,50,40", "x", "40,", "1" * 500, "-1", "٣"])
def test_an_impossible_draft_is_dropped_with_a_sentence(browser: TestClient, path: str, draft: str) -> None:
    answer = browser.get(path, params={"turn": "0", "draft": draft})
    assert answer.status_code == 200
    assert len(said(answer)) == 1
    assert touches(answer) == touches(browser.get(path))


@pytest.mark.parametrize("text", ["", "zz", "a+", "u++++", "u+ & <script>"])
def test_a_turn_that_cannot_be_played_is_kept_in_its_field_with_what_is_wrong(
    browser: TestClient, path: str, text: str
) -> None:
    answer = send(browser, path, text=text)
    assert answer.status_code == 400
    assert len(said(answer)) == 1
    assert 'aria-describedby="problem"' in answer.text
    assert f'name="text" value="{text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}"' in answer.text
    assert turns(answer) == []


def test_a_doubled_or_late_turn_is_refused_with_a_sentence(browser: TestClient, path: str, other: TestClient) -> None:
    assert send(browser, path, text="u+", revision=0).status_code == 200
    doubled = send(browser, path, text="u+", revision=0)
    assert doubled.status_code == 409
    assert said(doubled) == ["This turn was already played: turn 1 was u+. Not played: u+."]
    late = send(other, path, seat=1, text="a+", revision=0)
    assert late.status_code == 409
    assert turns(browser.get(path)) == ["u+"]


def test_a_turn_out_of_turn_is_refused(browser: TestClient, path: str, other: TestClient) -> None:
    answer = send(other, path, seat=1, text="a+")
    assert answer.status_code == 409
    assert said(answer) == ["It is X's turn, not O's. Not played: a+."]


@pytest.mark.parametrize(
    "fields",
    [
        {"x": "y"},
        {"do": "turn"},
        {"seat": "x"},
        {"seat": "0", "revision": "-1"},
        {"seat": "0", "revision": "0", "do": "cheat"},
        {"seat": "1" * 50, "revision": "0"},
        {"seat": "٣", "revision": "0"},
    ],
    ids=str,
)
def test_a_form_that_the_page_never_sends_is_refused_with_a_sentence(
    browser: TestClient, path: str, fields: Mapping[str, str]
) -> None:
    answer = browser.post(path, data=fields)
    assert answer.status_code == 400
    assert len(said(answer)) == 1


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=50) | st.binary(max_size=50).map(lambda b: b.decode("latin-1")))
def test_no_typed_turn_makes_the_site_fail(browser: TestClient, path: str, text: str) -> None:
    answer = browser.post(path, data={"do": "turn", "seat": 0, "text": f"{text}!", "revision": 0})
    assert answer.status_code == 400
    assert len(said(answer)) == 1


def test_resigning_ends_the_match(browser: TestClient, path: str, other: TestClient) -> None:
    answer = send(browser, path, "resign")
    assert status(answer) == "Guest (O) won by resignation."
    assert "to move" not in re.sub(r"<svg.*?</svg>", "", answer.text, flags=re.DOTALL)
    assert touches(answer) == []
    assert status(send(other, path, "resign", seat=1, revision=0)) == "Guest (O) won by resignation."
    assert said(send(other, path, "resign", seat=1)) == ["The match is over: resignation."]


def test_a_draw_is_offered_and_agreed(browser: TestClient, path: str, other: TestClient) -> None:
    assert "Guest (X) offers a draw." in send(browser, path, "draw").text
    assert "Withdraw" in browser.get(path).text
    assert ">Accept</button>" in other.get(path).text
    assert status(send(other, path, "accept", seat=1)) == "Draw by agreement."


@pytest.mark.parametrize(
    ("position", "said_of_it"),
    [
        ("g4///r4///y4///// n/n/n 9", "Draw: the largest armies are equal after turn 10."),
        ("g4///r4///y3///// n/n/n 9", "Guest (green) and Guest (red) won: the largest armies are equal after turn 10."),
    ],
)
def test_a_tie_is_shown_as_a_draw_or_as_a_shared_win(browser: TestClient, position: str, said_of_it: str) -> None:
    seats = dict.fromkeys(("seat_0", "seat_1", "seat_2"), "here")
    path = begin(browser, "grid", position=position, option_players="3", option_turn_limit="10", **seats)
    for seat in range(3):
        answer = send(browser, path, seat=seat, text="n")
    assert status(answer) == said_of_it


@pytest.mark.parametrize(
    ("options", "said_of_it"),
    [
        ({"players": "1"}, "You lost by resignation."),
        (
            {"tokens": "1", "objective": "points"},
            "Guest (O) won by resignation. Payoffs: Guest (X) -2500, Guest (O) 2500.",
        ),
    ],
)
def test_a_result_says_who_won_alone_and_what_is_paid(
    browser: TestClient, options: dict[str, str], said_of_it: str
) -> None:
    seats = {f"seat_{seat}": "here" for seat in range(int(options.get("players", 2)))}
    path = begin(browser, "vortex", **{f"option_{name}": value for name, value in options.items()}, **seats)
    assert status(send(browser, path, "resign")) == said_of_it


def test_an_offer_can_be_declined_and_a_draft_stands_meanwhile(
    browser: TestClient, path: str, other: TestClient
) -> None:
    send(other, path, "draw", seat=1)
    assert '<strong class="turn">u+</strong>' in browser.get(f"{path}?turn=0&draft=40").text
    assert "offers a draw" not in send(browser, path, "decline").text


@pytest.mark.parametrize(
    ("offer", "sentence"),
    [
        ("draw", "Draw offer declined."),
        ("takeback", "Takeback declined."),
    ],
)
def test_a_declined_offer_is_reported_to_its_author(
    browser: TestClient, path: str, other: TestClient, offer: str, sentence: str
) -> None:
    send(browser, path, text="u+")
    send(browser, path, offer)
    again = unescape(extract(r'data-address="(.*?)"', browser.get(path)))
    assert said(browser.get(again)) == []
    send(other, path, "decline", seat=1)
    assert said(browser.get(again)) == [sentence]
    assert browser.get(again).headers["HX-Replace-Url"] == path
    send(other, path, seat=1, text="a-")
    assert said(browser.get(again)) == []


def test_a_withdrawn_offer_is_not_reported_as_declined(browser: TestClient, path: str) -> None:
    assert said(send(browser, path, "draw")) == []
    assert said(send(browser, path, "decline")) == []


def test_a_turn_is_taken_back_by_consent(browser: TestClient, path: str, other: TestClient) -> None:
    send(browser, path, text="u+")
    assert "Guest (X) requests a takeback." in send(browser, path, "takeback").text
    assert turns(send(other, path, "accept", seat=1)) == []


def test_a_bot_consents_to_a_take_back_and_declines_a_draw(browser: TestClient) -> None:
    path = begin(browser, seat_1="easy")
    declined = send(browser, path, "draw")
    assert said(declined) == ["Draw offer declined."]
    send(browser, path, text="u+")
    assert status(browser.get(path)) == "easy (O) is thinking"
    assert turns(send(browser, path, "takeback")) == []


def test_every_position_has_a_page_and_steps_to_its_neighbours(browser: TestClient, path: str) -> None:
    send(browser, path, text="u+")
    page = browser.get(f"{path}/at/0")
    assert "Position after turn 0 of 1." in page.text
    assert touches(page) == []
    assert re.search(rf'href="{path}" data-key="ArrowRight"', page.text)
    assert re.search(rf'href="{path}/at/0" data-key="ArrowLeft"', browser.get(path).text)
    beyond = browser.get(f"{path}/at/2")
    assert beyond.status_code == 400
    assert said(beyond) == ["This match has 1 turn: there is no position after '2'."]


@pytest.mark.parametrize("number", ["-1", "1.5", "u+", "%00", "\u0664", "9" * 5000])
@pytest.mark.parametrize("page", ["", "/new"])
def test_a_position_after_no_number_of_turns_is_refused(browser: TestClient, path: str, number: str, page: str) -> None:
    answer = browser.get(f"{path}/at/{number}{page}")
    assert answer.status_code == 400
    assert said(answer)[0].startswith("This match has 0 turns: there is no position after '")
    assert len(said(answer)[0]) < 200


def test_a_position_is_a_file_to_print(browser: TestClient) -> None:
    path = begin(browser, "ludo", position="1,1,1,4/1,1,1,60 A 5 9")
    assert f'href="{path}/at/0/board.svg"' in browser.get(path).text
    answer = browser.get(f"{path}/at/0/board.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-disposition"].endswith('-0.svg"')
    assert re.findall(r'aria-label="([A-D].*?)"', answer.text) == ["A123 on 1", "B123 on 1", "A4 on 4", "B4 on 60"]
    assert browser.get(f"{path}/at/1/board.svg").status_code == 400


def test_the_record_is_a_file_that_replays(browser: TestClient, path: str, service: Service) -> None:
    send(browser, path, text="u+")
    answer = browser.get(f"{path}/record")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert Record.parse(answer.text).final() == service.get(path.rpartition("/")[2]).match.state


def test_a_match_is_played_on_from_any_position(browser: TestClient, path: str, service: Service) -> None:
    send(browser, path, text="u+")
    page = browser.get(f"{path}/at/1/new").text
    assert "Continue from turn 1" in page
    assert "option-clicks" not in page
    answer = browser.post(f"{path}/at/1/new", data={"seat-0": "easy", "seat-1": "here"}, follow_redirects=False)
    new = service.get(answer.headers["location"].rpartition("/")[2])
    assert new.match.state == service.get(path.rpartition("/")[2]).match.state
    assert new.seats[0].kind == "bot"
    assert status(browser.get(answer.headers["location"])) == "Your turn."


def test_an_invalid_fork_is_refused_in_a_sentence(browser: TestClient, path: str) -> None:
    answer = browser.post(f"{path}/at/0/new", data={"seat-0": "nobody"})
    assert answer.status_code == 400
    assert "'nobody' cannot play this seat" in said(answer)[0]


def test_a_position_in_which_the_game_is_over_is_not_played_on(browser: TestClient, service: Service) -> None:
    path = begin(browser, position="5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3")
    assert "won" in status(send(browser, path, text="s-"))
    for answer in (
        browser.get(f"{path}/at/1/new"),
        browser.post(f"{path}/at/1/new", data={"seat-0": "here", "seat-1": "link"}),
    ):
        assert answer.status_code == 400
        assert "The game is over in this position" in said(answer)[0]
    assert len(service.queries.recent()) == 1


def test_an_order_of_a_simultaneous_turn_is_drafted_sealed_and_hidden_from_others(
    browser: TestClient, new_browser: NewBrowser, pennies: str
) -> None:
    path, second = begin(browser, game=pennies), new_browser()
    join(second, browser, path)
    page = browser.get(path)
    orders = re.findall(r'id="action-(\d+)"[^>]*>(.*?)</a>', page.text)
    assert len(orders) > 1
    number, name = orders[0]
    drafted = browser.get(f"{path}?turn=0&draft={number}")
    order = extract(r'name="text" value="(.*?)"', drafted)
    assert order.capitalize() == name
    before = second.get(path).text
    assert "Waiting for Guest" in status(send(browser, path, text=order))
    who_has_decided = r'revision" value="\d+|data-revision="\d+| class="acts"'
    assert re.sub(who_has_decided, "", second.get(path).text) == re.sub(who_has_decided, "", before)
    assert len(turns(send(second, path, seat=1, text=order))) == 1


@pytest.mark.parametrize("bot", ["./bot.py:think", "program:touch mark", "js:bot.js", "mcts(evaluate=bot.py:think)"])
def test_the_form_takes_no_file_and_no_program_for_a_player(browser: TestClient, bot: str) -> None:
    answer = browser.post("/games/grid/new", data={"seat-0": "here", "seat-1": bot}, follow_redirects=False)
    assert answer.status_code == 400
    assert "cannot play this seat" in answer.text


def test_projector_mode_is_kept(browser: TestClient, path: str) -> None:
    room = f"{path}?display=projector"
    page = browser.get(f"{room}&turn=0&draft=40").text
    addresses = re.findall(r'(?:href|action|data-(?:address|next|undo))="(/matches/[^"]*)"', page)
    assert [address for address in addresses if "display=projector" not in address] == [path]  # the way out
    assert f'data-next="{path}?display=projector&amp;turn=0&amp;draft=40,"' in page
    answer = send(browser, room, text="u+")
    assert (answer.url.path, answer.url.query) == (path, b"display=projector")
    assert "projector" not in browser.get(f"{path}?room=attic").text.partition("<main")[2].partition(">")[0]


def test_six_seats_have_colours_of_their_own_on_the_page_and_in_the_style_sheet(
    tiny: None, browser: TestClient
) -> None:
    seats = {f"seat_{seat}": "here" for seat in range(6)}
    answer = browser.get(begin(browser, "race", option_seats="6", **seats))
    styles = "".join(
        browser.get(address).text for address in re.findall(r'href="(/static/[^"]+css[^"]*)"', answer.text)
    )
    for seat in range(6):
        assert re.search(rf'class="piece seat-{seat}\b', answer.text)
        assert re.search(rf'class="scene  swatch seat-{seat}"', answer.text)
        assert f".scene .seat-{seat} .body" in styles
        assert f".swatch.seat-{seat} {{ background: var(--seat-{seat}); }}" in styles
