"""How writes happen: one transaction, one journal row, undo, invariants."""
