"""The journal's sentences: for each kind of action a constant template, filled from its facts."""
