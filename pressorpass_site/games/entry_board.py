"""A board as data for the ring on which spins are entered."""

from __future__ import annotations

from typing import Any

from engine import Slide, event_from_json, event_text
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

_CAME = {"cash": "money", "cash_spin": "money", "cash_or_lose_whammy": "money"}


def ring_data(revision: BoardRevision) -> dict[str, Any]:
    """Squares with their slides: labels, colours, and what each brings as a part of an event."""
    ring = boards.drawn_ring(revision)
    content = revision.engine_board
    return {
        "ring": ring.is_ring,
        "squares": {
            drawn.number: [
                {"brief": label.brief, "text": slide.text, "tone": label.tone, **_slide(slide)}
                for label, slide in zip(drawn.slides, content.square(drawn.number).slides, strict=True)
            ]
            for drawn in ring.squares
        },
    }


def _slide(slide: Slide) -> dict[str, Any]:
    """What the slide brings (`takes`) or leads to (`to`), and how an event and the notation say that it showed."""
    amount = {} if slide.amount is None else {"amount": slide.amount}
    shows = {"kind": slide.kind, **amount} | ({"spin": True} if slide.spin else {})
    if slide.kind == "move":
        return {"shows": shows, "says": "move", "to": list(slide.to), "takes": []}
    if slide.kind == "unknown":
        return {"shows": None, "to": [], "takes": []}
    came = {"kind": _CAME.get(slide.kind, slide.kind), **amount} | ({"spin": True} if slide.gives_spin else {})
    if slide.kind != "cash_or_lose_whammy":
        says = event_text(event_from_json({"type": "spin", "came": came}))
        return {"shows": shows, "says": says, "to": [], "takes": [{"came": came, "words": slide.text}]}
    takes = [
        {"came": came, "words": f"${slide.amount:,}"},
        {"came": {"kind": "whammy_off"}, "words": "Lose a Whammy"},
    ]
    return {"shows": shows, "says": f"{slide.amount}/-w", "to": [], "takes": takes}
