"""compose.yaml and docs/deploy.md know every setting that the site reads, and the containers are closed where they can be."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from pressorpass_site.environment import read_env_site
from pressorpass_site.variables import NAMES
from tools.run.options import ROOT

READS = re.compile(r'(?:\bread_env_\w+|environ\.get)\(\s*"([A-Z][A-Z_]+)"')
SOURCES = (
    "pressorpass_site/settings.py",
    "pressorpass_site/environment.py",
    "gunicorn.conf.py",
    "tools/run/options.py",
)
TABLE_ROW = re.compile(r"^\| (`[A-Z].*?) \|", re.M)
# For tests, which serve static files that were not collected.
INTERNAL = {"STATIC_COLLECTED"}
# In containers these follow from where the volume and the image have things.
FIXED_BY_IMAGE = {"DATA_DIR", "HOST", "STATIC_ROOT"}
IN_THE_VOLUME = {"PRESSORPASS_TABLES", "PRESSORPASS_LAB"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


def settings_read() -> set[str]:
    return {name for source in SOURCES for name in READS.findall((ROOT / source).read_text())}


def settings_documented() -> set[str]:
    table = (ROOT / "docs/deploy.md").read_text().split("## Settings\n")[1].split("\n##")[0]
    return {name for row in TABLE_ROW.findall(table) for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_setting_is_documented_and_none_besides() -> None:
    # The engine reads these: one for the folder that the site gives it, one for its kernels.
    read = settings_read() - INTERNAL | {"PRESSORPASS_TABLES_MAX", "PRESSORPASS_VECTORS"}
    assert settings_documented() == read == set(NAMES)


def test_every_documented_setting_reaches_the_containers(compose: dict[str, Any]) -> None:
    reached = {
        name: set(compose["services"][name]["environment"])
        for name in ("web", "streams", "worker", "first", "background")
    }
    assert reached["streams"] | reached["worker"] == settings_documented() - FIXED_BY_IMAGE - IN_THE_VOLUME
    assert reached["web"] - reached["worker"] == {"SECRET_KEY_FALLBACKS", "WEB_CONCURRENCY"}
    assert reached["streams"] - reached["web"] == {"GAME_STREAMS"}
    assert reached["worker"] <= reached["web"]
    assert reached["first"] == reached["background"] == reached["worker"]
    image = (ROOT / "Dockerfile").read_text()
    assert all(f"{name}=" in image for name in FIXED_BY_IMAGE)


def test_the_migration_comes_first(compose: dict[str, Any]) -> None:
    ready = {"condition": "service_completed_successfully"}
    assert all(
        compose["services"][name]["depends_on"]["migrate"] == ready for name in ("web", "streams", "worker", "first")
    )


def test_only_the_services_that_need_a_secret_get_it(compose: dict[str, Any]) -> None:
    def having(secret: str) -> set[str]:
        return {
            name
            for name, service in compose["services"].items()
            for variable, value in service.get("environment", {}).items()
            if secret in (variable, *re.findall(r"\$\{(\w+)", str(value)))
        }

    signing = {"web", "streams", "worker", "first", "background"}
    assert having("SECRET_KEY") == having("EMAIL_URL") == signing
    assert having("SECRET_KEY_FALLBACKS") == {"web", "streams"}
    assert having("POSTGRES_PASSWORD") == signing | {"migrate", "postgres"}


def published(compose: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, service in compose["services"].items():
        for port in service.get("ports", ()):
            yield name, port


def test_only_the_proxy_is_reached_from_outside_and_by_default_from_this_machine(compose: dict[str, Any]) -> None:
    assert list(published(compose)) == [("proxy", "${PUBLISH_ON:-127.0.0.1}:${PORT:-8000}:8080")]
    assert compose["networks"]["back"] == {"internal": True}
    assert compose["services"]["postgres"]["networks"] == compose["services"]["redis"]["networks"] == ["back"]
    assert compose["services"]["proxy"]["networks"] == ["front"]


def test_all_containers_are_read_only_and_their_logs_rotate(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["logging"]["options"]["max-size"], name
        if name != "migrate":
            assert service["healthcheck"]["test"], name
            assert service["stop_grace_period"], name
    for name in ("proxy", "web", "streams", "worker", "first", "migrate"):
        assert compose["services"][name]["cap_drop"] == ["ALL"], name


def test_no_container_takes_the_memory_of_all(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert re.fullmatch(r"\d+[mg]|\$\{[A-Z]+_MEMORY:-\d+g\}", service["mem_limit"]), name


VARIABLE = re.compile(r"\$\{([A-Z_]+):-([^}]*)\}")


def in_container(compose: dict[str, Any], service: str, **given: str) -> dict[str, str]:
    """The environment of a container that is started with these variables."""
    variables = {}
    for name, value in compose["services"][service]["environment"].items():
        if value is None:
            variables |= {name: given[name]} if name in given else {}
        else:
            variables[name] = VARIABLE.sub(lambda match: given.get(match[1], match[2]), value)
    return variables


def test_the_worker_for_first_answers_has_its_own_memory(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert (services["worker"]["mem_limit"], services["first"]["mem_limit"]) == ("${WORKER_MEMORY:-4g}", "2g")


def test_under_another_port_pages_are_kept(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for port in ("8000", "9000"):
        environment = in_container(compose, "web", PORT=port)
        monkeypatch.setenv("PORT", environment["PORT"])
        monkeypatch.delenv("SITE_URL", raising=False)
        assert (
            read_env_site("SITE_URL", environment["ALLOWED_HOSTS"].split(","), is_https=False)
            == f"http://localhost:{port}"
        )
    web = compose["services"]["web"]
    assert "--bind=0.0.0.0:8000 " in web["command"]
    assert "127.0.0.1:8000" in web["healthcheck"]["test"][-1]
    nginx = (ROOT / "deploy/nginx/compose.conf").read_text()
    assert "set $pressorpass web:8000;" in nginx
    assert "set $pressorpass_streams streams:8000;" in nginx


def test_the_web_server_has_descriptors_for_its_connections(compose: dict[str, Any]) -> None:
    assert compose["services"]["web"]["ulimits"]["nofile"] >= 2000


def test_by_default_no_address_of_a_client_is_believed(compose: dict[str, Any]) -> None:
    assert compose["services"]["proxy"]["environment"] == {"TRUSTED_PROXY_CIDR": None}
    assert "set_real_ip_from" not in (ROOT / "deploy/nginx/compose.conf").read_text()


def test_a_strict_umask_at_the_clone_hides_nothing_from_the_sites_user() -> None:
    last_stage = (ROOT / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    copied = re.findall(r"^COPY (.*) /app /app$", last_stage, re.MULTILINE)
    assert copied == ["--from=build --chmod=755"]


def test_every_image_of_others_can_be_pinned(compose: dict[str, Any]) -> None:
    docs = (ROOT / "docs/deploy.md").read_text()
    images = [service["image"] for service in compose["services"].values() if "build" not in service]
    images.append(compose["services"]["web"]["build"]["args"]["PYTHON_IMAGE"])
    for image in images:
        match = re.fullmatch(r"\$\{([A-Z]+)_IMAGE:-(.+)\}", image)
        assert match, image
        assert f"`{match[1]}_IMAGE`" in docs
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)) == {"${PYTHON_IMAGE}"}
    assert f"ARG PYTHON_IMAGE={images[-1].partition(':-')[2][:-1]}\n" in dockerfile
