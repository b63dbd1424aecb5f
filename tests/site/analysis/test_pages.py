"""The board to analyse on, as browsers and programs see it."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlparse

import pytest
from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludarium.core.registry import load
from ludarium.match.book import BookTurn, position_key
from ludarium.match.study import Study
from ludarium.scenes import picture
from ludarium.site.analysis import board, links
from ludarium.site.analysis.analyst import StudyAnalyst
from ludarium.site.analysis.board import KEPT
from ludarium.site.analysis.explorer import Explorer
from ludarium.site.analysis.links import SETUP, from_link, to_link
from ludarium.site.analysis.rows import BookRow, BookTable, Search, SearchTable
from ludarium.site.analysis.studies import Studies, search_id
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.service import Service
from ludarium.solve.installed import require_table
from tests.conftest import EXACT_LUDO
from tests.review.test_exact import any_course
from tests.site.conftest import LATE, NewBrowser, begin, extract, said, send, touches

BOARD = "/analysis/board"


def study_at(address: str) -> Study:
    """Return the study that an address holds."""
    return from_link(parse_qs(urlparse(address).query)["s"][0])


def play(browser: TestClient, address: str, draft: str) -> Response:
    """Choose actions on the board at an address, as its script does."""
    return browser.get(f"{address}&draft={draft}", headers={"Sec-Fetch-Site": "same-origin"})


def kept(browser: TestClient, study: Study) -> str:
    """Keep a study; return its address."""
    answer = browser.post(BOARD, data={"s": to_link(study), "do": "keep"}, follow_redirects=False)
    return urlparse(answer.headers["location"]).path


def listed(answer: Response) -> str:
    """Return the list of turns, with brackets around variations."""
    found = extract(r'<div id="turns".*?>(.*?)</div>', answer)
    text = re.sub(r'<span class="hidden">.*?</span>', "", found)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


@pytest.mark.parametrize("game", ["orion", "throngs", "ludo", "vortex", "grid"])
def test_every_game_is_played_for_all_sides(browser: TestClient, game: str) -> None:
    address = f"{BOARD}?game={game}"
    for depth in range(1, 5):
        answer, draft = browser.get(address), list[str]()
        while True:
            found = browser.get(address, headers={"Accept": "application/json"}).json()
            choices = [str(action) for _, action, _ in touches(answer)] or re.findall(r'id="action-(\d+)"', answer.text)
            answer = play(browser, address, ",".join([*draft, choices[0]]))
            draft.append(choices[0])
            if "HX-Push-Url" in answer.headers:
                break
        address = answer.headers["HX-Push-Url"]
        after = browser.get(address, headers={"Accept": "application/json"}).json()
        assert len(after["turns"]) == depth
        assert after["position"] != found["position"]


def test_what_is_tried_is_kept_as_a_variation(browser: TestClient) -> None:
    start = to_link(Study.begin("orion", LATE))
    first = browser.post(BOARD, data={"s": start, "at": "0", "do": "play", "text": "u+"}, follow_redirects=False)
    assert first.status_code == 303
    link = to_link(study_at(first.headers["location"]))
    second = browser.post(BOARD, data={"s": link, "at": "0", "do": "play", "text": "v+"})
    assert listed(second) == "Start 1 u+ ( 1 v+ )"
    link = to_link(study_at(str(second.url)))
    third = browser.post(BOARD, data={"s": link, "at": "2", "do": "promote"})
    assert listed(third) == "Start 1 v+ ( 1 u+ )"
    link = to_link(study_at(str(third.url)))
    told = browser.post(BOARD, data={"s": link, "at": "1", "do": "comment", "text": "<b>loud</b>"})
    assert listed(told) == "Start 1 v+ <b>loud</b> ( 1 u+ )"
    assert "<b>loud" not in told.text
    link = to_link(study_at(str(told.url)))
    gone = browser.post(BOARD, data={"s": link, "at": "1", "do": "remove"})
    assert listed(gone) == "Start 1 u+"


def test_a_turn_that_is_refused_is_explained_beside_the_board(browser: TestClient) -> None:
    answer = browser.post(BOARD, data={"s": to_link(Study.begin("orion")), "at": "0", "do": "play", "text": "zzz"})
    assert answer.status_code == 400
    assert said(answer) == ["'zzz' is not a turn: expected rotors with + or -, as in a+b-, or pass."]
    assert 'value="zzz"' in answer.text


def test_a_refused_input_leaves_the_study_in_the_address(browser: TestClient) -> None:
    study, at = Study.begin("orion").play(0, "u+")
    for path in (f"{BOARD}?s={to_link(study)}&at={at}", kept(browser, study)):
        page = browser.get(f"{path}{'&' if '?' in path else '?'}at={at}")
        form = extract(r'(<form method="post" action="[^"]*" class="type">.*?</form>)', page)
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | {"do": "play", "text": "zz"}
        answer = browser.post(unescape(re.findall(r'action="([^"]*)"', form)[0]), data=fields)
        assert answer.status_code == 400
        again = browser.get(str(answer.url))
        assert listed(again) == "Start 1 u+"
        assert f'id="typed-{at}"' in again.text


def test_an_address_without_a_study_leads_to_where_one_begins(browser: TestClient) -> None:
    assert str(browser.get(BOARD).url).endswith("/analysis")
    assert browser.get(BOARD, headers={"Accept": "application/json"}).status_code == 400


def test_keys_step_through_variations(browser: TestClient) -> None:
    study, one = Study.begin("orion").play(0, "u+")
    study, _ = study.play(one, "a--")
    study, other = study.play(0, "v+")
    page = browser.get(f"{BOARD}?s={to_link(study)}&at={other}")
    links = dict(re.findall(r'<a class="button" href="[^"]*at=(\d+)" data-key="(\w+)"', page.text))
    assert {key: int(at) for at, key in links.items()} == {"ArrowLeft": 0, "ArrowUp": one} | (
        {"Home": 0} if links.get("0") == "Home" else {}
    )


def test_marks_are_drawn_as_parts_of_the_picture(browser: TestClient) -> None:
    study = Study.begin("orion")
    names = [element.split('"')[0] for element in browser.get(f"{BOARD}?game=orion").text.split('<g id="')[1:]]
    marks = f"{names[3]} {names[3]}>{names[9]} elsewhere>nowhere"
    answer = browser.post(BOARD, data={"s": to_link(study), "at": "0", "do": "mark", "text": marks})
    drawn = re.findall(r'<g id="(mark-[^"]*)"', answer.text)
    assert [unescape(name) for name in drawn] == [f"mark-{names[3]}", f"mark-{names[3]}-to-{names[9]}"]


def test_dice_are_chosen_or_thrown_by_a_seed(browser: TestClient) -> None:
    study, at = Study.begin("ludo"), 0
    if study.start.actors == (-1,):
        sent = {"s": to_link(study), "at": str(at), "do": "roll", "text": "12345"}
        once, again = (study_at(str(browser.post(BOARD, data=sent).url)) for _ in range(2))
        assert once == again
        assert len(once.tree) == 2
        names = re.findall(r'id="action-\d+"[^>]*>([^<]*)<', browser.get(f"{BOARD}?game=ludo").text)
        assert len(names) == len(study.start.chance_outcomes())
    refused = browser.post(BOARD, data={"s": to_link(Study.begin("orion")), "at": "0", "do": "roll", "text": "1"})
    assert said(refused) == ["No dice are thrown here: expected a position in which they are."]


def test_a_match_is_opened_where_it_was_looked_at(browser: TestClient) -> None:
    path = begin(browser)
    send(browser, path, text="u+")
    match = path.rpartition("/")[2]
    assert f"/analysis/board?match={match}&amp;at=1" in browser.get(path).text
    data = browser.get(f"{BOARD}?match={match}&at=0", headers={"Accept": "application/json"}).json()
    assert (data["at"], data["follows"]) == (0, ["u+"])


def test_a_record_is_opened_and_downloaded_with_its_variations(browser: TestClient) -> None:
    text = '[Game "orion"]\n[Result "*"]\n\n1. u+\ncomment Good.\nvariation\n1. v+\nend\n2. a--'
    opened = browser.post("/analysis", data={"record": text})
    assert listed(opened) == "Start 1 u+ Good. ( 1 v+ ) 2 a--"
    assert browser.get(f"/analysis/record?{urlparse(str(opened.url)).query}").text == f"{text}\n"
    refused = browser.post("/analysis", data={"record": "[Game 7]"})
    assert refused.status_code == 400
    assert "[Game 7]" in unescape(refused.text)
    refused = browser.post("/analysis", data={"record": '[Game "orion"]\n\n1. u+ 2. a+ 3. p+q-'})
    expected = "Turn 1: expected one turn a line, and 2. begins another in '1. u+ 2. a+ 3. p+q-'."
    assert said(refused) == [expected]
    placed = browser.post("/analysis", data={"game": "orion", "position": LATE})
    assert study_at(str(placed.url)).is_set_up


def test_a_position_is_opened_with_options_of_its_game(browser: TestClient) -> None:
    opened = browser.post("/analysis", data={"game": "orion", "options": "clicks=2, rows=4", "position": ""})
    assert study_at(str(opened.url)).game.spec == "orion(rows=4,clicks=2)"
    refused = browser.post("/analysis", data={"game": "orion", "options": "clicks=9", "position": ""})
    assert refused.status_code == 400
    assert said(refused) == ["Clicks is a whole number from 1 to 6, not '9'."]
    assert '<option value="orion" selected>' in refused.text
    assert 'value="clicks=9"' in refused.text
    assert '<details class="menu" open>' in refused.text


@pytest.mark.parametrize(
    "query",
    [
        "s=x",
        "game=none",
        "game=orion&position=x",
        "game=orion&at=7",
        "game=orion&at=-1",
        "game=orion&draft=9999",
        "match=x",
    ],
)
def test_addresses_that_are_wrong_are_refused_in_words(browser: TestClient, query: str) -> None:
    answer = browser.get(f"{BOARD}?{query}")
    assert answer.status_code in (400, 404)
    assert "Internal" not in answer.text


def test_a_study_with_a_turn_that_is_not_legal_is_there_to_be_mended(browser: TestClient) -> None:
    record = '[Game "orion"]\n[Result "*"]\n\n1. u+\n2. u+u+\n3. a-'
    study = Study.parse(record)
    for path in (f"{BOARD}?s={to_link(study)}", f"{kept(browser, study)}?"):
        answer = browser.get(f"{path}&at=3")
        assert answer.status_code == 400
        assert said(answer)[0].startswith(
            "Turn 2: click 1, u+, is not allowed: rotor u holds no piece of O. The record"
        )
        assert unescape(extract(r'<textarea id="record"[^>]*>(.*?)</textarea>', answer)) == record
        assert browser.get(f"{path}&at=3", headers={"Accept": "application/json"}).json()["kind"] == "illegal"


def test_the_page_says_what_a_record_that_is_downloaded_does_not_have(browser: TestClient) -> None:
    record = '[Game "orion"]\n[X "Ann"]\n[O "Bob"]\n[Result "1-0"]\n[Ending "resignation"]\n\n1. u+ {took 4}'
    page = browser.post("/analysis", data={"record": record})
    file, said_of_it = re.findall(r'href="(/analysis/record[^"]*)"[^>]*>[^<]*?(, without [^<]*)</a></li>', page.text)[0]
    assert browser.get(unescape(file)).text == '[Game "orion"]\n[Result "*"]\n\n1. u+\n'
    assert said_of_it == ", without players and times"


def test_a_kept_study_is_its_persons_alone_until_shown(browser: TestClient, new_browser: NewBrowser) -> None:
    other = new_browser()
    kept = browser.post(BOARD, data={"s": to_link(Study.begin("orion")), "at": "0", "do": "keep"})
    address = urlparse(str(kept.url)).path
    assert address.startswith("/analysis/kept/")
    assert other.get(address).status_code == 404
    revision = extract(r'name="revision" value="(\d+)"', kept)
    played = browser.post(address, data={"at": "0", "do": "play", "text": "u+", "revision": revision})
    assert listed(played) == "Start 1 u+"
    stale = browser.post(address, data={"at": "0", "do": "play", "text": "v+", "revision": revision})
    assert (stale.status_code, said(stale)) == (409, ["The study has changed in another window: load it again."])
    refused = browser.post(address, data={"at": "1", "do": "show", "text": "public"})
    assert said(refused) == ["Studies for everybody are by accounts: make one, or send the link of yours."]
    browser.post(address, data={"at": "1", "do": "show", "text": "link"})
    seen = other.get(f"{address}?at=1")
    assert listed(seen) == "Start 1 u+"
    assert "Keep a copy" in seen.text
    assert other.post(address, data={"at": "1", "do": "delete"}).status_code == 403
    assert other.post(address, data={"at": "1", "do": "comment", "text": "mine"}).status_code in (200, 403)
    assert address in browser.get("/analysis").text
    assert address not in other.get("/analysis").text
    copied = other.post(BOARD, data={"s": extract(r'name="s" value="(.*?)"', seen), "at": "1", "do": "keep"})
    assert urlparse(str(copied.url)).path not in (address, BOARD)
    assert (
        browser.post(address, data={"at": "0", "do": "delete"}, follow_redirects=False).headers["location"]
        == "/analysis"
    )
    assert browser.get(address).status_code == 404


def test_a_link_that_nobody_else_can_open_says_so_and_opens_by_one_press(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    words, other = "Only you can open this link.", new_browser()
    page = browser.get(BOARD, params={"game": "orion"})
    assert words not in page.text  # its address holds all of it
    page = browser.post(BOARD, data={"s": to_link(Study.begin("orion")), "at": "0", "do": "keep"})
    link = urlparse(extract(r'id="here" readonly value="(.*?)"', page)).path
    assert (words in page.text, other.get(link).status_code) == (True, 404)
    form = page.text[: page.text.index(words)].rpartition("<form")[2]
    sent = dict(re.findall(r'name="(\w+)" value="(.*?)"', form))
    page = browser.post(link, data={**sent, "do": "show"})
    assert (words in page.text, other.get(link).status_code) == (False, 200)
    assert words not in other.get(link).text


def test_looking_at_a_kept_study_changes_nothing(browser: TestClient) -> None:
    kept = browser.post(BOARD, data={"s": to_link(Study.begin("throngs")), "at": "0", "do": "keep"})
    address = urlparse(str(kept.url)).path
    first = touches(browser.get(address))[0][1]
    draft = str(first)
    answer = play(browser, f"{address}?at=0", draft)
    while 'id="played"' not in answer.text:
        draft += f",{touches(answer)[0][1]}"
        answer = play(browser, f"{address}?at=0", draft)
    assert listed(browser.get(address)) == "Start"
    assert 'hx-trigger="load, submit"' in answer.text
    assert "HX-Replace-Url" not in answer.headers  # the browser's Back leads to the position, and posts nothing


def test_a_bot_is_asked_about_a_position(browser: TestClient, service: Service) -> None:
    link = to_link(Study.begin("orion", LATE))
    asked = browser.post(BOARD, data={"s": link, "at": "0", "do": "ask"})
    assert "A bot looks at the position" in asked.text
    waits = unescape(extract(r'<section id="said"[^>]* hx-get="([^"]+)" hx-trigger="load delay:1s"', asked))
    part = browser.get(waits)  # the bot's part alone, since it is asked for every second
    assert part.text.startswith('<section id="said"')
    assert "<main" not in part.text
    assert "A bot looks at the position" in part.text
    assert StudyAnalyst(Studies(service), SearchQueue(1), speed=5).work()
    part = browser.get(waits)
    assert "can expect to win" in part.text
    assert "By Dara (champion), in 1.5 seconds." in part.text
    assert "hx-get" not in part.text


def test_a_turn_that_is_begun_remains_so_when_a_bot_is_asked(browser: TestClient, service: Service) -> None:
    page = browser.get(BOARD, params={"game": "throngs"})
    begun = browser.get(f"{BOARD}?{urlparse(str(page.url)).query}&draft={touches(page)[0][1]}")
    field = re.compile(r'<form[^>]*id="asking".*?</form>', re.DOTALL).findall(begun.text)[0]
    sent = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" (?:id="[^"]*" )?value="([^"]*)"', field)}
    assert sent["draft"]
    asked = browser.post(BOARD, data={**sent, "level": "easy"})
    so_far = '<span class="quiet">So far</span>'
    assert so_far in begun.text
    assert so_far in asked.text
    assert StudyAnalyst(Studies(service), SearchQueue(1), speed=5).work()
    answered = browser.get(str(asked.url)).text
    assert so_far in answered
    assert "can expect to win" in answered


@pytest.mark.parametrize("players", [3, 4])
def test_with_several_rivals_a_bot_that_knows_nothing_before_a_roll_says_why(
    browser: TestClient, service: Service, players: int
) -> None:
    """In Ludo who rolls a one loses the turn, so another chooses then."""
    link = to_link(Study.begin(f"ludo(players={players})").play(0, "first A")[0])
    asked = browser.post(BOARD, data={"s": link, "at": "1", "do": "ask", "level": "easy"})
    assert StudyAnalyst(Studies(service), SearchQueue(1), speed=5).work()
    page = browser.get(str(asked.url))
    assert "With more than two players a bot tells what the seat that chooses can expect" in page.text
    rolled = to_link(Study.begin(f"ludo(players={players})").play(0, "first A")[0].play(1, "roll 2")[0])
    asked = browser.post(BOARD, data={"s": rolled, "at": "2", "do": "ask", "level": "easy"})
    assert StudyAnalyst(Studies(service), SearchQueue(1), speed=5).work()
    assert "A</strong> can expect to win" in browser.get(str(asked.url)).text


def test_who_plays_alone_is_asked_for_no_side(browser: TestClient) -> None:
    assert 'id="sides"' in browser.get(f"{BOARD}?game=vortex").text
    assert 'id="sides"' not in browser.get(f"{BOARD}?game=vortex(players=1)").text


def test_the_lines_of_a_bot_are_played_by_a_press(browser: TestClient, service: Service) -> None:
    link = to_link(Study.begin("orion", LATE))
    studies = Studies(service)
    page = browser.post(BOARD, data={"s": link, "at": "0", "do": "ask", "level": "easy", "by_itself": "yes"})
    assert "level=easy" in str(page.url)
    assert '<option value="easy" selected>' in page.text
    assert StudyAnalyst(studies, SearchQueue(1), speed=5).work()
    page = browser.get(str(page.url))
    turns = [
        unescape(turn) for turn in re.findall(r'<button class="button turn" name="text" value="([^"]*)"', page.text)
    ]
    assert len(turns) > 1
    assert "By Ada (easy), in 1.5 seconds" in page.text
    played = browser.post(BOARD, data={"s": link, "at": "0", "do": "play", "level": "easy", "text": turns[1]})
    assert listed(played) == f"Start 1 {turns[1]}"
    assert "level=easy" in str(played.url)
    refused = browser.get(f"{BOARD}?s={link}&level=grand")
    assert refused.status_code == 400
    assert "'grand' is not a level" in unescape(refused.text)
    assert browser.get(BOARD, params={"s": link}).text.count("data-unasked") == 1


def test_what_was_played_here_is_shown_and_played_by_a_press(browser: TestClient, service: Service) -> None:
    path = begin(browser, seat_1="here")
    send(browser, path, text="p+")
    send(browser, path, "resign", seat=1)
    later = Service.now(service) + 60
    service.records._now = lambda: later  # a match appears some seconds after its end
    explorer = Explorer(service)
    while explorer.work():
        pass
    address = f"{BOARD}?s={to_link(Study.begin('orion', LATE))}"
    page = browser.get(address)
    assert "Play p+ 1 100 % 0 % " in " ".join(re.sub(r"<[^>]*>", " ", page.text).split())
    assert browser.get(address, headers={"Accept": "application/json"}).json()["book"][0]["turn"] == "p+"
    assert "Nobody has played from this position yet" in browser.get(f"{address}&who=bots").text
    sent = {"s": to_link(Study.begin("orion")), "who": "people", "do": "play", "text": "p+"}
    assert "who=people" in str(browser.post(BOARD, data=sent).url)
    refused = browser.get(f"{address}&who=cats")
    assert refused.status_code == 400


def book_rows(answer: Response) -> list[str]:
    """Return the rows of the table of what was played, as text."""
    found = re.findall(r"<tr>(.*?)</tr>", answer.text.partition('id="book"')[2].partition("</table>")[0], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", row)).split()) for row in found]


def test_what_was_played_stands_beside_what_the_table_says(browser: TestClient, service: Service, tables: Path) -> None:
    table = require_table(load(EXACT_LUDO))
    state = next(one for one in any_course(3) if one.actors == (0,) and len(one.legal()) > 1)
    turns = [state.format_turn((action,)) for action in state.legal()]
    BookTable(service.database).count_in(
        [BookRow.of(position_key(state), "people", BookTurn(turn, 4, (1.0, 3.0))) for turn in turns]
    )
    address = f"{BOARD}?{urlencode({'game': EXACT_LUDO, 'position': str(state)})}"
    page, data = browser.get(address), browser.get(address, headers={"Accept": "application/json"}).json()
    assert len(data["book"]) == len(turns)
    for one in data["book"]:
        payoffs = table.payoffs(state.move(one["turn"]))
        assert payoffs is not None
        assert one["expected"] == pytest.approx(payoffs[0])
        assert 0 < one["gap"] == pytest.approx(table.gap)
        assert f"Play {one['turn']} 4 25 % 75 % {100 * payoffs[0]:.2f} % exact" in book_rows(page)
    assert "exact from a table, wrong by at most" in page.text


def test_turns_without_a_table_or_a_search_are_called_so(browser: TestClient, service: Service) -> None:
    state = Study.begin("orion", LATE).start
    rows = [BookRow.of(position_key(state), "people", BookTurn(turn, 4, (1.0, 3.0))) for turn in ("p+", "v+")]
    BookTable(service.database).count_in(rows)
    address = f"{BOARD}?{urlencode({'game': 'orion', 'position': LATE})}"
    assert [row.endswith("25 % 75 % not known yet") for row in book_rows(browser.get(address))[1:]] == [True, True]
    table = SearchTable(service.database)
    table.ask(search := Search(search_id(state), "orion", LATE, None, 0, False, None), None, 0.0)
    table.finish(search, 1.0, {"by": "champion", "advice": [0, [], [], []], "lines": [["v+", 0.615, [], None]]})
    assert [row.split("75 % ")[1] for row in book_rows(browser.get(address))[1:]] == ["not known yet", "62 %"]
    data = browser.get(address, headers={"Accept": "application/json"}).json()["book"]
    assert [(one["turn"], one["expected"], one["gap"]) for one in data] == [("p+", None, None), ("v+", 0.615, None)]


def test_who_plays_a_rated_match_is_told_by_no_column_what_its_turns_are_worth(
    browser: TestClient, new_browser: NewBrowser, service: Service, tables: Path
) -> None:
    path = begin(browser, "ludo", seat_1="here", option_markers="2", option_goal="24")
    match = path.rpartition("/")[2]
    service._matches.change(match, None, None, lambda found: replace(found, rated=True))
    state = service.bots.look(match).match.state
    assert len(state.actors) == 1
    assert state.actors[0] >= 0
    turns = [state.format_turn((action,)) for action in state.legal()]
    BookTable(service.database).count_in(
        [BookRow.of(position_key(state), "people", BookTurn(turn, 4, (1.0, 3.0))) for turn in turns]
    )
    address = f"{BOARD}?{urlencode({'game': EXACT_LUDO, 'position': str(state)})}"
    assert "exact" in "".join(book_rows(new_browser().get(address)))
    for own in (address, f"{BOARD}?match={match}"):
        page = browser.get(own)
        assert page.status_code == 200
        assert book_rows(page) == []
        assert browser.get(own, headers={"Accept": "application/json"}).json()["book"] == []


def test_who_plays_a_rated_match_sees_no_book_of_its_position(browser: TestClient, service: Service) -> None:
    path = begin(browser, seat_1="here")
    match = path.rpartition("/")[2]
    service._matches.change(match, None, None, lambda found: replace(found, rated=True))
    send(browser, path, text="p+")
    board = f"{BOARD}?match={match}"
    assert "Played here" not in browser.get(board).text
    assert browser.get(board, headers={"Accept": "application/json"}).json()["book"] == []


def test_a_study_is_put_on_paper_with_boards_where_something_is_said(browser: TestClient) -> None:
    study, at = Study.begin("orion", LATE), 0
    for turn in ("p+", "f+", "q+", "g+"):
        study, at = study.play(at, turn)
    study, other = study.play(0, "t+")
    study = study.with_tree(study.tree.comment(2, "<b>Good.").comment(other, "Too early."))
    names = [element.split('"')[0] for element in browser.get(f"{BOARD}?game=orion").text.split('<g id="')[1:]]
    study = study.with_tree(study.tree.mark(3, [names[3], f"{names[3]}>{names[9]}"]))
    page = browser.get("/analysis/print", params={"s": to_link(study)})
    captions = [re.sub(r"<[^>]*>", "", one) for one in re.findall(r"<figcaption>(.*?)</figcaption>", page.text)]
    assert [unescape(one) for one in captions] == ["Start", "2. f+ <b>Good.", "3. q+", "4. g+", "1. t+ Too early."]
    assert "<b>Good" not in page.text
    assert page.text.count('class="mark drawn') + page.text.count("mark-") > 0
    ids = re.findall(r' id="([^"]*)"', page.text)
    assert len(ids) == len(set(ids))
    kept = browser.post(BOARD, data={"s": to_link(study), "at": "0", "do": "keep"})
    assert f"/analysis/print?s={to_link(study)}" in unescape(kept.text)


def test_the_picture_of_a_position_has_its_marks(browser: TestClient) -> None:
    names = [element.split('"')[0] for element in browser.get(f"{BOARD}?game=orion").text.split('<g id="')[1:]]
    study = Study.begin("orion")
    plain = browser.get("/analysis/board.svg", params={"s": to_link(study)}).text
    marks = study.with_tree(study.tree.mark(0, [f"{names[3]}>{names[9]}"]))
    drawn = browser.get("/analysis/board.svg", params={"s": to_link(marks)}).text
    assert ("mark-" in plain, "mark-" in drawn) == (False, True)
    assert "data-touches" not in drawn


def test_a_long_study_on_paper_is_bounded(browser: TestClient) -> None:
    study, at = Study.begin("orion"), 0
    tree = study.tree
    for number in range(300):
        tree, at = tree.add(at, ("y+", "a+")[number % 2])
        tree = tree.comment(at, "x")
    refused = browser.get("/analysis/print", params={"s": to_link(study.with_tree(tree))})
    assert refused.status_code == 400  # the third repetition has ended the game


def test_a_page_makes_each_value_once_and_the_next_one_what_is_new(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, notation = list[str](), load("orion").notation
    written, read = notation.format_position, notation.parse_position

    def counted(name: str, function: Any) -> Any:  # Any: a function of any arguments
        def call(*args: object) -> Any:  # Any: what it returns
            made.append(name)
            return function(*args)

        return call

    monkeypatch.setattr(board, "draw", counted("draw", picture.draw))
    monkeypatch.setattr(notation, "format_position", counted("write", written))
    monkeypatch.setattr(notation, "parse_position", counted("read", read))
    start = load("orion").initial().move("u+").move("a+b+")
    address = f"{BOARD}?s={to_link(Study.begin('orion', str(start)))}"
    for kept in (links.position_text, links._kept_study, board._drawn):
        kept.cache_clear()  # another test may have been here
    made.clear()
    first = browser.get(address)
    assert sorted(made) == ["draw", "read", "write"]
    made.clear()
    assert said(browser.get(address)) == said(first)
    assert made == []
    browser.get(f"{address}&draft={touches(first)[0][1]}")
    assert made == ["draw"]


def test_pages_of_analysis_go_one_at_a_time(app: Starlette) -> None:
    (lane,) = (one.kwargs["lane"] for one in app.user_middleware if "lane" in one.kwargs)
    assert lane == ["/analysis"]
    assert all(address.startswith("/analysis") for address in (BOARD, KEPT, SETUP))


@pytest.mark.parametrize(("left", "at_once"), [(200, False), (3, True)])
def test_how_many_positions_are_left_is_said_to_who_has_asked_or_where_few_are(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch, left: int, *, at_once: bool
) -> None:
    """A stranger has those of a whole network, which are no number of theirs: it fell when they became a person."""
    monkeypatch.setattr(Studies, "left", lambda self, person, origin: left)
    link, says = to_link(Study.begin("orion", LATE)), f"{left} more positions within this hour"
    asked = {"s": link, "at": "0", "do": "ask"}
    assert (says in browser.get(BOARD, params={"s": link}).text) is at_once
    assert (says in browser.post(BOARD, data=asked).text) is at_once
    begin(browser)
    assert says in browser.post(BOARD, data=asked).text


def test_a_study_has_labelled_parts_and_its_links_are_folded(browser: TestClient) -> None:
    page = browser.get(BOARD, params={"s": to_link(Study.begin("orion", LATE)), "at": "0"})
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", page.text)
    assert headings == ["What a bot thinks", "Played here", "Notes", "This study"]
    folded = extract(r'<section id="share".*?<details class="menu">(.*?)</details>', page)
    for link in ("This position as text", "Download the record", "Change the pieces of this position"):
        assert link in folded
    assert "Keep this study" not in folded


def test_the_example_of_a_record_opens_with_its_variation(browser: TestClient) -> None:
    record = extract(r"(?s)placeholder='(.*?)'", browser.get("/analysis"))
    study = study_at(str(browser.post("/analysis", data={"record": unescape(record)}).url))
    assert study.texts(study.tree.main[-1]) == ("u+", "b+")
    assert len(study.tree) == 4
    assert study.state(study.tree.main[-1]).actors == (0,)
