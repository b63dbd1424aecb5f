"""The options of Grid Game."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("players", 2, range(2, 5), "Number of armies"),
    Option("width", 20, range(7, 41), "Columns of the board"),
    Option("height", 12, range(6, 31), "Rows of the board"),
    Option("spawn_interval", 3, range(1, 21), "Turns from one new walker of a city to the next"),
    Option("city_at", 10, range(2, 16), "Value at which a walker becomes a city"),
    Option("rocks", 0, range(61), "Cells that no piece can enter, placed by chance"),
    Option("turn_limit", 3000, range(10, 3001), "Turns after which the largest army wins on time"),
)
