"""Fixture: a running broker."""

from live.brokers import hall

__all__ = ["hall"]
