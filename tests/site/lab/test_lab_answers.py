"""The pages of the lab's answers, question by question, and of its games."""

import pytest
from django.test import Client

from engine.lab.games.betsy.rules import BirdPosition, Move, make_move
from engine.lab.games.yahtzee.pictures import ADDS_NOTE
from engine.lab.games.yahtzee.questions import NOTES_OPTIONS
from pressorpass_site.lab.pages import betsy
from tests.site.markup import words

from .lab_games import settled

OPENED = make_move(BirdPosition(), Move.from_text("e2e4")).board
ROOM = "open=chance&yahtzee=0&upper=63&score=200&opp-open=chance&opp-yahtzee=0&opp-upper=63&opp-score=205"
DECIDE = "open=sextus,prattle,company&upper=45&roll=1,3,4,6,6&rerolls=1&policy=autoplayer"
FEW = "open=none&open=aces&open=chance&yahtzee=0"
BOTH = "&".join(f"{name}={value}" for name, value in {**NOTES_OPTIONS, "roll": "1,1,2,3,3", "objective": "win"}.items())
MEMO = "E=.5&A=.75"
DRIFT = "strategy=hstrat&form=drift&E=.5&top=.5&step=1/6&method=simulate"
MATE = "f2f3-e7e5-g2g4"

# A page, and its words in this order; the figures are the engine's.
SAID = {
    "pig/surface/?goal=40": ["18 at 0 to 0", "As a table", "own \\ other 0 2", "10 30 30 30"],
    "pig/hold/?opp=75": ["holds 28", "At turn totals 28 to 45, 47 to 88", "Roll or hold against 75 points", "46, 89–99"],
    "pig/policy/?own=30&opp=40&turn-total=20": ["roll 55.8% best", "hold 55.6% −0.3 pts", "Continue playing from here"],
    "pig/policy/?goal=30&own=28&opp=20&turn-total=4": ["hold", "Continue playing from here"],
    "pig/duel/?goal=20&a=hold:10&b=hold:8": ["72.2% exact", "The same in simulated games A wins 72.0 ± 0.4%"],
    "pig/contest/?goal=40&policies=hold:1,optimal,hold:12": ["1 The best player", "2 Holding at 12", "3 Holding at 1 "],
    "pig/iterate/?goal=30&method=policy": ["Value iteration", "Policy iteration", "the largest change of each sweep"],
    "pig/duel/?goal=250&own=240&opp=240": ["exact"],  # without a picture
    "pig/simulate/?goal=20&games=1000": ["The simulation differs by"],
    "pig/review/?goal=40&record=6-6-4,5-4-6,3-4-6,2-6-6-1,4-6": [
        "Your choices cost 45.1 percentage points",
        "5 10 in hand at 29 to 15 Hold Roll 26.7",
        "All 8 choices",
    ],
    "hog/review/?goal=30&record=4:0": ["Your choices cost nothing"],
    "hog/review/?record=4:3": ["in turn 1, total must be 0"],
    "pig/?you=30&them=40&total=25&seed=1&advice=1": ["Best: hold. Rolling costs 0.5 percentage points.", "exact"],
    "hog/dice/?goal=30&own=12&opp=20": ["no dice 29.6% −7.1 pts", "5 dice 36.7% best", "10 dice 16.2% −20.6 pts"],
    "hog/policy/?goal=20&no-free-bacon=on": ["7 dice at 0 to 0", "7 2 4 5 4 3 4 3 2 3 4 4 3 4 4 5 4 4 4 4 4"],
    "hog/policy/?goal=30&max-dice=25": ["1–3 dice"],
    "hog/contest/?goal=20&policies=swap:8:5,bacon:8:5": ["1 Bacon from 8 or to swap, else 5 dice", "2 Bacon from 8, else"],
    "hog/outcomes/?own=40&opp=40&dice=2&goal=60": ["40 to 42 30.6%"],
    "hog/turn/?own=10&opp=20&dice=4&total=19": ["the turn score is 23"],
    "hog/?you=40&them=31&seed=2&advice=1": ["Best: 4 dice"],
    f"betsy/solve/?plies=3&side=b&board={betsy.THREE_PLIES}": ["d8h4 3"],
    "betsy/solve/?plies=3": ["No move of White’s forces the capture within 3 plies."],
    "betsy/perft/?depth=3&kingfisher=4": ["3 8,822 22.1 8,822"],
    f"betsy/evaluate/?board={OPENED}&side=b": [
        "0.40 parakeets",
        "Parakeets 8 / 8 0 +0.40",
        "b8c6 −0.50",
        "White parakeet e4 +1 +0.20",
    ],
    "betsy/match/?a=depth:2&b=random&games=6": [
        "1.0 points a game",
        "standard error 0.1",
        "Points a game 1.00 0.61 to 1.00",
        "Elo difference – at least +77",
    ],
    "betsy/match/?a=material:1&b=random&games=2&longest=20": ["A: counts birds, 1 ply", "drawn, cut off after 20 plies"],
    "betsy/moves/": ["20 moves", "Nighthawk b1 a3, c3 –"],
    f"betsy/value/?depth=3&board={betsy.THREE_PLIES}&side=b&white=random&black=best": [
        "On average after 3 plies, Black has birds worth 1,000 parakeets more; a kingfisher counts 1,000."
    ],
    f"betsy/best/?depth=3&board={betsy.THREE_PLIES}&side=b": ["White’s kingfisher is captured"],
    f"betsy/minimax/?depth=3&board={betsy.THREE_PLIES}&side=b": ["White’s kingfisher is captured"],
    f"betsy/?seconds=0.5&moves={MATE}-d8h4-a2a3": ["Betsy captures your kingfisher and wins."],
    f"betsy/?you=both&moves={MATE}-d8h4": ["can be captured from h4"],
    f"betsy/?you=b&seconds=0.5&advice=1&moves={MATE}": ["Proven: quetzal d8 to h4 forces the capture within 3 plies."],
    f"betsy/?you=both&moves={'b1c3-b8c6-c3b1-c6b8-' * 50}".removesuffix("-"): ["200 plies: a draw."],
    f"betsy/?you=w&moves={MATE}-d8h4-a2a3-h4e1": ["of 3 moves cost something within 4 plies"],
    f"betsy/?you=w&moves={MATE}-d8h4-a2a3-h4e1&step=2": ["White: parakeet g2 to g4", "Choice 3 of 6"],
    "betsy/review/?record=f3,e5,g4,Qh4,a3,Qxe1&depth=3": ["of 6 moves cost something within 3 plies"],
    "yahtzee/value/?rules=plain&upper=63&open=none&open=chance&open=yahtzee": ["27.26", "Yahtzee 3.926", "Chance 24.958"],
    "yahtzee/keep/?open=aces,chance&yahtzee=0&roll=1,1,2,6,6&rerolls=1": [
        "Keep 1 1 exact 25.833",
        "Keep 1 1 25.833 best Keep 1 1 2 25.667 −0.167",
        "10 more",
        "Keep 2 24.076 −1.757",
    ],
    f"yahtzee/category/?{BOTH}": ["Chance", "Most points: Yahtzee.", "For points", "12.301", "23.333 best"],
    "yahtzee/ranking/?open=chance&yahtzee=0&policies=random,solitaire,ranked:2": [
        "Side by side",
        "The best player 23.333 –",
        "boxes by rank, two turns ahead 23.125 0.208 Random 17.500 5.833",
    ],
    "yahtzee/contest/?open=chance,yahtzee&upper=63&policies=random,optimal,solitaire": [
        "1 The best player for the win 74.6%",
        "2 The best player 68.5%",
        "3 Random 6.9%",
        "Moving first and second count alike.",
    ],
    "yahtzee/contest/?open=chance,yahtzee&upper=63&policies=random,greedy,solitaire&method=simulate&games=500": [
        "±",
        "each played 500 games alone",
    ],
    f"yahtzee/distribution/?{FEW}&policy=random&games=500&bin=5": [
        "18.1 points on average",
        "Exactly: 18.335477",
        "As a table",
        "5–9 1.00 0.00 10–14 17.00 0.20 15–19 46.20 2.00",
    ],
    "yahtzee/duel/?open=none&score=9&opp-open=none&opp-score=9": ["The other player wins 50.0%"],
    f"yahtzee/duel/?{ROOM}&a=solitaire&b=random": ["The same in simulated games", "in 20,000 games", "Simulate more"],
    "yatzy/value/?open=chance,yatzy": ["27.26", "What each open box adds", "exact", ADDS_NOTE],
    f"sebastian/game/?{FEW}&policy=greedy&seed=3": ["24 points exact", "1 Pandemonium 21 21 2 Primis 3 24"],
    f"sebastian/decide/?{DECIDE}": ["even if the best player goes on", "Prattle, Company"],
    "sebastian/category/?open=tertius,pandemonium&roll=3,3,3,1,2": ["Tertium", "Tertium Threes"],
    "tree/search/?E=.5&A=.75&form=tsd": ["The highest value first", "3.860921"],
    f"tree/win/?strategy=lstrat&{MEMO}": [
        "0.687678791756",
        "The same in simulated games It wins 69.1 ± 0.4%",
        "Unlimited",
        "75.7% 100% ∞LSTRAT",
        "73.3% 92.0% 2LSTRAT",
        "else high 68.8% 80.0%",
    ],
    "tree/curve/?against=E&A=.75&steps=4": ["As a table", "0.5 ", "66.1%"],
    f"tree/win/?strategy=xhstrat&strategy-x=3&{MEMO}": ["0.680468051890", "3HSTRAT"],
    f"tree/length/?strategy=2ply&method=simulate&games=2000&{MEMO}": ["estimated"],
    "tree/decide/?strategy=bprime&E=.5&A=.75&high=.5&low=.45&high-ratio=.5&low-ratio=1": [
        "Low exact High is valued at 0.364583333 , low at 0.403197674"
    ],
    f"tree/moves/?strategy=lstrat&{MEMO}&moves=3": ["1 0.453125000", "2 0.152526855", "3 0.052815378"],
    f"tree/gain/?strategy=hstrat&over=lstrat&{MEMO}": ["−2.7 points", "The same in simulated games"],
    # Simulated moves have no more digits than their errors leave.
    f"tree/moves/?strategy=lstrat&{MEMO}&moves=8&method=simulate&games=1000": ["66 ± 2%", "1 0.43 0.43 2 0.15 0.58 0.4"],
    f"tree/win/?{DRIFT}&ratio=constant": ["91.", "branches C + D and C − D"],
    f"tree/win/?{DRIFT}&ratio=uniform": ["86.3 ± 0.2%", "drawn on ±3D, as selected above"],
    "tree/?seed=5&advice=1": ["Best: high.", "66.7%", "23.4%"],
}  # fmt: skip


# Seconds of solving each, for pages like others here.
AT_NIGHT = {
    f"tree/win/?{DRIFT}&ratio=constant",
    "tree/?seed=5&advice=1",
    "pig/policy/?own=30&opp=40&turn-total=20",
    f"tree/win/?{DRIFT}&ratio=uniform",
    f"tree/win/?strategy=xhstrat&strategy-x=3&{MEMO}",
    f"tree/gain/?strategy=hstrat&over=lstrat&{MEMO}",
    "pig/duel/?goal=250&own=240&opp=240",
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "address",
    [pytest.param(address, marks=pytest.mark.nightly) if address in AT_NIGHT else address for address in SAID],
)
def test_an_answer_says(client: Client, address: str) -> None:
    page, place = words(settled(client, f"/lab/{address}").partition("<main")[2]), 0
    for said in SAID[address]:
        place = page.find(said, place)
        assert place >= 0, said
