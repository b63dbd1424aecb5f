"""The front page and the pages to which the header leads: what can be played, learnt, watched, entered and written."""
