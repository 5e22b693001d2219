from typing import ClassVar
from urllib.parse import urlencode

from django.urls import reverse

from engine.lab import find_game
from pressorpass_site.answers.models import KindManager, StoredAnswer


class LabAnswer(StoredAnswer):
    """A question of the lab and, once it has been computed, its answer.

    `key` is the hash of game, question, parameters and engine version; `result` is the JSON of the command line.
    """

    KIND = "lab"

    objects: ClassVar = KindManager(KIND)

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return f"{self.game} {self.question} {urlencode(self.options)}".strip()

    @property
    def game(self) -> str:
        return str(self.input["game"])

    @property
    def question(self) -> str:  # type: ignore[override]  # it is not about a position
        return str(self.input["question"])

    @property
    def options(self) -> dict[str, str]:
        """The typed texts, from which the parameters are parsed again."""
        return dict(self.input["options"])

    @property
    def field(self) -> str:
        return str(self.steps[0]["invalid"]) if self.steps else ""

    @property
    def query(self) -> str:
        """The options as a query string, in the question's order: PostgreSQL returns them in another order."""
        names = [option.name for option in find_game(self.game).get_question(self.question).options]
        options = {name: self.options[name] for name in names if name in self.options}
        return f"?{urlencode(options)}" if options else ""

    @property
    def address(self) -> str:
        return reverse("lab:question", args=[self.game, self.question]) + self.query
