"""What can be chosen before a Grid Game begins."""

from ludarium.core.spec import Option

OPTIONS = (
    Option("players", 2, range(2, 5), "how many armies there are"),
    Option("width", 20, range(7, 41), "columns of the board"),
    Option("height", 12, range(6, 31), "rows of the board"),
    Option("spawn_interval", 3, range(1, 21), "cities send a new walker every so many turns"),
    Option("city_at", 10, range(2, 16), "the value at which a walker turns into a city"),
    Option("rocks", 0, range(61), "cells that nothing enters, placed by chance"),
    Option("turn_limit", 3000, range(10, 3001), "after so many turns the largest army wins on time"),
)
