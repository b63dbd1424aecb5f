"""How fast whole parts are; each measurement asserts the answer that it times."""
