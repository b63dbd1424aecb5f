"""The ground of the site: the database, its tables, and how rows are read and written."""
