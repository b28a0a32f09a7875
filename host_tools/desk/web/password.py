"""The director's password of a store, and the secret that signs sessions while it stands."""

import secrets

from werkzeug.security import check_password_hash, generate_password_hash

from host_tools.desk.store import DeskError, Director, Store
from host_tools.words import word

SHORTEST = 8
"""Characters."""
_SECRET_BYTES = 32


def set_password(store: Store, password: str) -> None:
    """Set it anew. Sessions begun under the old one end once the desks have been started again. Raises DeskError."""
    if len(password) < SHORTEST:
        raise DeskError(word("desk.error.password", shortest=SHORTEST))
    hashed, secret = generate_password_hash(password), secrets.token_hex(_SECRET_BYTES)
    with store.write() as session:
        session.merge(Director(id=1, password=hashed, secret=secret))


def director_of(store: Store) -> Director | None:
    """What is kept of the director; None where no password has been set yet."""
    with store.read() as session:
        found = session.get(Director, 1)
        session.expunge_all()
    return found


def is_right(director: Director, password: str) -> bool:
    """Whether that is the password."""
    return check_password_hash(director.password, password)
