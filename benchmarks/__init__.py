"""What is measured and against whom: `make bench` runs it, `make bench-compare` holds two runs side by side.

`registry.py` says what a row is; `call_to_arms.py`, `betrayal.py`, `skyrim.py` and `commands.py` have the rows,
`rivals/` whoever answers the same questions by other means. `rolls.py`, `exact.py`, `growth.py` and `processes.py`
measure, by `race.py` and against `yardstick.py`. `record.py` keeps a run, `report.py` makes its tables, `compare.py`
says what became slower.
"""
