"""The name of a browser from its header, in words."""

from functools import lru_cache

from ua_parser import parse

_PLAIN = {"Mac OS X": "macOS", "Mobile Safari": "Safari", "Chrome Mobile": "Chrome", "Firefox Mobile": "Firefox"}


@lru_cache(maxsize=1000)
def describe_browser(user_agent: str) -> str:
    """Return the browser and the system that a header names, or its beginning where they are not known.

    >>> describe_browser("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox on Linux'
    >>> describe_browser("curl/8"), describe_browser("")
    ('curl', 'A browser')
    """
    found = parse(user_agent)
    named = [part.family for part in (found.user_agent, found.os) if part is not None]
    if not named:
        return user_agent[:40] or "A browser"
    return " on ".join(_PLAIN.get(name, name) for name in named)
