"""Pages of moderation: the rules of the site, reports, decisions about oneself, and the pages of moderators."""
