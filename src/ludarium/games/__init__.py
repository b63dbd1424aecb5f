"""The games, a folder each; nothing here lists them."""
