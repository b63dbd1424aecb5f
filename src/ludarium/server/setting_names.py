"""The names of all settings of a site, by which a misspelt one is noticed."""

from collections.abc import Iterable
from difflib import get_close_matches

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

_PREFIX = "LUDARIUM_"
_NEAR = 0.8
"""How alike a misspelt name is at least, as `difflib` measures it."""
NAMES = frozenset(
    """
    ADDRESS BOT_WORKERS CACHE CONTACT DATA DATABASE GUESTS HOSTS IMAP IMAP_PASSWORD_FILE IMAP_TLS
    IMAP_USER LADDER LARGEST_REQUEST LOG MAIL_ADDRESS MAIL_CA_FILE MAIL_FROM METRICS_PORT MODULES PLAYERS
    PROCESSES PROGRAM_MEMORY PROGRAM_PROCESSES PROXIES QUOTA_ACCOUNTS QUOTA_ANALYSES QUOTA_BEGUN
    QUOTA_GUESTS QUOTA_LIVE QUOTA_MAILS QUOTA_NAMES QUOTA_POSITIONS QUOTA_RUNNING QUOTA_SEARCHES QUOTA_TALK QUOTA_TRIALS
    QUOTA_UPLOADS REGISTRATION SEARCH_MEMORY SMTP SMTP_PASSWORD_FILE SMTP_TLS SMTP_USER SOURCE
    TABLES URL VACATION_DAYS WEBHOOK WEBHOOK_PRIVATE WEBHOOK_SECRET_FILE
    """.split()  # noqa: SIM905  words in lines, rather than a page of quotes
)
"""The names without `LUDARIUM_`."""


def check_names(variables: Iterable[str]) -> None:
    """Raise `ParseError` for a variable that looks like a misspelt setting; others may be of another program."""
    for variable in variables:
        name = variable.removeprefix(_PREFIX)
        if variable.startswith(_PREFIX) and name not in NAMES and (near := get_close_matches(name, NAMES, 1, _NEAR)):
            raise ParseError(f"{shorten(variable)} is no setting of the site; did you mean {_PREFIX}{near[0]}?")
