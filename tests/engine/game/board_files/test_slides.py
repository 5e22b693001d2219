"""A slide is read as what its whole text says, or refused: no word beyond what the game knows is passed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BoardFileError
from engine.game.board_files import read_board_file, with_marks_quoted
from engine.game.board_files.slides import read_slide

READ = [
    (("1 400", "1.4k", "$1,400.00", "€1,400", "1,400 €", "£1400", "1,400 dollars", "$1400!"), "$1,400"),
    (("US$1,400", "us$ 1400", "USD 1,400", '"$1,400"'), "$1,400"),
    (("$400,500",), "$400,500"),
    (("Whammy!", "w", "wham", "Whammie", '"Whammy"'), "Whammy"),
    (
        (
            "$500 + spin",
            "$500+S",
            "500+",
            "500 + s",
            "$500 plus a spin",
            "$500 with a spin",
            "$500 + one extra spin",
            "$500 + Free Spin",
            "Spin + $500",
        ),
        "$500 + one spin",
    ),
    (("Spin Again!", "an extra spin"), "$0 + one spin"),
    (("Double your score",), "Double your $$"),
    (("Double your $$ + spin", "Double Your Money + One Spin"), "Double your $$ + one spin"),
    (("2000 or Lose-1-Whammy", "Lose a Whammy or $2,000"), "$2,000 or lose a Whammy"),
    (("Double your money or $500",), "$500 or double your $$"),
    (("A spin or $400",), "$400 or spin again"),
    (("Take The Lead!",), "Take the lead"),
    (("Take the lead + spin",), "Take the lead + one spin"),
    (("take the lead by 500+S",), "Take the lead by $500 + one spin"),
    (("Jackpot $3,000", "Jackpot: 3000"), "Jackpot ($3,000)"),
    (("Add-a-one",), "Add-a-one"),
    (("Prize",), "Prize"),
    (("Prize $3,000", "Prize - $3,000", "prize worth $3,000"), "Prize ($3,000)"),
    (("Prize+S",), "Prize + one spin"),
    (("Prize ($3,000) + spin",), "Prize ($3,000) + one spin"),
    (("Vacation ($4,500) + spin", "Prize: Vacation $4,500 and a spin"), "Vacation ($4,500) + one spin"),
    (("Trip to Orlando ($2,190)", "Prize: Trip to Orlando ($2,190.00)"), "Trip to Orlando ($2,190)"),
    (('"Trip to Orlando ($2,190)"', "“Trip to Orlando ($2,190)”", "Trip to Orlando$2,190"), "Trip to Orlando ($2,190)"),
    (('"Double bed" ($500)', "“Double bed” ($500)"), "Double bed ($500)"),
    (("Fine china ($900)",), "Fine china ($900)"),
    (("Washer & dryer ($900)",), "Washer & dryer ($900)"),
    (("1985 Corvette ($20k)",), "1985 Corvette ($20,000)"),
    (("4x4 truck and T-shirt ($900)",), "4x4 truck and T-shirt ($900)"),
    (("Las Vegas - trip ($900)",), "Las Vegas - trip ($900)"),
    (('"Trip for 2 + spins / $5" ($900)',), "Trip for 2 + spins / $5 ($900)"),
    (("Big Bucks", "Big Bucks → 4"), "Big Bucks"),
    (("Move to 8/10", "Move to 8 or 10", "Move → 8, 10", "go to squares 8 or 10"), "Move to 8 or 10"),
    (('"Double Bucks" → 8',), "Double Bucks"),
    (("Across the board → 8",), "Across the board"),
    (("?", "unknown", "-"), "not documented"),
]

# Each in words of its own, where there is more to say than that it cannot be read.
REFUSED = {
    "": (
        *("Whammies", "Whammy+", "Prize + Whammy", "Double jackpot", "Triple your money", "x2"),
        *("Double your $$ + $500", "$500 +1", "$500 and", "$500 + $500", "Vacation + $500", "Vacation and $4,500"),
        *("Trip ($2,000) & Whammy", "Cash $500", "Swap scores ($500)", "Pay $500", "$500 → 8", "A: $500", "Prize S"),
        *("Move to 4 → 8", "Fine $900", "Fee ($900)", "Up to $500", "About $500", "First: $500", "Round 1: $500"),
        *("Everybody wins $500", '"Double Whammy"', "C$500", "CA$500", "NZ$ 500", '"$500" + "$600"', "1,40"),
        *("$2,000,00", "12x", "$500$", "Prize (lots)", "Add-a-two ($5) ($5)"),
    ),
    "Only a Whammy takes something away here": (
        *("Lose $500", "Lose everything ($500)", "Bankrupt ($500)", "Half", "−500", "–$500", "(500)", "$-500"),
        *("$(500)", "Prize -$500", "Loss of $500", "Halve your score ($500)", "Take the lead minus $1"),
        "Lose a Spin",
    ),
    "A choice is of money or one of these": (
        *("$500 or double or nothing", "Take the lead or $500", "$400 or 2 spins", "$500 or double + spin"),
        "Double your $$ or lose all",
    ),
    "A slide brings one spin at most": ("$500 + 2 spins", "Prize + 2 spins"),
    "A spin comes with money, a prize, Double your $$ or Take the lead": (
        *("Whammy + spin", "Jackpot ($500) + spin", "$500 + no spin", "Move one space + spin", "Prize Spin"),
        "Spin ($500)",
    ),
    "If it is a prize, write its name in quotation marks": (
        *("Double bed ($500)", "Prize: Double bed ($500)", '"Double bed"', "Ski pass ($300)", "TV (Sony) ($500)"),
        *("Prize to 4", "Each player gets ($500)", "50% off ($500)", "500 and trip ($900)", "Big Bucks ($5,000)"),
        "Add-a-one ($500)",
    ),
    "If it is a prize, write “Prize: Trip to Rome”": ("Trip to Rome",),
    "Only a Whammy takes something away here. If": ("Thief in the night ($900)", "Zonk car ($900)"),
    "Only a Whammy takes something away here. ": ('"Lose $500"', "“Steal a prize”", "Prize: Forfeit all $900"),
    "If it is a move, write where it leads": ("Move two spaces", "Advance three spaces"),
    "On the show it led from square 17 to 8": ("Across the board",),
    "The Devil is of Second Chance": ("Devil", "DEVIL!", "Devil ($500)"),
    "Is 400,500 one sum or several?": ("400,500",),
    "Is 500,600,700 one sum or several?": ("500,600,700",),
    "Is 1 400 1 750 one sum or several?": ("1 400 1 750",),
    "Is 1.400 $1,400 or $1.40?": ("€1.400", "1.400,00", "Prize ($1.400)", "$1.400 + spin"),
    "Sums are in whole dollars": ("$1.40", "1,400.50", "$500.5", "Trip ($1.99)"),
}


@pytest.mark.parametrize(("text", "slide_text"), [(text, slide_text) for texts, slide_text in READ for text in texts])
def test_every_word_of_a_slide_counts(text, slide_text):
    board = read_board_file(f'9: {text}\n1: w\n8: w\n10: w\n4: "A" ($1)').get_board().board("x")
    assert [slide.text for slide in board.square(9).slides] == [slide_text]


@pytest.mark.parametrize(("text", "why"), [(text, why) for why, texts in REFUSED.items() for text in texts])
def test_what_is_not_of_the_game_is_refused_in_words(text, why):
    with pytest.raises(BoardFileError) as caught:
        read_board_file(f"Square 9: {text}").get_board().board("x")
    [fault] = caught.value.faults
    assert fault.startswith("Line 1 (square 9, slide 1): “")
    assert f"is not a slide that can be read. {why}".rstrip() in fault


@given(st.text(alphabet='aW $1+-x/,;"“(or)', min_size=1, max_size=12), st.booleans())
def test_a_name_in_its_marks_reads_as_itself(name, label):
    name = " ".join(name.split())
    if not name or '"' in name or "“" in name:
        return
    quoted_name = with_marks_quoted(name, label=label)
    slide = read_slide(f"{quoted_name} → 8" if label else f"Prize {quoted_name} ($500)")
    assert (slide.kind, slide.label or slide.name) == ("move" if label else "prize", name)
