"""The event: structure, clock, players, options, money, results; the journal; the hub."""
