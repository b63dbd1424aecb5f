"""`ludarium export`: the positions of a table as rows, for other programs."""

from io import BytesIO
from pathlib import Path

import click

from ludarium.cli._options import FILE
from ludarium.cli.terminal.output import BadFile, open_folder, progress, say, write_file

_ENDINGS = (".parquet", ".csv")


@click.command()
@click.argument("table", type=FILE, help="A .table file that solve has written.")
@click.argument("out", type=FILE, help="The .parquet or .csv file to write.")
def export(table: Path, out: Path) -> None:
    """Write the positions of a small table of exact values as rows.

    A row has the position in the game's notation, who must choose or roll, what the first seat can expect, the proved
    bounds of this value, and the best action.
    """
    from ludarium.analysis.rows import exact_rows

    if out.suffix not in _ENDINGS:
        raise BadFile(f"{out} should end in {' or '.join(_ENDINGS)}")
    if out.exists():
        raise BadFile(f"{out} exists already; name another file")
    open_folder(out.parent)
    with progress() as bar:
        task = bar.add_task("positions", total=None)
        rows = exact_rows(table, lambda done, of: bar.update(task, completed=done, total=of))
    file = BytesIO()
    if out.suffix == ".csv":
        import polars as pl

        rows.with_columns(pl.col("best").list.eval(pl.element().fill_null("-")).list.join(" | ")).write_csv(file)
    else:
        rows.write_parquet(file)
    write_file(out, file.getvalue())
    say(f"{out}: {len(rows):,} rows")
