"""Work in advance must not slow down anything else."""

import os
import threading

from pressorpass_site.work.priority import NICENESS, at_low_priority


def test_threads_of_low_priority_leave_the_processors_to_others() -> None:
    def priorities() -> list[int]:
        found = []

        def look() -> None:
            found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

        look()
        helper = threading.Thread(target=look)
        helper.start()
        helper.join()
        return found

    before = priorities()
    assert at_low_priority(priorities) == [NICENESS] * 2
    assert priorities() == before
