"""Play many events of `witnessed_event` and add up what came of them.

    python -m tests.desk.play_witnessed FILE FIRST END

FILE has a JSON line for each stretch of seeds of each mix; what it has already is not played again, so a run that was
ended goes on where it was.
"""

import json
import sys
import traceback
from collections import Counter
from pathlib import Path

from host_tools.desk.store.database import Store
from tests.desk.witnessed_event import Harsher, Small, TwoHalls, Witnessed

MIXES = {kind.__name__: kind for kind in (Small, Witnessed, Harsher, TwoHalls)}
AT_ONCE = 20


def main(file, first, end):
    path = Path(file)
    done = {(one["mix"], one["first"]) for one in _read(path)}
    for start in range(first, end, AT_ONCE):
        for mix in MIXES:
            if (mix, start) not in done:
                with path.open("a") as log:
                    log.write(json.dumps(play(mix, range(start, min(start + AT_ONCE, end)))) + "\n")
    print(json.dumps(total(_read(path)), indent=1))


def play(mix, seeds):
    """What came of the events with these seeds; `failed`: the last line of what each broken one raised, by seed."""
    seen, failed, store = Counter(), {}, Store("sqlite://")
    for seed in seeds:
        event = MIXES[mix](seed, store)
        try:
            seen += event.play().seen
        except Exception:
            failed[seed] = traceback.format_exc().strip().splitlines()[-1]
        event.forget()
    store.close()
    return {"mix": mix, "first": seeds.start, "events": len(seeds), "seen": seen, "failed": failed}


def total(stretches):
    """The sums over all stretches, and the seeds that failed."""
    seen, failed = Counter(), {}
    for one in stretches:
        seen += Counter(one["seen"])
        failed |= {f"{one['mix']} {seed}": why for seed, why in one["failed"].items()}
    return {"events": sum(one["events"] for one in stretches), "seen": seen, "failed": failed}


def _read(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
