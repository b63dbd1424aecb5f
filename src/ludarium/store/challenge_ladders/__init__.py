"""Challenge ladders of people: places, challenges and logs."""
