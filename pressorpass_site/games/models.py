"""Whole games and their events; their reviews, which are answers; votes on their decisions and on dilemmas."""

from typing import Any, ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.urls import reverse

from engine import Contestant, Game, NextRound, Odds, PositionValues, Rules, game_from_json
from pressorpass_site.answers.models import KindManager, StoredAnswer
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.database.fixed import ImmutableModel
from pressorpass_site.core.owned import OwnedModel, make_code
from pressorpass_site.core.owners import OWNER_LENGTH
from pressorpass_site.questions.question import SEATS

ID_LENGTH = 80  # as in the engine
MAX_DELAY = 600  # seconds that others may be behind
NAME_LENGTH = 30  # of who votes
CALLS = ("press", "pass")
MAX_GUESS = 100
NOBODY = "nobody"  # the owner of the samples; no browser's or account's owner ID equals it

Podiums = tuple[Contestant, Contestant, Contestant]


class Review(StoredAnswer):
    """A game under review, and the job that solves its positions.

    `key` is the hash of everything that a review depends on, so that equal games share it. `input` is the engine's JSON
    form of the game with the boards in full, and without names, dates and comments. `result` has the values of the positions
    by their notation, and the key of the board and rules that they hold for (`Setting.key`); of a complete review also the
    totals (reviews/totals.py).
    """

    KIND = "review"

    objects: ClassVar = KindManager(KIND)

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return self.key[:12]

    @property
    def engine_game(self) -> Game:
        return game_from_json(self.input, stored=True)

    @property
    def totals(self) -> dict[str, Any] | None:
        return self.result and self.result.get("totals")

    def values(self, setting: str) -> dict[str, PositionValues]:
        """Return the stored values by notation; none if they are of another board or other rules."""
        if not self.result or self.result["setting"] != setting:
            return {}
        return {notation: PositionValues.from_json(value) for notation, value in self.result["values"].items()}


class BetweenRoundsAnalysis(StoredAnswer):
    """The chances of the three between the rounds, and the job that works them out.

    `input` has the podiums, with the spins that the questions have brought so far; nobody is up. `next_round_revision` is the board of
    round 2, `questions_before_round_2` the number of questions still to come.
    """

    KIND = "between"

    objects: ClassVar = KindManager(KIND)

    class Meta:
        proxy = True

    @property
    def question_parts(self) -> tuple[Podiums, Rules, NextRound]:
        left, center, right = (Contestant(**podium) for podium in self.input)
        rules = Rules.preset("show").with_options(self.rules)
        assert self.next_round_revision is not None
        assert self.questions_before_round_2 is not None
        return (
            (left, center, right),
            rules,
            NextRound(self.next_round_revision.engine_board, self.questions_before_round_2),
        )

    @property
    def odds(self) -> Odds | None:
        return Odds.from_json(self.result) if self.result else None


class Hints(models.TextChoices):
    SHOW = "show", "Show the odds"
    HIDE = "hide", "Hide the odds"
    CALL = "call", "Call it first"


class StoredGame(OwnedModel):
    """A stored game; `record.load` returns the engine's game.

    `version` is the number of events, by which two devices notice that both enter. `host_key` is in the link by which
    another device may enter events, too. `overlay_key` opens the overlay of a game that is private or hides its names,
    and nothing else; "" until the owner makes one. `hints` is what the page for entering shows of the odds.
    """

    host_key = models.CharField(max_length=16, default=make_code, editable=False)
    overlay_key = models.CharField(max_length=16, blank=True, default="", editable=False)
    hints = models.CharField(max_length=8, default=Hints.HIDE, editable=False)
    hides_names = models.BooleanField(default=False, help_text="Only the owner sees the contestants' names.")
    delay = models.PositiveSmallIntegerField(
        default=0, help_text="Seconds that all but the hosts are behind, at least."
    )
    headers = models.JSONField(default=dict, help_text="As the engine writes them, without the boards.")
    board_1 = models.ForeignKey(
        BoardRevision, on_delete=models.PROTECT, related_name="games_of_round_1", verbose_name="board of round 1"
    )
    board_2 = models.ForeignKey(
        BoardRevision, on_delete=models.PROTECT, related_name="games_of_round_2", verbose_name="board of round 2"
    )
    version = models.PositiveIntegerField(default=0)
    # It stays while a game shows it (reviews/services.py).
    review = models.ForeignKey(
        Review, on_delete=models.SET_NULL, related_name="games", null=True, blank=True, editable=False
    )
    # Whether this copy of the row is as others see it: late, or without names; and whether its events have no comments.
    for_others = False
    hides_texts = False
    read_with: Any = None  # the games of a list, whose events are read in one query (record.read_together)

    class Meta(OwnedModel.Meta):
        verbose_name = "game"
        indexes = [
            models.Index(fields=("visibility", "-created_at"), name="games_by_visibility"),
            models.Index(fields=("visibility", "-updated_at"), name="games_by_change"),
            # For the number of today's, and for the list of the admin.
            models.Index(fields=("-created_at", "-id"), name="games_by_age"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        assert not self.for_others, "this copy is for showing only"
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("games:detail", args=[self.code])

    @property
    def sample(self) -> bool:
        return self.owner == NOBODY

    @property
    def is_story_only(self) -> bool:
        """Whether the game is too poorly documented to replay, so that its page is a written story."""
        return self.sample and bool(self.documented)

    @property
    def simulated(self) -> bool:
        return "Simulated" in self.headers.get("extra", {})

    @property
    def documented(self) -> str:
        """The extent to which it is documented, if the record tells: “in part …”."""
        return str(self.headers.get("extra", {}).get("Documented", ""))

    @property
    def names(self) -> tuple[str, str, str]:
        """The contestants from left to right, by their places where they have no names."""
        stored_names = self.headers.get("names") or ("", "", "")
        left, center, right = (name or seat for name, seat in zip(stored_names, SEATS, strict=True))
        return left, center, right

    @property
    def players(self) -> str:
        """The contestants in words, without a word on how it goes: “Ann, Bob and Cy”."""
        left, center, right = self.names
        return f"{left}, {center} and {right}"


@receiver(post_delete, sender=StoredGame)
def delete_review(instance: StoredGame, **_: Any) -> None:
    """Delete the review of a deleted game, with those of its earlier states, unless an equal game shows it."""
    if instance.review_id:
        Review.objects.filter(pk=instance.review_id, games=None).delete()


class StoredEvent(ImmutableModel):
    """An event as it was entered (`engine.event_to_json`); an undo is an event, too, so none is ever changed.

    `client_id` is the name that the browser gave it, so that it is stored once however often it is sent.
    """

    fixed = "An event never changes; enter another one."

    game = models.ForeignKey(StoredGame, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField(help_text="Its place among all events of the game, from 1.")
    client_id = models.CharField(max_length=ID_LENGTH)
    data = models.JSONField()
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "event"
        ordering = ("game", "number")
        constraints = [
            models.UniqueConstraint(fields=("game", "number"), name="one_event_per_number"),
            models.UniqueConstraint(fields=("game", "client_id"), name="one_event_per_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.number}"


class Vote(models.Model):
    """What a fan would do in a position, said before seeing the odds: press, pass, or one of two other choices.

    `question` names the choice (dilemmas/votes.py): one vote per question and `voter`, who is an account or a browser. `game` is
    that of the choice, which shows `name`; None for a dilemma. `position` is that of a dilemma.
    """

    class Action(models.TextChoices):
        PRESS = "press", "Press"
        PASS = "pass", "Pass"
        ONE = "one", "The first choice"
        TWO = "two", "The second choice"

    question = models.CharField(max_length=64)
    position = models.CharField(max_length=80, blank=True)
    game = models.ForeignKey(StoredGame, on_delete=models.CASCADE, null=True, blank=True, related_name="votes")
    voter = models.CharField(max_length=OWNER_LENGTH, db_index=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    action = models.CharField(max_length=5, choices=Action.choices)
    guess = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_GUESS)],
        help_text="The mover’s chance to win with the better choice, as guessed, in percent.",
    )
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("question", "voter"), name="one_vote_per_voter_and_question"),
            models.CheckConstraint(condition=models.Q(guess__lte=MAX_GUESS), name="guess_is_a_percentage"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.position}: {self.get_action_display()}"

    @property
    def number(self) -> int | None:
        """The number of the game's event after which the choice was open; None for a dilemma."""
        return int(self.question.rpartition(" ")[2]) if self.game_id else None
