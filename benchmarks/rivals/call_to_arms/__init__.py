"""Attacks, and what is made of them: Area Effects, forced rerolls, duels."""
