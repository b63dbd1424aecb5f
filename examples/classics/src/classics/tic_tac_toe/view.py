"""The picture: that of all games of stones."""

from classics.pictures import scene

__all__ = ["scene"]
