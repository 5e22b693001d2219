"""The life of a map's part: the common steps."""

from __future__ import annotations

from pressorpass_site.work.jobs import Jobs

from .models import MapPart


class PartJobs(Jobs[MapPart]):
    """All of them wait for a place, and the spare one will do."""

    def anybody_waits(self) -> bool:
        """Whether one is in the line."""
        return self.parked().exists()


jobs = PartJobs(MapPart)
