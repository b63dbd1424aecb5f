"""Matches begin: challenges, appointments, rematches, the form and invitations."""
