"""The life of a question of the lab: the common steps."""

from __future__ import annotations

from pressorpass_site.work.jobs import Jobs

from .models import LabAnswer


class AnswerJobs(Jobs[LabAnswer]):
    """All of them wait for a place, and the spare one will do."""

    def anybody_waits(self) -> bool:
        """Whether one is in the line."""
        return self.parked().exists()

    def wrong(self, pk: int, token: str, field: str) -> None:
        """Note which option is wrong; `doing` stores what is wrong with it."""
        self._running(pk, token).update(field=field)


jobs = AnswerJobs(LabAnswer)
