"""The show at one moment of a game, for pages: the podiums, the landing of the light, the bar of the three chances."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine import Played, State, event_to_json
from engine.formatting import format_money
from pressorpass_site.questions.podiums import StagePodium

SEATS = range(3)


@dataclass(frozen=True)
class ShownLanding:
    """Where the light stopped; `path` ends with the square that was taken, and is empty if it is not recorded."""

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
    """A contestant's part of the bar of chances: from `start` on, both in parts of the whole."""

    seat: int
    name: str
    text: str
    start: float
    part: float


def build_podiums(
    state: State, names: Sequence[str], winners: Sequence[int] = (), odds: Sequence[Sequence[Any]] = ((), (), ())
) -> list[StagePodium]:
    """Return the three contestants in this state; `winners` are a finished game's, `odds` the bars of each."""
    return [
        StagePodium(seat, names[seat], contestant, seat == state.seat, state.known, seat in winners, odds[seat])
        for seat, contestant in enumerate(state.podiums)
    ]


def serialize_podiums(state: State) -> list[dict[str, int]]:
    return [asdict(podium) for podium in state.podiums]


def find_landing(entry: Played) -> ShownLanding | None:
    """Return the landing of this event; None if it is no spin."""
    event = event_to_json(entry.event)
    if event["type"] != "spin":
        return None
    came = event["came"]
    path = (event["square"], *event.get("moves", ())) if "square" in event else ()
    tone = {"money": "spin" if came.get("spin") else "cash", "whammy": "whammy", "prize": "prize"}.get(came["kind"])
    return ShownLanding(entry.number, event["seat"] - 1, path, _describe_landing(came), tone or "special")


def build_chances(parts: Sequence[float], texts: Sequence[str], names: Sequence[str]) -> list[Chance]:
    total = sum(parts) or 1.0
    starts = [sum(parts[:seat]) / total for seat in SEATS]
    return [Chance(seat, names[seat], texts[seat], starts[seat], parts[seat] / total) for seat in SEATS]


def _describe_landing(came: dict[str, Any]) -> str:
    amount = format_money(came["amount"]) if came.get("amount") is not None else ""
    words = {"whammy": "Whammy", "prize": f"Prize {amount}".strip(), "whammy_off": "Lose a Whammy"}
    words |= {"double": "Double Your $$", "add_a_one": "Add-a-one", "lead": "Take the lead", "money": amount}
    return words[came["kind"]] + ("+" if came.get("spin") else "")
