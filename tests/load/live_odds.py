"""How soon a game that is entered as it goes on shows the odds of the position that an event leads to.

    python -m tests.load.live_odds [--games 3] [--pause 5]

Starts a site as `make run` does and enters simulated games, an event every few seconds. Prints the seconds from sending
an event of round 2 to the first odds on the page of the game: at the beginning of the round, and after each event.
"""

from __future__ import annotations

import argparse
import time

from engine import event_to_json, play
from tests.load.fairness import LOOK, PATIENCE, Client
from tests.load.followers import Host
from tests.load.setups import embedded

STYLES = "2000/aggressive/4000"
SHOWN = b'class="call-verdict__word"'


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.live_odds")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two events")
    options = parser.parse_args()
    first, later = list[float](), list[float]()
    with embedded() as setup:
        for seed in range(40, 40 + options.games):
            host, client = Host(setup.url), Client(setup.url, "198.51.100.1")
            began = False
            game = play(seed, styles=STYLES)
            for played in game.played:
                sent, _ = host.enter(event_to_json(played.event))
                if played.after.round != 2 or played.after.is_over(game.setup.rules):
                    continue
                while SHOWN not in client.get(f"/games/{host.code}/") and time.monotonic() - sent < PATIENCE:
                    time.sleep(LOOK / 4)
                (later if began else first).append(time.monotonic() - sent)
                began = True
                time.sleep(options.pause)
    for what, seconds in (("beginning of round 2", first), ("later events", later)):
        seconds.sort()
        at = [seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.95, 1)]
        print(f"{what}: {len(seconds)}, half {at[0]:.2f} s, 95% {at[1]:.2f} s, longest {at[2]:.2f} s")


if __name__ == "__main__":
    main()
