"""The command `ludarium`: a module for each command, or for those of one subject; `main.py` lists them."""
