"""Challenge ladders, on which people challenge others for their places."""
