"""A moment of a match as a moving picture: what it shows, for whom, and what it costs at most."""

import re
import sys
from html import unescape
from io import BytesIO
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest
from PIL import Image
from sqlalchemy import select, update
from starlette.testclient import TestClient

from ludarium.core.extras import install_command
from ludarium.core.registry import definition, game_names, load
from ludarium.scenes.picture import draw
from ludarium.site.ground.tables import matches, people
from ludarium.site.sharing import files, moment, pages
from ludarium.site.sharing.card import card
from ludarium.site.store import Store
from ludarium.site.web.templating import templates
from tests.site.conftest import NewBrowser, begin, extract, link_of, said, send

POSTER = 1
"""Scenes before the first one of a moving picture: the last one, which is what programs show that play none."""


def words(drawn: str) -> set[str]:
    """Return what is written in a picture, in sentences."""
    return {unescape(text) for text in re.findall(r"<text>([^<]*)</text>", drawn) if " " in text}


def played(browser: TestClient, other: TestClient, path: str, turns: int) -> None:
    for number, text in enumerate(("u+", "a+", "v+", "b+")[:turns]):
        assert send((browser, other)[number % 2], path, seat=number % 2, text=text).status_code == 200


def test_the_page_of_a_match_that_is_over_shows_its_last_turns_and_where_to_share_them(
    browser: TestClient, path: str, other: TestClient, new_browser: NewBrowser
) -> None:
    played(browser, other, path, 2)
    assert 'id="moment"' not in browser.get(path).text
    send(browser, path, "resign")
    page = browser.get(path)
    assert extract(r'id="turn" readonly value="(.*?)"', page).endswith(f"{path}/at/2")
    for reader in (browser, other, new_browser()):
        picture = reader.get(extract(rf'<img src="({path}/moving.svg[^"]*)"', page))
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "default-src 'none'" in picture.headers["content-security-policy"]
        assert {
            "Orion: Hydra: Guest (X), Guest (O)",
            "Guest (X) turned rotor u clockwise.",
            "Broken off after 2 turns",
        } <= words(picture.text)
    earlier = browser.get(f"{path}/at/1")
    assert extract(r'id="turn" readonly value="(.*?)"', earlier).endswith(f"{path}/at/1")
    assert f"{path}/moving.svg?to=1" in earlier.text
    assert 'id="moment"' not in browser.get(f"{path}/at/0").text


def test_a_file_to_send_begins_with_the_end_plays_every_turn_and_stays_at_the_end(
    browser: TestClient, path: str, other: TestClient
) -> None:
    played(browser, other, path, 3)
    send(browser, path, "resign")
    assert "moving.gif?to=3" in browser.get(path).text
    answer = browser.get(f"{path}/moving.gif?from=1&to=3")
    assert answer.headers["content-type"] == "image/gif"
    assert answer.headers["content-disposition"].endswith('-1-3.gif"')
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.format, getattr(image, "n_frames", 0), image.width) == ("GIF", POSTER + 3, 480)
        times, drawn = [], []
        for number in range(POSTER + 3):
            image.seek(number)
            times.append(image.info["duration"])
            drawn.append(image.convert("RGB").tobytes())
    assert times[0] == times[1] == times[2] < times[3]
    assert drawn[0] == drawn[3]
    assert len(set(drawn)) == 3


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("from=1&to=1", "There are no turns from 1 to 1: expected two of the positions 0 to 4."),
        ("from=3&to=1", "There are no turns from 3 to 1: expected two of the positions 0 to 4."),
        ("to=5", "There are no turns from 2 to 5: expected two of the positions 0 to 4."),
        ("from=999999999", "There are no turns from 999999999 to 4: expected two of the positions 0 to 4."),
        ("to=0", "There are no turns from 0 to 0: expected two of the positions 0 to 4."),
        ("from=1", "From 1 to 4 is too much for a moving picture: expected at most 2 turns and rolls."),
        ("from=-1", "The field from is '-1': expected a number."),
        ("to=", "The field to is '': expected a number."),
        ("to=\u0664", "The field to is '\u0664': expected a number."),
        ("to=" + "9" * 5000, "The field to is '" + "9" * 57 + "...': expected a number."),
    ],
)
def test_other_turns_than_a_match_has_are_refused_and_so_are_too_many(
    browser: TestClient, path: str, other: TestClient, monkeypatch: pytest.MonkeyPatch, query: str, reason: str
) -> None:
    played(browser, other, path, 4)
    assert moment.MOST == 16
    monkeypatch.setattr(moment, "MOST", 2)
    for kind in ("svg", "gif"):
        answer = browser.get(f"{path}/moving.{kind}?{query}")
        assert answer.status_code == 400
        assert said(answer) == [reason]
    assert browser.get(f"{path}/moving.svg?from=2").status_code == 200
    assert browser.get(f"{path}/moving.svg").status_code == 200


@pytest.mark.parametrize("place", ["small.svg", "moving.svg", "moving.gif", "card.png", "at/0/better.svg?seat=0"])
def test_a_closed_match_has_pictures_for_its_players_alone(
    browser: TestClient, path: str, other: TestClient, new_browser: NewBrowser, store: Store, place: str
) -> None:
    played(browser, other, path, 2)
    known = new_browser().get(f"{path}/{place}").status_code
    with store.database.begin() as connection:
        connection.execute(update(matches).values(closed=True, revision=matches.c.revision + 1))
    answer = new_browser().get(f"{path}/{place}")
    assert answer.status_code == 404
    assert said(answer) == ["This match is closed to others until all who have the same dice have ended theirs."]
    assert other.get(f"{path}/{place}").status_code == known
    assert browser.get(f"/matches/nothing/{place}").status_code == 404


@pytest.mark.parametrize("game", game_names())
def test_a_moving_picture_shows_nobody_what_the_seat_to_move_could_do(
    browser: TestClient, game: str, new_browser: NewBrowser
) -> None:
    path = begin(browser, game, seat_1="here")
    turn = {"grid": "n", "orion": "pass", "throngs": "+d3 +e4", "ludo": "A1", "vortex": "0"}.get(game, "pass")
    send(browser, path, text=turn)
    drawn = new_browser().get(f"{path}/moving.svg")
    if drawn.status_code == 400:  # nothing has been played, as all must choose first
        assert said(drawn) == ["There are no turns from 0 to 0: expected two of the positions 0 to 0."]
        return
    looks = {word for found in re.findall(r'class="([^"]*)"', drawn.text) for word in found.split()}
    assert "piece" in looks
    assert looks.isdisjoint({"hint", "overlay", "ghost", "halo", "strike", "advised", "pointed"})


def test_one_file_is_made_at_a_time_and_it_is_made_once(
    browser: TestClient, path: str, other: TestClient, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(browser, other, path, 2)
    begun, finish, made = Event(), Event(), []

    def slow(*arguments: object) -> bytes:
        made.append(arguments)
        begun.set()
        assert finish.wait(60)
        return b"GIF"

    monkeypatch.setattr(pages, "gif", slow)
    monkeypatch.setattr(files, "_PATIENCE", 0.01)
    first = Thread(target=lambda: browser.get(f"{path}/moving.gif"))
    first.start()
    assert begun.wait(60)
    busy = new_browser().get(f"{path}/moving.svg")
    assert busy.status_code == 503
    assert said(busy) == ["The site draws other pictures: try again in a moment."]
    finish.set()
    first.join()
    assert browser.get(f"{path}/moving.gif").content == b"GIF"
    assert len(made) == 1


def test_a_site_without_the_library_says_so_and_offers_svg_alone(
    browser: TestClient, path: str, other: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(browser, other, path, 2)
    monkeypatch.setitem(sys.modules, "resvg", None)
    answer = browser.get(f"{path}/moving.gif")
    assert answer.status_code == 503
    assert said(answer) == ["This site makes no GIF and PNG files, which need the extra mail: expected SVG."]
    assert browser.get(f"{path}/moving.svg").status_code == 200


def frames(browser: TestClient, path: str, start: int, end: int) -> int:
    """Return how many scenes of turns a moving picture has."""
    answer = browser.get(f"{path}/moving.gif", params={"from": start, "to": end})
    with Image.open(BytesIO(answer.content)) as image:
        return int(getattr(image, "n_frames", 1)) - POSTER


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("orion", {"u+": 1, "a+b-": 2, "u-v+": 2, "pass": 1}),
        ("throngs", {"+e4 +f4-f5": 3, "+h6 +i7-i8": 3, "+f4 +f3": 3}),
        ("grid", {"n": 0, "s": 1}),
    ],
    ids=["orion", "throngs", "grid"],
)
def test_every_step_of_a_turn_is_one_of_the_moving_picture(
    browser: TestClient, game: str, turns: dict[str, int]
) -> None:
    """Two clicks do not glide as one; a step after which only looks differ, such as the end of a turn, is none."""
    path = begin(browser, game, seat_1="here")
    for number, text in enumerate(turns):
        assert send(browser, path, seat=number % 2, text=text).status_code == 200
    steps = [count for count in turns.values() if count]
    for number, count in enumerate(steps):
        assert frames(browser, path, number, number + 1) == 1 + count
    assert frames(browser, path, 0, len(steps)) == 1 + sum(steps)


def test_where_steps_have_no_room_those_of_the_last_turns_are_shown(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begin(browser, seat_1="here")
    for number, text in enumerate(("u+", "a+b-", "u-v+", "pass")):
        send(browser, path, seat=number % 2, text=text)
    monkeypatch.setattr(moment, "STEPS", 6)
    assert frames(browser, path, 0, 4) == 5 + 1
    monkeypatch.setattr(moment, "STEPS", 2)
    assert frames(browser, path, 1, 4) == 4


def previewed(browser: TestClient, path: str) -> dict[str, str]:
    """Return what other sites read of a page beside whose link they show something."""
    found = re.findall(r'<meta property="og:(.*?)" content="(.*?)">', browser.get(path).text)
    return {name: unescape(said) for name, said in found}


def place_of(address: str) -> str:
    """Return an address without the origin of its site."""
    return urlsplit(address)._replace(scheme="", netloc="").geturl()


@pytest.mark.parametrize("game", game_names())
def test_a_link_to_a_match_shows_its_board_its_players_and_how_it_stands(
    browser: TestClient, game: str, new_browser: NewBrowser
) -> None:
    path = begin(browser, game, seat_1="here")
    stranger, title = new_browser(), definition(game).title
    said = previewed(stranger, path)
    assert said["title"].startswith(f"{title}: Guest (")
    assert said["description"] == definition(game).tagline
    assert said["url"].endswith(path)
    with Image.open(BytesIO(stranger.get(place_of(said["image"])).content)) as image:
        assert (image.format, image.width) == ("PNG", int(said["image:width"]))
        assert abs(image.height - int(said["image:height"])) <= 1
    send(browser, path, "resign")
    assert previewed(stranger, path)["description"].startswith("Broken off")  # before everybody has made two turns


@pytest.mark.parametrize("path", ["/", "/games/{game}"])
@pytest.mark.parametrize("game", game_names())
def test_the_front_page_and_those_of_games_show_a_board_beside_their_links(
    browser: TestClient, game: str, path: str
) -> None:
    said = previewed(browser, path.format(game=game))
    assert said["description"]
    picture = browser.get(place_of(said["image"]))
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")


def test_an_invitation_names_who_invites_and_gives_its_address_to_nobody(
    browser: TestClient, path: str, new_browser: NewBrowser
) -> None:
    link = place_of(link_of(browser.get(path), 1))
    said = previewed(new_browser(), link)
    assert "to Orion: Hydra" in said["title"]
    assert "url" not in said
    assert not any(link in value for value in said.values())


@pytest.mark.parametrize("query", ["to=5", "to=-1", "to=", "to=" + "9" * 5000])
def test_a_position_that_a_match_does_not_have_has_no_card(browser: TestClient, path: str, query: str) -> None:
    assert browser.get(f"{path}/card.png?{query}").status_code == 400


@pytest.mark.parametrize("name", ["W" * 40, "Ann of the very long name, twice", "\u674e\u5c0f\u9f8d", "<b>&amp;"])
def test_words_of_any_length_stay_within_a_card(name: str) -> None:
    board = draw(load("orion").initial())
    made = card(board, "A game with a title that is long", [f"{name} (X)"] * 4)
    words = [one for one in made.elements if one.id.startswith("card-")]
    assert 1 < len(words) <= 7
    left = min(one.x for one in made.elements if one.id not in {each.id for each in words})
    for one in words:
        assert one.x + one.scale * 16.5 * len(one.text) / 2 < made.width - board.width
        assert one.x - one.scale * 16.5 * len(one.text) / 2 > 0
        assert 0 < one.y < made.height
    assert left > max(one.x for one in words)


def test_a_site_without_the_library_names_no_picture(
    browser: TestClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg", None)
    assert browser.get(f"{path}/card.png").status_code == 503
    monkeypatch.setitem(templates().globals, "makes_gif", lambda: False)
    assert "image" not in previewed(browser, "/")


def test_only_an_administrator_reads_what_a_site_without_gif_lacks(
    browser: TestClient, path: str, other: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(browser, other, path, 2)
    send(browser, path, "resign")
    saved, lacks = "Save as GIF", "this site makes no GIF"
    assert saved in browser.get(path).text
    monkeypatch.setitem(templates().globals, "makes_gif", lambda: False)
    with store.database.begin() as connection:
        connection.execute(update(people).where(people.c.id == host_of(store, path)).values(administrator=True))
    for reader, is_told in ((browser, True), (other, False)):
        page = reader.get(path).text
        assert saved not in page
        assert "Browsers play this file; who gets the link sees the same turns here." in page
        assert (lacks in page) is is_told
        assert (install_command("mail") in unescape(page)) is is_told
    assert reader.get(f"{path}/moving.svg?to=2").status_code == 200


def host_of(store: Store, path: str) -> str:
    """Return the id of the person who has begun a match."""
    with store.database.connect() as connection:
        return str(connection.execute(select(matches.c.host).where(matches.c.id == path.rpartition("/")[2])).scalar())
