"""Chip counts of a Day: leaders, sums, what is not counted yet, and typing them in."""
