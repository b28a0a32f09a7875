"""Boards on the network: results, states and assignments by way of an MQTT broker."""
