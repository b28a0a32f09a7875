"""A broker that runs."""

from live.brokers import hall

__all__ = ["hall"]
