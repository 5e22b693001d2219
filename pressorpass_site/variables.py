"""The site's environment variables; a misspelled one keeps the site from starting."""

from collections.abc import Mapping
from difflib import get_close_matches

from django.core.exceptions import ImproperlyConfigured

NAMES = (
    *("DATA_DIR", "HOST", "PORT", "DATABASE_URL", "REDIS_URL"),
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "ALLOWED_HOSTS", "SITE_URL", "HTTPS", "TRUSTED_PROXIES", "LIMITS"),
    *("WEB_CONCURRENCY", "WORKER_CONCURRENCY", "SOLVER_SECONDS", "SOLVER_MEMORY_MB"),
    *("GAME_STREAMS", "TABLES_IN_ADVANCE", "KEEP_DAYS", "KEEP_ANSWERS", "EMAIL_URL", "EMAIL_FROM"),
    *("STATIC_ROOT", "LOG_LEVEL", "LOG_FORMAT", "METRICS_PORT", "METRICS_HOST", "DEBUG"),
    *("PRESSORPASS_TABLES", "PRESSORPASS_TABLES_MAX", "PRESSORPASS_LAB", "PRESSORPASS_VECTORS"),  # the engine's own
)
# Variables with which servers and frameworks put a site under a path.
PATH_VARIABLES = ("SCRIPT_NAME", "FORCE_SCRIPT_NAME")
NO_PATH = "This site has a host name of its own, and no path before its addresses (docs/deploy.md, “Behind a proxy”)."
# Other programs' variables begin like these, too, so only names that nearly match one of ours are refused.
PREFIXES = ("ALLOWED_", "GAME_", "KEEP_", "PRESSORPASS_", "SOLVER_", "TABLES_", "TRUSTED_", "WORKER_")
NEAR = 0.75


def check_names(environment: Mapping[str, str]) -> None:
    """Raises ImproperlyConfigured, naming all variables that were meant for the site and would do nothing."""
    for name in PATH_VARIABLES:
        if environment.get(name):
            raise ImproperlyConfigured(f"{NO_PATH} Remove {name}.")
    unknown_names = [
        f"{name}: is it {meant}?"
        for name, value in sorted(environment.items())
        if value and (meant := _find_meant_setting(name))
    ]
    if unknown_names:
        raise ImproperlyConfigured(
            "These environment variables are no settings; remove them (docs/deploy.md, “Settings”).\n  "
            + "\n  ".join(unknown_names)
        )


def _find_meant_setting(name: str) -> str:
    """Return the variable that a name misspells; "" for any other name."""
    prefix = next((prefix for prefix in PREFIXES if name.startswith(prefix)), None)
    if name in NAMES or prefix is None:
        return ""
    known_names = [variable.removeprefix(prefix) for variable in NAMES if variable.startswith(prefix)]
    near = get_close_matches(name.removeprefix(prefix), known_names, n=1, cutoff=NEAR)
    return prefix + near[0] if near else ""
