"""How Betrayal of the Second Era is rolled."""
