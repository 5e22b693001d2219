"""Django's settings, read from the environment, with defaults for a laptop.

docs/deploy.md lists the variables for other installations.
"""

import os
from functools import partial
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF
from jinja2 import ChainableUndefined, StrictUndefined

from pressorpass_site import logs
from pressorpass_site.environment import (
    KEY_FILE,
    compute_solver_megabytes,
    connect_sqlite,
    measure_machine_memory,
    read_env_choice,
    read_env_database,
    read_env_flag,
    read_env_int,
    read_env_limits,
    read_env_list,
    read_env_mail,
    read_env_secret_key,
    read_env_site,
    read_env_str,
)
from pressorpass_site.variables import check_names

django_stubs_ext.monkeypatch()
check_names(os.environ)

BASE_DIR = Path(__file__).resolve().parent.parent

# The site writes only to this folder, which is made when something is first written; importing these settings writes
# nothing.
DATA_DIR = Path(read_env_str("DATA_DIR", str(BASE_DIR / "data"))).expanduser().resolve()

# --- Hosts and secrets -----------------------------------------------------------------------------

DEBUG = read_env_flag("DEBUG", default=False)
# A proxy in front terminates TLS.
HTTPS = read_env_flag("HTTPS", default=False)
SECRET_KEY = read_env_secret_key(DATA_DIR / KEY_FILE)
# Earlier keys, which still verify the cookies of owners without an account. Not Django's SECRET_KEY_FALLBACKS, with which a
# key that leaked would still be good for sessions and password links.
OWNER_KEY_FALLBACKS = read_env_list("SECRET_KEY_FALLBACKS", [])
SIGNING_BACKEND = "pressorpass_site.core.owners.CookieSigner"  # only of cookies
ALLOWED_HOSTS = read_env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
# The address in the links of mails; a request could name any host.
SITE_URL = read_env_site("SITE_URL", ALLOWED_HOSTS, is_https=HTTPS)
# For a proxy without TLS that does not pass on `Host`. Only an address that the operator named is believed, not a guess.
CSRF_TRUSTED_ORIGINS = [SITE_URL] if read_env_str("SITE_URL", "") else []
CSRF_FAILURE_VIEW = "pressorpass_site.pages.errors.untrusted"

# --- Apps and middleware -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "pressorpass_site.accounts.administration.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "pressorpass_site.core",
    "pressorpass_site.work",
    "pressorpass_site.accounts",
    "pressorpass_site.boards",
    "pressorpass_site.questions",
    "pressorpass_site.answers",
    "pressorpass_site.pages",
    "pressorpass_site.lab",
    "pressorpass_site.games",
    "pressorpass_site.sharing",
    "pressorpass_site.api",
]

MIDDLEWARE = [
    "pressorpass_site.core.http.request_log.RequestLogMiddleware",
    "pressorpass_site.core.http.middleware.ClientMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # files need no Content-Security-Policy: 260 bytes for each
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "pressorpass_site.core.http.middleware.ResponseMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "pressorpass_site.api.middleware.ApiMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "pressorpass_site.core.http.middleware.OwnFormsMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "pressorpass_site.core.http.middleware.ErrorPageMiddleware",
]

ROOT_URLCONF = "pressorpass_site.urls"
WSGI_APPLICATION = "pressorpass_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "pressorpass_site.jinja.build_environment",
            # A missing name is an error in development, and empty in production, as in Django's templates.
            "undefined": StrictUndefined if DEBUG else ChainableUndefined,
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    # The first engine that has a template renders it; this one renders the admin and mails.
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates/django"],
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
    "default": read_env_database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'pressorpass.sqlite3'}"),
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Web and worker processes share one file: WAL doesn't block readers, and taking the write lock at the
    # start of a transaction makes the timeout apply (upgrading a read lock fails at once).
    DATABASES["default"]["OPTIONS"] = {
        "factory": partial(connect_sqlite, data_dir=DATA_DIR),
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        # None of these waits for other writers. The last one limits the log.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=67108864;",
    }
else:
    # A PostgreSQL whose host has gone is given up within seconds; DATABASE_URL takes precedence.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
        **DATABASES["default"].get("OPTIONS", {}),
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

# The data of accounts, which can be claimed and exported and are deleted with an account, in this order.
ACCOUNT_DATA = [
    "pressorpass_site.sharing.saved.account_data.SavedAnalyses",
    "pressorpass_site.games.account_data.GamesData",
    "pressorpass_site.games.dilemmas.account_data.Votes",
    "pressorpass_site.boards.account_data.OwnBoards",
    "pressorpass_site.api.services.ApiKeys",
]

PASSWORD_HASHERS = ["pressorpass_site.accounts.hashers.LimitedHasher"]
LOGIN_URL = "accounts:log-in"
LOGIN_REDIRECT_URL = "accounts:account"
# Mail is sent only for resetting passwords; without a mail server it goes to standard output.
_MAIL = read_env_mail("EMAIL_URL")
EMAIL_BACKEND = _MAIL.backend
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.tls, _MAIL.ssl
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = read_env_str("EMAIL_FROM", "Press or Pass <noreply@localhost>")

# --- Background work -------------------------------------------------------------------------

REDIS_URL = read_env_str("REDIS_URL", "redis://127.0.0.1:6379/0")

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker that finds the broker full tries again, as if the broker were away.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # How many seconds a message may stay unacknowledged before another worker gets it, too: longer than any job. A job
    # whose worker died is sent again much earlier (work/jobs.py).
    "visibility_timeout": 3600,
    "socket_timeout": 30,
    "socket_connect_timeout": 5,
    "socket_keepalive": True,
    # A worker consumes its queues in the order of --queues, not round-robin.
    "queue_order_strategy": "priority",
}
# docs/work.md says which jobs go where, and which workers a host has.
CELERY_TASK_QUEUES = {
    name: {"exchange": name, "routing_key": name} for name in ("first", "later", "refine", "background")
}
CELERY_TASK_DEFAULT_QUEUE = "later"
CELERY_IMPORTS = [
    f"pressorpass_site.{module}"
    for module in (
        *("accounts.tasks", "answers.analyses.tasks", "answers.choices.tasks", "answers.tables.tasks"),
        *("games.reviews.between", "games.reviews.tasks", "lab.tasks", "work.worker"),
    )
]
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# Answers are stored in the database; Celery's result store would duplicate them.
CELERY_TASK_IGNORE_RESULT = True
# A message is delivered again if its worker is gone. If only a pool process is gone, the job is sent again once its heartbeat
# is stale: a redelivered message would meet a job that still counts as running.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
WORKER_CONCURRENCY = read_env_int("WORKER_CONCURRENCY", 2)
# One of these processes is the worker for first answers; the others refine, too. A background process is added to them.
LONG_JOBS = max(WORKER_CONCURRENCY - 1, 1)
CELERY_WORKER_CONCURRENCY = LONG_JOBS
# The engine gives each solve its share of the processors.
os.environ["PRESSORPASS_SIDE_BY_SIDE"] = str(LONG_JOBS)
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 3.0
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"

# --- Answers ---------------------------------------------------------------------------------

DEFAULT_BOARD = "pyl-1985-02-r2"  # of a new question; stored questions and the API's docs name it
# Limits of one question. A rough answer always comes first and is shown while better ones are computed. The worker's
# long jobs share half of the machine's memory.
SOLVER_SECONDS = read_env_int("SOLVER_SECONDS", 120)
SOLVER_MEMORY_MB = read_env_int("SOLVER_MEMORY_MB", compute_solver_megabytes(measure_machine_memory(), LONG_JOBS))
SOLVER_MEMORY_BYTES = SOLVER_MEMORY_MB * 2**20
# The solver estimates beforehand how to keep within its limits; a job that runs longer than this is stopped. It is for
# the few whose estimate is wrong, so it is no variable.
JOB_LIMIT_SECONDS = 900
# The engine stores its tables of answers in the folder named by this environment variable.
TABLES_DIR = Path(read_env_str("PRESSORPASS_TABLES", str(DATA_DIR / "tables"))).expanduser().resolve()
os.environ["PRESSORPASS_TABLES"] = str(TABLES_DIR)
# Whether `fill_tables --common`, and so the first start, has idle workers build tables that are likely to be wanted.
TABLES_IN_ADVANCE = read_env_flag("TABLES_IN_ADVANCE", default=True)
# The lab does the same for Yahtzee's tables.
LAB_DIR = Path(read_env_str("PRESSORPASS_LAB", str(DATA_DIR / "lab"))).expanduser().resolve()
os.environ["PRESSORPASS_LAB"] = str(LAB_DIR)
# A request waits this long for a first answer before it shows progress instead; most answers are there by then.
ANSWER_WAIT_MILLISECONDS = 800
# A running job without a heartbeat for this long has lost its worker, which sends one each half second.
JOB_STALE_SECONDS = 6
# A job whose workers keep dying is given up after this many starts: it is probably what kills them.
JOB_ATTEMPTS = 3

# --- Retention (retention.py) ------------------------------------------------------------------

# Answers that no page has shown for KEEP_DAYS are removed; beyond KEEP_ANSWERS, those last shown longest ago.
# The limits of other rows follow from these two.
KEEP_DAYS = read_env_int("KEEP_DAYS", 90)
KEEP_ANSWERS = read_env_int("KEEP_ANSWERS", 100_000)
RETENTION = "pressorpass_site.retention.KINDS"

# --- Rate limits per client address (core/limits.py) ------------------------------------------

# The number of our own proxies in front of the site, which write as many of the last addresses in X-Forwarded-For.
# With HTTPS=1 there is at least one.
TRUSTED_PROXIES = read_env_int("TRUSTED_PROXIES", 1 if HTTPS else 0)
LIMITS = read_env_limits(
    "LIMITS",
    {
        "ask": "240/minute",  # pages that start the solver or read a file
        "live": "40/2",  # podiums being edited, what-ifs
        "picture": "300/minute",  # drawing cards and files
        "log-in": "60/minute",
        "log-in-name": "10/900",  # per user name
        "log-in-anywhere": "100/hour",  # per user name, all addresses together
        "sign-up": "60/hour",
        "reset": "30/hour",
        "reset-account": "3/hour",  # mails to one account, all addresses together
        # New rows: shares of the site's limit for a day, as a browser can drop its cookie to become a new one.
        "new-board": "50/day",
        "save": "1000/day",
        "new-game": "500/day",
        "ahead": "120/hour",  # positions of games that are solved while these are entered
        "call": "5000/day",  # on decisions in games
        "vote": "2000/day",  # on dilemmas
        "new-voter": "30/day",  # for each dilemma and each game
        "api-solve": "60/minute",  # without a key
        "api-read": "600/minute",
    },
)
# The most questions of one address that are viewed and have no result yet; 0: no limit.
QUESTIONS_PER_CLIENT = 8
PROBES = ("/readyz", "/health")
# The numbers of threads of one web process (gunicorn.conf.py) that may wait for a first answer, hold an API request, and
# hash a password; the other threads are for pages that need not wait.
WAITING_REQUESTS = 4
API_HELD_REQUESTS = 4
HASHES_AT_ONCE = 3
# The largest request bodies in bytes, with their files, so that none is written to disk. Views that take files or lists
# have their own limits (core/http/view_decorators.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
BODY_BYTES = 500_000
# Streams of games that one web process holds open, each in its own thread (gunicorn.conf.py). Other followers poll every two
# seconds.
GAME_STREAMS = read_env_int("GAME_STREAMS", 0)

# --- Static files ----------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(read_env_str("STATIC_ROOT", str(DATA_DIR / "static")))
# Collected files have a hash in their name and are cached permanently; without `collectstatic`
# (tests, DEBUG) WhiteNoise serves the sources.
STATIC_COLLECTED = read_env_flag("STATIC_COLLECTED", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "pressorpass_site.core.assets.HashedFiles"
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

if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [f"^{path[1:]}$" for path in PROBES]
    # Long enough for visitors who come back each month; short enough for an operator who gives up TLS.
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# All cookies that the site sets; it drops others (core/http/request_texts.py).
OWN_COOKIES = {"sessionid", "csrftoken", "messages", "own_boards", "known_device", "aside"}
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# HSTS for other hosts of the domain is up to its owner and their proxy.
SILENCED_SYSTEM_CHECKS = ["security.W002", "security.W003", "security.W005", "security.W021"]

# No inline scripts or styles, no eval, no other hosts: everything is served by the app itself.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Logs and metrics ------------------------------------------------------------------------

LOG_FORMAT = read_env_choice("LOG_FORMAT", "text" if DEBUG else "json", logs.FORMATS)
LOGGING = logs.build_logging(
    LOG_FORMAT,
    read_env_str("LOG_LEVEL", "INFO"),
    # Replaces Django's own handlers, which print only under DEBUG or send mail.
    django={"level": "INFO", "handlers": [], "propagate": True},
    # The request log has the rest, without secrets.
    **{"django.request": {"filters": ["exceptions"]}, "django.security.DisallowedHost": {"level": "CRITICAL"}},
    # The site's own lines about jobs are enough.
    **{name: {"level": "WARNING"} for name in ("celery.app.trace", "celery.worker.strategy")},
)
LOGGING["filters"] = {"exceptions": {"()": "pressorpass_site.core.http.request_log.OnlyExceptions"}}
LOGGING["handlers"]["errors"] = {"class": "pressorpass_site.core.metrics.ErrorCounter", "level": "ERROR"}
LOGGING["root"]["handlers"].append("errors")

# Each web server and each worker serves its metrics at this port; 0 for none. gunicorn.conf.py reads them, too.
METRICS_PORT = read_env_int("METRICS_PORT", 0)
METRICS_HOST = read_env_str("METRICS_HOST", "127.0.0.1")
