"""The form of log lines: JSON for programs, or text for a person at a terminal.

gunicorn.conf.py runs this file too, without the project around it: so it imports nothing of the site.
"""

import sys
from typing import Any

import structlog
import structlog.tracebacks

FORMATS = ("json", "text")


def build_formatter(form: str) -> dict[str, Any]:
    """Return the formatter, as Python's logging.config describes one.

    A line has the values bound to the context, such as the ids of request and job, and a logger's `extra`.
    """
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.stdlib.ExtraAdder(),
            _remove_request,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_list_renderers(form),
        ],
    }


def build_logging(form: str, level: str, **loggers: Any) -> dict[str, Any]:
    """Return the configuration of Python's logging: lines go to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": build_formatter(form)},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": loggers,
    }


def _remove_request(_logger: object, _method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Leave out the request that Django adds: its whole address."""
    line.pop("request", None)
    return line


def _list_renderers(form: str) -> list[Any]:
    if form == "json":
        # Never the values of local variables, which may be passwords.
        traceback = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        return [
            structlog.processors.ExceptionRenderer(traceback),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            pad_event_to=0,
            pad_level=False,
            exception_formatter=structlog.dev.plain_traceback,
        )
    ]
