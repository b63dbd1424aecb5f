"""`ludarium backup`, `restore` and `check`: the site's database."""

from pathlib import Path

import click

from ludarium.cli._database import site_database
from ludarium.cli.terminal.output import BadFile, print_error, progress, say
from ludarium.core.text import counted


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), help="The new file.")
def backup(file: Path) -> None:
    """Copy the site's database into a new file.

    The site may run meanwhile. LUDARIUM_DATA and LUDARIUM_DATABASE name the database,
    as they do for `serve`.
    """
    from ludarium.site.ground.backup import write_backup

    try:
        copied = write_backup(site_database(), file)
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}") from None
    say(f"{file}: {counted(copied, 'match')}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), help="A backup.")
def restore(file: Path) -> None:
    """Fill the site's database from a backup.

    The database must be empty; stop the site first. A backup of one kind of database may be restored to another.
    The environment variables LUDARIUM_DATA and LUDARIUM_DATABASE name the database, as they do for `serve`.
    """
    from ludarium.site.ground.backup import restore_backup
    from ludarium.site.settings import ServerSettings

    settings = ServerSettings.from_environment()
    settings.prepare()
    try:
        copied = restore_backup(file, settings.database)
    except OSError as error:
        raise BadFile(f"{file} cannot be read: {error.strerror}") from None
    say(f"{file}: {counted(copied, 'match')} restored")


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
