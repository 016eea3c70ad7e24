"""gpu_unet as others import it: few names, each documented, and a light import."""

import ast
import inspect
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
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


def test_no_text_names_a_flag_or_a_file_of_the_program():
    """A program that uses the library has neither `--device` nor `requirements-cuda.txt`."""
    texts = {
        (path.name, node.value)
        for path in (Path(gpu_unet.__file__).parent / "cuda").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not [text for text in texts if re.search(r"--(device|precision)|requirements-", text[1])]


def test_an_engine_changes_no_variable_but_numba_s_own():
    code = "import os; before = dict(os.environ); import gpu_unet, gpu_unet.cpu; "
    code += "print({k for k in os.environ if before.get(k) != os.environ[k]})"
    assert in_a_new_process(code).strip() in ("set()", "{'NUMBA_THREADING_LAYER'}")


def test_a_program_that_has_imported_numba_before_gets_the_same_threading_layer():
    code = "import os; os.environ.pop('NUMBA_THREADING_LAYER', None); import numba; "
    code += "import gpu_unet.cpu.compile; print(numba.config.THREADING_LAYER)"
    assert in_a_new_process(code).strip() == "workqueue"


def test_main_imports_no_module_of_the_library():
    """`lint-imports` sees to packages; main.py is none."""
    for node in ast.walk(ast.parse((ROOT / "main.py").read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
        assert not any(name.startswith("gpu_unet.") for name in names)


AREA = gpu_unet.Area("keep", ((0, 0), (1, 0), (0, 1)))


@pytest.mark.parametrize(
    ("settings", "error", "sentence"),
    [
        ({"background": "blurr"}, ValueError, "'blurr', expected image, blur or transparent"),
        ({"mirror": "no"}, TypeError, "mirror is 'no', expected bool"),
        ({"edges": {"softness": 0.5}}, TypeError, "edges is .*, expected EdgeSettings"),
        ({"layer": None}, TypeError, "layer is None, expected LayerSettings"),
        ({"areas": [AREA]}, TypeError, "areas is .*, expected a tuple of Area"),
        ({"areas": ("keep",)}, TypeError, "areas is .*, expected a tuple of Area"),
    ],
)
def test_settings_that_no_engine_can_follow_are_refused_where_they_are_made(
    settings, error, sentence
):
    with pytest.raises(error, match=sentence):
        gpu_unet.EngineSettings(**settings)


@pytest.mark.parametrize(
    ("frame_format", "error", "sentence"),
    [
        ({"layout": "bgr"}, ValueError, "layout is 'bgr', expected rgb, yuv420, .* or yuv444p12"),
        ({"matrix": "709"}, ValueError, "matrix is '709', expected bt601, bt709 or bt2020"),
        ({"transfer": "srgb"}, ValueError, "transfer is 'srgb', expected sdr, pq, .* or vlog"),
        ({"height": 4.0}, TypeError, "frame size 4x4.0: both must be whole numbers"),
        ({"width": "4"}, TypeError, "frame size 4x4: both must be whole numbers"),
        ({"width": True}, TypeError, "frame size Truex4: both must be whole numbers"),
        ({"full_range": "no"}, TypeError, "full_range is 'no', expected True or False"),
    ],
)
def test_a_frame_format_that_there_is_not_is_refused(frame_format, error, sentence):
    with pytest.raises(error, match=sentence):
        gpu_unet.FrameFormat(**({"height": 4, "width": 4} | frame_format))


def test_a_frame_format_of_numpy_s_small_numbers_is_that_of_python_s():
    of_numpy = gpu_unet.FrameFormat(np.uint8(200), np.uint8(200), "yuv420")
    assert of_numpy == gpu_unet.FrameFormat(200, 200, "yuv420")
    assert of_numpy.shape == (300, 200)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"device": "gpu"}, "device is 'gpu', expected auto, cpu, cuda or onnx"),
        ({"device": "cpu", "input_pixels": 0}, "input_pixels is 0, expected at least 1"),
        ({"device": "cpu", "input_pixels": -5}, "input_pixels is -5, expected at least 1"),
        ({"device": "cpu", "precision": "fp16"}, "precision is 'fp16', expected auto, float32 or"),
        ({"device": "cuda", "batch_size": 0}, "batch_size is 0, expected at least 1"),
    ],
)
def test_an_engine_that_there_is_not_is_refused_before_anything_is_tried(options, sentence):
    weights = gpu_unet.load_weights(ROOT / "weights" / "fast.safetensors")
    with pytest.raises(ValueError, match=sentence):
        gpu_unet.open_engine(weights, gpu_unet.FrameFormat(4, 4), **options)


MODEL = ROOT / "weights" / "fast.safetensors"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"weights": str(MODEL)}, "weights is '.*', expected Weights"),
        ({"frame_format": (48, 64)}, r"frame_format is \(48, 64\), expected FrameFormat"),
        ({"batch_size": 1.5}, "batch_size is 1.5, expected a whole number"),
        ({"batch_size": "2"}, "batch_size is '2', expected a whole number"),
        ({"input_pixels": "many"}, "input_pixels is 'many', expected a whole number"),
    ],
)
def test_an_engine_of_things_of_other_types_is_refused(changes, sentence):
    given = {"weights": gpu_unet.load_weights(MODEL), "frame_format": gpu_unet.FrameFormat(4, 4)}
    with pytest.raises(TypeError, match=sentence):
        gpu_unet.open_engine(**given | {"device": "cpu"} | changes)


def test_a_second_thread_in_the_same_engine_is_refused_and_the_first_one_goes_on():
    from gpu_unet.cpu.engine import CpuEngine

    is_in, may_go_on, made = threading.Event(), threading.Event(), []

    class Engine(CpuEngine):
        def _steps(self, batch, *, in_parts):
            is_in.set()
            may_go_on.wait()
            return batch
            yield

    weights = gpu_unet.load_weights(MODEL)
    with Engine(weights, gpu_unet.FrameFormat(48, 64), warms_up=False) as engine:
        first = threading.Thread(target=lambda: made.append(engine.process("first")))
        first.start()
        is_in.wait()
        with pytest.raises(gpu_unet.EngineError, match="open an engine for each thread"):
            engine.process("second")
        may_go_on.set()
        first.join()
        assert made == ["first"]
        assert engine.process("third") == "third"


def test_a_closed_engine_gives_nothing_that_it_had_made_before():
    from gpu_unet.cpu.engine import CpuEngine

    weights = gpu_unet.load_weights(MODEL)
    engine = CpuEngine(weights, gpu_unet.FrameFormat(48, 64), warms_up=False)
    engine.process = lambda batch: "made"
    engine.submit("batch")
    engine.close()
    assert engine.in_flight == 0
    with pytest.raises(gpu_unet.EngineError, match="no batch is in flight"):
        engine.collect()


def test_one_time_for_all_frames_is_refused_in_a_sentence():
    from gpu_unet.cpu.engine import CpuEngine

    weights, frame_format = gpu_unet.load_weights(MODEL), gpu_unet.FrameFormat(48, 64)
    frame = np.zeros(frame_format.shape, np.uint8)
    batch = gpu_unet.Batch([frame], None, gpu_unet.EngineSettings("blur"), elapsed_s=0.04)
    with CpuEngine(weights, frame_format, warms_up=False) as engine:
        with pytest.raises(TypeError, match=r"elapsed_s is 0\.04, expected a list"):
            engine.process(batch)
        with pytest.raises(ValueError, match=r"48 frames were given, expected a list of 1 to 1"):
            engine.process(gpu_unet.Batch(frame, None, batch.settings))


def test_what_is_no_batch_is_refused_in_a_sentence():
    from gpu_unet.cpu.engine import CpuEngine

    weights, frame_format = gpu_unet.load_weights(MODEL), gpu_unet.FrameFormat(48, 64)
    frame = np.zeros(frame_format.shape, np.uint8)
    with CpuEngine(weights, frame_format, warms_up=False) as engine:
        with pytest.raises(TypeError, match=r"of type list, expected Batch; give frames as Batch"):
            engine.process([frame])
        batch = gpu_unet.Batch([frame], None, gpu_unet.EdgeSettings())
        with pytest.raises(TypeError, match="type EdgeSettings, expected EngineSettings"):
            engine.process(batch)


def test_networks_of_impossible_sizes_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"each must be a whole number of at least 1"):
        gpu_unet.UNetArchitecture.plain(base_width=8.5)
    network = gpu_unet.load_weights(MODEL).architecture
    with pytest.raises(ValueError, match=r"a frame of 64x0 and a budget of 4096 pixels"):
        network.fitted_to(frame_height=0, frame_width=64, input_pixels=4096)
