"""The check-in line, and those who did not come."""
