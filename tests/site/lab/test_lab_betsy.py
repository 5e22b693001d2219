"""Betsy's pages: boards with arrows, moves in words, and a game in play, whose state is in the URL."""

import re
from html import unescape

import pytest
from django.test import Client

from engine.lab.games.betsy.rules import START, BirdPosition, Move, make_move
from engine.lab.games.betsy.words import describe_judgment
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.work.models import Status
from tests.site.markup import markup

from .lab_games import lab_form, links, settled

TRY = "/lab/betsy/"
MATE = "f2f3-e7e5-g2g4"


def squares(page: str) -> dict[str, str]:
    """Return the URLs of the squares of the board by their labels."""
    return {
        words: unescape(link)
        for link, words in re.findall(r'<td class="[^"]*"><a href="([^"]*)" aria-label="([^"]*)">', page)
    }


def birds(page: str) -> str:
    """Return the board in the table of a page, White's home row first."""
    table = page[page.index('<table class="bird-board">') : page.index("</table>")]
    rows = {
        number: "".join(bird(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL))
        for number, row in re.findall(r'<tr><th scope="row">(\d)</th>(.*?)</tr>', table, re.DOTALL)
    }
    return "".join(rows[str(number)] for number in range(1, 9))


def bird(cell: str) -> str:
    match = re.search(r'bird--([wb]).*#bird-([A-Z])"', cell, re.DOTALL)
    if not match:
        return "."
    return match[2] if match[1] == "w" else match[2].lower()


def reached(*texts: str) -> BirdPosition:
    position = BirdPosition()
    for text in texts:
        position = make_move(position, Move.from_text(text))
    return position


@pytest.mark.django_db
class TestSettingUp:
    """Choose a bird and tap its squares; no question is asked until the board is ready."""

    def test_a_tap_puts_the_chosen_bird_on_its_square(self, client: Client) -> None:
        page = markup(client.get("/lab/betsy/solve/?plies=5&bird=q&place=e4"))
        assert _text(page) == START[:28] + "q" + START[29:]
        assert 'value="q" checked' in page
        assert 'aria-label="e4: black quetzal"' in page
        assert lab_form(page).values("plies") == ["5"]
        assert not LabAnswer.objects.exists()

    def test_a_board_is_set_up_from_nothing_and_then_asked_about(self, client: Client) -> None:
        board = _text(markup(client.get("/lab/betsy/moves/?place=clear&bird=K")))
        assert board == "." * 64
        for bird, square in (("K", "a1"), ("k", "a8"), ("R", "h8")):
            board = _text(markup(client.get(f"/lab/betsy/moves/?board={board}&bird={bird}&place={square}")))
        client.get(f"/lab/betsy/solve/?board={board}&plies=1&bird=R")
        assert LabAnswer.objects.get().options == {"board": "K" + "." * 55 + "k......R", "plies": "1"}

    def test_a_kingfisher_is_moved_rather_than_doubled(self, client: Client) -> None:
        board = _text(markup(client.get(f"/lab/betsy/moves/?board={START}&bird=K&place=e4")))
        assert board.count("K") == 1
        assert board[28] == "K"


def _text(page: str) -> str:
    return "".join(lab_form(page).values("board")[0].split())


@pytest.mark.django_db(transaction=True)
class TestTheBoard:
    def test_a_bird_is_chosen_and_moved_and_the_engine_answers(self, client: Client) -> None:
        page = settled(client, f"{TRY}?seconds=0.5")
        assert len(squares(page)) == 10  # birds that can move
        page = settled(client, TRY + squares(page)["white parakeet on e2"])
        goals = {words for words in squares(page) if words.startswith("to ")}
        assert goals == {"to e3", "to e4"}
        address = TRY + squares(page)["to e4"]
        before = markup(client.get(address))
        assert "Betsy is thinking." in before
        assert birds(before) == reached("e2e4").board
        assert not squares(before)
        page = settled(client, address)
        answer_stored = LabAnswer.objects.get(input__question="play").result
        assert answer_stored
        assert birds(page) == answer_stored["answer"]
        assert birds(settled(client, address)) == answer_stored["answer"]

    def test_a_capture_is_called_one_and_ends_the_game(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=both&moves={MATE}-d8h4-a2a3&from=h4")
        page = settled(client, TRY + squares(page)["captures white kingfisher on e1"])
        assert "Black captures the kingfisher and wins." in page
        assert not squares(page)

    def test_the_engine_moves_for_you_and_moves_are_taken_back(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=both&seconds=0.5&moves={MATE}")
        page = settled(client, TRY + links(page)["Let the engine move"])
        assert birds(page) == reached(*MATE.split("-"), "d8h4").board
        page = settled(client, TRY + links(page)["Take back"])
        assert birds(page) == reached(*MATE.split("-")).board

    def test_a_question_that_failed_says_so_and_is_tried_again(self, client: Client) -> None:
        client.get(f"{TRY}?moves=e2e4")
        LabAnswer.objects.update(status=Status.FAILED, message="The solver was lost.")
        page = markup(client.get(f"{TRY}?moves=e2e4", headers={"Part-Request": "true"}))
        assert "The solver was lost." in page
        assert "thinking" in markup(client.get(f"{TRY}?moves=e2e4"))

    def test_a_wrong_move_leaves_the_board_and_stays_in_its_field(self, client: Client) -> None:
        response = client.get(f"{TRY}?you=b&below=w&seconds=0.5&moves=e2e4&move=e7e9")
        page = markup(response)
        assert response.status_code == 422
        assert birds(page) == reached("e2e4").board
        assert squares(page)
        assert 'value="e7e9"' in page
        assert 'aria-describedby="id_move_error"' in page
        assert '<ul class="errorlist" id="id_move_error">' in page

    @pytest.mark.parametrize("typed", ["Nf3", "g1f3", "G1F3", "g1-f3", "Ngf3"])
    def test_a_move_may_be_typed_as_in_chess(self, client: Client, typed: str) -> None:
        page = markup(client.get(f"{TRY}?you=both&moves=e2e4-e7e5&move={typed}"))
        assert birds(page) == reached("e2e4", "e7e5", "g1f3").board


@pytest.mark.parametrize(
    ("ends_in", "score", "words"),
    [
        (1, None, "it captures the kingfisher"),
        (5, None, "it forces the capture of the kingfisher within 5 plies"),
        (-2, None, "it sees its own kingfisher captured within 2 plies"),
        (None, None, "the first move at hand: there was no time to think"),
        (None, -1.5, "its side is worth 1.50 parakeets less than the other"),
        (None, 0.0, "both sides are worth the same"),
    ],
)
def test_what_the_engine_expects(ends_in: int | None, score: float | None, words: str) -> None:
    assert describe_judgment({"ends_in": ends_in, "score": score}) == words
