"""The post: letters that the server sends, and what answers to them."""
