"""Start a process and print what it cost, as JSON: seconds, those of its own instructions, and its peak memory.

A program of its own that imports next to nothing, since the peak that Linux tells of a process begins with what the one
that started it held.
"""

import json
import os
import sys
from subprocess import DEVNULL, Popen
from time import perf_counter

if __name__ == "__main__":
    begin = perf_counter()
    child = Popen(sys.argv[1:], stdout=DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = perf_counter() - begin
    # Linux counts in kilobytes, macOS in bytes.
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(json.dumps({"wall": wall, "user": usage.ru_utime, "peak": peak}))  # noqa: T201
    sys.exit(os.waitstatus_to_exitcode(status))
