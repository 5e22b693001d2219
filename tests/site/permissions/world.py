"""What the tables of permissions are tried on: objects of one owner, and everybody who might come to them."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine import Position, Rules, preset_boards
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs, play_tries
from pressorpass_site.answers.models import Analysis, ChoiceAnalysis
from pressorpass_site.api import services as keys
from pressorpass_site.api.models import ApiKey
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.exchange import write_board
from pressorpass_site.boards.models import Board, BoardDraft
from pressorpass_site.core.owned import Visibility
from pressorpass_site.games import services as games
from pressorpass_site.games.models import StoredGame
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.questions.question import Question
from pressorpass_site.sharing.models import SavedAnalysis
from tests.site.conftest import QUICK
from tests.site.markup import words
from tests.site.reviews.test_services import LONGER, review_game
from tests.site.work.by_hand import run_next

from .table import WHO

PASSWORD = "a-quiet-river-7"
SECRET = "Xanthippe"  # stands in everything that the owner has
GAME = LONGER.replace('"Ann"', f'"{SECRET}"')
BOARD = "pyl-1985-02-r2"
CHOICE = "3000e1w2,2500,2000@1"


@dataclass
class World:
    """The objects, and a client for each of WHO."""

    visibility: Visibility
    saved: SavedAnalysis
    game: StoredGame
    board: Board
    key: ApiKey
    answer: Analysis
    fan: User
    clients: dict[str, Client]
    bearers: dict[str, str]  # the keys of those who have one
    choice: str = ""
    lab_answer: str = ""

    @property
    def codes(self) -> dict[str, str]:
        """What an address of one of the objects is known by."""
        return {
            "saved": self.saved.code,
            "game": self.game.code,
            "own board": str(self.board.token),
            "key": self.key.prefix,
        }

    def may_read(self, thing: str, who: str) -> bool:
        """Whether somebody may know of the object although it is private."""
        return who == "owner" or (who == "host" and thing == "game")

    def state(self, thing: str) -> Any:
        """What must not change without permission."""
        if thing == "saved":
            return list(SavedAnalysis.objects.filter(pk=self.saved.pk).values()), self.saved.versions.count()
        if thing == "game":
            # Without its review, which looking at that makes: no content of the owner's.
            content = [field.attname for field in StoredGame._meta.concrete_fields if field.name != "review"]
            return list(StoredGame.objects.filter(pk=self.game.pk).values(*content))
        if thing == "own board":
            drafts = BoardDraft.objects.filter(board=self.board).values_list("content", "state")
            return list(Board.objects.filter(pk=self.board.pk).values()), self.board.revisions.count(), list(drafts)
        if thing == "account":
            return list(User.objects.filter(pk=self.fan.pk).values("username", "email", "password"))
        if thing == "key":
            return list(ApiKey.objects.filter(owner=self.fan).values("pk", "revoked_at"))
        return None


def build(visibility: Visibility, *, by_account: bool, reviewed: bool = True) -> World:
    """The world; its objects belong to an account, or to a browser without one. The game is reviewed, or is not yet."""
    fan = User.objects.create_user(SECRET, f"{SECRET}@example.org", PASSWORD)
    clients = {who: Client() for who in WHO}
    if by_account:
        clients["owner"].force_login(fan)
    clients["account"].force_login(User.objects.create_user("rival", "rival@example.org", PASSWORD))
    clients["admin"].force_login(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    clients["browser"].post("/boards/own/copy/", {"board": BOARD})  # has a secret of its own
    answer = _answer()
    saved = _saved(clients["owner"], answer, visibility)
    game = _game(clients["owner"], visibility, reviewed=reviewed)
    board = _board(clients["owner"])
    # Somebody may have been let in before the game was hidden.
    StoredGame.objects.filter(pk=game.pk).update(visibility=Visibility.UNLISTED)
    clients["host"].get(f"/games/{game.code}/host/{game.host_key}/")
    StoredGame.objects.filter(pk=game.pk).update(visibility=visibility)
    users = {
        "owner": fan,
        **{who: User.objects.get(username=name) for who, name in (("account", "rival"), ("admin", "root"))},
    }
    made = {who: keys.create_key(user, f"{user.username}’s program") for who, user in users.items()}
    bearers = {who: key.secret for who, key in made.items()}
    return World(
        visibility, saved, game, board, made["owner"].key, answer, fan, clients, bearers, _choice(), _lab_answer()
    )


def _answer() -> Analysis:
    question = Question(Position.parse(QUICK), boards.find_revision(BOARD), Rules.preset("seed"))
    analysis = analyses.get_or_start_analysis(question)
    run_next(jobs)
    play_tries(analysis.pk, 0)
    analysis.refresh_from_db()
    assert analysis.answer
    assert analysis.tries
    return analysis


def _choice() -> str:
    Client().get(f"/choose/{CHOICE}?square=9&s8=500%2B&d8=&s10=w&d10=", follow=True)
    return ChoiceAnalysis.objects.get().key


def _lab_answer() -> str:
    Client().get("/lab/pig/duel/")
    return LabAnswer.objects.get().key


def _saved(client: Client, answer: Analysis, visibility: Visibility) -> SavedAnalysis:
    typed = {"key": answer.key, "title": f"{SECRET}’s pass", "note": f"{SECRET} thinks", "visibility": visibility}
    client.post("/save/", typed)
    return SavedAnalysis.objects.get()


def _game(client: Client, visibility: Visibility, *, reviewed: bool) -> StoredGame:
    response = client.post("/games/import/", {"text": GAME, "visibility": visibility})
    assert response.status_code == 302, words(response)
    stored_game = StoredGame.objects.get()
    games.change_overlay_key(stored_game, revoke=False)
    if reviewed:
        review_game(games.get_named_game(stored_game))
    return stored_game


def _board(client: Client) -> Board:
    content = replace(preset_boards()[BOARD], name=f"{SECRET}’s board")
    file = SimpleUploadedFile("board.json", write_board(content).encode(), "application/json")
    before = list(Board.objects.values_list("pk", flat=True))
    assert client.post("/boards/own/import/", {"file": file}).status_code == 302
    return Board.objects.exclude(pk__in=before).get()
