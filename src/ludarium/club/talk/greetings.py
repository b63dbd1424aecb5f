"""The greetings, in a module of their own: a terminal needs no more of the talk."""

from collections.abc import Mapping

GREETINGS: Mapping[str, str] = {
    "hello": "Hello",
    "luck": "Good luck",
    "move": "Good move",
    "played": "Well played",
    "thanks": "Thank you",
    "bye": "Goodbye",
}
"""The greetings, which one press sends and every reader sees with the same picture, by their words."""
