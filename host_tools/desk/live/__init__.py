"""Boards on a network, over MQTT: their state, their results, and the matches assigned to them."""
