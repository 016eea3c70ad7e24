"""Rung 4, transfers: the same U-Net, the same kernels, fewer copies between host and device.

What was slow: every operation took NumPy arrays and gave NumPy arrays back, so that all activations
crossed the bus twice an operation. The idea: say where values have to be, not when they are copied.
The network is a list of launches that know their values by name; a *scope*, one operation, one
block or the whole network, is how long values may stay on the device. What crosses a scope's border
is copied, and copies are counted.

`python -m lab.ladder.rung4_transfers`
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gpu_unet.architecture import UNetArchitecture
from lab.ladder.launches import (
    ALPHA,
    PICTURE,
    Operation,
    expected_blocks,
    operations_of,
    picture_of,
    random_layers,
)
from lab.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, Where, alone

Scope = Callable[[Operation], str]
SCOPES: dict[str, Scope] = {
    "a copy after each operation": lambda operation: operation.name,
    "after each block": lambda operation: operation.block,
    "resident": lambda operation: "network",
}


class Kind(Enum):
    """What a step of a pass does."""

    UPLOAD = "upload"
    LAUNCH = "launch"
    DOWNLOAD = "download"


def steps_of(
    operations: Sequence[Operation], scope: Scope
) -> Iterator[tuple[Kind, str, Operation | None]]:
    """(kind, name of the value or operation, operation of a launch) of one pass, in order."""
    leaves = {ALPHA}  # values that are read beyond their scope, and the result
    scope_of = {PICTURE: ""}
    for operation in operations:
        scope_of[operation.name] = scope(operation)
        leaves |= {name for name in operation.reads if scope_of[name] != scope(operation)}
    here, present = "", set[str]()
    for operation in operations:
        if scope(operation) != here:
            here, present = scope(operation), set()
        for name in operation.reads:
            if name not in present:
                present.add(name)
                yield Kind.UPLOAD, name, None
        yield Kind.LAUNCH, operation.name, operation
        present.add(operation.name)
        if operation.name in leaves:
            yield Kind.DOWNLOAD, operation.name, None


class Traffic:
    """Values on both sides; each copy between them is made here, and counted.

    Attributes:
        copies: So far.
        nbytes: Bytes of all of them.
    """

    def __init__(self, memory: Memory, operations: Sequence[Operation], picture: Array) -> None:
        self.host: dict[str, Array] = {PICTURE: picture}
        self.device: dict[str, Any] = {op.name: memory.blank(*op.shape) for op in operations}
        self.device[PICTURE] = memory.blank(*picture.shape)
        self.copies = 0
        self.nbytes = 0

    def upload(self, name: str) -> None:
        """Host to device; waits."""
        array, values = self.device[name], self.host[name]
        Memory.fill(array, values)
        self._count(values)

    def download(self, name: str) -> None:
        """Device to host; waits for all that was enqueued before."""
        self.host[name] = Memory.fetch(self.device[name]).copy()
        self._count(self.host[name])

    def _count(self, values: Array) -> None:
        self.copies += 1
        self.nbytes += values.nbytes


@dataclass(frozen=True, slots=True)
class Network:
    """A plain U-Net for one picture."""

    base_width: int
    side: int
    depth: int = 4

    @property
    def label(self) -> str:
        """As in the table."""
        return f"base {self.base_width} @{self.side}"

    @property
    def architecture(self) -> UNetArchitecture:
        """Its layers."""
        return UNetArchitecture.plain(
            base_width=self.base_width, depth=self.depth, height=self.side, width=self.side
        )


@functools.lru_cache(maxsize=1)
def operations_for(network: Network) -> list[Operation]:
    """The launches, with random weights."""
    return operations_of(network.architecture, random_layers(network.architecture))


@functools.lru_cache(maxsize=1)
def expected_for(network: Network) -> Mapping[str, Array]:
    """float64 by block."""
    architecture = network.architecture
    return expected_blocks(architecture, random_layers(architecture), picture_of(architecture))


def copies_of(network: Network, scope: Scope) -> list[tuple[str, int]]:
    """(block, bytes) of each copy of one pass, without making any."""
    operations = operations_for(network)
    sizes = {op.name: 4 * math.prod(op.shape) for op in operations}
    sizes[PICTURE] = picture_of(network.architecture).nbytes
    found, waiting, block = [], list[int](), ""
    for kind, name, operation in steps_of(operations, scope):
        if operation is not None:
            block = operation.block
            found += [(block, nbytes) for nbytes in waiting]  # uploads come before their launch
            waiting = []
        elif kind is Kind.UPLOAD:
            waiting.append(sizes[name])
        else:
            found.append((block, sizes[name]))
    return found


def prepare_pass(network: Network, memory: Memory, scope: Scope) -> tuple[Run, Traffic]:
    """One pass, and who counts its copies."""
    operations = operations_for(network)
    traffic = Traffic(memory, operations, picture_of(network.architecture))
    constants = {op.name: [memory.place(values) for values in op.constants] for op in operations}
    steps = list(steps_of(operations, scope))

    def launch(stream: Any) -> None:
        for kind, name, operation in steps:
            if operation is not None:
                read = [traffic.device[source] for source in operation.reads]
                operation.enqueue(*read, *constants[name], traffic.device[name], stream=stream)
            elif kind is Kind.UPLOAD:
                traffic.upload(name)
            else:
                traffic.download(name)

    # Sums of sums in float32 against float64, through 23 layers, into a sigmoid.
    run = Run(launch, lambda: traffic.host[ALPHA], expected_for(network)["out"], tolerance=1e-4)
    return run, traffic


def passing(scope: Scope) -> Callable[[Network, Memory], Run]:
    """Prepares a pass with this scope."""
    return lambda network, memory: prepare_pass(network, memory, scope)[0]


def cost_of(scope: Scope) -> Callable[[Network], Cost]:
    """Bytes that cross the bus, and the network's FLOP."""
    return lambda network: Cost(
        nbytes=sum(nbytes for _, nbytes in copies_of(network, scope)),
        flop=network.architecture.flops(),
        across_bus=True,
    )


WHOLE = Network(64, 512)


def contenders() -> Iterator[Contender]:
    """One for each scope; a narrow network has as many copies as the table's."""
    narrow = Network(1, 2**WHOLE.depth)
    for name, scope in SCOPES.items():
        count = len(copies_of(narrow, scope))
        yield Contender(f"{name}: {count} copies", passing(scope), cost_of(scope), Where.PASS)


CONTENDERS = tuple(contenders())
RUNG = Rung(
    name="ladder_4_transfers",
    title="Rung 4, transfers",
    problems=(WHOLE,),
    tiny=(Network(2, 4, depth=1),),
    contenders=CONTENDERS,
    original={
        (CONTENDERS[0].name, WHOLE.label): "142 copies",
        (CONTENDERS[1].name, WHOLE.label): "6 copies",
    },
    note=(
        "One picture, float32, the ladder's kernels (convolution of step 2); MB and the least time "
        "are those of the copies, from memory that is not page-locked."
    ),
    method="Checked against NumPy in float64, then timed by events around whole passes (medians).",
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
