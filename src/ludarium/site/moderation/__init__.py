"""Order among people: reports, decisions, rights and what is noticed."""
