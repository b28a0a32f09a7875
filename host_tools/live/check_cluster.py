"""Diagnose a cluster: each node, the halls' lines to them, and all boards and desks there."""

import asyncio
from pathlib import Path

from host_tools.desk.live.broker_address import find_brokers
from host_tools.i18n import message
from host_tools.live.check import Diagnosis, Observed, board_users, diagnose, watch
from host_tools.live.cluster_files import ClusterFiles
from host_tools.live.uplink import HALL_PREFIX


async def check_cluster(folder: Path, seconds: float) -> Diagnosis:
    """Watch all nodes of the cluster whose files are in `folder` for `seconds`, and diagnose them, the halls' lines,
    boards and desks. A node that cannot be reached is a problem in the result. Raises DeskError, OSError."""
    diagnosis, files, brokers = Diagnosis(), ClusterFiles(folder), find_brokers(str(folder))
    for node in files.nodes:
        damaged = node.damaged_files()
        diagnosis.problems += [message("live.check.file", file=f"{node.path.name}/{name}") for name in damaged]
    at_nodes = [Observed() for _ in brokers]
    watching = (watch(*pair, seconds, diagnosis) for pair in zip(brokers, at_nodes, strict=True))
    answers = await asyncio.gather(*watching)
    if not any(answers):
        return diagnosis
    everywhere = Observed()
    for broker, observed, does_answer in zip(brokers, at_nodes, answers, strict=True):
        if does_answer and not observed.desks:
            diagnosis.problems.append(message("live.cluster.node_without_desk", broker=broker.url))
        everywhere.merge(observed)
    for name in files.halls:
        stands = everywhere.links.get(f"{HALL_PREFIX}{name}", False)
        told = diagnosis.passed if stands else diagnosis.problems
        told.append(message("live.cluster.hall_line" if stands else "live.cluster.no_hall_line", hall=name))
    diagnose(everywhere, board_users(files.nodes[0]), seconds, diagnosis)
    return diagnosis
