"""The alternates page of a Day: who is called, who waits, who was skipped."""
