"""Boards as people have them are read whole: lists, spreadsheets, a presenter's file; what is wrong has its line or cell."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BoardError, BoardFileError
from engine.game.board import Board, Slide, preset_boards
from engine.game.board_files import read_board_file
from tests.tier import times

PRESENTER = Path(__file__).with_name("presenter.js").read_text(encoding="utf-8")
FEBRUARY = preset_boards()["pyl-1985-02-r2"]


def only(text: str, name: str = ""):
    return read_board_file(text, name).get_board()


def faults(text: str, name: str = "") -> tuple[str, ...]:
    with pytest.raises(BoardFileError) as caught:
        only(text, name).board("x")
    return caught.value.faults


def as_sites_write(slide: Slide) -> str:
    """Return a slide in the words of fan sites."""
    if slide.kind == "cash_spin":
        return f"${slide.amount}+S"
    if slide.kind == "move":
        return slide.text if slide.label else f"Move -> {' or '.join(map(str, slide.to))}"
    return slide.text


class TestLists:
    def test_a_list_as_fan_sites_write_it(self):
        board = only("1. $3000+S / $750 / WHAMMY\n2. $500 / $2,000 or Lose-1-Whammy / Trip ($1,300)\n").board("mine")
        assert [[slide.text for slide in square.slides] for square in board.squares] == [
            ["$3,000 + one spin", "$750", "Whammy"],
            ["$500", "$2,000 or lose a Whammy", "Trip ($1,300)"],
        ]
        assert (board.id, board.name, board.round, board.notes) == ("mine", "mine", "2", "")

    def test_the_show_s_board_comes_back_from_a_list(self):
        lines = [f"{q.number}: {' / '.join(map(as_sites_write, q.slides))}" for q in FEBRUARY.squares]
        assert only("\n".join(lines)).board("x").digest == FEBRUARY.digest

    @pytest.mark.parametrize(
        ("line", "number", "slides"),
        [
            ("#4 $1,400, $1,750, $2,250", 4, ["$1,400", "$1,750", "$2,250"]),
            ("#4 $1,400,$1,750,$2,250", 4, ["$1,400", "$1,750", "$2,250"]),
            ("Square 4 $750 / Whammy", 4, ["$750", "Whammy"]),
            ("4  $750  1500+S  W", 4, ["$750", "$1,500 + one spin", "Whammy"]),
            ("4 750 1500+ W", 4, ["$750", "$1,500 + one spin", "Whammy"]),
            ("4 $750 / Trip ($900)", 4, ["$750", "Trip ($900)"]),
            *(
                (f"{word} 4: $750 / W", 4, ["$750", "Whammy"])
                for word in ("No.", "Nr.", "№", "Space", "Tile", "Number")
            ),
            ("4; $750; W; 500; 1500", 4, ["$750", "Whammy", "$500", "$1,500"]),
            ("4, $750, $1,500, W", 4, ["$750", "$1,500", "Whammy"]),
            ("4,$1,400,$1,750,$2,250", 4, ["$1,400", "$1,750", "$2,250"]),
            ('4, "$1,400", "W", 500, 1500', 4, ["$1,400", "Whammy", "$500", "$1,500"]),
            ("750 1500+ W", 1, ["$750", "$1,500 + one spin", "Whammy"]),
            ("8 000 / W", 1, ["$8,000", "Whammy"]),
        ],
    )
    def test_a_number_before_the_slides_is_that_of_the_square(self, line, number, slides):
        [square] = only(line).board("x").squares
        assert (square.number, [slide.text for slide in square.slides]) == (number, slides)

    def test_a_sum_with_a_point_is_no_number_of_a_square(self):
        assert "Is 1.400 $1,400 or $1.40?" in faults("1.400 / 750 / W")[0]

    def test_directions_of_the_show_lead_where_they_did_and_the_notes_say_so(self):
        lines = [f"{number}: 500 / 750 / W" for number in range(1, 19)]
        for number, name in (
            (12, "Big Bucks"),
            (9, "Move One Space"),
            (6, "Pick a Corner"),
            (11, "Advance Two Spaces"),
        ):
            lines[number - 1] += f" / {name}"
        lines[16] += " / Across the Board / Go Back Two Spaces"
        board = only("\n".join(lines)).board("x")
        assert [board.square(n).slides[3].to for n in (12, 9, 6, 11, 17)] == [(4,), (8, 10), (1, 10, 15), (13,), (8,)]
        assert board.square(17).slides[4].to == (15,)
        assert "Line 9: “Move One Space” leads to square 8 or 10, as on the show." in board.notes

    def test_what_cannot_be_read_is_named_with_its_line(self):
        sentences = faults("Round 2\n\n4: $750 / lots\n5: $2,000,00\n4: Move -> 77\n6: 99999999")
        assert sentences[0] == "Line 1 (square 1, slide 1): “Round 2” is not a slide that can be read."
        assert "Line 3 (square 4, slide 2): “lots” is not a slide that can be read." in sentences
        assert "Line 4 (square 5, slide 1): “$2,000,00” is not a slide that can be read." in sentences
        assert "Line 5 (square 4, slide 1): moves to square 77, which does not exist." in sentences
        assert "Line 3 (square 4): two squares have the number 4." in sentences
        assert "Line 6 (square 6, slide 1): needs an amount in whole dollars from 0 to 1,000,000." in sentences

    def test_across_the_board_is_known_from_one_square_only(self):
        assert faults("3: Across the Board") == (
            "Line 1 (square 3, slide 1): “Across the Board” is not a slide that can be read. "
            "On the show it led from square 17 to 8. Write where it leads from here: Across the Board → 12.",
        )

    def test_very_many_faults_are_counted(self):
        sentences = faults("\n".join(f"{n}: lots" for n in range(1, 65)))
        assert len(sentences) == 21
        assert sentences[-1] == "And 44 more."

    @pytest.mark.parametrize("text", ["", "\n \n", "---\n"])
    def test_nothing_is_no_board(self, text):
        with pytest.raises(BoardError):
            read_board_file(text)


class TestSheets:
    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    @pytest.mark.parametrize("numbered", [False, True])
    @pytest.mark.parametrize("heading", [False, True])
    def test_eighteen_rows_by_three(self, delimiter, numbered, heading):
        out = io.StringIO()
        rows = csv.writer(out, delimiter=delimiter)
        if heading:
            rows.writerow(["Square"] * numbered + ["Slide 1", "Slide 2", "Slide 3"])
        for square in FEBRUARY.squares:
            cells = [str(square.number)] if numbered else []
            rows.writerow(cells + [as_sites_write(slide) for slide in square.slides])
        file_board = only(out.getvalue(), "board.csv")
        assert file_board.board("x").digest == FEBRUARY.digest
        assert all("as on the show" in remark for remark in file_board.remarks)

    @pytest.mark.parametrize("first", ["sep=,\n", "SEP=,\r\n", '"sep=,"\n', ""])
    @pytest.mark.parametrize("heading", ["Nr.,A,B,C\n", "#,Slide 1,Slide 2,Slide 3\n", "No,a,b,c\n", ""])
    def test_what_spreadsheets_put_before_and_into_their_cells(self, first, heading):
        board = only(f'{first}{heading}1,"$1,400.00","€1,400",1 400\n', "b.csv").board("x")
        assert [slide.amount for slide in board.square(1).slides] == [1400] * 3
        assert "Sums in € count as dollars." in board.notes

    @pytest.mark.parametrize(
        "rows",
        [
            "{},500,W,750,,\n",
            "{},500,W,750,\n",
            '{}, "500", "W", "750"\n',
            "{};500;W;750;;;\n",
            "No. {}\t500\tW\t750\t\n",
        ],
    )
    @pytest.mark.parametrize("certain", [False, True])
    def test_blank_columns_and_blanks_are_not_of_the_board(self, rows, certain):
        name = ("b.tsv" if "\t" in rows else "b.csv") if certain else ""
        board = only("".join(rows.format(number) for number in range(1, 19)), name).board("x")
        assert [square.number for square in board.squares] == list(range(1, 19))
        assert [slide.text for slide in board.squares[3].slides] == ["$500", "Whammy", "$750"]

    @pytest.mark.parametrize(
        ("above", "remarks"),
        [
            ("1,2,3", []),
            ("Slide 1,Slide 2,Slide 3", []),
            (",1,2,3", []),
            ('"Square\nno.",Slide 1,Slide 2,Slide 3', ["Row 1 is read as a heading."]),
            ("Square,Slides,,", []),
            ("Feld,Folie 1,Folie 2,Folie 3", ["Row 1 is read as a heading."]),
            ("My board,,,\nPosition,First,Second,Third", [f"Row {row} is read as a heading." for row in (1, 2)]),
        ],
    )
    def test_what_stands_above_the_squares_is_a_heading_and_told_if_it_is_an_odd_one(self, above, remarks):
        numbered = above.split("\n")[-1].count(",") == 3
        rows = "".join(f"{number}," * numbered + "500,W,750\n" for number in range(1, 19))
        file_board = only(f"{above}\n{rows}", "b.csv")
        assert len(file_board.board("x").squares) == 18
        assert file_board.remarks == remarks

    def test_a_heading_has_no_slides(self):
        rows = "".join(f"{number},500,W,750\n" for number in range(2, 19))
        assert "Cell A1 is not the number of a square." in faults(f"first,500,W,750\n{rows}", "b.csv")

    def test_a_column_of_numbers_is_no_column_of_slides(self):
        rows = "".join(f"{number};$500;W\n" for number in range(1, 4))
        assert [len(square.slides) for square in only(rows).board("x").squares] == [2, 2, 2]
        assert faults(rows, "b.csv")[0] == (
            "Row 1 has 3 cells. Every row has the 3 slides of a square, or its number and then the slides."
        )

    def test_a_pasted_sheet_with_a_row_of_another_length_keeps_its_numbers(self):
        rows = "".join(f"{number};500;W;750{';400' * (number == 2)}\n" for number in range(3, 0, -1))
        assert [(square.number, len(square.slides)) for square in only(rows).board("x").squares] == [
            (3, 3),
            (2, 4),
            (1, 3),
        ]

    def test_the_separator_that_a_sheet_names_counts(self):
        assert len(only("sep=;\n1;500,W,750;W;W\n", "b.csv").content["squares"]) == 1
        assert [slide.text for slide in only("sep=;\n$1,400;W;750\n").board("x").squares[0].slides] == [
            "$1,400",
            "Whammy",
            "$750",
        ]

    def test_a_sum_that_may_be_one_of_two_is_asked_about(self):
        assert faults("sep=;\nNr.;A;B;C\n1;$1.400;500;W\n") == (
            "Cell B2 (square 1, slide 1): “$1.400” is not a slide that can be read. "
            "Is 1.400 $1,400 or $1.40? Write whole dollars, such as 1400.",
        )
        assert faults("sep=;\n400 500;500;W\n") == (
            "Cell A1 (square 1, slide 1): “400 500” is not a slide that can be read. Is 400 500 one sum or several? "
            "Write a sum without blanks, such as $1,400, and “ / ” between slides.",
        )

    def test_every_fault_has_its_cell(self):
        assert faults("500,W,lots\n750,,W\n", "b.csv") == (
            "Cell B2 is blank.",
            "Cell C1 (square 1, slide 3): “lots” is not a slide that can be read.",
        )
        assert only("500,750,W\n").remarks == ["Squares in the sheet: 1; the show’s ring has 18."]

    def test_rows_of_another_length_are_named(self):
        assert faults("500,W,750\n500,W\n", "b.csv") == (
            "Row 2 has 2 cells. Every row has the 3 slides of a square, or its number and then the slides.",
        )
        assert faults("500,W,750,1000\n", "b.csv") == ("Cell A1 is not the number of a square.",)

    def test_rows_of_another_length_hide_no_other_fault(self):
        rows = ["500,W,750"] * 19
        rows[3], rows[5], rows[8] = "500,$12x,750", "500,W", "500,,W"
        assert faults("\n".join(rows), "b.csv") == (
            "Row 6 has 2 cells. Every row has the 3 slides of a square, or its number and then the slides.",
            "Cell B9 is blank.",
            "Cell B4 (square 4, slide 2): “$12x” is not a slide that can be read.",
        )
        assert faults("1,500,W,750\nx,500,W,lots\n3,W", "b.csv") == (
            "Cell A2 is not the number of a square.",
            "Row 3 has 2 cells. Every row has the 3 slides of a square, or its number and then the slides.",
            "Cell D2 (square 2, slide 3): “lots” is not a slide that can be read.",
        )

    def test_cells_beyond_a_square_are_one_fault(self):
        assert faults("500,W,750\n" + "x," * 40 + "\n", "b.csv") == (
            "Row 2 has 40 cells. Every row has the 3 slides of a square, or its number and then the slides.",
            *(
                f"Cell {cell} (square 2, slide {slide}): “x” is not a slide that can be read."
                for slide, cell in enumerate(("A2", "B2", "C2"), 1)
            ),
        )

    def test_a_sheet_without_any_row_of_a_board_is_refused_once(self):
        assert faults("500,W\n750,W", "b.csv") == (
            "Row 1 has 2 cells. Every row has the 3 slides of a square, or its number and then the slides.",
        )
        assert faults('"', "b.csv") == ("It is not a spreadsheet.",)

    def test_a_row_of_marks_is_no_heading(self):
        assert len(only("?,?,?\n500,W,750\n").board("x").squares) == 2

    def test_a_list_with_commas_is_still_a_list(self):
        board = only("1: $500, Whammy, $750\n2: $500, $1,250, Whammy").board("x")
        assert [slide.text for slide in board.square(2).slides] == ["$500", "$1,250", "Whammy"]


class TestPresenter:
    def test_every_board_of_the_file_is_there(self):
        file_boards = read_board_file(PRESENTER, "boardConfig.js")
        assert [(board.name, board.content["round"]) for board in file_boards.boards] == [
            ("roundTwoBoard", 2),
            ("roundBonusBoardOne", "bonus1"),
        ]
        assert file_boards.remarks == [
            "Line 20: “1” is given twice; the last one counts.",
            "Not a board, so left out: personalizedPrizes.",
        ]

    def test_slides_are_as_the_presenter_plays_them(self):
        board = read_board_file(PRESENTER).get_board("roundTwoBoard").board("x")
        assert [[slide.text for slide in square.slides] for square in board.squares[:3]] == [
            ["$5,000", "$3,000 + one spin", "Whammy"],
            ["Move one space", "Big Bucks", "Double your $$ + one spin"],
            ["$5,500 or lose a Whammy", "Prize", "Add-a-one"],
        ]
        assert [slide.to for slide in board.squares[1].slides[:2]] == [(1, 3), (4,)]
        assert [slide.text for slide in board.squares[4].slides] == [
            "$10,000 or double your $$",
            "$1,750 or spin again",
            "not documented",
        ]
        assert board.squares[5].slides[1].text == "Take the lead by $2 + one spin"
        assert board.squares[3].slides[0].to == (8,)
        assert board.squares[3].slides[1].to == (2,)
        assert board.squares[3].slides[2].to == (6,)

    def test_what_the_board_cannot_have_is_in_its_notes(self):
        notes = read_board_file(PRESENTER).get_board("roundTwoBoard").board("x").notes
        assert "the file does not say what is in the jackpot, so it is not documented until" in notes
        assert "Line 15 (square 1, slide 1): it shows $2,900 and counts as $5,000, as in the presenter." in notes

    def test_one_of_several_must_be_chosen(self):
        for name in ("", "roundThreeBoard"):
            with pytest.raises(BoardFileError) as caught:
                read_board_file(PRESENTER).get_board(name)
            assert caught.value.boards == ("roundTwoBoard", "roundBonusBoardOne")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("roundOneBoard = {\n1: {type: [{1: 'money'", "Line 2: “,” is missing before the end of the file."),
            ("roundOneBoard = {\n1: {type: money}}", "Line 2: a value is missing before “money”."),
            ("aBoard = {" + "a:{" * 20, "Line 1: lists and objects are nested more than 12 deep."),
            ("aBoard = {a: 1}", "There is no board in the file: none of its objects has squares with a type"),
        ],
    )
    def test_what_cannot_be_read_has_its_line(self, text, message):
        with pytest.raises(BoardFileError) as caught:
            read_board_file(text, "b.js")
        assert caught.value.message.startswith(message)

    @pytest.mark.parametrize("text", [r"\ud83d\ude00", r"\u{1f600}", "😀"])
    def test_two_halves_are_a_character(self, text):
        file = f'aBoard = {{1: {{type: [{{1: "prize"}}], values: [{{1: 500}}],\ntext: [{{1: "Car {text}"}}]}}}}'
        assert only(file, "b.js").board("x").squares[0].slides[0].name == "Car 😀"

    @pytest.mark.parametrize("text", [r"\ud83d", r"\ude00", r"\ude00\ud83d", r"\u{d83d}"])
    def test_half_a_character_is_refused(self, text):
        file = f'aBoard = {{1: {{type: [{{1: "prize"}}], values: [{{1: 500}}],\ntext: [{{1: "Car {text}"}}]}}}}'
        assert faults(file, "b.js") == ("Line 2: a text has half a character, such as \\ud83d alone.",)

    def test_a_type_without_a_value_is_a_fault(self):
        assert faults("aBoard = {1: {\ntype: [{1: 'money', 2: 'whammy'}],\nvalues: [{2: 0}]}}", "b.js") == (
            "Line 2 (square 1, slide 1): its value is missing.",
        )

    def test_a_type_or_an_extra_without_a_rule_is_named(self):
        text = (
            "aBoard = {1: {\ntype: [{1: 'wormhole', 2: 'money'}],\nvalues: [{1: 400, 2: 400}],\n"
            "text: [{1: '$400', 2: '$400'}],\nextras: [{1: '', 2: 'plusplus'}]}}"
        )
        assert only(text).remarks == [
            "Line 3 (square 1, slide 1): the type “wormhole” is not played here, so it is not documented on the board.",
            "Line 3 (square 1, slide 2): the extra “plusplus” is not played here, so it is not documented on the board.",
        ]

    def test_a_value_that_is_no_sum_is_quoted(self):
        text = "aBoard = {1: {\ntype: [{1: 'money', 2: 'prize'}],\nvalues: [{1: 'lots', 2: 'more'}]}}"
        assert faults(text) == (
            "Line 3 (square 1, slide 1): “lots” is not a sum in whole dollars from 0 to 1,000,000.",
            "Line 3 (square 1, slide 2): “more” is not a sum in whole dollars from 0 to 1,000,000.",
        )


@settings(max_examples=times(200))
@given(st.text(alphabet="01$,;:/+SW \n\t\"'{}[]=?×→abBoard-", max_size=60), st.sampled_from(["", "a.csv", "a.js"]))
def test_any_text_is_a_board_or_refused_in_words(text, name):
    try:
        board = read_board_file(text, name).get_board().board("x")
    except BoardError:
        return
    assert isinstance(board, Board)
