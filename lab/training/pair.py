"""Put two finished nets into one weights file, whose alpha is the mean of theirs by their logits.

    python -m lab.training.pair weights/quality plain.safetensors mobile.safetensors --weight 0.4

Nets of other kinds err in other places, so their mean is better than each (Hansen and Salamon 1990,
https://doi.org/10.1109/34.58871). Everything but the tensors is taken from the first one's card.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file as load_safetensors

from gpu_unet import Weights, load_weights, save_weights
from gpu_unet.weights import expected_tensors


def pair(
    out: Path, first: Path, partner: Path, *, input_share: float = 1.0, weight: float = 0.5
) -> Path:
    """Write `out`.safetensors and .json; returns the first.

    Args:
        out: Its stem is the model's name.
        first: A weights file; of one that has a partner, only its own network is taken.
        partner: Another one with the same inputs; likewise.
        input_share: The partner's, see `Weights.input_share`.
        weight: The first net's in the mean of the logits, in (0, 1); the partner has the rest. The
            engines take the plain mean, so the heads are scaled by twice the weights.

    Raises:
        WeightsError: One of them cannot be read, or they do not fit together.
        ValueError: Their BatchNorm has another epsilon, or the weight is none.
    """
    own, theirs = load_weights(first), load_weights(partner)
    epsilon, other = (Weights.card(path)["batch_norm_epsilon"] for path in (first, partner))
    if epsilon != other:
        raise ValueError(f"{first} has a BatchNorm epsilon of {epsilon}, {partner} of {other}")
    if not 0 < weight < 1:
        raise ValueError(f"the weight is {weight}, expected a number between 0 and 1")
    return save_weights(
        out,
        _tensors_of(first, 2 * weight),
        own.architecture,
        input_pixels=own.input_pixels,
        offline_pixels=own.offline_pixels,
        title=own.title,
        description=own.description,
        origin=f"{own.origin}. The partner: {theirs.origin}",
        licence=own.licence,
        metrics=own.metrics,
        batch_norm_epsilon=epsilon,
        partner=(_tensors_of(partner, 2 * (1 - weight)), theirs.architecture),
        partner_input_share=input_share,
    )


def _tensors_of(path: Path, scale: float) -> dict[str, npt.NDArray[np.floating]]:
    """A net's own tensors; its logits are `scale` times as large."""
    names = expected_tensors(load_weights(path).architecture)
    tensors = {name: tensor for name, tensor in load_safetensors(path).items() if name in names}
    for name in ("head.weight", "head.bias"):
        tensors[name] = (tensors[name] * np.float64(scale)).astype(tensors[name].dtype)
    return tensors


def main() -> None:
    """Command line: two weights files in, one weights file out."""
    parser = argparse.ArgumentParser(description="Put two finished nets into one weights file.")
    parser.add_argument("out", type=Path, help="for example weights/quality")
    parser.add_argument("first", type=Path)
    parser.add_argument("partner", type=Path)
    parser.add_argument(
        "--input-share",
        type=float,
        default=1.0,
        help="pixels that the partner sees over those of the model's input, in (0, 1]; default: 1",
    )
    parser.add_argument(
        "--weight", type=float, default=0.5, help="the first net's in the mean; default: 0.5"
    )
    given = parser.parse_args()
    options = {"input_share": given.input_share, "weight": given.weight}
    print(pair(given.out, given.first, given.partner, **options))


if __name__ == "__main__":
    main()
