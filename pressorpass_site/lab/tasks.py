from engine import Exhausted, InputError, Unaffordable
from engine.lab import ask
from pressorpass_site.core.pace import CpuShare
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import Queue
from pressorpass_site.work.running import JobRun, make_job_task

from .models import LabAnswer

jobs = JobType(LabAnswer, task="lab.answer", queue=Queue.REFINE)


@make_job_task(jobs)
def answer(lab_answer: LabAnswer, run: JobRun) -> None:
    pace = CpuShare()
    try:
        with pace.measure():
            reply = ask(
                lab_answer.game,
                lab_answer.question,
                lab_answer.options,
                **lab_answer.limits,
                cancel=run.cancel,
                listener=run.report,
            )
    except InputError as error:
        run.store(steps=[{"invalid": error.field or ""}])  # the error is stored as the job's message
        raise
    except Exhausted as error:
        run.store(was_interrupted=pace.slow)
        raise Unaffordable(str(error)) from None
    run.store(result=reply.to_json())
