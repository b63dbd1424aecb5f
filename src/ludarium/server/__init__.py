"""The house over a network: `service` says what can be asked, and doors such as `http` translate."""
