"""The doors of the site: they translate between a protocol and the club, and decide nothing."""
