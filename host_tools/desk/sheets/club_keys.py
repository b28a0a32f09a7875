"""The key by which this desk signs results (Ed25519), and the names of other desks' keys, in the user's data folder."""

import json
from hashlib import sha256
from pathlib import Path

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from platformdirs import user_data_path

from host_tools.desk.store.database import DeskError, touch_private
from host_tools.i18n import message

KEY_BYTES, SIGNATURE_BYTES = 32, 64
LONGEST_CLUB = 80
_GROUPS, _DIGITS = 5, 4


def fingerprint(public_key: bytes) -> str:
    """Return a key's fingerprint, as two directors compare it by telephone: five groups of four hex digits."""
    digits = sha256(public_key).hexdigest().upper()
    return "-".join(digits[start : start + _DIGITS] for start in range(0, _GROUPS * _DIGITS, _DIGITS))


def is_signed_by(public_key: bytes, signed: bytes, signature: bytes) -> bool:
    """Return whether the signature of `signed` was made with the key."""
    try:
        VerifyKey(public_key).verify(signed, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


class ClubKeys:
    """The keys in a folder; the default is the desk's own. The signing key is made when it is first asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or user_data_path("cribboard") / "desk"
        self._key_file, self._names_file = folder / "results-key", folder / "known-keys.json"

    def _signing_key(self) -> SigningKey:
        if not self._key_file.exists():
            self._key_file.parent.mkdir(parents=True, exist_ok=True)
            touch_private(self._key_file)
            self._key_file.write_text(SigningKey.generate().encode().hex() + "\n", encoding="ascii")
        try:
            return SigningKey(bytes.fromhex(self._key_file.read_text(encoding="ascii")))
        except ValueError:
            raise DeskError(message("event.sheet.key_damaged", file=self._key_file)) from None

    @property
    def public_key(self) -> bytes:
        """The public key of this desk. Raises DeskError, OSError."""
        return bytes(self._signing_key().verify_key)

    def sign(self, data: bytes) -> bytes:
        """Return the signature of `data` with this desk's key. Raises DeskError, OSError."""
        return self._signing_key().sign(data).signature

    def club(self, public_key: bytes) -> str:
        """Return the name that the director has given a key; "" if none."""
        return self._names().get(public_key.hex(), "")

    def name_club(self, public_key: bytes, club: str) -> None:
        """Give a key the name of its club, or take it by "". Raises DeskError if it is too long."""
        if len(club) > LONGEST_CLUB:
            raise DeskError(message("event.sheet.long", longest=LONGEST_CLUB))
        names = {**self._names(), public_key.hex(): club}
        self._names_file.parent.mkdir(parents=True, exist_ok=True)
        kept = {key: name for key, name in names.items() if name}
        self._names_file.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    def _names(self) -> dict[str, str]:
        try:
            names = json.loads(self._names_file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            raise DeskError(message("event.sheet.names_damaged", file=self._names_file)) from None
        return {str(key): str(name) for key, name in names.items()}
