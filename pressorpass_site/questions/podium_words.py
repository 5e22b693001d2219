from engine import Contestant
from engine.formatting import format_money


def describe_podium(contestant: Contestant) -> str:
    """Return text such as “$8,000, 3 earned spins, 1 Whammy”."""
    if contestant.out:
        return "out with four Whammies"
    return ", ".join([format_money(contestant.score), *describe_spins(contestant), *_describe_whammies(contestant)])


def score_and_rest(contestant: Contestant) -> tuple[str, str]:
    """Return text such as “$8,000” and “3 earned spins, 1 Whammy”, for a podium whose score stands alone."""
    if contestant.out:
        return "Out", "four Whammies"
    spins = describe_spins(contestant) or ["no spins"]
    return format_money(contestant.score), ", ".join([*spins, *_describe_whammies(contestant)])


def describe_spins(contestant: Contestant) -> list[str]:
    """Return text such as “3 earned spins”, “1 passed spin”."""
    counts = {"earned": contestant.earned, "passed": contestant.passed}
    return [f"{count} {kind} spin{'' if count == 1 else 's'}" for kind, count in counts.items() if count]


def _describe_whammies(contestant: Contestant) -> list[str]:
    if not contestant.whammies:
        return []
    return [f"{contestant.whammies} {'Whammy' if contestant.whammies == 1 else 'Whammies'}"]
