"""Mail: mails that the server sends, and the answers to them."""
