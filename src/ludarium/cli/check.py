"""`ludarium check`: check the site's database."""

import click

from ludarium.cli._database import site_database
from ludarium.cli.terminal.output import print_error, progress, say
from ludarium.core.text import counted


@click.command()
def check() -> None:
    """Check the site's database, and replay every match.

    The exit code is 1 if anything is damaged. LUDARIUM_DATA and LUDARIUM_DATABASE name the database,
    as they do for `serve`. What a game must obey is checked by `ludarium laws GAME`.
    """
    from ludarium.site.check import check_database

    database, total = site_database(), 0
    with progress() as bar:
        task = bar.add_task("checking")

        def show(checked: int, count: int) -> None:
            nonlocal total
            total = count
            bar.update(task, completed=checked, total=count)

        faults = check_database(database, show)
    for match_id, cause in faults:
        print_error(f"match {match_id}: {cause}" if match_id else cause)
    if faults:
        raise click.exceptions.Exit(1)
    say(f"{counted(total, 'match')}: all correct")
