"""What pages tell browsers and crawlers: no inline scripts, no frames, and nothing private is stored or indexed."""

import pytest

from pressorpass_site.core.owned import Visibility
from tests.site.conftest import QUICK
from tests.site.permissions.world import build

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


def test_pages_run_only_their_own_scripts_and_are_framed_stored_and_indexed_by_nobody() -> None:
    world = build(Visibility.PRIVATE, by_account=True, reviewed=False)
    client = world.clients["owner"]
    for path in ("/", f"/p/{QUICK}?rules=seed", f"/s/{world.saved.code}/", f"/games/{world.game.code}/", "/lab/pig/"):
        response = client.get(path)
        assert response.status_code == 200
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert response["X-Content-Type-Options"] == "nosniff"

    saved, game = f"/s/{world.saved.code}/", f"/games/{world.game.code}/"
    for path in (
        saved,
        f"{saved}1/card.png",
        f"{saved}1/odds.csv",
        game,
        f"{game}review/",
        f"{game}card.png",
        f"{game}game.txt",
    ):
        response = client.get(path)
        assert response.status_code == 200, path
        assert "no-store" in response["Cache-Control"], path
        assert response["X-Robots-Tag"] == "noindex", path
    for path in ("/account/", "/account/keys/"):
        assert "no-store" in client.get(path)["Cache-Control"]
