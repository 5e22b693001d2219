"""The forms that ask for the slides on the squares on offer: one for each slide that can leave a choice."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import ChoiceSquare, InputError, OfferedSquare, OpenChoice, choice_squares
from pressorpass_site.core.money import parse_digits, parse_money
from pressorpass_site.questions.question import Question

from . import services

PRIZE, OTHER, OTHER_SPIN = "p", "other", "other+"
# The slides that a square may have shown on another day.
_ELSEWHERE = {
    "w": "Whammy",
    PRIZE: "Prize",
    OTHER: "Another amount",
    OTHER_SPIN: "Another amount + one spin",
}
_WITH_AMOUNT = (PRIZE, OTHER, OTHER_SPIN)
_MAX_NUMBER = 999_999
AMOUNT_MISSING = "Type the amount in dollars."
SQUARE_MISSING = "The address says what squares show, but not on which square the light stopped."


@dataclass
class OfferedField:
    """The slide of one square on offer: chosen from a list, with dollars if the slide does not give them."""

    square: int
    choices: dict[str, str]
    form: str
    chosen: str = ""
    amount: str = ""
    error: str = ""
    amount_error: str = ""

    @property
    def name(self) -> str:
        return f"s{self.square}"

    @property
    def amount_name(self) -> str:
        return f"d{self.square}"

    @property
    def id(self) -> str:
        return f"{self.form}-{self.name}"

    @property
    def amount_id(self) -> str:
        return f"{self.form}-{self.amount_name}"

    def read(self) -> str:
        """Return the slide of the square, in the notation; "" with an error beside the field if it is invalid."""
        if not self.chosen:
            self.error = f"Choose what square {self.square} shows."
        elif self.chosen not in _WITH_AMOUNT or (self.chosen == PRIZE and not self.amount):
            return self.chosen
        elif not self.amount:
            self.amount_error = AMOUNT_MISSING
        else:
            try:
                amount = parse_money(self.amount, highest=_MAX_NUMBER, subject="An amount")
            except ValueError as error:
                self.amount_error = str(error)
            else:
                return {PRIZE: f"p{amount}", OTHER: f"{amount}", OTHER_SPIN: f"{amount}+"}[self.chosen]
        return ""

    def show(self, word: str) -> None:
        self.chosen = word
        if word in self.choices:
            return
        money = word.removesuffix("+")
        if word.startswith(PRIZE):
            self.chosen, self.amount = PRIZE, word.removeprefix(PRIZE)
        elif money.isdecimal():
            self.chosen, self.amount = OTHER if word == money else OTHER_SPIN, money
        else:
            self.choices[word] = word


@dataclass
class ChoiceSquareForm:
    choice: ChoiceSquare
    id: str
    fields: list[OfferedField] = field(default_factory=list)
    is_open: bool = False
    error: str = ""

    def fill(self, slides: Mapping[int, str]) -> None:
        """Make a field for each square that the slide or a chosen move leads to."""
        squares = {square_on_offer.square: square_on_offer for square_on_offer in self.choice.offered}
        offered = [number for number in self.choice.to if number in squares]
        self.fields = []
        for number in offered:  # squares found on the way are appended
            self.fields.append(OfferedField(number, _list_slide_choices(squares[number]), self.id))
            moves = [slide for slide in squares[number].slides if slide.word == slides.get(number)]
            offered += [to for move in moves for to in move.to if to in squares and to not in offered]


@dataclass
class ChoiceForms:
    """The forms of a board's choice squares; `selected` is the choice in the form that was sent, or in the address.

    `error` is the error of an address that matches no form.
    """

    forms: list[ChoiceSquareForm]
    selected: OpenChoice | None = None
    error: str = ""

    @property
    def real(self) -> list[ChoiceSquareForm]:
        """The forms of slides that leave a choice (several squares, or no square at all), and the open form."""
        return [form for form in self.forms if len(form.choice.to) != 1 or form.is_open]

    @property
    def invalid(self) -> bool:
        fields = [square_field for form in self.forms for square_field in form.fields]
        return bool(self.error or any(form.error for form in self.forms)) or any(
            square_field.error or square_field.amount_error for square_field in fields
        )


def read_forms(question: Question, query: Mapping[str, str]) -> ChoiceForms:
    """Return the forms of the question's board, filled in from the form that was sent, or from an address."""
    choices = enumerate(choice_squares(question.board))
    choice_forms = ChoiceForms([ChoiceSquareForm(choice, f"choice{number}") for number, choice in choices])
    for form in choice_forms.forms:
        form.fill({})
    square, shows = (query.get(name, "").strip() for name in ("square", "shows"))
    sent_form = next((form for form in choice_forms.forms if _is_sent(form.choice, square, query)), None)
    if sent_form is not None:
        _read_form(choice_forms, sent_form, question, query)
    elif square:
        _read_address(choice_forms, question, square, shows)
    elif shows:
        choice_forms.error = SQUARE_MISSING
    return choice_forms


def _is_sent(choice: ChoiceSquare, square: str, query: Mapping[str, str]) -> bool:
    return str(choice.square) == square and bool(choice.to) and all(f"s{number}" in query for number in choice.to)


def _read_form(choice_forms: ChoiceForms, form: ChoiceSquareForm, question: Question, query: Mapping[str, str]) -> None:
    form.is_open = True
    form.fill(
        {square_on_offer.square: query.get(f"s{square_on_offer.square}", "") for square_on_offer in form.choice.offered}
    )
    for square_field in form.fields:
        slide_word = query.get(square_field.name, "")
        square_field.chosen = slide_word if slide_word in square_field.choices else ""
        square_field.amount = query.get(square_field.amount_name, "").strip()
    words = {square_field.square: square_field.read() for square_field in form.fields}
    if all(words.values()):
        shows = ",".join(f"{number}:{word}" for number, word in words.items())
        try:
            choice_forms.selected = services.read_offers(question, form.choice.square, shows)
        except InputError as error:
            form.error = error.message


def _read_address(choice_forms: ChoiceForms, question: Question, square: str, shows: str) -> None:
    own = [form for form in choice_forms.forms if str(form.choice.square) == square]
    if own and not shows and all(form.choice.to for form in own):  # it asks for the forms of a square
        for form in own:
            form.is_open = True
        return
    try:
        number = parse_digits(square, max_digits=3)
        if number is None:
            raise InputError(f"“{square[:10]}” is not the number of a square.", field="square")
        choice_forms.selected = services.read_offers(question, number, shows)
    except InputError as error:
        choice_forms.error = error.message
        for form in own:
            form.is_open = True
        return
    slide = choice_forms.selected.slide
    form = next(
        square_form
        for square_form in own
        if (square_form.choice.slide, square_form.choice.to) == (slide.text, slide.to)
    )
    form.is_open = True
    words = dict(pair.split(":", 1) for pair in choice_forms.selected.shows.split(",") if pair)
    form.fill({int(number): word for number, word in words.items()})
    for square_field in form.fields:
        square_field.show(words[str(square_field.square)])


def _list_slide_choices(offered: OfferedSquare) -> dict[str, str]:
    own = {slide.word: slide.text for slide in offered.slides}
    return own | {word: text for word, text in _ELSEWHERE.items() if word not in own}
