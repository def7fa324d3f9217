"""The console of a Day that is run by counts alone, and the floor's settings of a Day."""
