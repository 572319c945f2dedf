"""The same questions answered by other means: numpy, plain Python, icepool and dyce, one module for each way.

A rival is handed the resolved roll, whose faces and policies it shares, and gives a function of the number of trials
that returns counts by cell, or (enumerated.py) probabilities. Each knows as much of the rules as the questions of the
registry need.
"""
