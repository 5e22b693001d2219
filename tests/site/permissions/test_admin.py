"""What staff may do in the admin: every cell of admin.txt is tried, and nobody else gets further than the log-in."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client

from pressorpass_site.answers.models import Table
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.editor import drafts
from pressorpass_site.boards.models import BoardEvent
from pressorpass_site.core.owned import Visibility
from pressorpass_site.games.dilemmas.votes import build_decision_key
from pressorpass_site.games.models import Vote
from tests.tier import NIGHTLY

from .table import ADMIN, RIGHTS, STAFF, addresses, models
from .test_permissions import undone
from .world import BOARD, World, build

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

LOG_IN = f"{ADMIN}login/"
OPEN = (LOG_IN, f"{ADMIN}logout/")
LOOK = ("view_board", "view_boardrevision", "view_boarddraft", "view_boardevent")
GROUPS = {"editor": (*LOOK, "add_boarddraft", "change_boarddraft"), "publisher": (*LOOK, "publish_board")}


@pytest.fixture
def world() -> World:
    return build(Visibility.PRIVATE, by_account=True, reviewed=False)


def test_every_model_has_a_line() -> None:
    assert {model._meta.label_lower for model in admin.site._registry} == models().keys()


def test_only_staff_gets_further_than_the_log_in(world: World) -> None:
    reached = []
    for address in addresses():
        if not address.pattern.startswith(ADMIN) or address.pattern in OPEN:
            continue
        path = re.sub(r"<\w+>", "1", address.pattern.replace("<app_label>", "games"))
        for who in ("anonymous", "owner", *(("browser", "account", "host") if NIGHTLY else ())):
            for method in ("get", "post"):
                response = getattr(_browser(world.clients[who]), method)(path)
                if response.status_code != 302 or not response["Location"].startswith(LOG_IN):
                    reached.append(f"{who}: {method} {path}: {response.status_code}")
    assert not reached


def test_every_cell_holds(world: World) -> None:
    rows = _one_of_each(world)
    people = {who: _member(who) for who in STAFF}
    wrong = {}
    for name, cells in models().items():
        for who, rights in zip(STAFF, cells, strict=True):
            actual_rights = {right for right in RIGHTS if _may(people[who], rows[name], right)}
            if actual_rights != rights:
                wrong[f"{name}, {who}"] = f"{sorted(actual_rights)} instead of {sorted(rights)}"
    assert not wrong


def test_editors_do_not_publish_and_publishers_do_not_edit() -> None:
    draft = drafts.start("somebody", boards.find_revision(BOARD))
    base = f"{ADMIN}boards/boarddraft/{draft.pk}/"
    drafts.change(draft, "somebody", lambda content: content | {"notes": "seen on tape"})
    refused = {
        who: {page for page in ("review", "preview", "import", "discard") if _refuses(who, f"{base}{page}/")}
        for who in ("staff", "editor", "publisher")
    }
    assert refused["editor"] == {"review"}
    assert refused["publisher"] == {"preview", "import", "discard"}
    assert refused["staff"] == refused["editor"] | refused["publisher"]


def _refuses(who: str, path: str) -> bool:
    """Whether a form of a draft is refused, which is as it was afterwards."""
    with undone():
        return bool(_member(who).post(path, {"note": "x"}).status_code == 403)


def _may(client: Client, instance: Model, right: str) -> bool:
    """Whether the pages of the admin let somebody do that."""
    base = f"{ADMIN}{instance._meta.app_label}/{instance._meta.model_name}/"
    with undone():
        if right == "view":
            shown = client.get(f"{base}{instance.pk}/change/", follow=True)
            return _passed(client.get(base)) and _passed(shown)
        if right == "add":
            return _passed(client.get(f"{base}add/"))
        if right == "change":
            response = client.post(f"{base}{instance.pk}/change/", {})
            return _passed(response) and not response.headers.get("Location", "").endswith("/review/")
        client.post(f"{base}{instance.pk}/delete/", {"post": "yes"})
        return not type(instance)._default_manager.filter(pk=instance.pk).exists()


def _passed(response: HttpResponse) -> bool:
    return response.status_code not in (403, 404) and not response.headers.get("Location", "").startswith(LOG_IN)


def _member(who: str) -> Client:
    user = User.objects.create_user(who, is_staff=True, is_superuser=who == "admin")
    group = Group.objects.get_or_create(name=f"{who}s of this test")[0]
    group.permissions.set(Permission.objects.filter(codename__in=GROUPS.get(who, ())))
    user.groups.add(group)
    client = Client()
    client.force_login(user)
    return client


def _one_of_each(world: World) -> dict[str, Any]:
    """A row of each model that nothing else depends on, so that it can be deleted where that is allowed."""
    draft = drafts.start("somebody", boards.find_revision(BOARD))
    vote = Vote.objects.create(
        game=world.game, question=build_decision_key(world.game.code, 1), voter="x", action=Vote.Action.PRESS
    )
    table = Table.objects.create(key="0" * 64, board_revision=draft.based_on, rules={}, position="", engine_version="")
    rows = [
        Group.objects.create(name="a group"),
        User.objects.create_user("leaves"),
        draft.board,
        draft.based_on,
        draft,
        BoardEvent.objects.first(),
        table,
        world.answer,
        world.saved,
        world.game,
        vote,
        world.key,
    ]
    assert all(isinstance(instance, apps.get_model(instance._meta.label)) for instance in rows if instance)
    return {instance._meta.label_lower: instance for instance in rows if instance}


def _browser(client: Client) -> Client:
    other = Client()
    other.cookies = client.cookies.copy()
    return other
