"""The site's environment variables: current ones, and retired ones, which prevent starting."""

from collections.abc import Mapping
from difflib import get_close_matches

from django.core.exceptions import ImproperlyConfigured

NAMES = (
    *("DATA_DIR", "HOST", "PORT", "DATABASE_URL", "REDIS_URL"),
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "ALLOWED_HOSTS", "SITE_URL", "HTTPS", "TRUSTED_PROXIES", "LIMITS"),
    *("WEB_CONCURRENCY", "WORKER_CONCURRENCY", "WORKER_ALIVE_FILE", "SOLVER_SECONDS", "SOLVER_MEMORY_MB"),
    *("GAME_STREAMS", "TABLES_IN_ADVANCE", "KEEP_DAYS", "KEEP_ANSWERS", "EMAIL_URL", "EMAIL_FROM"),
    *("STATIC_ROOT", "LOG_LEVEL", "LOG_FORMAT", "METRICS_PORT", "METRICS_HOST", "DEBUG"),
    *("PRESSORPASS_TABLES", "PRESSORPASS_TABLES_MAX", "PRESSORPASS_LAB", "PRESSORPASS_VECTORS"),  # the engine's own
)

_SCOPES = (
    *("ask", "live", "picture", "log-in", "log-in-name", "log-in-anywhere", "sign-up", "reset", "reset-account"),
    *("new-board", "save", "new-game", "call", "vote", "api-solve", "api-read"),
)
# What to do instead of setting a variable of an earlier version.
RETIRED = {
    **{f"LIMIT_{scope.upper().replace('-', '_')}": f"set LIMITS={scope}=…" for scope in _SCOPES},
    "ANSWER_WAIT_MILLISECONDS": "it is always 800",
    "API_HELD_REQUESTS": "it is always 4",
    "CSRF_TRUSTED_ORIGINS": "set SITE_URL to the address that browsers show",
    "DEFAULT_BOARD": "it is always pyl-1985-02-r2",
    "HSTS_SECONDS": "it is always 30 days; a proxy in front can replace the header",
    "JOB_ATTEMPTS": "it is always 3",
    "JOB_LIMIT_SECONDS": "it is always 900; SOLVER_SECONDS limits a question",
    "JOB_STALE_SECONDS": "it is always 6",
    "PAGE_CACHE_MB": "a finished page is kept for a second, and 100 of them",
    "QUESTIONS_PER_CLIENT": "it is always 60",
    "VISIBILITY_TIMEOUT": "it is always 3600",
    "WORKERS_PER_HOST": "set WORKER_CONCURRENCY, or SOLVER_MEMORY_MB for each of several workers",
}
# With which servers and frameworks put a site under a path.
OF_A_PATH = ("SCRIPT_NAME", "FORCE_SCRIPT_NAME")
NO_PATH = "This site has a host name of its own, and no path before its addresses (docs/deploy.md, “Behind a proxy”)."
# Other programs' variables begin like these, too; so only what is nearly a name of ours is taken for it.
PREFIXES = ("ALLOWED_", "GAME_", "JOB_", "KEEP_", "LIMIT_", "PRESSORPASS_", "SOLVER_", "TABLES_", "TRUSTED_", "WORKER_")
NEAR = 0.75


def check_names(environment: Mapping[str, str]) -> None:
    """Look for variables that were meant for the site and would do nothing.

    Raises:
        ImproperlyConfigured: there are some; all of them are named, each with what to set instead.
    """
    for name in OF_A_PATH:
        if environment.get(name):
            raise ImproperlyConfigured(f"{NO_PATH} Remove {name}.")
    wrong = [
        f"{name}: {instead}" for name, value in sorted(environment.items()) if value and (instead := _instead(name))
    ]
    if wrong:
        raise ImproperlyConfigured(
            "These environment variables are no settings of this version; remove them (docs/deploy.md, "
            "“Settings of earlier versions”).\n  " + "\n  ".join(wrong)
        )


def _instead(name: str) -> str:
    """Return the replacement for a retired variable; "" for any other."""
    if name in NAMES:
        return ""
    if name in RETIRED:
        return RETIRED[name]
    prefix = next((prefix for prefix in PREFIXES if name.startswith(prefix)), None)
    if prefix is None:
        return ""
    known = [each.removeprefix(prefix) for each in (*NAMES, *RETIRED) if each.startswith(prefix)]
    near = get_close_matches(name.removeprefix(prefix), known, n=1, cutoff=NEAR)
    if not near:
        return ""
    meant = prefix + near[0]
    return RETIRED.get(meant, f"is it {meant}?")
