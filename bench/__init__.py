"""Benchmarks, each against a floor or a peer in the same run."""
