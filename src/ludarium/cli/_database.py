"""The site's database, for commands that work on an existing one."""

import sys

from ludarium.core.extras import extra


def site_database(*, migrated: bool = False) -> str:
    """Return the URL of the site's database; a person at a terminal reads where it is.

    One that is known to be `migrated` is not asked, unless it is a file.

    Raises `NoDatabase` if there is none, so that a mistaken setting creates none.
    """
    with extra("server", "the site's database"):
        from ludarium.club.location import database_url
        from ludarium.store.engine import require_database

    url = database_url()
    name = require_database(url, migrated=migrated)
    if sys.stderr.isatty():
        from ludarium.cli.terminal.output import print_error  # here, since an MTA starts a command for every mail

        print_error(f"The database is {name}")
    return url
