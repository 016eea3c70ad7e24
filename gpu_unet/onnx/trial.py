"""The trial of a graphics card: does it compute the same mattes, and how soon.

It runs once for each network, driver and package, in processes of their own, and its verdict is
kept in the cache folder. A card whose driver has hung or crashed three times is left alone.
"""

from __future__ import annotations

import threading
import timeit
from contextlib import closing
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cache_folder import OwnFolder
from gpu_unet.engine import Notify, to_the_end
from gpu_unet.errors import GpuLostError, GpuUnavailableError
from gpu_unet.onnx.network import OnnxNetwork
from gpu_unet.onnx.providers import describe_drivers, installed_providers, missing_for_cards
from gpu_unet.onnx.worker import Floats
from gpu_unet.settings import Precision
from gpu_unet.weights import Weights

MOST_STRIKES = 3
# Of the trial's alpha, which is doubtful almost everywhere and so differs most: twice what a card
# does that sums in float16. On pictures of people it differs by a hundredth of that.
WORST_MEAN, WORST_LARGEST = 3e-2, 0.2
LIVE_MS = 25.0  # leaves a live picture of 30 frames/s time for the way around the network
ROUNDS = 5
FILE = "graphics-cards.json"  # another name whenever its content has another form
FRAME = {"frame_height": 720, "frame_width": 1280}
HALF = {"auto": (True, False), "float16": (True,), "float32": (False,)}
_lock = threading.RLock()  # of the file, and of the card while it is tried


@dataclass(frozen=True, slots=True)
class CardTrial:
    """The outcome of a trial.

    Attributes:
        half: Whether it computes in float16.
        card_ms, processor_ms: Time of the network there and, by ONNX Runtime, on the processor.
        trouble: Why the card cannot be used, in a sentence; empty if it can.
    """

    provider: str = ""
    device: str = ""
    half: bool = True
    card_ms: float = 0.0
    processor_ms: float = 0.0
    trouble: str = ""

    @property
    def is_worth_it(self) -> bool:
        """Whether "auto" takes the card: it works, and is fast enough for a live picture."""
        return not self.trouble and self.card_ms < min(LIVE_MS, self.processor_ms)


def try_card(
    weights: Weights, precision: Precision = "auto", *, notify: Notify | None = None
) -> CardTrial:
    """The verdict on this machine's card; takes seconds the first time. Any thread.

    Args:
        weights: The network to run.
        precision: "auto" takes float16 where it is quicker than float32.
        notify: Told in one sentence what the wait is for.
    """
    if missing := missing_for_cards():
        return CardTrial(trouble=missing)
    key = f"{weights.sha256} {precision} {installed_providers()}"  # with all that is said
    types = {field.name: type(field.default) for field in fields(CardTrial)}
    with _lock:
        kept = _recall()
        if kept["strikes"] >= MOST_STRIKES:
            failed = f"the graphics card failed {MOST_STRIKES} times and is left alone"
            return CardTrial(trouble=f"{failed}; update its driver, and it is tried again")
        known = kept.get(key)  # which may be damaged
        if isinstance(known, dict) and {name: type(known[name]) for name in known} == types:
            return CardTrial(**known)
        if notify is not None:
            notify("Testing the graphics card (once) ...")
        strike()  # counted first: a driver may take the machine down, and this process with it
        try:
            trial = _first_that_works(weights, HALF[precision])
        except GpuLostError as error:
            return CardTrial(trouble=f"{error}")
        OwnFolder.remember(FILE, kept | {key: asdict(trial)})
    return trial


def strike() -> None:
    """Count a card that hung or crashed while it was used."""
    with _lock:
        kept = _recall()
        OwnFolder.remember(FILE, kept | {"strikes": kept["strikes"] + 1})


def forget_all() -> None:
    """Let the next start try the card again."""
    OwnFolder.remember(FILE, {})


def _recall() -> dict[str, Any]:
    """What is kept of these drivers: their strikes, and each trial by what was tried."""
    found, drivers = OwnFolder.recall(FILE), describe_drivers()
    is_known = isinstance(found, dict) and found.get("drivers") == drivers
    if is_known and isinstance(found.get("strikes"), int):
        return found
    return {"drivers": drivers, "strikes": 0}


def _first_that_works(weights: Weights, halves: tuple[bool, ...]) -> CardTrial:
    """The first provider that works, in its better precision, or the trouble with the best.

    Raises:
        GpuLostError: One hangs or crashes.
    """
    architecture = weights.architecture.fitted_to(**FRAME, input_pixels=weights.input_pixels)
    picture = trial_picture(architecture)

    def run(
        weights: Weights, provider: str, half: bool = False, rounds: int = 1
    ) -> tuple[Floats, float, str]:
        """Alpha of the picture, the quickest of the rounds in ms, and the device's name."""
        with closing(OnnxNetwork(weights, architecture, provider=provider, half=half)) as network:

            def infer() -> None:
                network.begin(0)
                to_the_end(network.finish(0))

            network.input[0] = picture[::-1]  # another one: a card must not keep what it said
            times_s = timeit.repeat(infer, number=1, repeat=rounds)
            network.input[0] = picture
            infer()
            return network.alpha[0].copy(), 1e3 * min(times_s), network.device_name

    try:
        weights = centred(weights, run(weights, "processor")[0])
        expected, processor_ms, _ = run(weights, "processor")
    except (GpuUnavailableError, GpuLostError) as error:
        return CardTrial(trouble=f"ONNX Runtime does not work here: {error}")
    troubles: list[str] = []
    for provider in installed_providers():
        works: list[CardTrial] = []
        for half in halves:
            try:
                alpha, card_ms, device = run(weights, provider.name, half, ROUNDS)
            except GpuUnavailableError as error:
                troubles.append(f"{error}")
                continue
            difference = np.abs(alpha - expected)
            if difference.mean() <= WORST_MEAN and difference.max() <= WORST_LARGEST:  # NaN: False
                works.append(CardTrial(provider.name, device, half, card_ms, processor_ms))
            else:
                troubles.append(f"{device}: {provider.title} computes other mattes")
        if works:  # float32 is the more exact: float16 has to be a tenth quicker
            return min(works, key=lambda t: t.card_ms * (1.1 if t.half else 1))
    return CardTrial(processor_ms=processor_ms, trouble=troubles[0])


def centred(weights: Weights, alpha: Floats) -> Weights:
    """The network with another bias at its end, so that half of this alpha of its is above 1/2.

    A drawing is no person: without it, a card that always says 0 would say the right thing.
    """
    median = min(max(float(np.median(alpha)), 1e-30), 1 - 1e-7)
    head = weights.layers["head"]
    bias = (head.bias - np.log(median / (1 - median))).astype(np.float16).astype(np.float32)
    return replace(weights, layers={**weights.layers, "head": replace(head, bias=bias)})


def trial_picture(architecture: UNetArchitecture) -> Floats:
    """A head and shoulders before a wall with a gradient: float32 (h, w, in_channels) in [0, 1]."""
    height, width = architecture.height, architecture.width
    picture = np.zeros((height, width, architecture.in_channels), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    y, x = y / height, (x - width / 2) / height
    picture[..., :3] = (0.75 - 0.3 * y)[..., np.newaxis] * np.array([0.9, 1.0, 1.0], np.float32)
    picture[(x / 0.38) ** 2 + ((y - 1.02) / 0.45) ** 2 < 1, :3] = (0.15, 0.2, 0.4)
    picture[(x / 0.14) ** 2 + ((y - 0.4) / 0.19) ** 2 < 1, :3] = (0.85, 0.62, 0.5)
    picture[(x / 0.15) ** 2 + ((y - 0.3) / 0.12) ** 2 < 1, :3] = (0.2, 0.13, 0.1)
    return picture
