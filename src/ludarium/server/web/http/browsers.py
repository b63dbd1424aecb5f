"""The name of a browser from its header, in words."""

_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"), ("DuckDuckGo/", "DuckDuckGo"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
)  # fmt: skip
"""What a header says, and of which browser; most name those that they imitate, too, so the first one counts."""
_SYSTEMS = (
    ("iPhone", "iOS"), ("iPad", "iOS"), ("Android", "Android"), ("CrOS", "Chrome OS"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("OpenBSD", "OpenBSD"), ("FreeBSD", "FreeBSD"), ("Linux", "Linux"),
)  # fmt: skip


def describe_browser(user_agent: str) -> str:
    """Return the browser and the system that a header names, or its first word where they are not known.

    >>> describe_browser("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox on Linux'
    >>> describe_browser("curl/8"), describe_browser("")
    ('curl', 'A browser')
    """
    both = (_BROWSERS, _SYSTEMS) if user_agent.startswith("Mozilla/") else ()
    named = [next((name for sign, name in known if sign in user_agent), "") for known in both]
    return " on ".join(filter(None, named)) or user_agent.partition("/")[0][:40] or "A browser"
