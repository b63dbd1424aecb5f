"""The web site: it turns requests into questions to the service, and answers into pages."""
