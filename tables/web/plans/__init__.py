"""Plans on the floor: balance, breaks and redraws, shown, carried out, left."""
