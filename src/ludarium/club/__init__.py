"""What can be asked of the site, whichever door it comes through; it knows no door."""
