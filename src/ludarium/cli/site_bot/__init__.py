"""`ludarium bot`: a player that plays on a site."""
