"""The clock page: all that staff can do to a Day's clock and registration, beyond the strip's buttons."""
