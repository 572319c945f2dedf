"""Betrayal of the Second Era."""
