from typing import Any

from django.contrib.auth.models import User

from pressorpass_site.accounts.account_data import OwnedData
from pressorpass_site.answers.models import BOARDS
from pressorpass_site.core import owners

from ..models import SavedAnalysis
from . import services


class SavedAnalyses(OwnedData):
    key = "saved_analyses"
    model = SavedAnalysis

    def export(self, user: User) -> list[dict[str, Any]]:
        saved_answers = self.query_rows(owners.get_account_id(user)).prefetch_related(
            *(f"versions__{board}" for board in BOARDS)
        )
        return [
            {
                "address": saved_answer.get_absolute_url(),
                "title": saved_answer.title,
                "note": saved_answer.note,
                "visibility": saved_answer.visibility,
                "position": saved_answer.position,
                "saved": saved_answer.created_at.isoformat(),
                "changed": saved_answer.updated_at.isoformat(),
                "versions": [services.export(version) for version in reversed(saved_answer.versions.all())],
            }
            for saved_answer in saved_answers.order_by("created_at")
        ]
