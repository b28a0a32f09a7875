"""The files of a Mosquitto broker: who may connect, who may read and write what, what it keeps.

Nobody but their owner may read them. Passwords of boards stand there as hashes alone; the desk's stands in `desk.login`
as well, for `cribboard desk --live-login`.
"""

import base64
import getpass
import hashlib
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from host_tools.usb.private_file import write_private

CONFIGURATION, PASSWORDS, ACCESS, LOGIN = "mosquitto.conf", "passwords", "acl", "desk.login"
DESK_USER = "desk"
_ROUNDS = 10_000
"""Of PBKDF2. Passwords are 128 random bits, so more would only slow down two hundred boards that connect at once."""
_SALT_BYTES, _PASSWORD_BYTES = 12, 16

_ACCESS = """\
# The desk reads and writes all; a board writes its own topics, and reads what is meant for it. %u is its user name.
user desk
topic readwrite cribbage/#

pattern write cribbage/%u/here
pattern write cribbage/%u/state
pattern write cribbage/%u/result/+
pattern read cribbage/%u/in/+
"""
_CONFIGURATION = """\
# Written by `cribboard live init`. Start it by: mosquitto -c {folder}/mosquitto.conf
per_listener_settings false
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl

persistence true
persistence_location {folder}/data/
autosave_interval 60

# No message of boards or desks is longer; a board that takes nothing any more holds up no other.
message_size_limit 16384
max_queued_messages 5000
max_keepalive 600
log_dest stderr
log_type error
log_type warning
log_type notice
connection_messages false
{user}
listener {port} {address}
"""
_TLS = """
listener {port} {address}
certfile {certificate}
keyfile {key}
"""
_USER = re.compile(r"[0-9a-f]{16}|desk")
