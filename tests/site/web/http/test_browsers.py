"""The names of browsers, held to the tables that many people keep."""

import pytest
from ua_parser import parse

from ludarium.site.web.http.origin import describe_browser

_LIKE = "(KHTML, like Gecko)"
_BLINK = f"AppleWebKit/537.36 {_LIKE} Chrome/140.0.0.0 Safari/537.36"
_MAC, _PHONE = "(Macintosh; Intel Mac OS X 10_15_7)", "(iPhone; CPU iPhone OS 18_0 like Mac OS X)"
_ANDROID = "(Linux; Android 14; SM-S901B)"
SEEN = {
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_BLINK}": "Chrome on Windows",
    f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {_BLINK}": "Chrome on Chrome OS",
    f"Mozilla/5.0 (Windows NT 10.0) {_BLINK} Edg/140.0.0.0": "Edge on Windows",
    f"Mozilla/5.0 (X11; Linux x86_64) {_BLINK} OPR/125.0.0.0": "Opera on Linux",
    f"Mozilla/5.0 {_MAC} AppleWebKit/605.1.15 {_LIKE} Version/18.0 Safari/605.1.15": "Safari on macOS",
    f"Mozilla/5.0 {_PHONE} AppleWebKit/605.1.15 {_LIKE} Version/18.0 Mobile/15E148 Safari/604.1": "Safari on iOS",
    f"Mozilla/5.0 {_PHONE} AppleWebKit/605.1.15 {_LIKE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1": "Chrome on iOS",
    f"Mozilla/5.0 {_PHONE} AppleWebKit/605.1.15 {_LIKE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15": "Firefox on iOS",
    f"Mozilla/5.0 {_ANDROID} AppleWebKit/537.36 {_LIKE} Chrome/140.0.0.0 Mobile Safari/537.36": "Chrome on Android",
    f"Mozilla/5.0 {_ANDROID} AppleWebKit/537.36 {_LIKE} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36": (
        "Samsung Internet on Android"
    ),
    "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Firefox on Android",
    f"Mozilla/5.0 {_MAC[:-1]}; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on macOS",
    "Mozilla/5.0 (X11; FreeBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on FreeBSD",
    "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
}  # fmt: skip


@pytest.mark.parametrize("header", SEEN)
def test_a_browser_is_named_as_in_the_tables_of_ua_parser(header: str) -> None:
    assert describe_browser(header) == SEEN[header]
    read = parse(header)
    assert read.user_agent is not None
    assert describe_browser(header).partition(" on ")[0] in read.user_agent.family


@pytest.mark.parametrize(
    ("header", "name"),
    [("", "A browser"), ("/", "A browser"), ("curl/8.5", "curl"), ("Mozilla/5.0", "Mozilla"), ("x" * 900, "x" * 40)],
)
def test_what_is_not_known_is_named_by_its_first_word(header: str, name: str) -> None:
    assert describe_browser(header) == name
