"""Tests against real unit files are collected only where there are some: nothing of them is shipped."""

import os

collect_ignore = [] if os.environ.get("TAMRIEL_ODDS_BATTLESCRIBE") else ["test_real_files.py"]
