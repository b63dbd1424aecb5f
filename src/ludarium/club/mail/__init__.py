"""Mail that waits to be sent, and the addresses that replies go to."""
