"""The trial of a graphics card: does it compute the same mattes, and how soon.

It runs once for each network, driver and package, in processes of their own, and its verdict is
kept in the cache folder. A card whose driver has hung or crashed three times is left alone.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cache_folder import OwnFolder
from gpu_unet.errors import GpuLostError, GpuUnavailableError
from gpu_unet.onnx.drivers import describe_drivers
from gpu_unet.onnx.network import ANSWER_S, OPENING_S, WORKER, Floats, OnnxNetwork
from gpu_unet.onnx.providers import Provider, installed_providers, missing_for_cards
from gpu_unet.settings import Precision
from gpu_unet.weights import Weights

log = logging.getLogger(__name__)

MOST_STRIKES = 3
# Of the trial's alpha, which is doubtful almost everywhere and so differs most: five times what
# float16 does on the processor. On pictures of people it differs by a hundredth of that.
WORST_MEAN, WORST_LARGEST = 7e-3, 7e-2
LIVE_MS = 25.0  # leaves a live picture of 30 frames/s time for the way around the network
ROUNDS = 5
FILE = "graphics-card.json"
MOST_BYTES = 1 << 16
FRAME = {"frame_height": 720, "frame_width": 1280}
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class CardTrial:
    """The outcome of a trial.

    Attributes:
        provider, device: Name of the provider and of its card.
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

    @staticmethod
    def of(
        weights: Weights,
        precision: Precision = "auto",
        *,
        notify: Callable[[str], None] | None = None,
        worker: Sequence[str] = WORKER,
        providers: Callable[[], list[Provider]] = installed_providers,
        opening_s: float = OPENING_S,
        answer_s: float = ANSWER_S,
    ) -> CardTrial:
        """The verdict on this machine's card; takes seconds the first time. Any thread.

        Args:
            weights: The network to run.
            precision: "auto" tries float16, then float32.
            notify: Told in one sentence what the wait is for.
            worker: Command of the processes.
            providers: What to try, in this order.
            opening_s, answer_s: Time limits of `OnnxNetwork`.
        """
        candidates = providers()
        if not candidates or (providers is installed_providers and missing_for_cards()):
            return CardTrial(trouble=missing_for_cards() or "no provider is installed")
        drivers = describe_drivers()
        with _lock:
            kept = _read(drivers)
            if kept["strikes"] >= MOST_STRIKES:
                return CardTrial(trouble=_left_alone())
            key = f"{weights.sha256} {precision} {candidates}"  # with their options
            if key in kept["trials"]:
                return CardTrial(**kept["trials"][key])
            if notify is not None:
                notify("Testing the graphics card (once) ...")
            # Counted first: a driver may take the machine down, and this process with it.
            kept["strikes"] += 1
            _write(kept)
            trial, has_hung = _first_that_works(
                weights,
                precision,
                candidates,
                worker=worker,
                opening_s=opening_s,
                answer_s=answer_s,
            )
            if not has_hung:
                kept["strikes"] -= 1
                kept["trials"][key] = asdict(trial)
            _write(kept)
        log.info("the graphics card: %s", trial)
        return trial

    @staticmethod
    def strike() -> None:
        """Count a card that hung or crashed while it was used."""
        with _lock:
            kept = _read(describe_drivers())
            kept["strikes"] += 1
            _write(kept)

    @staticmethod
    def forget_all() -> None:
        """Let the next start try the card again."""
        with _lock:
            _write({"drivers": "", "strikes": 0, "trials": {}})


def _left_alone() -> str:
    return (
        f"the graphics card failed {MOST_STRIKES} times and is left alone; "
        "update its driver, then run: doctor --retry"
    )


def _first_that_works(
    weights: Weights, precision: Precision, candidates: Sequence[Provider], **limits: Any
) -> tuple[CardTrial, bool]:
    """The first candidate that works, or the trouble with the best; and whether one hung."""
    architecture = weights.architecture.fitted_to(**FRAME, input_pixels=weights.input_pixels)
    picture = trial_picture(architecture)
    troubles: list[str] = []
    has_hung = False
    # A slow processor is not the card's fault: the usual limits.
    on_processor = {"provider": "processor", "half": False, "rounds": 1, "worker": limits["worker"]}
    try:
        alpha, *_ = _run(weights, architecture, picture, **on_processor)
        weights = centred(weights, alpha)
        expected, processor_ms, _ = _run(weights, architecture, picture, **on_processor)
    except (GpuUnavailableError, GpuLostError) as error:
        return CardTrial(trouble=f"ONNX Runtime does not work here: {error}"), False
    for provider, half in _ways(candidates, precision):
        way = f"{provider.title} in {'float16' if half else 'float32'}"
        try:
            alpha, card_ms, device = _run(
                weights, architecture, picture, provider=provider.name, half=half, rounds=ROUNDS,
                **limits,
            )  # fmt: skip
        except GpuLostError as error:
            has_hung = True
            troubles.append(f"{error}")
            break
        except GpuUnavailableError as error:
            troubles.append(f"{error}")
            continue
        difference = np.abs(alpha - expected)
        if difference.mean() <= WORST_MEAN and difference.max() <= WORST_LARGEST:  # NaN: False
            return CardTrial(provider.name, device, half, card_ms, processor_ms), has_hung
        troubles.append(f"{device}: {way} computes other mattes")
    return CardTrial(processor_ms=processor_ms, trouble=troubles[0]), has_hung


def _ways(candidates: Sequence[Provider], precision: Precision) -> Iterator[tuple[Provider, bool]]:
    for provider in candidates:
        if precision != "float32":
            yield provider, True
        if precision != "float16":
            yield provider, False


def _run(
    weights: Weights,
    architecture: UNetArchitecture,
    picture: Floats,
    *,
    provider: str,
    half: bool,
    rounds: int,
    **limits: Any,
) -> tuple[Floats, float, str]:
    """Alpha of the picture, the quickest of the rounds in ms, and the device's name."""
    network = OnnxNetwork(weights, architecture, provider=provider, half=half, slots=1, **limits)
    with closing(network):
        network.input[0] = picture[:, ::-1]  # another one: a card must not keep what it said
        times_ms = []
        for _ in range(rounds):
            began_s = perf_counter()
            network.infer(1)
            times_ms.append(1e3 * (perf_counter() - began_s))
        network.input[0] = picture
        return network.infer(1)[0].copy(), min(times_ms), network.device_name


def centred(weights: Weights, alpha: Floats) -> Weights:
    """The network with another bias at its end, so that half of this alpha is above 1/2.

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


def _read(drivers: str) -> dict[str, Any]:
    """What is kept of these drivers; nothing if the file is missing, malformed or another's."""
    nothing: dict[str, Any] = {"drivers": drivers, "strikes": 0, "trials": {}}
    folder = OwnFolder.for_caches()
    if folder is None:
        return nothing
    try:
        kept = json.loads(folder.read(FILE, most_bytes=MOST_BYTES) or b"{}")
        trials = {str(key): asdict(CardTrial(**trial)) for key, trial in kept["trials"].items()}
        if kept["drivers"] != drivers:
            return nothing
        return {"drivers": drivers, "strikes": int(kept["strikes"]), "trials": trials}
    except FileNotFoundError:
        return nothing
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        log.info("%s is not used: %s", folder.path / FILE, error)
        return nothing


def _write(kept: dict[str, Any]) -> None:
    folder = OwnFolder.for_caches()
    if folder is None:
        return
    try:
        folder.write(FILE, json.dumps(kept, indent=1).encode())
    except OSError as error:
        log.info("%s cannot be kept: %s", folder.path / FILE, error)
