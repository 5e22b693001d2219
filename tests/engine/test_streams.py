"""What a terminal can do to the engine: streams that are closed, full or short of signs, readers that leave, Ctrl-C."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import version
from tests.engine.tiny import tiny
from tests.processes import PATIENCE
from tests.tier import few

ROOT = Path(version.__file__).resolve().parents[1]
POSITION = "8000e1,3000,0@1 --rules seed"
GAME = '[Left "José"]\n[Center "Željko"]\n[Rules "seed"]\n= 3000e1,2500,0w3@1\n1. w\n'
CHEAP = {
    "solve": f"solve {POSITION}",
    "solve as read": "solve '8000 (1) / 3000 / 0' --rules seed",
    "table": "table --list",
    "oracle": "oracle 0e1,0,0w3@1 --board coin.json",
    "spin": f"spin {POSITION}",
    "choose": "choose 3000e1w2,2500,2000@1 --square 9 --shows '8:$500+spin,10:whammy'",
    "review": "review game.txt",
    "play": "play --seed 3 --styles cautious",
    "perft": f"perft {POSITION} 2",
    "bench": "bench --help",
    "boards": "boards",
    "lab": "lab pig duel",
    "help": "--help",
}
QUIET = {"bench", "help"}  # which take no --json


@pytest.fixture
def shell(tmp_path: Path):
    """Runs a line of shell in which ENGINE is the engine: (exit status, standard output, standard error)."""
    (tmp_path / "game.txt").write_text(GAME, encoding="utf-8")
    (tmp_path / "coin.json").write_text(json.dumps(tiny("500 W").to_json()), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PRESSORPASS_TABLES": str(tmp_path / "tables")}

    def run(line: str, **variables: str) -> tuple[int, bytes, str]:
        process = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line.replace("ENGINE", f"{sys.executable} -m engine")],
            cwd=tmp_path,
            env=environment | variables,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return process.returncode, process.stdout, process.stderr.decode()

    return run


@pytest.mark.parametrize("name", few(5, CHEAP))
def test_an_answer_that_cannot_be_printed_is_one_line_and_status_4(shell, name):
    for words in [CHEAP[name]] + [f"{CHEAP[name]} --json"] * (name not in QUIET):
        for stream, message in (("/dev/full", "No space left on device"), ("&-", "Standard output is closed")):
            status, out, err = shell(f"ENGINE {words} >{stream}")
            last = err.splitlines()[-1]
            assert (status, out) == (4, b""), words
            assert last.startswith("engine: ")
            assert message in last
            assert "Traceback" not in err
            assert len(err.splitlines()) == 1 + ("as read" in name and stream != "&-")


@pytest.mark.parametrize("name", few(5, CHEAP))
def test_what_is_beside_the_answer_may_get_lost(shell, name):
    status, out, err = shell(f"ENGINE {CHEAP[name]} 2>/dev/full <&- | head -1")  # a reader that leaves is no error
    assert (status, err) == (0, "")
    assert out.count(b"\n") == 1
    status, out, err = shell(f"ENGINE {CHEAP[name]} 2>&-")
    assert (status, err) == (0, "")
    assert b"read as" not in out


@pytest.mark.parametrize("encoding", few(2, ["latin-1", "ascii", "ascii:strict", "cp437"]))
@pytest.mark.parametrize("name", ["review", "help", "boards"])
def test_signs_that_a_terminal_lacks_are_printed_as_similar_ones(shell, name, encoding):
    status, out, err = shell(f"ENGINE {CHEAP[name]}", PYTHONIOENCODING=encoding)
    assert (status, err) == (0, "")
    text = out.decode(encoding.partition(":")[0])
    assert "\\u" not in text
    assert "?" not in text.replace("or pass?", "")
    if name == "review":
        assert "Zeljko" in text
        assert ("José" if encoding in ("latin-1", "cp437") else "Jose") in text


def test_bad_input_has_its_status_without_a_place_to_say_so(shell):
    for stream in ("2>/dev/full", "2>&-", "<&- 2>&-"):
        assert shell(f"ENGINE solve nonsense {stream}") == (2, b"", "")
    assert shell("ENGINE solve nonsense >&- 2>&-")[0] == 4
    assert shell("ENGINE review - <&-")[0] == 2


FILES = [
    *(("review", "txt"), ("boards", "csv"), (f"solve {POSITION} --board", "json"), ("lab hog contest --file", "py")),
    *(("review", "json"), *(("boards", kind) for kind in ("txt", "tsv", "js", "json"))),
    *((f"solve {POSITION} --board", "csv"), (f"solve {POSITION} --board", "js"), ("play --board1", "json")),
]


@pytest.mark.parametrize("content", [b"a = '\x93Jos\xe9\x94'\n", None, "directory"])
@pytest.mark.parametrize(("words", "file"), few(4, [(f"{words} {{file}}", f"file.{kind}") for words, kind in FILES]))
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(shell, tmp_path, words, file, content):
    path = tmp_path / file
    if content == "directory":
        path.mkdir()
    elif content:
        path.write_bytes(content)
    status, out, err = shell(f"ENGINE {words.format(file=file)}")
    assert (status, out, err.count("\n")) == (2, b"", 1), err
    assert file in err
    assert "codec" not in err
    assert "Errno" not in err
    if isinstance(content, bytes):
        assert "Save it as UTF-8" in err


def test_standard_input_and_long_files_too(shell, tmp_path):
    status, _, err = shell("printf 'Jos\\xe9' | ENGINE review -")
    assert (status, err) == (
        2,
        "engine: file: Standard input is not UTF-8 text: line 1 has a byte that cannot be read. Save it as UTF-8.\n",
    )
    (tmp_path / "long.csv").symlink_to("/dev/zero")
    for words in ("boards long.csv", "review long.csv"):
        status, _, err = shell(f"ENGINE {words}")
        assert (status, err.count("\n")) == (2, 1)
        assert "too long" in err


@pytest.mark.parametrize(
    "words",
    ["solve 8000e9,3000e9,5000e9@1 --seconds 3000", "bench --json", "lab yahtzee simulate --games 1000000 --json"],
)
def test_ctrl_c_is_one_line_and_status_130(words, tmp_path):
    # A shell starts what runs in the background with Ctrl-C ignored.
    interrupt = (
        "import os, signal, threading; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()"
    )
    process = subprocess.run(
        [sys.executable, "-c", f"from engine.cli import main; {interrupt}; os._exit(main({words.split()!r}))"],
        cwd=ROOT,
        env=os.environ | {"PRESSORPASS_TABLES": str(tmp_path), "PRESSORPASS_LAB": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "engine: Stopped.\n")
