"""Engages, social checks, lockpick checks, overland decks, turns and battles."""
