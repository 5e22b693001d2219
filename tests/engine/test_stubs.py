"""The stubs (``.pyi``) of compiled modules name what is there, with the parameters that it has."""

import ast
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUBS = sorted(path for path in (ROOT / "engine").rglob("*.pyi") if path.with_suffix(".pyx").exists())


def parameters(signature):
    """Return the names of the parameters of a signature as Cython writes it, types and defaults left out."""
    inside = signature[signature.index("(") + 1 : signature.rindex(")")]
    inside = re.sub(r"\[[^]]*\]", "", inside)
    names = [re.split(r"[=:]", part)[0].split() for part in inside.split(",")]
    return [name[-1].lstrip("*") for name in names if name and name[-1] not in ("*", "/", "self")]


def stated(function):
    its = function.args
    return [argument.arg for argument in (*its.posonlyargs, *its.args, *its.kwonlyargs) if argument.arg != "self"]


@pytest.mark.parametrize("stub", STUBS, ids=lambda path: path.stem)
def test_stub_says_what_the_module_has(stub):
    module = importlib.import_module(".".join(stub.relative_to(ROOT).with_suffix("").parts))
    compared = 0
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            compared += 1  # says nothing about any name
        elif isinstance(node, ast.FunctionDef):
            compared += same(node, getattr(module, node.name))
        elif isinstance(node, ast.ClassDef):
            its_class = getattr(module, node.name)
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    place = its_class if member.name == "__init__" else getattr(its_class, member.name)
                    compared += same(member, place)
    assert compared or not any(isinstance(node, ast.FunctionDef) for node in ast.walk(ast.parse(stub.read_text())))


def same(function, actual):
    """Compare a function's parameters with those in its docstring; return whether it has them there."""
    signature = (actual.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    name = re.match(r"(?:\w+\.)?(\w+)\(", signature)
    if name is None:
        return False
    assert parameters(signature) == stated(function), f"{function.name}: {signature}"
    return True
