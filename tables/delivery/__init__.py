"""What becomes of a print job once it was asked for: made, handed to its printer, given back.

Not actions: no person does it, so no journal holds it. The only rows written are print jobs, by
conditional updates.
"""
