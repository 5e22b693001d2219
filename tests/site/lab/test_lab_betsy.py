"""Betsy's page: boards with arrows, moves in words; and a game at the board, all of it in the address."""

import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from engine.lab import ask
from engine.lab.games.betsy.rules import START, Move, Position, after, moves, read_board
from engine.lab.games.betsy.words import judged, move_words
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.pages import betsy
from pressorpass_site.work.models import Status
from tests.site.markup import markup

from .lab_games import LabForm, links, settled

TRY = "/lab/betsy/"
MATE = "f2f3-e7e5-g2g4"


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


def squares(page: str) -> dict[str, str]:
    """Where the squares of the board lead, by what they are called."""
    return {
        words: unescape(link)
        for link, words in re.findall(r'<td class="[^"]*"><a href="([^"]*)" aria-label="([^"]*)">', page)
    }


def birds(page: str) -> str:
    """The board of a page, White's home row first, as the page's table has it."""
    table = page[page.index('<table class="bird-board">') : page.index("</table>")]
    rows = {
        number: "".join(bird(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL))
        for number, row in re.findall(r'<tr><th scope="row">(\d)</th>(.*?)</tr>', table, re.DOTALL)
    }
    return "".join(rows[str(number)] for number in range(1, 9))


def bird(cell: str) -> str:
    found = re.search(r'bird--([wb]).*#bird-([A-Z])"', cell, re.DOTALL)
    if not found:
        return "."
    return found[2] if found[1] == "w" else found[2].lower()


def reached(*texts: str) -> Position:
    position = Position()
    for text in texts:
        position = after(position, Move.named(text))
    return position


@pytest.mark.django_db(transaction=True)
class TestThePage:
    def test_moves_that_win_are_told_in_words_with_an_arrow(self, client: Client) -> None:
        page = settled(client, f"/lab/betsy/solve/?plies=3&side=b&board={betsy.THREE_PLIES}")
        assert "Quetzal d8 to h4" in page
        assert "<code>d8h4</code></td><td>3</td>" in page
        assert page.count("bird-picture__arrow") == 1
        assert "Arrows: quetzal d8 to h4." in page

    def test_no_move_that_wins_is_an_answer_too(self, client: Client) -> None:
        assert "No move of White’s forces the capture within 3 plies." in settled(client, "/lab/betsy/solve/?plies=3")

    def test_sequences_are_counted_ply_by_ply_beside_what_is_known(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/perft/?depth=3&kingfisher=4")
        assert '<th scope="row">3</th><td>8,822</td><td>22.1</td><td>8,822</td>' in page
        assert "Known" not in settled(client, f"/lab/betsy/perft/?depth=2&board={betsy.FEW_BIRDS}")

    def test_a_board_is_evaluated_part_by_part(self, client: Client) -> None:
        page = settled(client, f"/lab/betsy/evaluate/?board={after(Position(), Move.named('e2e4')).board}&side=b")
        assert "0.40\u00a0parakeets" in page
        assert '<th scope="row">Parakeets</th><td>8 / 8</td><td>0</td><td>+0.40</td>' in page
        assert '<th scope="row">White parakeet e4</th><td>+1</td><td>+0.20</td>' in page
        assert "<code>b8c6</code></td><td>\u22120.50</td>" in page

    def test_a_game_is_shown_with_its_moves_and_opens_on_the_board(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/game/?a=depth:1&b=random&longest=6&seed=3")
        assert "A draw" in page
        assert "The game was drawn after 6 plies" in page
        address = unescape(links(page)["Open it on the board"])
        on_board = markup(client.get(address))
        assert (
            birds(on_board)
            == ask("betsy", "game", {"a": "depth:1", "b": "random", "longest": "6", "seed": "3"}).answer.details[
                "board"
            ]
        )

    def test_a_match_says_what_few_games_leave_open(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/match/?a=depth:2&b=random&games=6")
        assert "1.0\u00a0points a game" in page
        assert "standard error 0.1" in page
        assert '<th scope="row">Points a game</th><td>1.00</td><td>0.61 to 1.00</td>' in page
        assert '<th scope="row">Elo difference</th><td>–</td><td>at least +77</td>' in page

    def test_every_bird_that_can_move_has_its_row(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/moves/")
        assert '<th scope="row">Nighthawk b1</th><td>a3, c3</td><td>–</td>' in page
        assert page.count("bird-picture__dot") == 16
        assert "20 moves" in page

    def test_the_engine_s_move_leads_to_the_board(self, client: Client) -> None:
        page = settled(client, f"/lab/betsy/play/?board={betsy.FEW_BIRDS}&seconds=0.5")
        answer = LabAnswer.objects.get(input__question="play").result
        assert answer
        assert answer["answer"] in page
        assert "forces the capture of the kingfisher within 3 plies" in page
        assert links(page)["Reply on the board"].startswith(TRY)

    def test_a_simulation_is_held_to_the_exact_value(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/value/?depth=3&method=simulate&games=500&white=random")
        assert "The simulation differs by" in page

    def test_an_average_is_not_told_as_a_capture(self, client: Client) -> None:
        page = settled(client, f"/lab/betsy/value/?depth=3&board={betsy.THREE_PLIES}&side=b&white=random&black=best")
        assert (
            "On average after 3 plies, Black has birds worth 1,000 parakeets more; a kingfisher counts 1,000." in page
        )

    def test_a_round_robin_is_a_table_with_the_best_first(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/contest/?policies=random,depth:2&games=2&longest=40")
        assert page.index("1 The engine, 2 plies ahead") < page.index("2 Moves at random")
        assert "a win counts 1, a draw ½" in page

    def test_a_match_is_a_table(self, client: Client) -> None:
        page = settled(client, "/lab/betsy/match/?a=material:1&b=random&games=2&longest=20")
        assert "drawn, cut off after 20 plies" in page
        assert "A: counts birds, 1 ply ahead" in page
        assert "Against B: moves at random." in page
        assert "standard error" in page or "an estimate" in page

    @pytest.mark.parametrize("question", ["best", "minimax"])
    def test_a_value_is_told_in_words(self, client: Client, question: str) -> None:
        page = settled(client, f"/lab/betsy/{question}/?depth=3&board={betsy.THREE_PLIES}&side=b")
        assert "White’s kingfisher is captured" in page

    def test_a_board_may_be_typed_in_rows(self, client: Client) -> None:
        rows = "%0D%0A".join(START[first : first + 8] for first in range(0, 64, 8))
        settled(client, f"/lab/betsy/moves/?board={rows}&below=b")
        assert LabAnswer.objects.get().options == {}

    def test_a_board_that_is_none_is_kept_in_its_field(self, client: Client) -> None:
        response = client.get("/lab/betsy/moves/?board=RNBQKBNRxyz")
        page = markup(response)
        assert response.status_code == 422
        assert "RNBQKBNR\nxyz</textarea>" in page
        assert 'id="id_board_error"' in page


@pytest.mark.django_db
class TestSettingUp:
    """A bird is chosen and its squares are tapped; nothing is asked until the board is ready."""

    def test_a_tap_puts_the_chosen_bird_on_its_square(self, client: Client) -> None:
        page = markup(client.get("/lab/betsy/solve/?plies=5&bird=q&place=e4"))
        assert _text(page) == START[:28] + "q" + START[29:]
        assert 'value="q" checked' in page
        assert 'aria-label="e4: black quetzal"' in page
        assert LabForm(page).values("plies") == ["5"]
        assert not LabAnswer.objects.exists()

    def test_a_kingfisher_is_moved_rather_than_doubled(self, client: Client) -> None:
        board = _text(markup(client.get(f"/lab/betsy/moves/?board={START}&bird=K&place=e4")))
        assert board.count("K") == 1
        assert board[28] == "K"

    def test_a_board_is_set_up_from_nothing_and_then_asked_about(self, client: Client) -> None:
        board = _text(markup(client.get("/lab/betsy/moves/?place=clear&bird=K")))
        assert board == "." * 64
        for bird, square in (("K", "a1"), ("k", "a8"), ("R", "h8")):
            board = _text(markup(client.get(f"/lab/betsy/moves/?board={board}&bird={bird}&place={square}")))
        client.get(f"/lab/betsy/solve/?board={board}&plies=1&bird=R")
        assert LabAnswer.objects.get().options == {"board": "K" + "." * 55 + "k......R", "plies": "1"}

    @pytest.mark.parametrize("query", ["bird=x&place=e4", "bird=Q&place=z9", "bird=&place=e4", "place="])
    def test_a_tap_that_makes_no_sense_changes_nothing(self, client: Client, query: str) -> None:
        assert _text(markup(client.get(f"/lab/betsy/moves/?{query}"))) == START


def _text(page: str) -> str:
    return "".join(LabForm(page).values("board")[0].split())


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
        found = LabAnswer.objects.get(input__question="play").result
        assert found
        assert birds(page) == found["answer"]
        assert birds(settled(client, address)) == found["answer"]

    def test_a_capture_is_called_one_and_ends_the_game(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=both&moves={MATE}-d8h4-a2a3&from=h4")
        page = settled(client, TRY + squares(page)["captures white kingfisher on e1"])
        assert "Black captures the kingfisher and wins." in page
        assert not squares(page)

    def test_the_engine_takes_the_kingfisher(self, client: Client) -> None:
        page = settled(client, f"{TRY}?seconds=0.5&moves={MATE}-d8h4-a2a3")
        assert "Betsy captures your kingfisher and wins." in page

    def test_a_threat_is_told(self, client: Client) -> None:
        assert "can be captured from h4" in settled(client, f"{TRY}?you=both&moves={MATE}-d8h4")

    def test_advice_is_proven_where_it_can_be(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=b&seconds=0.5&advice=1&moves={MATE}")
        assert "Proven: quetzal d8 to h4 forces the capture within 3 plies." in page

    def test_the_engine_moves_for_you_and_moves_are_taken_back(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=both&seconds=0.5&moves={MATE}")
        page = settled(client, TRY + links(page)["Let the engine move"])
        assert birds(page) == reached(*MATE.split("-"), "d8h4").board
        page = settled(client, TRY + links(page)["Take back"])
        assert birds(page) == reached(*MATE.split("-")).board

    def test_black_is_played_from_its_own_side(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=b&moves=e2e4")
        assert page.index('<th scope="row">1</th>') < page.index('<th scope="row">8</th>')
        assert squares(page)["black parakeet on e7"]

    def test_a_question_that_failed_says_so_and_is_tried_again(self, client: Client) -> None:
        client.get(f"{TRY}?moves=e2e4")
        LabAnswer.objects.update(status=Status.FAILED, message="The solver was lost.")
        page = markup(client.get(f"{TRY}?moves=e2e4", headers={"Part-Request": "true"}))
        assert "The solver was lost." in page
        assert "thinking" in markup(client.get(f"{TRY}?moves=e2e4"))

    def test_long_games_are_drawn(self, client: Client) -> None:
        around = "-".join(["b1c3-b8c6-c3b1-c6b8"] * 50)
        assert "200 plies: a draw." in settled(client, f"{TRY}?you=both&moves={around}")

    @pytest.mark.parametrize(
        ("query", "message"),
        [
            ("moves=e2e5", "Choice 1 of “moves”, “e2e5”, is not possible: White cannot move so."),
            ("moves=e2e4-e7e5-e4e5", "Choice 3 of “moves”, “e4e5”"),
            ("moves=%3Cscript%3E", "is not a move"),
            (f"moves={MATE}-d8h4-a2a3-h4e1-a7a6", "the game is over by then"),
            (f"moves={'e2e4-' * 201}", "Choice 2 of “moves”"),
            ("you=x", "“you” must be"),
            ("seconds=3600", "“seconds” must be"),
            ("kingfisher=5", "“kingfisher” must be"),
            ("board=abc", "“board” must be 64 characters"),
            ("colour=b", "“colour” is not a setting of this game"),
            ("do=undo", "“do” must be"),
            (f"board={'.' * 64}", "a kingfisher is missing"),
        ],
    )
    def test_addresses_that_make_no_sense_lead_on(self, client: Client, query: str, message: str) -> None:
        response = client.get(f"{TRY}?{query}")
        page = unescape(markup(response))
        assert response.status_code == 422
        assert 'role="alert"' in page
        assert message in page
        assert links(page)["New game"]
        assert not LabAnswer.objects.exists()

    @pytest.mark.parametrize(
        ("query", "typed", "position"),
        [
            ("you=b&below=w&seconds=0.5&moves=e2e4", "e7e9", reached("e2e4")),
            ("you=w", "e2e5", reached()),
            ("you=both&first=b&board=" + betsy.FEW_BIRDS, "a1a1", Position(read_board(betsy.FEW_BIRDS))),
        ],
    )
    def test_a_wrong_move_leaves_the_board_and_stays_in_its_field(
        self, client: Client, query: str, typed: str, position: Position
    ) -> None:
        response = client.get(f"{TRY}?{query}&move={typed}")
        page = markup(response)
        assert response.status_code == 422
        assert birds(page) == position.board
        assert squares(page)
        assert f'value="{typed}"' in page
        assert 'aria-describedby="id_move_error"' in page
        assert '<ul class="errorlist" id="id_move_error">' in page

    @pytest.mark.parametrize("typed", ["Nf3", "g1f3", "G1F3", "g1-f3", "Ngf3"])
    def test_a_move_may_be_typed_as_in_chess(self, client: Client, typed: str) -> None:
        page = markup(client.get(f"{TRY}?you=both&moves=e2e4-e7e5&move={typed}"))
        assert birds(page) == reached("e2e4", "e7e5", "g1f3").board

    def test_a_move_typed_as_in_chess_that_is_not_clear(self, client: Client) -> None:
        response = client.get(f"{TRY}?you=both&moves=d2d4-e7e5-g1f3-a7a6&move=Nd2")
        assert "could be b1d2 or f3d2" in markup(response)
        assert response.status_code == 422

    @pytest.mark.parametrize("wrong", ["seconds=9999", "moves=e2e4-e7e5-g1f3-xx", "advice=9", "colour=1"])
    def test_one_wrong_part_leaves_the_game(self, client: Client, wrong: str) -> None:
        address = f"{TRY}?{wrong}" if "moves" in wrong else f"{TRY}?moves=e2e4-e7e5-g1f3&{wrong}"
        page = markup(client.get(address))
        assert birds(page) == reached("e2e4", "e7e5", "g1f3").board
        assert "moves=e2e4-e7e5-g1f3" in links(page)["Look back"]

    def test_a_wrong_board_stays_in_its_field(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?you=b&board={START[:63]}"))
        assert f'<option value="{START[:63]}" selected>' in page
        assert 'id="id_board_error"' in page
        assert '<option value="b" selected>Black' in page

    def test_of_too_many_moves_the_first_are_shown(self, client: Client) -> None:
        around = "-".join(["b1c3-b8c6-c3b1-c6b8"] * 75)
        page = markup(client.get(f"{TRY}?you=both&moves={around}"))
        assert "Choice 201 of “moves”" in page
        assert "200 plies: a draw." in page
        assert birds(page) == START

    def test_only_what_is_proven_is_called_exact(self, client: Client) -> None:
        page = settled(client, f"{TRY}?seconds=0.5&moves=e2e4")
        assert "Her judgment: its side is worth" in page or "Her judgment: both sides" in page
        assert 'class="method' not in page[: page.index("A surprising fact")]
        page = settled(client, f"{TRY}?seconds=0.5&moves={MATE}")
        assert re.search(r"Proven: it forces the capture[^<]*<span class=\"method method--exact\">exact<", page)


@pytest.mark.django_db(transaction=True)
def test_all_moves_of_random_games_can_be_clicked(client: Client) -> None:
    draw, position = random.Random(4), Position()
    made: list[str] = []
    while (choices := moves(position)) and len(made) < 60:
        page = markup(client.get(f"{TRY}?you=both&moves={'-'.join(made)}"))
        assert birds(page) == position.board
        starts = {words[-2:] for words in squares(page)}
        assert starts == {str(move)[:2] for move in choices}
        start = draw.choice(sorted(starts))
        page = markup(client.get(f"{TRY}?you=both&moves={'-'.join(made)}&from={start}"))
        ends = {words[-2:] for words in squares(page) if re.match("to |captures ", words)}
        assert ends == {str(move)[2:] for move in choices if str(move)[:2] == start}
        move = draw.choice([move for move in choices if str(move)[:2] == start])
        position = after(position, move)
        made.append(str(move))


def test_presets_are_boards() -> None:
    assert reached(*MATE.split("-")).board == read_board(betsy.THREE_PLIES)
    answer = ask("betsy", "solve", {"board": betsy.FEW_BIRDS, "plies": "3"}).answer.answer
    assert answer


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
    assert judged({"ends_in": ends_in, "score": score}) == words


def test_moves_in_words() -> None:
    position = Position(read_board("....K..." + "." * 40 + "P......." + ".r..k..."))
    assert move_words(position, Move.named("a7b8")) == ("parakeet a7 captures robin b8 and becomes a quetzal")
