"""Games with published figures: a kernel each; what they share is in `boards`, `stones` and `pictures`."""
