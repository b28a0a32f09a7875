"""The brokers of a soak test: one, or those of halls and of the cluster that joins them."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.cluster_files import ClusterFiles
from host_tools.live.mosquitto import Mosquitto, free_port

_NODES = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
"""Addresses of this computer."""


class SoakBrokers:
    """Brokers that run until `stack` is closed, with files below `root`.

    `ports`: for boards, of each hall; `folder`: for desks; `halls` and `nodes`: the halls' brokers, and those of the
    cluster, none if there is one hall without it.
    """

    def __init__(self, root: Path, halls: int, passwords: Mapping[str, str], stack: ExitStack) -> None:
        self.ports = [free_port() for _ in range(max(halls, 1))]
        self.nodes: list[Mosquitto] = []
        cluster = self._write_cluster(root / "cluster", halls) if halls else None
        files = [BrokerFiles(root / f"broker-{number}") for number, _ in enumerate(self.ports, 1)]
        for number, (one, port) in enumerate(zip(files, self.ports, strict=True), 1):
            if cluster:
                one.take_uplink(cluster.path / f"hall-{number}")
            one.write(Listener("0.0.0.0", port, desk_port=free_port()))
            one.set_passwords(passwords)
        self.folder = cluster.path if cluster else files[0].path
        brokers = zip(files, self.ports, strict=True)
        self.halls = [stack.enter_context(Mosquitto(one.configuration, port)) for one, port in brokers]
        for node in self.nodes:
            stack.enter_context(node)

    def _write_cluster(self, path: Path, halls: int) -> ClusterFiles:
        cluster, port, tls_port = ClusterFiles(path), free_port(), free_port()
        listeners = {host: Listener(host, port, tls_port, desk_port=free_port()) for host in _NODES}
        cluster.write(listeners, [str(number) for number in range(1, halls + 1)])
        pairs = zip(cluster.nodes, _NODES, strict=True)
        self.nodes = [Mosquitto(files.configuration, port, host) for files, host in pairs]
        return cluster

    @property
    def all(self) -> list[Mosquitto]:
        """All brokers that are not lost."""
        return [*self.halls, *self.nodes]

    def lose_node(self) -> None:
        """Kill the first node for good."""
        self.nodes.pop(0).kill()
