"""Pages of the order of the site: its rules, reports, decisions about oneself, and the desk of moderators."""
