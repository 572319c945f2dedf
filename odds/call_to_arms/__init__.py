"""Call to Arms: its questions, switches, notation and unit cards."""
