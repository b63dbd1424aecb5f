"""What every page needs of HTTP: requests that are checked, responses that are delivered."""
