"""Generate a hostile host's input: requests, then cut, spliced, corrupted and repeated."""

import json
import random

from hypothesis import strategies as st

from firmware.link.read_handlers import READ_HANDLERS
from firmware.rules.decisions import DECISION_NAMES

LONGEST = 480
FIELDS = {
    "hello": {"x": "1"},
    "status": {"x": "1"},
    "results": {"since": "0", "limit": "1"},
    "events": {"game": "0"},
    "selftest": {"lights": "true"},
    "clear": {"link": '"0000000000000000"'},
    "configure": {"new_pin": '""', "teams": "2", "round": "2", "idle_ms": "0", "sign_off": "false", "preset": '"acc"'},
    "judge": {"op": '"award"', "holes": "5", "team": '"A"', "true": "7", "reason": '"renege"'},
    "time": {"at": "1800000000"},
}
"""What is right of each verb, as JSON: where no PIN is missing, a game is changed."""
ODD = (
    *('"\\ud800"', '"\\ud83d\\ude00"', '"\\u0000"', '""', '"0000"', '"99999999"', '"A"', '"é"'),
    *(f'"{operation}"' for operation in DECISION_NAMES),
    *("true", "false", "null", "0", "1", "-1", "-0", "1.5", "1e3", "1e999", "-1e999", "9" * 300, "-" + "9" * 40),
    *("[]", "{}", "[[[]]]", '{"target":1}', "[" * 150 + "]" * 150, '"' + "é" * 100 + '"'),
)
"""JSON that is right, of types and sizes that seldom are."""
BROKEN = ("NaN", "Infinity", "007", "0x10", "1_000", "True", "tru", '"', "'0'", "-", '"\\x"', "{1:2}", "[" * 400)
SHOUT = '{}[]:,"\\01e-.tfn \x00\t'
ENDINGS = (b"\n",) * 12 + (b"\r\n", b"\r", b"", b"\n\n", b"\x03\n", b"\x04")

_plain = st.integers(-5, 10**12) | st.text(max_size=12)
_values = st.one_of(st.sampled_from(ODD), st.sampled_from(ODD), _plain.map(json.dumps), st.sampled_from(BROKEN))


def request(fields):
    """A line, without its end: JSON whose values are given as JSON."""
    return ("{" + ",".join(f'"{key}":{value}' for key, value in fields.items()) + "}").encode()


@st.composite
def _requests(draw):
    """A verb that is right, fields of which one most likely is not, nor are a PIN and a number."""
    verb = draw(st.sampled_from(list(FIELDS)))
    right = FIELDS[verb]
    fields = dict(right) if draw(st.booleans()) else {}
    fields |= {"do": f'"{verb}"', draw(st.sampled_from(list(right))): draw(_values)}
    if draw(st.booleans()):
        fields["pin"] = draw(_values)
    if draw(st.booleans()):
        fields["id"] = draw(_values)
    return request(fields)


lines = st.one_of(
    _requests(),
    _requests(),
    st.sampled_from([request({"id": 1, "do": f'"{verb}"'}) for verb in READ_HANDLERS]),
    _values.map(lambda verb: request({"do": verb})),
    st.text(st.sampled_from(SHOUT), max_size=40).map(str.encode),
    st.binary(max_size=60),
)


def _as_it_is(rng, pool):
    return rng.choice(pool)


def _cut(rng, pool):
    line = rng.choice(pool)
    return line[: rng.randrange(len(line) + 1)]


def _spliced(rng, pool):
    return _cut(rng, pool) + _cut(rng, pool)


def _spoilt(rng, pool):
    line = bytearray(rng.choice(pool) or b"{")
    line[rng.randrange(len(line))] = rng.randrange(256)
    return bytes(line)


def _huge(rng, pool):
    return (rng.choice(pool) or b"x") * rng.randrange(1, 2 * LONGEST) + b"x" * rng.choice((0, LONGEST, 2 * LONGEST))


WAYS = (_as_it_is,) * 6 + (_cut, _spliced, _spoilt, _spoilt)


def _dealt(pool, seed, count):
    rng = random.Random(seed)
    dealt = [rng.choice(WAYS)(rng, pool) + rng.choice(ENDINGS) for _ in range(count)]
    dealt[rng.randrange(count)] = _huge(rng, pool)[: 4 * LONGEST] + b"\n"
    flood, start = rng.choice(pool) + b"\n", rng.randrange(count)
    return [flood if start <= number < start + count // 10 else line for number, line in enumerate(dealt)]


def inputs(count):
    """Strategy: `count` inputs, bytes each, which need not end a line; a tenth of them are one line over and over."""
    return st.builds(_dealt, st.lists(lines, min_size=8, max_size=24), st.integers(0, 2**32), st.just(count))
