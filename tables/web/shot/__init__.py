"""The clock called on a player, large, for one table."""
