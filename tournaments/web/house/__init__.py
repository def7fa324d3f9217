"""The house's settings, its staff, and everybody's own password."""
