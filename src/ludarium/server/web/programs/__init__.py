"""The addresses for programs that are no pages, and the page of their tokens."""
