"""The web site: it translates requests into calls of the service, and results into pages."""
