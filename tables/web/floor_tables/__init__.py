"""The tables of a Day in play: what is done to one, to many, in which order they break, who is kept apart."""
