"""`ludarium bot`: a player that lives on a site."""
