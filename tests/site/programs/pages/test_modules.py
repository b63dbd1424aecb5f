"""WebAssembly programs of the workshop: uploaded by accounts within limits, tried in another process, published."""

import re
from base64 import b64encode
from collections.abc import Callable
from gzip import compress
from hashlib import sha256
from pathlib import Path
from time import time
from zipfile import ZipFile

import pytest
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

pytest.importorskip("wasmtime")

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.site.ground.backup import restore_backup, write_backup
from ludarium.site.ground.tables import modules as table
from ludarium.site.ground.values import Person
from ludarium.site.programs import modules
from ludarium.site.quotas import Quota, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.trial_worker import TrialWorker
from tests.players.hostile_modules import FIRST, HOSTILE, program
from tests.site.conftest import NewBrowser, begin, extract, said
from tests.site.programs.pages.conftest import NewProgram, tell
from tests.site.programs.pages.test_workshop import NAME, OUTCOME, PAGE, SHORT, Bench, until_over
from tests.site.trials_here import Here
from tests.site.web.signing_in import url

__all__ = ["url"]
UPLOAD = f"{PAGE}/modules"
MEGABYTE = 1 << 20


@pytest.fixture
def author(service: Service, store: Store) -> Person:
    """Return an account."""
    guest = service.people.rename(service.people.create_guest(), "Uma")
    store.accounts.set_email(guest.id, "uma@example.org", "uma", 1.0)
    found = service.people.load(guest.id)
    assert found
    return found


@pytest.fixture
def bench(browser: TestClient, service: Service, store: Store, author: Person) -> Bench:
    """Return the browser of the author, and the worker that plays the trials."""
    browser.cookies.set("session", service.people.begin_session(author, ""))
    return Bench(browser, TrialWorker(service, store.trials, process=Here(options=SHORT)))


def upload(
    browser: TestClient, content: bytes, *, name: str = "First", bot: str = "", file: str = "bot.wasm"
) -> Response:
    """Send the form with a file."""
    sent = {"name": name, "bot": bot}
    return browser.post(UPLOAD, data=sent, files={"module": (file, content)}, follow_redirects=False)


def stored(store: Store) -> dict[str, int]:
    """Return the sizes of the stored programs by their digests."""
    with store.database.connect() as connection:
        return {row.digest: row.size for row in connection.execute(select(table.c.digest, table.c.size))}


def bot_of(answer: Response) -> str:
    assert answer.status_code == 303, said(answer)
    return answer.headers["location"].partition("bot=")[2].partition("&")[0]


def test_a_program_is_uploaded_tried_tested_published_and_played(
    bench: Bench, new_browser: NewBrowser, service: Service, store: Store
) -> None:
    assert 'type="file"' in bench.browser.get(PAGE).text
    bot = bot_of(upload(bench.browser, FIRST))
    assert stored(store) == {sha256(FIRST).hexdigest(): len(FIRST)}
    assert "is a WebAssembly program of" in bench.browser.get(f"{PAGE}?bot={bot}").text
    tried = {"do": "try", "bot": bot, "version": "1", "opponent": "easy", "seat": "1"}
    page = bench.browser.get(bench.done(bench.browser.post(PAGE, data=tried, follow_redirects=False)))
    assert re.search(OUTCOME, page.text)
    assert "units of fuel at most" in page.text
    assert "passed its test" in bench.browser.get(bench.done(bench.send("test", bot=bot, version="1"))).text
    assert bench.send("publish", bot=bot, version="1").status_code == 303
    spec = f"script {bot}/1 First"
    begun = begin(new_browser(), NAME, seat_0=spec, seat_1="easy", option_turn_limit="10")
    view = until_over(service, store, begun)
    assert not view.match.ending.startswith("forfeit")


def test_versions_are_compared_and_kept_once(bench: Bench, store: Store) -> None:
    bot = bot_of(upload(bench.browser, FIRST))
    assert upload(bench.browser, FIRST, name="", bot=bot).headers["location"].endswith("version=1")
    other = program("(call $greet) (call $proc_exit (i32.const 3))")
    assert upload(bench.browser, other, name="", bot=bot).headers["location"].endswith("version=2")
    bot_of(upload(bench.browser, FIRST, name="Again"))
    assert len(stored(store)) == 2
    place = bench.done(bench.send("compare", bot=bot, version="1", other="2", matches="2"))
    assert "won 2, drew 0 and lost 0 of 2 matches against version 2" in bench.browser.get(place).text


@pytest.mark.parametrize("name", ["imports fork", "no memory", "a million locals", "recursion", "divides by zero"])
def test_a_bad_program_does_not_pass_its_test_and_is_named(bench: Bench, name: str) -> None:
    content, cause = HOSTILE[name]
    bot = bot_of(upload(bench.browser, content))
    page = bench.browser.get(bench.done(bench.send("test", bot=bot, version="1"))).text
    assert "has not passed its test" in page
    assert any(part.replace("'", "&#39;") in page for part in cause.split("|"))
    assert bench.send("publish", bot=bot, version="1").status_code == 400


def zipped(tmp_path: Path) -> bytes:
    with ZipFile(tmp_path / "bomb.zip", "w") as file:
        file.writestr("bot.wasm", bytes(50 * MEGABYTE), 8)
    return (tmp_path / "bomb.zip").read_bytes()


WRONG: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "nothing": (lambda _: b"", "There is no file: expected a WebAssembly program"),
    "a script": (lambda _: b"api.play(api.legal()[0])", "This file is not a WebAssembly program"),
    "text that begins like one": (lambda _: b"\0asn\1\0\0\0", "This file is not a WebAssembly program"),
    "a program for this machine": (lambda _: b"\x7fELF" + bytes(1000), "This file is not a WebAssembly program"),
    "a zip bomb": (zipped, "This file is not a WebAssembly program"),
    "a gzip bomb": (lambda _: compress(bytes(50 * MEGABYTE)), "This file is not a WebAssembly program"),
    "4 MiB and a byte": (
        lambda _: b"\0asm\1\0\0\0" + bytes(4 * MEGABYTE - 7),
        "This file is too large: expected at most",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_files_that_are_no_programs_are_refused_and_not_stored(
    bench: Bench, store: Store, tmp_path: Path, name: str
) -> None:
    make, cause = WRONG[name]
    answer = upload(bench.browser, make(tmp_path))
    assert answer.status_code == 400
    assert said(answer)[0].startswith(cause)
    assert not stored(store)


def test_bodies_beyond_the_limit_are_not_read(bench: Bench, store: Store) -> None:
    answer = upload(bench.browser, b"\0asm" + bytes(7 * MEGABYTE))
    assert answer.status_code == 413
    assert bench.browser.post(PAGE, data={"do": "save", "source": "x" * 200_000}).status_code == 413
    assert not stored(store)


@pytest.mark.parametrize("name", ["", " ", "a" * 100, "x\u202ey"])
def test_names_that_are_refused_for_scripts_are_refused_for_programs(bench: Bench, store: Store, name: str) -> None:
    plain = bench.send("save", name=name)
    answer = upload(bench.browser, FIRST, name=name)
    assert answer.status_code == plain.status_code
    assert said(answer) == said(plain)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
# Starlette lets the collector close the file of a form that is cut off
def test_multipart_tricks_are_refused(bench: Bench, store: Store) -> None:
    two = [("module", ("a.wasm", FIRST)), ("module", ("b.wasm", FIRST))]
    assert bench.browser.post(UPLOAD, data={"name": "Two"}, files=two).status_code == 400
    many = {f"field-{number}": "x" for number in range(50)}
    assert bench.browser.post(UPLOAD, data=many, files={"module": ("a", FIRST)}).status_code == 400
    assert bench.browser.post(UPLOAD, data={"name": "Text", "module": "\0asm"}).status_code == 415
    assert bench.browser.post(UPLOAD, content=FIRST, headers={"Content-Type": "application/wasm"}).status_code == 415
    for broken in (
        b"--x\r\n",
        b'--x\r\nContent-Disposition: form-data; name="module"; filename="a"\r\n\r\n',
        b"\xff" * 99,
    ):
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        assert bench.browser.post(UPLOAD, content=broken, headers=kind).status_code == 400
    assert bench.browser.post(UPLOAD, content=b"x", headers={"Content-Type": "multipart/form-data"}).status_code == 400
    text = bench.browser.post(UPLOAD, data={"name": "Text"}, files={"module": (None, FIRST), "name": ("n.wasm", FIRST)})
    assert text.status_code == 400
    assert not stored(store)
    place = upload(bench.browser, FIRST, file='../../x";\r\nSet-Cookie: a=b')
    sent = bench.browser.get(f"{UPLOAD}/{bot_of(place)}/1")
    assert sent.headers["content-disposition"] == 'attachment; filename="orion-1.wasm"'
    assert (sent.content, sent.headers["content-type"]) == (FIRST, "application/wasm")
    assert sent.headers["x-content-type-options"] == "nosniff"


def test_guests_and_strangers_upload_nothing_and_their_body_is_not_read(new_browser: NewBrowser, store: Store) -> None:
    guest = new_browser()
    guest.post(PAGE, data={"do": "try", "source": "api.play(api.legal()[0])", "opponent": "easy"})
    for browser in (guest, new_browser()):
        for content in (FIRST, bytes(7 * MEGABYTE)):
            answer = upload(browser, content)
            assert answer.status_code == 403
            assert said(answer) == ["Guests may try scripts, and accounts keep them: make an account to save this one."]
    assert not stored(store)
    assert 'type="file"' not in guest.get(PAGE).text


def test_others_download_a_program_only_if_its_author_shows_it(
    bench: Bench, new_browser: NewBrowser, new_program: NewProgram, service: Service, ann: Person
) -> None:
    bot, other = bot_of(upload(bench.browser, FIRST)), new_browser()
    place = f"{UPLOAD}/{bot}/1"
    assert bench.browser.get(place).content == FIRST
    strangers = (other, new_program(ann, ["read"]))
    assert [each.get(place).status_code for each in strangers] == [404, 404]
    bench.done(bench.send("test", bot=bot, version="1"))
    bench.send("publish", bot=bot, version="1")
    assert [each.get(place).status_code for each in strangers] == [404, 404]
    assert sha256(FIRST).hexdigest() not in other.get(f"{PAGE}?bot={bot}").text
    bench.send("show", bot=bot, shown="yes")
    assert [each.get(place).content for each in strangers] == [FIRST, FIRST]
    assert upload(other, FIRST, name="", bot=bot).status_code == 403
    tried = {"do": "try", "bot": bot, "version": "1", "opponent": "easy", "seat": "1"}
    assert other.post(PAGE, data=tried).status_code == 403
    store_account = new_program(ann, ["play"])
    assert store_account.get(f"{UPLOAD}/{bot}/77").status_code == 404
    assert store_account.get(f"{UPLOAD}/{bot}/x").status_code == 404
    bench.send("show", bot=bot)
    assert other.get(place).status_code == 404


def of_both_kinds(bench: Bench) -> str:
    """Save a script, and a program as the next version; return the id of the bot."""
    bot = bot_of(bench.send("save", name="Both"))
    assert upload(bench.browser, FIRST, name="", bot=bot).headers["location"].endswith("version=2")
    return bot


@pytest.mark.parametrize(
    "wrong", [{"do": "try", "seat": "7"}, {"do": "save", "name": "x" * 100}, {"do": "save", "source": ""}]
)
def test_a_refused_form_keeps_the_code_although_the_last_version_is_a_program(
    bench: Bench, wrong: dict[str, str]
) -> None:
    bot = of_both_kinds(bench)
    form = bench.browser.get(f"{PAGE}?bot={bot}&version=1")
    number = extract(r'class="editor">.*?name="version" value="(\d)"', form)
    refused = bench.send(**{"bot": bot, "version": number, "source": "edited"} | wrong)
    assert refused.status_code == 400
    assert extract(r"<textarea[^>]*>\n(.*?)</textarea>", refused) == wrong.get("source", "edited")
    assert "by you, version 1<" in refused.text


def test_code_that_is_sent_is_tried_although_a_version_is_named(bench: Bench) -> None:
    bot = of_both_kinds(bench)
    page = bench.browser.get(bench.done(bench.send("try", bot=bot, version="2", source="nothing.at();")))
    assert "Line 1, turn 1." in page.text
    assert said(bench.send("try", bot=bot, version="2", source=""))[0].startswith("There is no code")


def test_who_shows_a_program_keeps_what_is_said_of_copies(bench: Bench, new_browser: NewBrowser, store: Store) -> None:
    bot, other = of_both_kinds(bench), new_browser()
    bench.send("show", bot=bot, shown="yes", **{"may-copy": "yes"})
    form = extract(r"(<form(?:(?!</form>).)*Others may download it.*?</form>)", bench.browser.get(f"{PAGE}?bot={bot}"))
    kept = dict(re.findall(r'name="([a-z-]+)" value="([^"]*)"', form))
    bench.browser.post(PAGE, data={**kept, "do": "show"})
    found = store.workshop.load(bot)
    assert found
    assert (found.shown, found.may_copy) == (True, True)
    theirs = other.get(f"{PAGE}?bot={bot}&version=2").text
    assert "Its author alone can try it here" in theirs
    assert 'value="try"' not in theirs
    assert "Press “Try”" not in theirs
    assert "Press “Try”" in other.get(f"{PAGE}?bot={bot}&version=1").text


def test_the_bot_of_another_person_gets_no_version(
    bench: Bench, new_program: NewProgram, store: Store, service: Service, ann: Person
) -> None:
    bot = bot_of(upload(bench.browser, FIRST))
    bench.send("show", bot=bot, shown="yes")
    store.accounts.set_email(ann.id, "ann2@example.org", "ann2", 1.0)
    sent = {"module": b64encode(FIRST).decode(), "bot": bot}
    refused = tell(new_program(ann, ["play"]).post(UPLOAD, json=sent), 403)
    assert refused["error"].startswith("This bot is somebody else")
    assert len(store.workshop_versions.of_bot(bot)) == 1


def test_a_program_uploads_by_json_and_by_a_form(
    new_program: NewProgram, store: Store, service: Service, ann: Person
) -> None:
    store.accounts.set_email(ann.id, "ann@example.org", "ann", 1.0)
    client = new_program(ann, ["play"])
    done = tell(client.post(UPLOAD, json={"module": b64encode(FIRST).decode(), "name": "First"}))
    assert done["location"].endswith("version=1")
    assert tell(client.get(done["location"]))["module"] == sha256(FIRST).hexdigest()
    again = tell(client.post(UPLOAD, data={"name": "Second"}, files={"module": ("x", FIRST)}))
    assert again["location"] != done["location"]
    for sent in (
        {"module": "no base64!", "name": "x"},
        {"name": "x"},
        {"module": 7},
        ["x"],
        {"module": "", "name": "x"},
    ):
        assert tell(client.post(UPLOAD, json=sent), 400)["kind"] in ("unreadable", "invalid")
    assert new_program(ann, ["read"]).post(UPLOAD, json={"module": ""}).status_code == 403
    assert client.post("/games/chess/workshop/modules", json={"module": ""}).status_code == 404


def test_a_person_has_a_limit_of_programs_and_of_bytes(
    service: Service, store: Store, author: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("ludo")
    monkeypatch.setattr(modules, "MOST", 2)
    bot = service.workshop.upload(author, game, FIRST, name="First").bot_id
    service.workshop.upload(author, game, FIRST + b"\0\2\1x", bot_id=bot)
    with pytest.raises(ParseError, match="you have 2 WebAssembly programs: delete a bot"):
        service.workshop.upload(author, game, FIRST + b"\0\2\1y", bot_id=bot)
    service.workshop.upload(author, game, FIRST, name="Stored already")
    monkeypatch.setattr(modules, "MOST", 9)
    monkeypatch.setattr(modules, "MOST_BYTES", 3 * len(FIRST))
    with pytest.raises(ParseError, match=r"expected at most [\d,]+ \(0 MiB\)"):
        service.workshop.upload(author, game, FIRST + b"\0\2\1y", bot_id=bot)
    assert len(stored(store)) == 2


def test_the_site_has_a_limit_of_bytes_and_its_administrators_see_what_is_stored(
    service: Service, store: Store, author: Person
) -> None:
    game, more = load("ludo"), FIRST + b"\0\2\1x"
    service.workshop.most_module_bytes = 2 * len(FIRST)
    bot = service.workshop.upload(author, game, FIRST, name="First").bot_id
    with pytest.raises(ParseError, match="this site stores at most 0 MiB of WebAssembly programs, and they are full"):
        service.workshop.upload(author, game, more, bot_id=bot)
    service.workshop.upload(author, game, FIRST, name="Stored already")
    assert service.workshop.module_bytes() == len(FIRST)
    service.workshop.most_module_bytes += 10
    service.workshop.upload(author, game, more, bot_id=bot)


def test_a_person_uploads_a_limited_number_of_programs_within_an_hour(
    bench: Bench, service: Service, store: Store, author: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.quotas, "_quotas", Quotas(uploads=Quota(2, 0)))
    for name in ("One", "Two"):
        service.workshop.remove(author, bot_of(upload(bench.browser, FIRST, name=name)))
    refused = upload(bench.browser, FIRST, name="Three")
    assert refused.status_code == 429
    assert said(refused)[0].startswith("You have uploaded 2 programs within an hour: try again later")
    assert not stored(store)
    monkeypatch.setattr(service.quotas, "_now", lambda: time() + 3601)
    assert bot_of(upload(bench.browser, FIRST, name="Three"))


def test_programs_that_no_version_names_are_deleted(service: Service, store: Store, author: Person) -> None:
    game, other = load("ludo"), FIRST + b"\0\2\1x"
    one = service.workshop.upload(author, game, FIRST, name="One").bot_id
    two = service.workshop.upload(author, game, FIRST, name="Two").bot_id
    service.workshop.upload(author, game, other, bot_id=two)
    service.workshop.remove(author, two)
    assert [*stored(store)] == [sha256(FIRST).hexdigest()]
    service.workshop.remove(author, one)
    assert not stored(store)


def test_a_backup_has_the_programs(service: Service, url: str, author: Person, tmp_path: Path) -> None:
    bot = service.workshop.upload(author, load("ludo"), FIRST, name="One").bot_id
    write_backup(url, tmp_path / "backup.sqlite")
    restored = f"sqlite:///{tmp_path / 'again.sqlite'}"
    restore_backup(tmp_path / "backup.sqlite", restored)
    again = Store(restored)
    version = again.workshop_versions.load((bot, 1))
    assert version
    assert again.modules.content(version.module or "") == FIRST
    again.close()
