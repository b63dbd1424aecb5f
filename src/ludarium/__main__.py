"""Run the command `ludarium` as `python -m ludarium`."""

from ludarium.cli.main import app

app(prog_name="ludarium")
