from django.db import migrations, models

from pressorpass_site.core.database.migrating import OWNED, new_table
from pressorpass_site.core.owned import new_code


class Migration(migrations.Migration):
    initial = True

    dependencies = [("boards", "0005_texts")]

    operations = [
        new_table(
            "StoredGame",
            {
                **OWNED,
                "host_key": models.CharField(default=new_code, editable=False, max_length=16),
                "hides_names": models.BooleanField(
                    default=False, help_text="Only the owner sees the contestants' names."
                ),
                "headers": models.JSONField(default=dict, help_text="As the engine writes them, without the boards."),
                "version": models.PositiveIntegerField(default=0),
                "board_1": models.ForeignKey(
                    on_delete=models.PROTECT,
                    related_name="games_of_round_1",
                    to="boards.boardrevision",
                    verbose_name="board of round 1",
                ),
                "board_2": models.ForeignKey(
                    on_delete=models.PROTECT,
                    related_name="games_of_round_2",
                    to="boards.boardrevision",
                    verbose_name="board of round 2",
                ),
            },
            {
                "verbose_name": "game",
                "ordering": ("-created_at", "-pk"),
                "indexes": [models.Index(fields=["visibility", "-created_at"], name="games_by_visibility")],
            },
        ),
        new_table(
            "StoredEvent",
            {
                "number": models.PositiveIntegerField(help_text="Its place among all events of the game, from 1."),
                "client_id": models.CharField(max_length=80),
                "data": models.JSONField(),
                "entered_at": models.DateTimeField(auto_now_add=True),
                "game": models.ForeignKey(on_delete=models.CASCADE, related_name="events", to="games.storedgame"),
            },
            {
                "verbose_name": "event",
                "ordering": ("game", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_event_per_number"),
                    models.UniqueConstraint(fields=("game", "client_id"), name="one_event_per_client_id"),
                ],
            },
        ),
        new_table(
            "Call",
            {
                "number": models.PositiveIntegerField(),
                "caller": models.CharField(editable=False, max_length=64),
                "name": models.CharField(max_length=30),
                "action": models.CharField(choices=[("press", "Press"), ("pass", "Pass")], max_length=5),
                "made_at": models.DateTimeField(auto_now_add=True),
                "game": models.ForeignKey(on_delete=models.CASCADE, related_name="calls", to="games.storedgame"),
            },
            {
                "ordering": ("game", "number", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "number", "caller"), name="one_call_per_caller_and_decision"
                    )
                ],
            },
        ),
    ]
