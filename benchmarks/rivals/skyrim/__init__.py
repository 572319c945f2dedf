"""Skill Tests and combats."""
