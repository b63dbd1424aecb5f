"""The options of Connect Four; the stones of a seat are the bits of one number, which has room for 8 columns of 8."""

from ludarium.authoring import Option

OPTIONS = (
    Option("columns", 7, range(4, 9), "Columns of the board"),
    Option("rows", 6, range(4, 9), "Cells of each column"),
)
