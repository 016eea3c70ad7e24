"""gpu_unet as others import it: few names, each documented, and a light import."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import gpu_unet

ROOT = Path(__file__).parents[3]
SLOW = ("numpy", "numba", "numba_cuda", "cuda", "llvmlite", "safetensors")


def in_a_new_process(code):
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_at_most_25_public_names():
    assert len(gpu_unet.__all__) <= 25
    assert gpu_unet.__all__ == sorted(gpu_unet.__all__)
    assert set(gpu_unet.__all__) <= set(dir(gpu_unet))


def test_every_public_name_is_what_the_type_checker_is_told():
    (block,) = (
        node
        for node in ast.parse(Path(gpu_unet.__file__).read_text()).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    told = {name.name: part.module for part in block.body for name in part.names}
    assert sorted(told) == gpu_unet.__all__
    for name, module in told.items():
        __import__(module)
        assert getattr(gpu_unet, name) is getattr(sys.modules[module], name)


@pytest.mark.parametrize("name", gpu_unet.__all__)
def test_a_public_name_has_a_docstring_and_so_has_all_that_it_shows(name):
    thing = getattr(gpu_unet, name)
    if name == "Image":  # an alias: the comment behind it is what there is
        return
    assert len(inspect.getdoc(thing)) > 20
    if inspect.isclass(thing):
        for key, member in vars(thing).items():
            is_method = isinstance(member, property | staticmethod | classmethod)
            if not key.startswith("_") and (is_method or inspect.isfunction(member)):
                assert inspect.getdoc(getattr(thing, key)), f"{name}.{key}"


def test_an_unknown_name_is_said_to_be_one():
    with pytest.raises(AttributeError, match="open_motor"):
        gpu_unet.open_motor  # noqa: B018


def test_importing_the_library_imports_nothing_slow():
    code = f"import sys, gpu_unet; print([name for name in {SLOW} if name in sys.modules])"
    assert in_a_new_process(code).strip() == "[]"


def test_numba_comes_with_the_first_engine_and_no_name():
    names = ", ".join(sorted(set(gpu_unet.__all__) - {"Gpu"}))
    code = f"import sys; from gpu_unet import {names}; print('numba' in sys.modules)"
    assert in_a_new_process(code).strip() == "False"


def test_main_imports_no_module_of_the_library():
    """`lint-imports` sees to packages; main.py is none."""
    for node in ast.walk(ast.parse((ROOT / "main.py").read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
        assert not any(name.startswith("gpu_unet.") for name in names)
