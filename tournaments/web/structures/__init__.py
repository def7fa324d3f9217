"""Structures: the list of templates, and the editor that a Day's own copy uses too."""
