"""Games, their events and reviews, and the votes on their decisions and on dilemmas."""

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
MAX_DELAY = 600  # seconds
NAME_LENGTH = 30  # of a voter
CALLS = ("press", "pass")
MAX_GUESS = 100
NOBODY = "nobody"  # the owner of the samples: not the owner ID of any browser or account

Podiums = tuple[Contestant, Contestant, Contestant]


class Review(StoredAnswer):
    """A game under review, and the job that solves its positions.

    `key` is the hash of everything that a review depends on, so that equal games share it. `input` is the engine's JSON
    form of the game with the boards in full, and without names, dates and comments. `result` has the values of the positions
    by their notation, and the key of the board and rules that they hold for (`ReviewSetting.key`); of a complete review
    also the totals (reviews/totals.py).
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

    def get_values(self, setting_key: str) -> dict[str, PositionValues]:
        """Return the stored values by notation; empty if they are for another board or other rules."""
        if not self.result or self.result["setting"] != setting_key:
            return {}
        return {notation: PositionValues.from_json(value) for notation, value in self.result["values"].items()}


class BetweenRoundsAnalysis(StoredAnswer):
    """The odds between the rounds, and the job that solves them.

    `input` has the podiums, with the spins earned so far; nobody is up. `next_round_revision` is the board of round 2,
    `questions_before_round_2` the number of questions still to come.
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

    `version` is the number of events: it shows whether another device has entered events. `host_key` is in the host
    link, which lets other devices enter events. `overlay_key` opens only the overlay of a game that is private or hides
    its names; "" until the owner makes one. `hints` is what the entry page shows of the odds.
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
    # A review is kept while a game shows it (reviews/services.py).
    review = models.ForeignKey(
        Review, on_delete=models.SET_NULL, related_name="games", null=True, blank=True, editable=False
    )
    # Whether this is a copy for others: late, or without names; and whether comments of its events are hidden.
    for_others = False
    hides_texts = False
    event_batch: Any = None  # events of a list of games, read in one query (record.prefetch_events)

    class Meta(OwnedModel.Meta):
        verbose_name = "game"
        indexes = [
            models.Index(fields=("visibility", "-created_at"), name="games_by_visibility"),
            models.Index(fields=("visibility", "-updated_at"), name="games_by_change"),
            # For the daily quota, and for the list of the admin.
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
        """How far the game is documented: “in part …”; "" if the record does not say."""
        return str(self.headers.get("extra", {}).get("Documented", ""))

    @property
    def names(self) -> tuple[str, str, str]:
        """The contestants from left to right; the seat stands in for a missing name."""
        stored_names = self.headers.get("names") or ("", "", "")
        left, center, right = (name or seat for name, seat in zip(stored_names, SEATS, strict=True))
        return left, center, right

    @property
    def players(self) -> str:
        """Text such as “Ann, Bob and Cy”."""
        left, center, right = self.names
        return f"{left}, {center} and {right}"


@receiver(post_delete, sender=StoredGame)
def delete_review(instance: StoredGame, **_: Any) -> None:
    """Delete the review of a deleted game and its reviews of earlier states, unless an equal game shows it."""
    if instance.review_id:
        Review.objects.filter(pk=instance.review_id, games=None).delete()


class StoredEvent(ImmutableModel):
    """An event as it was entered (`engine.event_to_json`). Events never change: an undo is another event.

    `client_id` is the ID that the browser gave it, so that an event sent twice is stored once.
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
    """A fan's call in a position before seeing the odds: press, pass, or one of two other choices.

    `question` is the key of the choice (dilemmas/votes.py); a `voter`, an account or browser, has one vote on it. A vote
    in a `game` shows `name`; a vote on a dilemma has a `position`.
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
