"""The kinds of rows that are removed, in the order in which they are tidied, and the limits of each.

Tidying (core/database/retention.py) reads this list by its name in the settings. Accounts, games, boards and saved answers are
not here: they stay until their owners delete them.
"""

from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import F, Q

from pressorpass_site.answers.models import Analysis, ChoiceAnalysis, Table
from pressorpass_site.api.models import ApiKey
from pressorpass_site.core.database.retention import Retention
from pressorpass_site.core.owners import COOKIE_SECONDS
from pressorpass_site.games.models import BetweenRoundsAnalysis, Review, Vote
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.sharing.saved import services as saved
from pressorpass_site.work.models import ACTIVE, LAST_VIEW, Job

# A queued or running job is removed only for its age, never as one too many; its worker then finds no row and stops.
_ENDED = ~Q(status__in=ACTIVE)


class AnswerRetention(Retention):
    """The retention of answers, which saved answers may still wait for."""

    def tidy(self, now: datetime) -> int:
        """Store arrived answers in the saved answers that wait for them, before old rows go."""
        saved.store_arrived_answers()
        return super().tidy(now)


def _build_job_retention(label: str, model: type[Job]) -> Retention:
    return Retention(label, model._default_manager.all(), LAST_VIEW, removable=_ENDED, share=1.0)


KINDS = (
    AnswerRetention("answers", Analysis._default_manager.all(), LAST_VIEW, removable=_ENDED, share=1.0),
    _build_job_retention("answers on choice squares", ChoiceAnalysis),
    # Votes older than a browser's cookie belong to nobody. Votes are small rows; those of a game are deleted with it.
    Retention(
        "votes", Vote.objects.filter(game=None), F("made_at"), days_kept=COOKIE_SECONDS // (24 * 3600), share=10.0
    ),
    # Reviews that no game has any more, of an earlier state or engine. Each holds a whole game with its boards.
    Retention("reviews", Review.objects.filter(games=None), LAST_VIEW, removable=_ENDED, share=0.1),
    _build_job_retention("odds between the rounds", BetweenRoundsAnalysis),
    _build_job_retention("answers of the lab", LabAnswer),
    # A table answers without its row, too; the files have their own limit (PRESSORPASS_TABLES_MAX).
    _build_job_retention("jobs of tables", Table),
    Retention("sessions", Session.objects.all(), F("expire_date"), days_kept=0),
    Retention("entries of the administrators' log", LogEntry.objects.all(), F("action_time"), days_kept=730),
    # Owners can still see a revoked key for a while.
    Retention("revoked API keys", ApiKey.objects.exclude(revoked_at=None), F("revoked_at")),
)
