"""The same client on real MicroPython with sockets: heap, and a broker that is killed or stands still."""

import pytest

from firmware.journal.seal import key_check

from .remote import Remote
from .scripted_broker import KEY, UID
from .scripted_desk import assignment
from .test_incoming import ACKS, tampered

WIN = [1 << 16, *[*[1 << 2] * 5, 1 << 16] * 3, 1 << 16]
"""OK begins the round; three times 25 is past 61; OK confirms the round's number."""


@pytest.fixture
def remote(tmp_path, mosquitto):
    process = Remote(tmp_path, mosquitto.port)
    yield process
    process.close()


def test_game_and_assignment_on_micropython(remote, mosquitto, desk):
    remote(until="connected", waiting=0)
    answer = remote(keys=WIN)
    assert len(answer["results"]) == 1, answer
    answer = remote(until="connected", waiting=0)
    assert [(number, line.decode()) for _, number, line in desk.came[-1:]] == [(1, answer["results"][0])]
    desk.publish(f"cribbage/{UID}/in/assign", assignment(UID, KEY)[:-1])
    desk.publish(f"cribbage/{UID}/in/ack", b'{"n":7,"hash":"0123456789abcdef"}')
    desk.publish(f"cribbage/{UID}/in/ack", b"x" * 900)
    refused = {}
    while sum(refused.values()) < 3:
        refused = remote(run=100)["refused"]
    assert {why: count for why, count in refused.items() if count} == {"malformed": 1, "foreign": 1, "oversized": 1}


def test_assignment_is_taken_on_micropython(remote, mosquitto, desk):
    """And its names shown on two displays, in steps whose heap is locked."""
    desk.publish(f"cribbage/{UID}/in/assign", assignment(UID, KEY))
    # Its clock stands between commands: it runs until it has said so.
    while desk.state(UID).get("assigned") != 17:
        answer = remote(run=100)
    assert answer["round"] == 3
    assert desk.state(UID)["key"] == key_check(bytes.fromhex(KEY))


@pytest.mark.parametrize(("topic", "refused"), [("ack", ACKS), ("assign", list(tampered()))])
def test_what_is_refused_is_refused_for_the_same_reason_on_micropython(remote, topic, refused):
    remote(keys=[*WIN, *WIN[1:]])
    counts = {}
    for why, payload in refused:
        before = counts.get(why, 0)
        counts = remote(hear=[[topic, payload.hex()]])["refused"]
        assert counts[why] == before + 1, (why, payload)
    assert sum(counts.values()) == len(refused)


def idle(answer):
    """Ticks with nothing to do took no memory; and there were such ticks."""
    assert answer["idle"] > 20, answer
    return answer["most"]


@pytest.mark.deep
def test_idle_tick_takes_no_memory_whatever_the_broker_does(remote, mosquitto, desk):
    remote(until="connected", waiting=0)
    remote(run=300)
    assert idle(remote(run=300)) == 0, "connected"
    mosquitto.halt()
    remote(keys=WIN)
    answer = remote(run=200)
    assert (answer["state"], answer["waiting"]) == ("connected", 1)
    assert idle(answer) == 0, "waits for an answer that does not come"
    assert idle(remote(until="joined", waiting=1)) == 0, "and gives it up"
    mosquitto.kill()
    assert idle(remote(run=500)) == 0, "there is no broker"
    mosquitto.start()
    assert idle(remote(until="connected", waiting=0)) == 0, "until there is one again"
    assert {number for _, number, _ in desk.came} == {1}


def test_match_that_was_played_already_is_not_taken_on_micropython(remote, mosquitto):
    """Its log is searched; a desk that knew the result may have it played again."""
    remote(until="connected", waiting=0)
    remote(keys=WIN)
    played = remote(keys=[1 << 16])
    while played["phase"] != "round":
        played = remote(keys=WIN[1:] if played["phase"] == "idle" else [1 << 16])
    late = assignment(UID, KEY, round=1, table=0)
    again = assignment(UID, KEY, serial=18, round=1, table=0, after=len(played["results"]))
    remote(hear=[["assign", late.hex()]])
    assert remote(run=1500)["round"] == 2
    remote(hear=[["assign", again.hex()]])
    assert remote(run=1500)["round"] == 1
