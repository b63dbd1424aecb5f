"""The command `ludarium`: a module for each command; `main.py` lists them."""
