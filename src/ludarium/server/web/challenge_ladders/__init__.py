"""Challenge ladders, as pages."""
