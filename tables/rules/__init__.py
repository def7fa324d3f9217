"""The rules of poker tournaments as pure functions on frozen values. Standard library only."""
