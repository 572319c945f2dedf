"""What is measured and against whom, from one registry (registry.py)."""
