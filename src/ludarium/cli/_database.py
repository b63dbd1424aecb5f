"""The site's database, for commands that work on an existing one."""

import sys


def site_database() -> str:
    """Return the URL of the site's database; a person at a terminal reads where it is.

    Raises `NoDatabase` if there is none, so that a mistaken setting creates none.
    """
    from ludarium.site.ground.engine import require_database
    from ludarium.site.ground.location import database_url

    url = database_url()
    name = require_database(url)
    if sys.stderr.isatty():
        from ludarium.cli.terminal.output import print_error  # here, since commands without output need not load it

        print_error(f"The database is {name}")
    return url
