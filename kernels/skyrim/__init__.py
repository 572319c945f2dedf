"""How Skyrim, the Adventure Game, is rolled."""
