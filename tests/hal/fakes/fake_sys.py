"""Fake `sys`: platform, implementation and console of a board."""

import real_sys
from fake_micropython import again, free
from world import world

platform = "rp2"
path = real_sys.path


class implementation:  # noqa: N801
    name = "micropython"
    version = (1, 28, 0, "")


class stdin:  # noqa: N801
    @staticmethod
    def readinto(buf):
        buf[0] = world.incoming[0]
        depth = free()
        world.incoming = world.incoming[1:]
        again(depth)
        return 1


class stdout:  # noqa: N801
    @staticmethod
    def write(data):
        world.outgoing += data
        return len(data)


def print_exception(error, file):
    real_sys.print_exception(error, file)
