"""Games and the questions that can be asked about them."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import isabstract
from typing import Any

from ..errors import InputError
from .answer import Answer, Value
from .answer_view import AnswerView
from .budget import Budget
from .exhibits import CardGenerator, Link
from .options import Option

Parameters = Mapping[str, Any]


class Question(ABC):
    """One question about a game. A subclass declares a question; its docstring, which names the answer, is the summary.

    Attributes:
        name: as on the command line: ``duel``; by default the class's name.
        title, line: the question in everyday words, and the one-line description of its page.
        topic: the heading above it in the list of questions; "" for the most frequent questions.
        button: label of its form's button.
        options: in the order of the help.
        unit: the unit of a number in the answer: ``chance``, ``turns``, ``points`` …; "" for other answers.
        positional: names of options that may also be given by position.
        bare: whether the command line prints the answer alone, without its certainty.
        example: options, as typed, for a good first question, if some are required.
        detail_words: the words, by name, of the details that the command line prints below the answer. The error of the
            detail ``chance`` is the detail ``chance_error``.
    """

    name: str = ""
    title: str = ""
    line: str = ""
    topic: str = ""
    button: str = "Solve"
    options: tuple[Option, ...] = ()
    unit: str = ""
    positional: tuple[str, ...] = ()
    bare: bool = False
    example: Mapping[str, str] = {}
    detail_words: Mapping[str, str] = {}

    def __init_subclass__(cls) -> None:
        cls.name = cls.__dict__.get("name", cls.__name__.lower())

    @abstractmethod
    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        """Return the answer. Raises InputError (``field``: an option's name), Exhausted, Cancelled."""

    def show(self, view: AnswerView) -> CardGenerator:
        """Yield the cards of an answer's page, the answer first, and ``Ask`` for further answers."""
        yield view.build_panel()

    @property
    def summary(self) -> str:
        return (self.__doc__ or "").removesuffix(".")

    @property
    def named_options(self) -> dict[str, Option]:
        return {option.name: option for option in self.options}

    def name_texts(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return option texts by the names of the options; ``opp_open`` is read as ``opp-open``.

        Raises:
            InputError: an option is given in both ways; ``field`` is its name.
        """
        names = {option.key: option.name for option in self.options}
        named_texts: dict[str, str] = {}
        for typed_name, text in texts.items():
            name = names.get(typed_name.replace("-", "_"), typed_name)
            if name in named_texts:
                raise InputError("is given twice", field=name)
            named_texts[name] = text
        return named_texts

    def parse(self, texts: Mapping[str, str]) -> dict[str, Value]:
        """Return parameters from option texts by name, with defaults filled in.

        Raises:
            InputError: an option is unknown, missing or wrong; ``field`` is its name.
        """
        names, texts = {option.name for option in self.options}, self.name_texts(texts)
        for name in texts:
            if name not in names:
                raise InputError("is not an option of this question", field=name)
        return {option.key: _parse_value(option, texts.get(option.name)) for option in self.options}


@dataclass(frozen=True, slots=True)
class GameFact:
    """A surprising fact about a game that the engine has computed exactly: a sentence, its reason, and a question."""

    sentence: str
    reason: str
    question: str
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def link(self) -> Link:
        return Link("See the answer", self.question, self.options)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the lab.

    Attributes:
        name: as on the command line; ``title`` is for people.
        summary: one line that describes it; ``line`` invites to play it.
        questions: in the order in which people ask them.
        fact: the one surprising fact.
        groups: the legends of forms, in order.
        examples: questions with options to begin with.
        rules: paragraphs of explanation, if the site has no page of its own for it.
    """

    name: str
    title: str
    summary: str
    line: str
    questions: tuple[Question, ...]
    fact: GameFact
    groups: tuple[str, ...]
    examples: tuple[Link, ...] = ()
    rules: tuple[str, ...] = ()

    def get_question(self, name: str) -> Question:
        for question in self.questions:
            if question.name == name:
                return question
        raise InputError(f"{self.title} has no question “{name}”", field="question")


def list_questions(module: str, *arguments: Any) -> tuple[Question, ...]:
    """Return the questions that a module declares, in its order; ``arguments`` are passed to each constructor."""
    classes = (
        question_class
        for question_class in vars(sys.modules[module]).values()
        if isinstance(question_class, type) and not isabstract(question_class)
    )
    return tuple(
        question_class(*arguments)
        for question_class in classes
        if issubclass(question_class, Question) and question_class.__module__ == module
    )


def _parse_value(option: Option, text: str | None) -> Value:
    if text is None:
        if option.required:
            raise InputError("is required", field=option.name)
        text = option.default
    if text is None:
        return False if option.flag else None
    try:
        return option.read(text)
    except InputError as error:
        raise InputError(error.message, field=option.name) from None
