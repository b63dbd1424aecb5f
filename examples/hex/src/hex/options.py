"""The options of Hex."""

from ludarium.authoring import Option

OPTIONS = (
    Option("size", 11, range(3, 20), "Rows of the board, and cells in each row"),
    Option("swap", "on", ("on", "off"), "Swap in reply to the first stone"),
)
