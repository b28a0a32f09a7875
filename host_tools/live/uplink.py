"""The line from a hall's broker to a cluster: Mosquitto's own bridge, by TLS."""

from collections.abc import Iterable
from pathlib import Path

from host_tools.desk.live.broker_address import AUTHORITY, LOGIN, Broker, find_brokers
from host_tools.desk.live.message_checks import HERE, RESULT, ROOT, STATE

UPLINK = "uplink"
"""Folder in a hall's broker's: a copy of what `live init --cluster` wrote for the hall."""
CLUSTER_NODE = "node-1"
"""Folder that every cluster has."""
HALL_PREFIX = "hall-"
"""Begins a hall's user name at the cluster, and the name of its folder there."""
LINKS = f"{ROOT}/link/"
"""Prefix of the topics by which bridges say, at both ends, whether they stand; then the hall's user name."""

HALL_ACCESS = f"""
# A hall's broker passes on what its boards say, and takes what is meant for them.
user {{user}}
topic write {ROOT}/+/{HERE}
topic write {ROOT}/+/{STATE}
topic write {ROOT}/+/{RESULT}/+
topic write {LINKS}{{user}}
topic read {ROOT}/+/in/+
"""
_BRIDGE = f"""
# The cluster. What boards say goes there, and what is meant for them comes from there. A board repeats a result until a
# desk has it: nothing has to be kept while the line is cut, and after it `here` and `state` are told anew.
connection cluster
addresses {{addresses}}
round_robin false
bridge_cafile {{authority}}
remote_username {{user}}
remote_password {{password}}
remote_clientid {{user}}
cleansession true
keepalive_interval 10
restart_timeout 1 8
notification_topic {LINKS}{{user}}
topic {ROOT}/+/{HERE} out 0
topic {ROOT}/+/{STATE} out 0
topic {ROOT}/+/{RESULT}/+ out 1
"""
_BOARD = f"topic {ROOT}/{{uid}}/in/+ in 1\n"


def bridge_configuration(folder: Path, uids: Iterable[str]) -> str:
    """Return what mosquitto.conf says of the line, from the files in `folder`, for these boards. Raises DeskError."""
    brokers = nodes(folder)
    text = _BRIDGE.format(
        addresses=" ".join(f"{broker.host}:{broker.port}" for broker in brokers),
        authority=folder / AUTHORITY,
        user=brokers[0].user,
        password=brokers[0].password,
    )
    return text + "".join(_BOARD.format(uid=uid) for uid in uids)


def nodes(folder: Path) -> list[Broker]:
    """Return the cluster's nodes, with the hall's login. Raises DeskError."""
    return find_brokers(str(folder), folder / LOGIN)
