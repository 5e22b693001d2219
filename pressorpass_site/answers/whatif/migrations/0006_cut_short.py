from django.db import migrations, models

from pressorpass_site.core.database.migrating import JOB, NEXT_SPINS, QUESTION, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = [("boards", "0005_texts")]

    operations = [
        new_table(
            "WhatIfMap",
            {
                **QUESTION,
                **NEXT_SPINS,
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "position": models.CharField(max_length=80),
                "row": models.CharField(blank=True, max_length=2),
                "column": models.CharField(blank=True, max_length=2),
                "created_at": models.DateTimeField(auto_now_add=True),
            },
            {"ordering": ("-created_at",)},
        ),
        new_table(
            "MapPart",
            {
                **JOB,
                "place": models.PositiveSmallIntegerField(help_text="Which line of the map it is, from 0."),
                "value": models.PositiveIntegerField(default=0, help_text="The value of the map's row number."),
                "position": models.CharField(help_text="With the row's value put in.", max_length=80),
                "number": models.CharField(help_text="What runs through the values.", max_length=2),
                "values": models.JSONField(default=list),
                "cells": models.JSONField(blank=True, default=dict),
                "map": models.ForeignKey(on_delete=models.CASCADE, related_name="parts", to="whatif.whatifmap"),
            },
            {
                "ordering": ("map", "place"),
                "indexes": [models.Index(fields=["status", "queued_at"], name="map_parts_waiting")],
                "constraints": [models.UniqueConstraint(fields=("map", "place"), name="one_part_per_place")],
            },
        ),
    ]
