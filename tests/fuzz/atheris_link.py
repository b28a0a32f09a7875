"""Coverage-guided fuzzing of the serial link with Atheris, during a game, for as many games as asked.

    .venv/bin/pip install -e '.[test,fuzz]' && .venv/bin/python -m tests.fuzz.atheris_link -atheris_runs=20000

Options are libFuzzer's. An input's first byte says how the host reads, the rest is what it sends. What has led further
is kept in .fuzz/inputs for the next run, and in .fuzz what changes the game: named as an argument, it is played again.
"""

import atexit
import json
import random
import sys
from pathlib import Path

import atheris

# First, and alone: what the line reaches is to guide, not what keys do.
with atheris.instrument_imports(include=["firmware"]):
    from firmware.link import link, read_handlers, write_handlers  # noqa: F401

from .fuzzed_game import TAKES, play
from .hostile_lines import FIELDS, LONGEST, ODD, request

MAX_BYTES, MAX_CHANGES = 8 * LONGEST, 16
KEPT = Path(".fuzz", "inputs")
VALUES = (*map(json.loads, ODD), *FIELDS)


def main():
    undisturbed = play([], TAKES[0])
    had = []

    def the_game_is_the_same(data):
        takes = TAKES[data[0] % len(TAKES)] if data else TAKES[0]
        inputs = data[1:].splitlines(keepends=True)
        had.append(len(inputs))
        assert play(inputs, takes) == undisturbed, "the game is another"

    atexit.register(lambda: print(f"{sum(had)} inputs in {len(had)} games"))
    options = [f"-max_len={MAX_BYTES}", "-len_control=0", f"-artifact_prefix={KEPT.parent}/"]
    replayed = any(not argument.startswith("-") for argument in sys.argv[1:])
    folders = [] if replayed else [_seeded()]
    atheris.Setup([*sys.argv, *options, *folders], the_game_is_the_same, custom_mutator=_mutated)
    atheris.Fuzz()


def _seeded():
    """Where inputs are kept, a request of each verb among them, for hosts of each kind."""
    KEPT.mkdir(parents=True, exist_ok=True)
    requests = [request({"id": 1, "do": f'"{verb}"', **fields}) for verb, fields in FIELDS.items()]
    for number in range(len(TAKES)):
        (KEPT / str(number)).write_bytes(bytes([number]) + b"\n".join(requests))
    return str(KEPT)


def _mutated(data, most, seed):
    """Bytes are changed, or fields of some requests: neither alone gets far."""
    rng = random.Random(seed)
    if rng.randrange(2) or not data:
        return atheris.Mutate(data, most)
    lines = data[1:].split(b"\n")
    for _ in range(rng.randrange(1, MAX_CHANGES)):
        lines.insert(rng.randrange(len(lines) + 1), _changed(rng.choice(lines), rng))
    return (data[:1] + b"\n".join(lines))[:most]


def _changed(line, rng):
    try:
        fields = dict(json.loads(line))
        names = FIELDS[fields["do"]]
    except (ValueError, TypeError, LookupError, RecursionError):
        return line
    fields[rng.choice(["id", "do", "pin", *names])] = rng.choice(VALUES)
    return json.dumps(fields).encode()


if __name__ == "__main__":
    main()
