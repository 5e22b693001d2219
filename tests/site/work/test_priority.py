"""Less urgent work must not slow down anything else."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

from pressorpass_site.work.processor import JobThread

LOWEST = 19  # of what the system knows


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_a_job_with_the_threads_it_starts_leaves_the_processors_to_others_until_it_ends() -> None:
    own, job = niceness(), JobThread()

    def lowered() -> list[int]:
        seen: list[int] = []
        told = threading.Event()

        def help_out() -> None:
            told.wait()
            seen.append(niceness())

        def watch() -> None:
            job.set_niceness(7)
            seen.append(niceness())

        helper, watcher = threading.Thread(target=help_out), threading.Thread(target=watch)
        helper.start()
        watcher.start()
        watcher.join()
        told.set()
        helper.join()
        with ThreadPoolExecutor(1) as later:  # as solvers share their work
            seen.append(later.submit(niceness).result())
        return [*seen, niceness()]

    low = min(own + 7, LOWEST)
    assert job.run(lowered) == [own, low, low, low]
    assert niceness() == own
    assert JobThread().run(niceness) == own
