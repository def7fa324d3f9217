"""The floor's invariants, asked together with the event's."""
