"""What can be chosen before a game of Throngs begins."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("board", 63, (63, 87, 93, 153), "how many sites the board has"),
    Option("setup", "standard", ("standard", "pie"), "whether the first stones are given, or placed and then chosen"),
    Option("rules", "program", ("program", "page"), "whether the game ends as in its program or as on its page"),
    Option("turn_limit", 500, range(10, 2001), "the higher score wins after so many turns"),
)
