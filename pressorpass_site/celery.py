"""The Celery app, configured by Django's settings (names beginning with CELERY_)."""

import os
import signal
from typing import Any

from celery import Celery
from celery.signals import (
    before_task_publish,
    celeryd_init,
    import_modules,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from pressorpass_site.core.database import versions
from pressorpass_site.environment import make_temporary_folder
from pressorpass_site.process import end_with_parent, find_semaphore_problem, keep_files_private

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")


@import_modules.connect  # before the app does, and so before prometheus_client is imported (core/metrics.py)
def _make_metrics_folder(**_: Any) -> None:
    if int(os.environ.get("METRICS_PORT") or 0) and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = make_temporary_folder("pressorpass-metrics-")


@import_modules.connect  # before Django's apps refuse it, with a traceback
def _refuse_other_versions(**_: Any) -> None:
    from django.conf import settings

    if why := versions.find_unsupported_reason(settings.DATABASES["default"]):
        raise SystemExit(f"Press or Pass: {why}")


app = Celery("pressorpass_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add("pressorpass_site.work.worker:Timers")


@celeryd_init.connect
def _keep_files_private(**_: Any) -> None:
    keep_files_private()


@celeryd_init.connect
def _refuse_without_semaphores(**_: Any) -> None:
    if why := find_semaphore_problem():
        raise SystemExit(f"Press or Pass: {why}")


@worker_process_init.connect
def _end_with_the_worker(**_: Any) -> None:
    """End a pool process, which may be deep inside a kernel, when the worker is killed."""
    end_with_parent(signal.SIGKILL)


@setup_logging.connect
def _leave_logging_to_django(**_: Any) -> None:
    """Keep Celery from adding its own handlers."""


@worker_ready.connect
def _serve_metrics(**_: Any) -> None:
    # Not before Django's apps are loaded.
    from django.conf import settings

    from pressorpass_site.core import metrics

    if settings.METRICS_PORT:
        metrics.serve(settings.METRICS_HOST, settings.METRICS_PORT)


@worker_shutting_down.connect
def _queue_jobs_again(**_: Any) -> None:
    from pressorpass_site.work import running

    running.stop_worker()


# A message names the request that sent it, for the log lines of its job; a message from a worker names none.


@before_task_publish.connect
def _add_request_id(headers: dict[str, Any], **_: Any) -> None:
    context = get_contextvars()
    if "request_id" in context and "job" not in context:
        headers["request_id"] = context["request_id"]


@task_prerun.connect
def _bind_request_id(task: Any, **_: Any) -> None:
    clear_contextvars()
    if request_id := task.request.get("request_id"):
        bind_contextvars(request_id=request_id)


@task_postrun.connect
def _unbind_request_id(**_: Any) -> None:
    clear_contextvars()
