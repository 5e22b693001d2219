"""Every setting of the site, read from the environment, with defaults that suit a laptop.

docs/deploy.md lists the variables for people who run it elsewhere.
"""

import os
from pathlib import Path
from typing import Any

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF

from pressorpass_site.environment import (
    env_flag,
    env_int,
    env_list,
    env_mail,
    env_rate,
    env_str,
    machine_memory,
    secret_key,
)

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

# Everything the site writes lies in this one folder.
DATA_DIR = Path(env_str("DATA_DIR", str(BASE_DIR / "data"))).expanduser().resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# --- Who may ask -----------------------------------------------------------------------------

DEBUG = env_flag("DEBUG", default=False)
SECRET_KEY = secret_key(DATA_DIR / "secret_key")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", [])
CSRF_FAILURE_VIEW = "pressorpass_site.pages.errors.untrusted"

# --- Parts -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "pressorpass_site.core",
    "pressorpass_site.work",
    "pressorpass_site.accounts",
    "pressorpass_site.boards",
    "pressorpass_site.questions",
    "pressorpass_site.tables",
    "pressorpass_site.analyses",
    "pressorpass_site.pages",
    "pressorpass_site.saved",
    "pressorpass_site.whatif",
    "pressorpass_site.lab",
    "pressorpass_site.sharing",
    "pressorpass_site.api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pressorpass_site.core.middleware.CompressionMiddleware",
    "pressorpass_site.core.request_cache.RequestCacheMiddleware",
    "pressorpass_site.api.middleware.ApiMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "pressorpass_site.core.middleware.RequestSizeMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "pressorpass_site.core.middleware.RateLimitMiddleware",
]

ROOT_URLCONF = "pressorpass_site.urls"
WSGI_APPLICATION = "pressorpass_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Data ------------------------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'pressorpass.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Web and worker write to one file: WAL lets readers go on meanwhile, and taking the write
    # lock at the start of a transaction makes the timeout apply (an upgrade fails at once).
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# What accounts own: what can be claimed for an account, is exported and goes with it, in this order.
ACCOUNT_DATA = [
    "pressorpass_site.saved.account_data.SavedAnalyses",
    "pressorpass_site.boards.account_data.OwnBoards",
    "pressorpass_site.api.services.ApiKeys",
]

LOGIN_URL = "accounts:log-in"
LOGIN_REDIRECT_URL = "accounts:account"
# A forgotten password is replaced by mail; without a mail server the message goes to standard output.
_MAIL = env_mail("EMAIL_URL")
EMAIL_BACKEND = _MAIL.backend
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.tls, _MAIL.ssl
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env_str("EMAIL_FROM", "Press or Pass <noreply@localhost>")

# --- Background work -------------------------------------------------------------------------

REDIS_URL = env_str("REDIS_URL", "redis://127.0.0.1:6379/0")

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# How long a message may stay unacknowledged before another worker gets it as well: longer than
# any job. Jobs whose worker died need not wait for it, as workers look for orphans (work/rounds.py).
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env_int("VISIBILITY_TIMEOUT", 3600),
    "socket_timeout": 30,
    "socket_connect_timeout": 5,
    "socket_keepalive": True,
    # Queues are asked in the order below, not in turn.
    "queue_order_strategy": "priority",
}
# What people wait for, and what is built in advance. A worker serves both unless it is started with
# --queues=tables; that the second never delays the first is the part of work/scheduling.py.
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in ("solve", "tables")}
CELERY_TASK_DEFAULT_QUEUE = "solve"
CELERY_TASK_ROUTES = {"tables.*": {"queue": "tables"}, "whatif.work_out": {"queue": "tables"}}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# Answers are stored in the database; Celery's own result store would be a second truth.
CELERY_TASK_IGNORE_RESULT = True
# A job whose process dies goes back into the queue.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
WORKER_CONCURRENCY = env_int("WORKER_CONCURRENCY", 2)
CELERY_WORKER_CONCURRENCY = WORKER_CONCURRENCY
# One of a worker's processes never does long work (a better answer, a table in advance): it is for
# first answers.
WORKER_SLOTS = max(WORKER_CONCURRENCY - 1, 1)
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 3.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"

# --- Answers ---------------------------------------------------------------------------------

DEFAULT_BOARD = env_str("DEFAULT_BOARD", "pyl-1985-02-r2")
# What the answer to one question may cost. A rough one comes first in any case, and is shown while
# better ones are worked out. Those that are worked out at the same time share half of the memory.
SOLVER_SECONDS = env_int("SOLVER_SECONDS", 120)
SOLVER_MEMORY_MB = env_int("SOLVER_MEMORY_MB", machine_memory() // 2**21 // WORKER_SLOTS // 256 * 256)
SOLVER_MEMORY_BYTES = SOLVER_MEMORY_MB * 2**20
# The solver keeps to its budget by estimates made beforehand; a job that is still not over after
# so long is stopped, whatever it is doing.
JOB_LIMIT_SECONDS = env_int("JOB_LIMIT_SECONDS", 900)
# The engine reads and keeps its tables of answers where this variable says.
TABLES_DIR = Path(env_str("PRESSORPASS_TABLES", str(DATA_DIR / "tables"))).expanduser().resolve()
os.environ["PRESSORPASS_TABLES"] = str(TABLES_DIR)
# So does the lab, for Yahtzee's.
LAB_DIR = Path(env_str("PRESSORPASS_LAB", str(DATA_DIR / "lab"))).expanduser().resolve()
os.environ["PRESSORPASS_LAB"] = str(LAB_DIR)
# A request waits this long for a first answer before it shows progress instead.
ANSWER_WAIT_MILLISECONDS = env_int("ANSWER_WAIT_MILLISECONDS", 800)
# A running job that has not been heard of for so long has lost its worker.
JOB_STALE_SECONDS = env_int("JOB_STALE_SECONDS", 6)
# A queued job that needs no slot is dispatched again after so long, in case its message was lost.
JOB_RESEND_SECONDS = env_int("JOB_RESEND_SECONDS", 30)
# A job whose workers keep dying is given up after so many starts.
JOB_ATTEMPTS = env_int("JOB_ATTEMPTS", 3)

# --- How much one address may ask for (core/limits.py) ------------------------------------------

# How many proxies of our own stand in front: so many of the last addresses in X-Forwarded-For are theirs to
# write. With HTTPS=1 there is one at least.
TRUSTED_PROXIES = env_int("TRUSTED_PROXIES", 1 if env_flag("HTTPS", default=False) else 0)
LIMITS = {
    "ask": env_rate("LIMIT_ASK", "240/minute"),  # pages that set the solver to work
    "live": env_rate("LIMIT_LIVE", "1200/minute"),  # podiums that are being changed, other numbers
    "picture": env_rate("LIMIT_PICTURE", "300/minute"),  # drawing cards and files
    "log-in": env_rate("LIMIT_LOG_IN", "60/minute"),
    "log-in-name": env_rate("LIMIT_LOG_IN_NAME", "10/900"),  # under one user name, from wherever
    "sign-up": env_rate("LIMIT_SIGN_UP", "60/hour"),
    "reset": env_rate("LIMIT_RESET", "30/hour"),
    "api-solve": env_rate("LIMIT_API_SOLVE", "60/minute"),  # without a key
    "api-read": env_rate("LIMIT_API_READ", "600/minute"),
}
# Requests to the API that one web process holds until their answer is there; it has eight threads for everybody.
API_HELD_REQUESTS = env_int("API_HELD_REQUESTS", 4)

# --- Static files ----------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env_str("STATIC_ROOT", str(DATA_DIR / "static")))
# Collected files carry a hash in their name and are cached for ever; without `collectstatic`
# (tests, DEBUG) WhiteNoise serves the sources.
STATIC_COLLECTED = env_flag("STATIC_COLLECTED", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = not STATIC_COLLECTED

# --- Language and time -----------------------------------------------------------------------

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# --- Security --------------------------------------------------------------------------------

# HTTPS=1 says that people reach the site through HTTPS, TLS being ended by a proxy in front.
HTTPS = env_flag("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health"]
    SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 30 * 24 * 3600)
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# No inline script or style, no eval, no other host: everything is served from the app itself.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        # Charts draw some marks from data: pictures.
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Logging ---------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
    },
    "root": {"handlers": ["stderr"], "level": env_str("LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers print only under DEBUG or send mail; ours take their place.
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
    },
}
