"""Drawers of clerks, the event's sheet of money, and the director's counters."""
