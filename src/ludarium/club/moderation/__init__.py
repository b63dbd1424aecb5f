"""The order of a site: reports, what moderators decide, and what the site notices by itself."""
