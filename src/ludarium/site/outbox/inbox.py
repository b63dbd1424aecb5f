"""The inbox of the site: mails that came in, and commands that wait until a mail confirms them."""
