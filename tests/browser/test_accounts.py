"""Accounts in a browser: passkeys, a second device, keyboard, no scripts, and what axe finds."""

import re
import time

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import DESK, PATIENCE, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import box, press_until, start_match, status
from tests.browser.test_accessibility import violations
from tools.local_site import LocalSite

SETTINGS = "/me/account"


@pytest.fixture
def site(shared_server: LocalSite) -> str:
    """Return the address of the site by the name to which passkeys belong."""
    return f"http://localhost:{shared_server.port}"


def add_device(page: Page) -> CDPSession:
    """Give the browser a device that keeps passkeys and confirms all that is asked."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session


def choose_no_passkey(page: Page) -> None:
    """Press the button by which an administrator makes an account where no mail is sent."""
    page.get_by_text("For the administrator").click()
    page.get_by_role("button", name="Make an account without a passkey").click()


def make_account(page: Page, name: str, site: str = "") -> None:
    """Choose a name on the page where accounts begin."""
    page.goto(f"{site}/welcome")
    page.get_by_label("Name").fill(name)
    choose_no_passkey(page)
    expect(page).to_have_title("Settings · Ludarium")


def add_address(page: Page, email: str) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Add address").click()
    expect(page.get_by_label("Code")).to_be_visible()


def mailed(server: LocalSite, email: str, used: tuple[str, str] | None = None) -> tuple[str, str]:
    """Return the path and the code of the last mail to an address, from the server's log, once it is another one."""
    pattern = rf"mail to {re.escape(email)}: .*?(/sign-in/link/\S+).*?: (\w{{4}} \w{{4}})\n"
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        if (found := re.findall(pattern, server.log(), re.DOTALL)) and found[-1] != used:
            path, code = found[-1]
            return str(path), str(code)
        time.sleep(0.05)
    raise AssertionError(f"no mail to {email}")


def sign_out(page: Page) -> None:
    page.goto(re.sub(r"(://[^/]*)/.*", rf"\1{SETTINGS}", page.url))
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_a_passkey_makes_an_account_and_signs_in(visit: Visit, site: str) -> None:
    page = visit()
    add_device(page)
    make_account(page, "Passkey Pat", site)
    page.get_by_label("Name of a new passkey").fill("My laptop")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("My laptop, added")).to_be_visible()
    sign_out(page)
    page.goto(f"{site}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are Passkey Pat.")).to_be_visible()


def test_a_name_and_one_press_make_an_account_by_a_passkey(visit: Visit, site: str) -> None:
    page = visit(expecting=("status of 400",))
    add_device(page)
    page.goto(f"{site}/sign-in")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name").fill("Moderator")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(re.compile("could be taken for somebody else"))
    page.get_by_label("Name").fill("Pressed Once")
    page.get_by_role("button", name="Make an account with a passkey").click()
    expect(page.get_by_text("You are Pressed Once.")).to_be_visible()


def test_a_guest_keeps_a_finished_game_by_a_passkey(visit: Visit, site: str) -> None:
    page = visit()
    add_device(page)
    begun = page.request.post(f"{site}/games/orion/new", form={"seat-0": "here", "seat-1": "easy"})
    page.request.post(begun.url, form={"do": "resign", "seat": "0", "revision": "0"})
    page.goto(begun.url)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name").fill("Keep Mine")
    page.get_by_role("button", name="Make an account with a passkey").click()
    expect(page).to_have_url(begun.url)  # the page that has led there
    page.goto(f"{site}/me")
    expect(page.get_by_text("You are Keep Mine.")).to_be_visible()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()


def test_a_device_has_one_passkey_and_the_last_one_is_removed_after_a_warning(visit: Visit, site: str) -> None:
    page = visit()
    add_device(page)
    make_account(page, "Keyring Kay", site)
    add = page.get_by_role("button", name="Add a passkey")
    add.click()
    expect(page.get_by_text("Chrome on Linux, added")).to_be_visible()
    words, row = (box(page.locator(f"#passkeys ~ ul li{part}").first) for part in (" > span", ""))
    assert words["width"] > 0.9 * row["width"]  # its buttons stand below it
    add.click()
    expect(page.get_by_text("This device has a passkey for this account already.")).to_be_visible()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_role("heading", name="Remove your last way to sign in?")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("button", name="Remove the passkey").click()
    page.get_by_role("button", name="Remove anyway").click()
    expect(page.get_by_text("Chrome on Linux, added")).to_have_count(0)


def test_several_passkeys_belong_to_one_account_and_a_removed_one_signs_nobody_in(visit: Visit, site: str) -> None:
    page = visit(expecting=("status of 403",))
    first = add_device(page)
    make_account(page, "Two Keys", site)
    for name, device in (("first", first), ("second", None)):
        device or add_device(page)
        page.get_by_label("Name of a new passkey").fill(name)
        page.get_by_role("button", name="Add a passkey").click()
        expect(page.get_by_text(f"{name}, added")).to_be_visible()
        if device:
            device.detach()  # which takes the device away
    page.get_by_role("button", name="Remove the passkey second").click()
    expect(page.get_by_text("second, added")).to_have_count(0)
    sign_out(page)
    page.goto(f"{site}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("This passkey is not known here, or was removed")).to_be_visible()


def test_at_another_address_a_sentence_says_where_passkeys_work(visit: Visit, site: str) -> None:
    page = visit()
    page.goto("/sign-in")
    expect(page.get_by_text(f"Passkeys work at {site} alone")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()


def test_while_the_device_is_asked_the_page_says_so_and_asks_once(visit: Visit, site: str) -> None:
    page = visit(once=True)
    session = add_device(page)
    page.goto(f"{site}/welcome")
    page.get_by_label("Name").fill("Patient Pat")
    page.evaluate("""() => {
        const make = navigator.credentials.create.bind(navigator.credentials);
        const shown = document.documentElement.dataset;
        shown.asked = 0;
        navigator.credentials.create = (options) => new Promise((answer, fail) => {
            shown.asked = Number(shown.asked) + 1;
            window.confirm = () => make(options).then(answer, fail);
            window.refuse = () => fail(new DOMException("", "NotAllowedError"));
        });
    }""")
    button = page.get_by_role("button", name="Make an account with a passkey")
    waits = page.get_by_role("status").filter(has_text="Waiting for your device…")
    button.click()
    expect(waits).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-asked", "1")
    page.get_by_label("Name").press("Enter")
    expect(waits).to_be_visible()
    page.evaluate("window.refuse()")
    expect(page.get_by_role("alert")).to_contain_text("The passkey was not confirmed")
    expect(waits).to_have_count(0)
    button.click()
    expect(waits).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-asked", "2")
    page.evaluate("window.confirm()")
    page.wait_for_url(lambda url: "/welcome" not in url)
    session.detach()


def test_without_a_passkey_the_button_says_that_nothing_was_changed(visit: Visit, site: str) -> None:
    page = visit()
    device = add_device(page)
    page.goto(f"{site}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("The passkey was not confirmed")).to_be_visible()
    device.detach()


def test_an_account_s_games_are_on_a_second_device(visit: Visit, shared_server: LocalSite) -> None:
    laptop, phone = visit(), visit(PHONE)
    make_account(laptop, "Ada Two")
    add_address(laptop, "two@example.org")
    laptop.get_by_label("Code").fill(mailed(shared_server, "two@example.org")[1].lower())
    laptop.get_by_role("button", name="Sign in").click()
    expect(laptop.get_by_text("You are Ada Two.")).to_be_visible()
    laptop.goto("/")
    start_match(laptop, seat_1="here")
    laptop.get_by_role("button", name="Resign").click()
    address = laptop.url.partition("?")[0]
    phone.goto("/sign-in")
    phone.get_by_text("For the administrator").click()
    phone.get_by_label("E-mail address").fill("two@example.org")
    used = mailed(shared_server, "two@example.org")
    phone.get_by_role("button", name="Write a sign-in link to the terminal").click()
    phone.goto(mailed(shared_server, "two@example.org", used)[0])
    phone.get_by_role("button", name="Sign in as Ada Two").click()
    expect(phone.get_by_text("You are Ada Two.")).to_be_visible()
    phone.goto("/me")
    phone.locator(f"a[href$='{address.rpartition('/')[2]}']").click()
    expect(status(phone)).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375


def test_without_scripts_an_account_is_made_by_mail(visit: Visit, shared_server: LocalSite) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    make_account(page, "No Script")
    assert page.get_by_text("Passkeys need JavaScript.").is_visible()
    add_address(page, "noscript@example.org")
    page.get_by_label("Code").fill(mailed(shared_server, "noscript@example.org")[1])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("You are No Script.")).to_be_visible()


def test_by_keyboard_alone_an_account_is_made(visit: Visit, shared_server: LocalSite) -> None:
    page = visit()
    page.goto("/welcome")
    press_until(page, "Tab", page.locator("#name:focus"))
    page.keyboard.type("Key Board")
    page.keyboard.press("Enter")
    expect(page).to_have_title("Settings · Ludarium")
    press_until(page, "Tab", page.locator("#email:focus"))
    page.keyboard.type("board@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code")).to_be_visible()
    press_until(page, "Tab", page.locator("#code:focus"))
    page.keyboard.type(mailed(shared_server, "board@example.org")[1])
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are Key Board.")).to_be_visible()


@pytest.mark.parametrize(("screen", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_axe_finds_no_violations_on_the_pages_about_accounts(
    visit: Visit, site: str, screen: Settings, scheme: str
) -> None:
    page = visit({**screen, "color_scheme": scheme, "reduced_motion": "reduce"}, expecting=("status of 400",))
    add_device(page)
    found = {path: violations(page) for path in ("/sign-in", "/welcome") if page.goto(f"{site}{path}")}
    page.get_by_label("Name").fill("...")
    choose_no_passkey(page)
    found["refused"] = violations(page)
    make_account(page, f"Axe {scheme}", site)
    page.get_by_role("button", name="Add a passkey").click()
    page.locator("summary", has_text="Challenges and blocks").click()
    expect(page.get_by_label("Name of an account")).to_be_visible()
    begun = page.request.post(f"{site}/games/orion/new", form={"seat-0": "here", "seat-1": "easy"})
    page.request.post(begun.url, form={"do": "resign", "seat": "0", "revision": "0"})
    page.goto(f"{site}/me")
    expect(page.get_by_text("Find one of them")).to_be_visible()  # the finished match
    for path in ("/me", "/me/account/close", "/me/account/tokens", SETTINGS):
        page.goto(f"{site}{path}")
        found[path] = violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    page.get_by_role("button", name="Play on another device").click()
    found["device"] = violations(page)
    add_address(page, f"axe-{scheme}@example.org")
    found["code"] = violations(page)
    assert not any(found.values()), found
