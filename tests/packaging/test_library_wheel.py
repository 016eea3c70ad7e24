"""The library's own wheel: what `pip install ./gpu_unet` puts into an environment."""

import importlib
import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from packaging.requirements import Requirement

import gpu_unet

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "gpu_unet"


def project(folder):
    return tomllib.loads((folder / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def site(build_wheel, tmp_path_factory):
    """A folder with what the wheel holds."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(build_wheel(LIBRARY)) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture
def run(site, tmp_path):
    """Runs code in a process that finds the wheel's package and none of the repository's."""

    def in_a_new_process(code):
        start = f"import sys; sys.path.insert(0, {str(site)!r})\n"
        done = subprocess.run(
            [sys.executable, "-I", "-c", start + code],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return in_a_new_process


def test_the_wheel_holds_the_whole_library_and_nothing_else(site):
    held = {path.relative_to(site).as_posix() for path in site.rglob("*.py")}
    assert held == {
        f"gpu_unet/{path.relative_to(LIBRARY).as_posix()}" for path in LIBRARY.rglob("*.py")
    }
    tops = {path.name for path in site.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"gpu_unet"}


def test_the_wheel_has_the_licence_and_its_types_are_read(site):
    (licence,) = site.glob("gpu_unet-*.dist-info/licenses/LICENSE")
    assert licence.read_text() == (ROOT / "LICENSE").read_text()
    assert (site / "gpu_unet" / "py.typed").exists()


def test_the_library_asks_for_what_the_program_asks_for():
    library, program = project(LIBRARY), project(ROOT)
    assert library["version"] == program["version"]
    assert set(library["dependencies"]) <= set(program["dependencies"])
    for extra in ("cuda", "graphics-cards"):
        assert library["optional-dependencies"][extra] == program["optional-dependencies"][extra]


@pytest.mark.parametrize(
    ("extra", "part"), [("cuda", "cuda.driver"), ("graphics-cards", "onnx.providers")]
)
def test_the_command_that_the_library_gives_installs_what_its_extra_names(extra, part):
    command = importlib.import_module(f"gpu_unet.{part}").INSTALL
    words = ["pip install"]
    for needed in project(LIBRARY)["optional-dependencies"][extra]:
        marker = Requirement(needed).marker
        if marker is None or marker.evaluate():
            words.append(f'"{needed.partition(";")[0]}"')
    assert command == " ".join(words)


def test_compiled_code_is_the_same_for_the_wheel_and_the_checkout(run):
    from gpu_unet import compiled_code

    code = (
        "from gpu_unet import compiled_code; print(compiled_code.version(), compiled_code.PACKAGE)"
    )
    version, place = run(code).split(maxsplit=1)
    assert version == compiled_code.version()
    assert Path(place.strip()) != LIBRARY


def test_the_ten_lines_of_its_page_run(run):
    (code,) = re.findall(r"```python\n(.*?)```", (LIBRARY / "README.md").read_text(), re.DOTALL)
    said = run(code.replace('"weights/', f'"{(ROOT / "weights").as_posix()}/'))
    assert "(360, 640, 3)" in said
    assert len([line for line in code.splitlines() if line and "import" not in line]) <= 10


def test_an_example_of_the_wheel_runs(run, tmp_path, rng):
    cv2.imwrite(str(tmp_path / "photo.png"), rng.integers(0, 256, (72, 96, 3), np.uint8))
    model = str(ROOT / "weights" / "fast.safetensors")
    run(f"from gpu_unet.examples.still import main; main({model!r}, 'photo.png', 'cut.png')")
    assert cv2.imread(str(tmp_path / "cut.png"), cv2.IMREAD_UNCHANGED).shape == (72, 96, 4)


def test_every_public_name_has_its_page(tmp_path):
    if importlib.util.find_spec("pdoc") is None:
        pytest.skip("pdoc is not installed: requirements-dev.txt names it")
    subprocess.run(
        [sys.executable, "-m", "pdoc", "gpu_unet", "!gpu_unet.", "-o", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    page = (tmp_path / "gpu_unet.html").read_text()
    for name in gpu_unet.__all__:
        assert f'<section id="{name}">' in page, name
    assert "<strong>want_alpha:</strong>" in page  # a list, and no paragraph of all attributes
    assert not (tmp_path / "gpu_unet" / "engine.html").exists()
