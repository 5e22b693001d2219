from django.contrib.auth.hashers import PBKDF2PasswordHasher

from pressorpass_site.core import limits
from pressorpass_site.core.http.thread_limits import HASHES


class LimitedHasher(PBKDF2PasswordHasher):
    """PBKDF2 hasher that limits how many passwords are hashed at the same time. Raises limits.Busy, which becomes the
    page with status 429.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with HASHES.try_acquire() as free:
            if not free:
                raise limits.Busy(
                    "Too many people are logging in or choosing a password just now: try again in a few seconds."
                )
            return super().encode(password, salt, iterations)
