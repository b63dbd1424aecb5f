"""Reading a game's rules page."""

from ludarium.core.kit import Kit


def rows(kit: Kit, first: str) -> list[list[str]]:
    """The rows of the table whose heading begins like this, as texts without marks of code."""
    page = kit.readme
    table = page[page.index(first) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.strip("|").split("|")] for row in table]
