"""`python -m ludarium` is the command `ludarium`."""

from ludarium.cli.main import app

app()
