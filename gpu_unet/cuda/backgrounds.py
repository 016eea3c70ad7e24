"""BackgroundRows: assigns pictures to rows of the device's background memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.device_picture import DevicePicture
from gpu_unet.cuda.host_copies import HostCopies
from gpu_unet.pictures import is_on_device, on_host

Bytes = npt.NDArray[np.uint8]


class BackgroundRows:
    """A cache of pictures on the device; a picture stays until its row is needed for another.

    Rows 0 to B - 1 are uploaded with batches of even number, the others with odd ones, which fill
    their rows from the end: new pictures then lie next to the batch's frames, in one upload.

    Args:
        rows: Pinned (2 * batch_size, *frame shape), the host's copy of the device's rows.
        batch_size: Rows of a batch in flight.
        in_flight: Batches in flight; 2.
        copies: Brings pictures into `rows`.
    """

    def __init__(self, rows: Bytes, batch_size: int, in_flight: int, copies: HostCopies) -> None:
        assert in_flight == 2, "the upload's layout is made for two"
        self._rows = rows
        self._copies = copies
        self._batch_size = batch_size
        # Holding the arrays keeps their identity from being given to another picture.
        self._held: list[Bytes | None] = [None] * (in_flight * batch_size)
        self._on_device: dict[int, DevicePicture] = {}

    def place(
        self,
        number: int,
        pictures: Sequence[Bytes] | None,
        index: npt.NDArray[np.int32],
        *,
        stream: Any = None,
    ) -> range:
        """Assign a row to every picture; copy new pictures into pinned memory.

        Args:
            number: Number of the batch in flight, 0 or 1.
            pictures: At most batch_size; the same object is the same picture. None for none.
            index: int32 (batch_size,), receives each picture's row, -1 where there is none.
            stream: That copies pictures which lie on the device.

        Returns:
            The rows of this batch to upload, next to its frames; empty if all are there.
        """
        index[:] = -1
        if pictures is None:
            return range(0)
        first = number * self._batch_size
        order = list(range(first, first + self._batch_size))
        if number == 1:
            order.reverse()
        needed = {id(picture) for picture in pictures}
        free = [row for row in order if id(self._held[row]) not in needed]
        changed: list[int] = []
        copied: list[tuple[Bytes, Bytes]] = []
        for n, picture in enumerate(pictures):
            row = self._row_of(picture)
            if row is None:
                row = free.pop(0)
                if is_on_device(picture):
                    self._on_device[row] = DevicePicture.of(picture, stream=stream)
                else:
                    self._on_device.pop(row, None)
                    copied.append((self._rows[row], on_host(picture)))
                self._held[row] = picture
                changed.append(row)
            index[n] = row
        self._copies.copy(copied)
        if not changed:
            return range(0)
        if number == 0:
            return range(first, max(changed) + 1)
        return range(min(changed), first + self._batch_size)

    def forget(self) -> None:
        """Take every picture for a new one from now on."""
        self._held = [None] * len(self._held)
        self._on_device.clear()

    def on_device(self, rows: range) -> Iterator[tuple[int, DevicePicture]]:
        """Of these rows those whose pictures lie on the device, not in pinned memory.

        An upload of the rows overwrites them, so they are copied after each.
        """
        for row in rows:
            if row in self._on_device:
                yield row, self._on_device[row]

    def _row_of(self, picture: Bytes) -> int | None:
        for row, held in enumerate(self._held):
            if held is picture:
                return row
        return None
