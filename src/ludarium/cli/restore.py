"""`ludarium restore`: fill the site's database from a backup."""

from pathlib import Path

import click

from ludarium.cli.terminal.output import BadFile, say
from ludarium.core.text import counted


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
