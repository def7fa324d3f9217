"""Hand for hand, and the last hands of a Day."""
