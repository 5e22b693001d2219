"""Displayed names of Tree Solitaire's strategies, options and tables."""

from __future__ import annotations

from dataclasses import dataclass

from engine.lab import Option, Question


@dataclass(frozen=True)
class Strategy:
    """A strategy's name in the memo, what it looks at before a move, and where it goes."""

    title: str
    looks: str
    goes: str


STRATEGIES = {
    "nostrat": Strategy("NOSTRAT", "at nothing", "a fair coin decides"),
    "strat": Strategy("STRAT", "at nothing", "high"),
    "hstrat": Strategy("HSTRAT", "high", "low if high has lost, else high"),
    "lstrat": Strategy("LSTRAT", "low", "low if low is a win, else high"),
    "2hstrat": Strategy("2HSTRAT", "high, and high from there", "high for a win there or if both split, else low"),
    "2lstrat": Strategy("2LSTRAT", "low, and high from there", "low for a win there, else high"),
    "bstrat": Strategy("BSTRAT", "at both", "to a win; else to the higher that splits"),
    "infhstrat": Strategy("∞HSTRAT", "high, and high on to the end", "high for a win there, else low"),
    "inflstrat": Strategy("∞LSTRAT", "low, and high on to the end", "low for a win there, else high"),
    "hprime": Strategy("H′STRAT", "high", "as HSTRAT, but weighs a high branch that splits"),
    "bprime": Strategy("B′STRAT", "at both", "as BSTRAT, but weighs two that split"),
    "unlimited": Strategy("Unlimited", "at the highest unseen point, again and again", "to any win there is"),
}
FORMS = {
    "tsi": "independent (TSI)",
    "tsd": "dependent (TSD)",
    "drift": "drift (chapter 6, game 3)",
}
WORDS = {
    "constant": "constant: A (drift: C ± D)",
    "uniform": "uniform: ½ to 1 (drift: on ±3D)",
    "exact": "exactly",
    "simulate": "by playing games",
    "value": "the value at the top",
    "top": "T, the top of the drift form",
    "step": "D, the step of the drift form",
    **FORMS,
}
LABELS = {
    "strategy": ("Strategy", ""),
    "over": ("Beside", "the strategy it is held against, on the same trees"),
    "form": ("Form", "each end point for itself, exactly one win, or drifting values"),
    "E": ("E: end points", "chance that a point ends the game, 0 to 1"),
    "A": ("A: split ratio", "share of the high branch, ½ to 1; the mean where ratios vary"),
    "ratio": ("Split ratios", "all alike, or drawn anew at each fork; drift: what is drawn can only be played"),
    "value": ("Value", "of the split point where play begins"),
    "top": ("T: top", "the value of the top, 0 to 1"),
    "step": ("D: step", "branches are C + D and C − D, or so far apart on average"),
    "method": ("How", ""),
    "games": ("Games", "how many are simulated"),
    "seed": ("Seed", "the same seed, the same trees"),
    "moves": ("Moves", "how many"),
    "against": ("Against", "what runs along the picture; leave its own field empty"),
    "steps": ("Steps", "along the picture"),
    "high": ("High branch’s value", "0 to 1"),
    "high-ratio": ("Its split ratio", "½ to 1"),
    "low": ("Low branch’s value", "at most the high one’s"),
    "low-ratio": ("Its split ratio", "½ to 1; H′STRAT has not looked there"),
    "table": ("Table", ""),
    "all": ("H′STRAT, B′STRAT and unlimited too", ""),
}
GROUPS = {
    "Who plays": ("strategy", "over"),
    "The fork": ("high", "high-ratio", "low", "low-ratio"),
    "The trees": ("form", "E", "A", "ratio", "value"),
    "The drift form": ("top", "step"),
    "What is shown": ("table", "against", "steps", "moves", "all"),
    "Method": ("method", "games", "seed"),
}
TABLES = {
    "4.1": "Chances to win, none or one look",
    "4.2": "The same by games, on the memo’s machine",
    "4.3": "Chances to win on each move",
    "4.4": "Chances to win, two looks or more",
    "5.1": "How chances shrink from move 9 to move 10",
    "5.2": "What weighing gains, by games",
    "6.1": "Drift: chances to win on each move",
    "6.2": "Drift: chances to win",
}
CURVES = {
    "E": "E, the chance that a point is an end point",
    "A": "A, the split ratio",
    "value": "the value of the split point where play begins",
    "top": "T, the value of the top",
    "step": "D, the step from fork to branch",
}


@dataclass(frozen=True)
class FormField:
    """A field of the form; typed fields have no choices."""

    name: str
    label: str
    hint: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True)
class FieldSection:
    """A group of fields under a legend."""

    legend: str
    fields: list[FormField]


def groups(question: Question) -> list[FieldSection]:
    """The sections of a question's form."""
    options = {option.name: option for option in question.options}
    found = [
        FieldSection(legend, [_field(options[name]) for name in names if name in options])
        for legend, names in GROUPS.items()
    ]
    return [group for group in found if group.fields]


def choice(name: str) -> str:
    """The displayed name of a value of the command line."""
    if name in STRATEGIES:
        return f"{STRATEGIES[name].title}: looks {STRATEGIES[name].looks}"
    return f"{name}: {TABLES[name]}" if name in TABLES else WORDS.get(name, name)


def _field(option: Option) -> FormField:
    label, hint = LABELS[option.name]
    return FormField(option.name, label, hint, [(each, choice(each)) for each in option.choices])
