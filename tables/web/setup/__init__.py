"""Setting up: all events, a new one, and an event's settings, Days, options, structures and tables."""
