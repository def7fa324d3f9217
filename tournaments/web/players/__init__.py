"""Players of the house: found, added, changed."""
