"""The journal of the house, which tells of both apps."""
