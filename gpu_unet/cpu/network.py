"""CpuNetwork: a U-Net on the CPU, from a padded NHWC input to an alpha plane."""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol

import numba
import numpy as np
import numpy.typing as npt
from numba.core import config

from gpu_unet.architecture import UNetArchitecture, Unit
from gpu_unet.cores import available_cores
from gpu_unet.cpu.arena import Plane
from gpu_unet.cpu.compile import is_compiled
from gpu_unet.cpu.kernels.conv import WIDE
from gpu_unet.cpu.kernels.winograd import count_tiles
from gpu_unet.cpu.program import COUNTER_STEP, cut_into_parts, run_program
from gpu_unet.cpu.program_builder import ProgramBuilder, prefers_winograd
from gpu_unet.engine import Notify, to_the_end
from gpu_unet.spare_memory import shelf
from gpu_unet.weights import Layer, Weights

# The deepest levels have about this many rows or channel blocks: more threads would be idle there,
# and each needs scratch.
MOST_THREADS = 16


def thread_count(threads: int | None) -> int:
    """Threads of an engine's kernels; None: every core of this process, up to MOST_THREADS."""
    most = config.NUMBA_NUM_THREADS  # pyright: ignore[reportAttributeAccessIssue]
    return min(threads or min(available_cores(), MOST_THREADS), most)


class Network(Protocol):
    """What an engine needs of a network, whatever device runs it.

    Attributes:
        input: float32 (slots, height, width, in_channels); write a slot before `begin`.
        alpha: float32 (slots, height, width), written by `finish`.
        slots: How many pictures may be begun and not finished.
        is_spare: Whether it has run before.
        is_ready: Whether `finish` would return a begun picture without waiting; any thread.
    """

    input: npt.NDArray[np.float32]
    alpha: npt.NDArray[np.float32]
    slots: int
    is_spare: bool

    @property
    def is_ready(self) -> bool:
        """See above."""
        ...

    def begin(self, slot: int) -> None:
        """Begin with the picture in a slot, if the device works beside this thread."""
        ...

    def finish(self, slot: int, *, in_parts: bool) -> Generator[None, None, None]:
        """Steps to the end of a begun slot, then `alpha[slot]` is valid.

        Args:
            slot: Of `begin`.
            in_parts: Whether a step takes some milliseconds at most, if the processor computes.
        """
        ...

    def close(self) -> None:
        """Free what the network holds; may be called twice."""
        ...


class CpuNetwork:
    """A network bound to an input size; nothing is allocated after it is made.

    Called by one thread. The compiled code runs on Numba's threads, for one network at a time: see
    `compile.Kernel`.

    Args:
        architecture: `weights.architecture` at the wanted size.
        threads: Threads of the network; None: every core this process may use, up to MOST_THREADS.
        notify: Called with one sentence when a slow start compiles.
        runs_first: Whether to run the network once, which compiles it or reads it from disk. If
            False, any thread may make the network.

    Attributes:
        input: float32 (1, height, width, in_channels), as `network_input` has it, initially zeros.
            Write it before `infer`, which leaves it unchanged. It is the inside of
            a bordered buffer, so pixels of a row are contiguous but rows are not (`input.strides`).
        alpha: float32 (1, height, width) in [0, 1], written by `infer`.
        is_spare: Whether it reuses the memory of a closed network of the same weights.
    """

    slots = 1
    is_ready = True

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        *,
        threads: int | None = None,
        notify: Notify | None = None,
        runs_first: bool = True,
    ) -> None:
        self.architecture = architecture
        self.threads = thread_count(threads)
        spare = shelf.take(weights)
        self.is_spare = spare is not None
        builder = ProgramBuilder(threads=self.threads, spare=spare)
        del spare
        builder.hold(weights.layers.values())
        layout = _Layout(weights, architecture, builder)
        self._arena, self._program = builder.finish()
        # Both keep the unpacked weights alive (32 MiB of `quality`), so only for a successor.
        self._legacy = (weights, builder) if shelf.is_open else None
        self._parts = cut_into_parts(self._program)
        self._progress = np.zeros(2 * self._program.size * COUNTER_STEP, np.int64)
        self.input = layout.input.view(self._arena)[np.newaxis]
        self.alpha = layout.alpha.view(self._arena)[np.newaxis, ..., 0]
        if notify is not None and not is_compiled(run_program):
            notify("Compiling the network's kernels for this processor (once) ...")
        if runs_first:
            self.infer()  # compiles, or reads compiled code from disk

    def infer(self) -> npt.NDArray[np.float32]:
        """Run the network on `input`; returns `alpha`, which the next call overwrites."""
        to_the_end(self.finish(0, in_parts=False))
        return self.alpha

    def begin(self, slot: int) -> None:
        """See `Network.begin`: there is nothing beside this thread that could begin."""

    def finish(self, slot: int, *, in_parts: bool) -> Generator[None, None, None]:
        """See `Network.finish`. In between, other networks may run, but not this one."""
        for part in self._parts if in_parts else (self._program,):
            numba.set_num_threads(self.threads)
            run_program(self._arena, part, self._progress, self.threads)
            yield

    def close(self) -> None:
        """Leave memory and packed weights to the next network, if one was expected when this began.

        This network cannot be run any more.
        """
        if self._legacy is not None:
            weights, builder = self._legacy
            shelf.leave(weights, builder.spare(self._arena))
        del self._arena, self._legacy, self.input, self.alpha


class _Layout:
    """Walks through the architecture and emits every layer with the builder."""

    def __init__(
        self, weights: Weights, architecture: UNetArchitecture, builder: ProgramBuilder
    ) -> None:
        self._layers = weights.layers
        self._architecture = architecture
        self._builder = builder
        self.input = self._plane(1, architecture.in_channels)
        levels = architecture.depth + 1
        self._wide = self._place_of_wide()
        widths = architecture.widths
        skips = [architecture.skip_channels(level) for level in range(1, levels + 1)]
        # One buffer per level for the concatenation: the skip's channels first, then the upsampled.
        concat = [
            self._plane(level, skips[level - 1] + widths[level - 1]) for level in range(1, levels)
        ]
        x = self.input
        for level in range(1, levels + 1):
            if level == 1 and architecture.stages:
                # down1 comes when its result is joined, since until then the largest plane would
                # leave the cache.
                continue
            channels = skips[level - 1]
            is_skip = level < levels
            y = concat[level - 1].part(0, channels) if is_skip else self._plane(level, channels)
            if level > 1 and not architecture.stages:
                pooled = self._plane(level, x.channels)
                builder.max_pool2x2(x, pooled)
                self._units(architecture.encoder(level), pooled, y)
                builder.release(pooled)
            else:
                self._units(architecture.encoder(level), x, y)
            x = y
        for join in range(1, levels):
            level = levels - join
            width = widths[level - 1]
            if level == 1 and architecture.stages:
                self._units(architecture.encoder(1), self.input, concat[0].part(0, width))
            up, units = architecture.decoder(join)
            self._upsample(
                self._layers[up.name], x, concat[level - 1].part(skips[level - 1], width)
            )
            builder.release(x)
            x = self._plane(level, width)
            self._units(units, concat[level - 1], x)
        self.alpha = builder.head(self._layers["head"], x)

    def _plane(self, level: int, channels: int) -> Plane:
        height, width = self._architecture.level_size(level)
        return self._builder.plane(height=height, width=width, channels=channels)

    def _place_of_wide(self) -> int:
        """Memory for what the depthwise layers put out, one after the other: it stays cached."""
        architecture = self._architecture
        sizes = [0]
        for spec in architecture.layers():
            if spec.kind == "depthwise":
                height, width = architecture.level_size(spec.level)
                sizes.append(height * width * spec.out_channels)
        return self._builder.plan.reserve(max(sizes))

    def _units(self, units: list[Unit], x: Plane, y: Plane) -> None:
        """Emit units one after the other, from `x` to `y`."""
        read = x
        for unit in units:
            last = unit[-1]
            target = y if unit is units[-1] else self._plane(last.level, last.out_channels)
            self._unit([self._layers[spec.name] for spec in unit], read, target)
            if read is not x:
                self._builder.release(read)
            read = target

    def _unit(self, layers: list[Layer], x: Plane, y: Plane) -> None:
        *first, last = layers
        if not first:
            self._conv3x3(last, x, y)
            return
        expand, depthwise = first if len(first) == 2 else (None, *first)
        height, width = self._architecture.level_size(last.spec.level)
        wide = Plane.without_border(
            self._wide, height=height, width=width, channels=depthwise.spec.out_channels
        )
        self._builder.expand_depthwise(expand, depthwise, x, wide)
        self._builder.convolve(last, wide, y, added=x if last.spec.adds_input else None)

    def _conv3x3(self, layer: Layer, x: Plane, y: Plane) -> None:
        if not prefers_winograd(layer):
            self._builder.convolve(layer, x, y)
            return
        # Fewer tiles than output channels: share out the weights among the threads, not the tiles.
        few_tiles = count_tiles(x.height, x.width) < layer.spec.out_channels
        two_passes = few_tiles and layer.spec.out_channels >= 2 * WIDE
        self._builder.winograd3x3(layer, x, y, two_passes=two_passes)

    def _upsample(self, layer: Layer, x: Plane, y: Plane) -> None:
        if layer.spec.kind == "transpose":
            self._builder.convolve(layer, x, y)
            return
        projected = self._plane(layer.spec.level, y.channels)
        self._builder.convolve(layer, x, projected)
        self._builder.bilinear2x(projected, y)
        self._builder.release(projected)
