"""The read side: rows in, plain frozen values out."""
