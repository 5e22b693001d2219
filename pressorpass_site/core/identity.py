"""The key of a stored row: a hash of everything that the row depends on."""

import hashlib
import json
from typing import Any


def build_identity_key(identity: Any, *, sort_keys: bool = True) -> str:
    """Return the SHA-256 of the identity's JSON, in hexadecimal.

    Rows and addresses hold these keys, so the bytes must never change. Without `sort_keys` the order of
    objects' keys counts, too.
    """
    text = json.dumps(identity, sort_keys=sort_keys, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
