"""The names of all settings of a site, by which a misspelt one is noticed."""

from collections.abc import Iterable

from ludarium.core.errors import ParseError
from ludarium.core.text import nearest, shorten

_PREFIX = "LUDARIUM_"
NAMES = frozenset(
    """
    ADDRESS BOT_WORKERS CACHE CONTACT DATA DATABASE GUESTS HOSTS IMAP IMAP_PASSWORD_FILE IMAP_TLS
    IMAP_USER LADDER LARGEST_REQUEST LOG MAIL_ADDRESS MAIL_CA_FILE MAIL_FROM METRICS_PORT MODULES PLAYERS
    PROCESSES PROGRAM_MEMORY PROGRAM_PROCESSES PROXIES QUOTA_ACCOUNTS QUOTA_ANALYSES QUOTA_BEGUN
    QUOTA_GUESTS QUOTA_LIVE QUOTA_MAILS QUOTA_RUNNING QUOTA_SEARCHES QUOTA_TALK QUOTA_TRIALS
    QUOTA_UPLOADS REGISTRATION SEARCH_MEMORY SMTP SMTP_PASSWORD_FILE SMTP_TLS SMTP_USER SOURCE
    TABLES THINKERS URL VACATION_DAYS WEBHOOK WEBHOOK_PRIVATE WEBHOOK_SECRET_FILE
    """.split()  # noqa: SIM905  words in lines, rather than a page of quotes
)
"""The names without `LUDARIUM_`, those of earlier versions that are still read included."""
_OF_TESTS = "NEED_"


def check_names(variables: Iterable[str]) -> None:
    """Raise `ParseError` for a variable that looks like a setting and is none, such as one that is misspelt."""
    for variable in variables:
        name = variable.removeprefix(_PREFIX)
        if name not in NAMES and variable.startswith(_PREFIX) and not name.startswith(_OF_TESTS):
            near = nearest(name, NAMES).replace("did you mean ", f"did you mean {_PREFIX}")
            raise ParseError(f"{shorten(variable)} is no setting of the site{near}")
