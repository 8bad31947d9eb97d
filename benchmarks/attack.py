"""An attack on what docs/promises.md promises: kills, changed files and hostile Advisors, all at random.

Run it with `python benchmarks/attack.py [--minutes 10] [--seed N]`. The numbers of cases are proportional to the
minutes; in ten, it makes 40 kills, changes 2,000 files of each format, and tries each hostile Advisor in each placement
on both clocks. Each part stops when its share of the time is over, so a slow machine tries fewer cases, and the table
says how many. The exit code is 1 if a promise was broken; `--case` repeats that case.
"""

import argparse
import gc
import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import batched
from pathlib import Path
