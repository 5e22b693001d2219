"""The stage of a game at one moment: podiums, landing of the light, and the bar of the three chances."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine import Played, State, event_to_json
from engine.formatting import format_money
from pressorpass_site.questions.podiums import StagePodium

SEATS = range(3)


@dataclass(frozen=True)
class ShownLanding:
    """The squares on which the light stopped and moved on: `path` ends with the square taken; empty if not recorded."""

    number: int
    seat: int
    path: tuple[int, ...]
    text: str
    tone: str

    @property
    def square(self) -> int | None:
        return self.path[-1] if self.path else None

    @property
    def for_scripts(self) -> dict[str, Any]:
        whammy = self.tone == "whammy"
        data = {"number": self.number, "seat": self.seat, "path": list(self.path), "whammy": whammy}
        return data | {"text": self.text, "tone": self.tone}


@dataclass(frozen=True)
class Chance:
    """A contestant's section of the bar of chances; `start` and `part` are parts of its length."""

    seat: int
    name: str
    text: str
    start: float
    part: float


def build_podiums(
    state: State, names: Sequence[str], winners: Sequence[int] = (), odds: Sequence[Sequence[Any]] = ((), (), ())
) -> list[StagePodium]:
    """Return the three podiums; `winners` are the seats that won a finished game, `odds` each contestant's bars."""
    return [
        StagePodium(seat, names[seat], contestant, seat == state.seat, state.known, seat in winners, odds[seat])
        for seat, contestant in enumerate(state.podiums)
    ]


def serialize_podiums(state: State) -> list[dict[str, int]]:
    return [asdict(podium) for podium in state.podiums]


def find_landing(entry: Played) -> ShownLanding | None:
    """Return the landing of a spin; None for other events."""
    event = event_to_json(entry.event)
    if event["type"] != "spin":
        return None
    result = event["came"]
    path = (event["square"], *event.get("moves", ())) if "square" in event else ()
    tone = {"money": "spin" if result.get("spin") else "cash", "whammy": "whammy", "prize": "prize"}.get(result["kind"])
    return ShownLanding(entry.number, event["seat"] - 1, path, _describe_landing(result), tone or "special")


def build_chances(parts: Sequence[float], texts: Sequence[str], names: Sequence[str]) -> list[Chance]:
    total = sum(parts) or 1.0
    starts = [sum(parts[:seat]) / total for seat in SEATS]
    return [Chance(seat, names[seat], texts[seat], starts[seat], parts[seat] / total) for seat in SEATS]


def _describe_landing(result: dict[str, Any]) -> str:
    amount = format_money(result["amount"]) if result.get("amount") is not None else ""
    words = {"whammy": "Whammy", "prize": f"Prize {amount}".strip(), "whammy_off": "Lose a Whammy"}
    words |= {"double": "Double Your $$", "add_a_one": "Add-a-one", "lead": "Take the lead", "money": amount}
    return words[result["kind"]] + ("+" if result.get("spin") else "")
