"""The rung *bare* of `cribboard prove`: what a Pico alone can show."""

from firmware.interpreter import TYPE_CHECKING

from .figures import WAVES, entry
from .proof_steps import value_of

if TYPE_CHECKING:
    from .proof_steps import Entries, Steps

CUTS = 100
GAMES = 40
_ANSWERS = 200
"""Ten seconds of them: the board loads in the first, whose steps are then few of all."""
_KEY_MOVES = 8
_ERASES = 20
_CUT_MS = (20, 400)
"""The board is reset so long after it has begun to write: within one of some thirty writes."""
_BYTE = 5
"""A frame of such bytes is dim, and has noughts and ones beside their like and beside the other."""
_WORDS = 256


def bare(script: str, seed: int) -> "Steps":
    """Prove a bare Pico; `script`: the text of `proof_script.py`; `seed`: of the moments at which it is reset."""
    found: Entries = {}
    total = GAMES + CUTS
    yield "run", script
    yield from value_of("begin()")
    started = yield from value_of("equip()")
    yield from value_of("anew()")
    found["heap_taken"] = entry("heap_taken", (yield from value_of("heap_taken()")))
    for number in range(_KEY_MOVES):
        yield from value_of(f"move({number % 2})")
    key_us = yield from value_of("key_us()")
    found["key_us_median"] = entry("key_us_median", key_us["median"])
    found["key_us_p99"] = entry("key_us_p99", key_us["p99"])
    if started["pico"]:
        yield from _waves(found, started)
        yield from _flash(found)
    yield from _games(found, total)
    yield from _cuts(found, script, seed, total)
    if not found["cuts_without_return"]["value"]:
        # It starts as power would start it: what the prompt starts takes less.
        yield "reset", "end()", 0
        yield from _load(found)
    return found


def _median(values: list) -> float:
    return sorted(values)[len(values) // 2]


def _waves(found: "Entries", started: dict) -> "Steps":
    """Measure the four times of the strips' bits, on each strip's pin; of each the one that is farthest from right."""
    silent = 0
    worst = list(started["led_ns"])
    for track in range(started["tracks"]):
        taken = yield from value_of(f"wave({track}, {_BYTE}, {_WORDS})")
        times = bit_times(taken["words"], taken["hz"], started["led_ns"])
        silent += times is None
        for i, ns in enumerate(times or ()):
            right = started["led_ns"][i]
            if abs(ns - right) > abs(worst[i] - right):
                worst[i] = ns
    found["silent_strips"] = entry("silent_strips", silent)
    if silent < started["tracks"]:
        for i, name in enumerate(WAVES):
            found[name] = entry(name, worst[i], started["led_ns"][i])


def bit_times(words: list, hz: int, led_ns: list) -> "list[int] | None":
    """Return nanoseconds of a nought's high and low, of a one's high and low: each the one farthest from `led_ns`.

    `words`: levels of a pin as it is sent noughts and ones, `hz` a second, in words of hex. None: there are not both.
    """
    lengths: list = [0]
    last = "0"
    for word in words:
        for digit in word:
            for level in f"{int(digit, 16) + 16:b}"[1:]:
                if level == last:
                    lengths[-1] += 1
                else:
                    lengths.append(1)
                    last = level
    times: list = [[], [], [], []]
    # A first high level is seen late, and the last level may go on after the last sample.
    for i in range(1 if lengths[0] else 3, len(lengths) - 2, 2):
        high, low = [1_000_000_000 * length // hz for length in lengths[i : i + 2]]
        kind = 2 * (2 * high > led_ns[0] + led_ns[2])
        times[kind].append(high)
        times[kind + 1].append(low)
    if not all(times):
        return None
    # Of pairs (how far off, nanoseconds) the largest.
    return [max([(abs(ns - led_ns[i]), ns) for ns in times[i]])[1] for i in range(len(led_ns))]


def _flash(found: "Entries") -> "Steps":
    taken = yield from value_of(f"flash_times({_ERASES})")
    erases, programs = taken["erases_ms"], taken["programs_us"]
    found["erase_ms_median"] = entry("erase_ms_median", _median(erases))
    found["erase_ms_longest"] = entry("erase_ms_longest", max(erases))
    found["program_us_median"] = entry("program_us_median", _median(programs))
    found["program_us_longest"] = entry("program_us_longest", max(programs))
    found["flash_wrong"] = entry("flash_wrong", taken["wrong"])


def _games(found: "Entries", total: int) -> "Steps":
    yield from value_of("anew()")
    games = 0
    for played in range(GAMES):
        yield "tell", played, total
        heap = yield from value_of("play()")
        games += heap["games"]
    found["unfinished_games"] = entry("unfinished_games", GAMES - games)
    found["heap_largest"] = entry("heap_largest", heap["largest"])
    found["failed_writes"] = entry("failed_writes", heap["faults"])


def _cuts(found: "Entries", script: str, seed: int, total: int) -> "Steps":
    """Reset the board within writes, and look what stands then: what it had shown, or the move that it was writing."""
    lost = wrong = damaged = 0
    low, high = _CUT_MS
    yield from value_of("anew()")
    for done in range(CUTS):
        yield "tell", GAMES + done, total
        # As good a scatter as any, and the same on both interpreters.
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        ms = low + (seed >> 8) % (high - low)
        said = yield "reset", f"cut({ms})", ms
        if said is None:
            lost += 1
            break
        yield "run", script
        now = yield from value_of("stands()")
        kept = now["kept"]
        if kept < 0:
            kept = int(([line for line in said.split("\n")[:-1] if line.strip().isdigit()] or [sum(now["front"])])[-1])
        first, second = now["front"]
        # The teams peg one hole in turn, so where one stands says where the other does.
        wrong += not (0 <= first - second <= 1 and 0 <= first + second - kept <= 1)
        damaged += bool(now["damage"] or now["faults"])
    found["cuts"] = entry("cuts", done + 1)
    found["cuts_without_return"] = entry("cuts_without_return", lost)
    found["wrong_pegs"] = entry("wrong_pegs", wrong)
    found["damaged_journals"] = entry("damaged_journals", damaged)


def _load(found: "Entries") -> "Steps":
    """Ask the firmware as often as it answers, and what that cost; its start was a real one."""
    took = []
    for _ in range(_ANSWERS):
        _, ms = yield "request", "status"
        took.append(ms)
    [told, _] = yield "request", "selftest"
    found["start_ms"] = entry("start_ms", told[0]["start_ms"])
    found["step_us_median"] = entry("step_us_median", told[0]["step_us"]["median"])
    found["step_us_p99"] = entry("step_us_p99", told[0]["step_us"]["p99"])
    found["answer_ms_median"] = entry("answer_ms_median", _median(took))
    found["answer_ms_longest"] = entry("answer_ms_longest", max(took))
