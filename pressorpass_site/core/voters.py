"""The voters of one address on a dilemma or in a game: the first `MOST` of a day count.

A later voter sees their own votes for a day, and nobody else does. Redis alone remembers voters and such
votes, under keyed hashes; while it cannot be reached, every vote counts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import redis

from . import clients
from .redis_client import CircuitBreaker
from .redis_client import client as redis_client

logger = logging.getLogger(__name__)

MOST = 30
SECONDS = 24 * 3600
PREFIX = "pressorpass:voters:"
REDIS_TIMEOUT_SECONDS = 0.25  # then every vote counts

# Returns whether the voter is among the first of the address; the day begins with the first of them.
COUNT = """
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
    return 1
end
local voters = redis.call('SCARD', KEYS[1])
if voters >= tonumber(ARGV[2]) then
    return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
if voters == 0 then
    redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return 1
"""

T = TypeVar("T")


def counts(what: str, voter: str) -> bool:
    """Return whether a vote of this voter, sent from the present client's address, counts."""
    client = clients.current()
    if client == clients.SITE:
        return True
    key = f"{PREFIX}{clients.hash_of(f'{what} {client}')}"
    return bool(_ask(lambda: _script()(keys=[key], args=[_name(what, voter), MOST, SECONDS]), 1))


def keep(what: str, voter: str, place: str, vote: str) -> None:
    """Remember a vote that does not count for its voter; `place` is the decision that it is about."""

    def kept() -> None:
        key = _own_key(what, voter)
        pipeline = _client().pipeline()
        pipeline.hset(key, place, vote)
        pipeline.expire(key, SECONDS)
        pipeline.execute()

    _ask(kept, None)


def kept(what: str, voters: Iterable[str]) -> dict[str, str]:
    """Return a voter's uncounted votes, by place."""
    keys = [_own_key(what, voter) for voter in voters]
    stored: list[dict[bytes, bytes]] = _ask(lambda: [_client().hgetall(key) for key in keys], [])
    return {place.decode(): vote.decode() for each in stored for place, vote in each.items()}


def _name(what: str, voter: str) -> str:
    return clients.hash_of(f"{what} {voter}")


def _own_key(what: str, voter: str) -> str:
    return f"{PREFIX}own:{_name(what, voter)}"


def _ask(command: Callable[[], Any], otherwise: T) -> T:
    """Return what Redis answers; `otherwise` while it cannot be reached."""
    if _breaker.is_open:
        return otherwise
    try:
        return command()
    except redis.RedisError as error:
        logger.warning("every vote counts, as Redis cannot be reached: %s", error)
        _breaker.open()
        return otherwise


_breaker = CircuitBreaker()


def _client() -> redis.Redis:
    return redis_client(REDIS_TIMEOUT_SECONDS)


@cache
def _script() -> redis.commands.core.Script:
    return _client().register_script(COUNT)
