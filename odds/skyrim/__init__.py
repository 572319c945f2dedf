"""Skyrim, the Adventure Game."""
