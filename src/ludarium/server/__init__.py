"""The interfaces of the server: they translate between a protocol and the club, and contain no rules of their own."""
