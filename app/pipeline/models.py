"""The models that ship in `weights/`, by name, and other models by path."""

from __future__ import annotations

from pathlib import Path

from app.pipeline.installation import MODELS_FOLDER
from app.video.typed_path import typed_path
from gpu_unet import Weights, WeightsError

PREFERRED = {"cpu": "fast", "cuda": "quality", "onnx": "quality"}


def model_names() -> list[str]:
    """Names of the installed models, sorted."""
    return list(Weights.in_folder(MODELS_FOLDER))


def find_model(model: str, *, device: str, folder: Path = MODELS_FOLDER) -> Path:
    """The `.safetensors` file of `model`.

    Args:
        model: "auto", a name from `model_names`, or a path.
        device: "cpu", "cuda" or "onnx": decides what "auto" means.
        folder: Where the named models are.

    Raises:
        WeightsError: No such model; the message lists the models that exist.
    """
    models = Weights.in_folder(folder)
    if model == "auto":
        if not models:
            raise WeightsError(
                f"{folder} holds no model; restore it from the repository or name one with --model"
            )
        return models.get(PREFERRED[device], next(iter(models.values())))
    if model in models:
        return models[model]
    path = typed_path(model)
    if path.suffix in (".safetensors", ".json") and path.with_suffix(".safetensors").is_file():
        return path.with_suffix(".safetensors")
    if path.suffix == ".safetensors":
        raise WeightsError(f"there is no file {path}; check the path, or name one of our models")
    raise WeightsError(
        f"there is no model {model!r}; choose one of {', '.join(('auto', *models))} "
        "or give the path of a .safetensors file"
    )
