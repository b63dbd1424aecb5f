"""Pages on which matches begin: the form, challenges, invitations."""
