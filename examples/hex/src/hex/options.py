"""What can be chosen before a game of Hex begins."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("size", 11, range(3, 20), "how many rows the board has, and how many cells each row"),
    Option("swap", "on", ("on", "off"), "whether O may swap in reply to the first stone"),
)
