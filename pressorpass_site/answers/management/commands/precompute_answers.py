"""`manage.py precompute_answers`: solve the famous moments for the file of precomputed answers."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine import Position, preset_boards
from pressorpass_site.questions.moments import list_moments

from ...analyses import known


class Command(BaseCommand):
    """Write the file without a database or a worker; the same engine writes the same bytes in every run."""

    help = (
        f"Solve the questions of all famous moments and write the answers to analyses/{known.DATA.name}. "
        "Takes up to an hour and 8 GB of memory."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--new", action="store_true", help="keep the answers of this engine that the file has")

    def handle(self, *args: Any, **options: Any) -> None:
        boards = preset_boards()
        questions = [
            (Position.parse(notation), boards[moment.asked_board or ""], moment.rules)
            for moment in list_moments()
            for notation in moment.positions
        ]
        answers = dict(known.load_precomputed_answers()) if options["new"] else {}
        for question in questions:
            identity = known.build_question_identity(*question)
            if identity not in answers:
                started_at = time.perf_counter()
                answers[identity] = answer = known.compute(*question)
                self.stdout.write(f"{answer['position']}: {answer['method']}, {time.perf_counter() - started_at:.0f} s")
                # Written after each answer, as all of them take long; answers of other questions or engines are left out.
                entries = [
                    (board, answers.get(known.build_question_identity(notation, board, rules)))
                    for notation, board, rules in questions
                ]
                known.DATA.write_text(known.build_file_text(entries), encoding="utf-8")
        self.stdout.write(f"{len(answers)} answers.")
