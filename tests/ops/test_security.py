"""The settings of a public host, and who can read the data folder."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from pressorpass_site.environment import KEY_FILE, make_private_folder, read_env_site
from tests.processes import plain_environment
from tools.run.options import ROOT


def test_djangos_checks_for_a_public_host_find_nothing(tmp_path: Path) -> None:
    variables = {"HTTPS": "1", "ALLOWED_HOSTS": "press.example.org", "DATA_DIR": str(tmp_path / "data")}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    subprocess.run(command, cwd=ROOT, env=plain_environment(**variables), check=True)


class TestTheDataFolder:
    def test_it_is_made_for_its_user_only(self, tmp_path: Path) -> None:
        make_private_folder(tmp_path / "new")
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700

    def test_one_that_was_left_open_is_closed_and_other_folders_stay(self, tmp_path: Path) -> None:
        for name in ("data", "other"):
            (tmp_path / name).mkdir()
            (tmp_path / name).chmod(0o755)
        (tmp_path / "data" / KEY_FILE).touch()
        for name, mode in (("data", 0o700), ("other", 0o755)):
            make_private_folder(tmp_path / name)
            assert (tmp_path / name).stat().st_mode & 0o777 == mode


class TestTheSitesOwnAddress:
    @pytest.mark.parametrize(
        ("given", "https", "found"),
        [
            ("", True, "https://press.example.org"),
            ("", False, "http://press.example.org:8000"),
            ("https://other.example.org/", True, "https://other.example.org"),
        ],
    )
    def test_it_is_set_or_that_of_the_first_host(
        self, monkeypatch: pytest.MonkeyPatch, given: str, https: bool, found: str
    ) -> None:
        monkeypatch.delenv("PORT", raising=False)
        monkeypatch.setenv("SITE_URL", given)
        assert read_env_site("SITE_URL", ["*", ".press.example.org"], is_https=https) == found

    @pytest.mark.parametrize("wrong", ["press.example.org", "ftp://press.example.org", "https://press.example.org/x"])
    def test_what_is_none_is_told(self, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
        monkeypatch.setenv("SITE_URL", wrong)
        with pytest.raises(ImproperlyConfigured, match=r"must read like https://press\.example\.org"):
            read_env_site("SITE_URL", [], is_https=True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["//evil.example/account", "/%2fevil.example/account", "/\\evil.example/account", "//account"]
)
def test_no_address_leads_to_another_site(client: Client, path: str) -> None:
    location = client.get(path).headers.get("Location", "/")
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))
