"""How Call to Arms is rolled."""
