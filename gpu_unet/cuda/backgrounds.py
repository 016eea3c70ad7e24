"""BackgroundRows: which picture lies in which row of the device's background memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]


class BackgroundRows:
    """Pictures that stay on the device until their row is needed for another one.

    Rows 0 to B - 1 are uploaded with the batches of even number, the others with those of odd,
    whose rows are filled from the end, so that what is new lies next to the batch's frames.

    Args:
        rows: Pinned uint8 (2 * batch_size, *frame shape), the image of the device's rows.
        batch_size: Rows of a batch in flight.
        in_flight: Of these; 2.
    """

    def __init__(self, rows: Bytes, batch_size: int, in_flight: int) -> None:
        assert in_flight == 2, "the upload's layout is made for two"
        self._rows = rows
        self._batch_size = batch_size
        # Holding the arrays keeps their identity from being given to another picture.
        self._held: list[Bytes | None] = [None] * (in_flight * batch_size)

    def place(
        self, number: int, pictures: Sequence[Bytes] | None, index: npt.NDArray[np.int32]
    ) -> range:
        """Give every picture a row, copy those that are new into pinned memory.

        Args:
            number: 0 or 1, of the batch in flight.
            pictures: At most batch_size; the same object is the same picture. None for none.
            index: int32 (batch_size,), receives each picture's row, -1 where there is none.

        Returns:
            The rows of this batch that have to be uploaded, next to its frames; empty if
            nothing is new.
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
        for n, picture in enumerate(pictures):
            row = self._row_of(picture)
            if row is None:
                row = free.pop(0)
                np.copyto(self._rows[row], picture)
                self._held[row] = picture
                changed.append(row)
            index[n] = row
        if not changed:
            return range(0)
        if number == 0:
            return range(first, max(changed) + 1)
        return range(min(changed), first + self._batch_size)

    def _row_of(self, picture: Bytes) -> int | None:
        for row, held in enumerate(self._held):
            if held is picture:
                return row
        return None
