"""The options of Throngs."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("board", 63, (63, 87, 93, 153), "Number of spaces on which stones may stand", "spaces"),
    Option(
        "setup",
        "standard",
        ("standard", "pie"),
        "First stones: given, or placed by one player and chosen by the other",
        words=("first stones are given", "one places the first stones, the other chooses"),
    ),
    Option(
        "rules",
        "program",
        ("program", "page"),
        "End by points: when who moves next has reached the goal (program), or after a turn when either has (page)",
        words=("ends when who moves next has reached the goal", "ends after a turn when either has reached the goal"),
    ),
    Option("turn_limit", 500, range(10, 2001), "Turns after which the player with more points wins"),
)
