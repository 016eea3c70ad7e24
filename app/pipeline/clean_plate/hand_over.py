"""PlateHandOver: tells an engine of a plate when it is another one, and only then."""

from __future__ import annotations

from gpu_unet.clean_plate import CleanPlate
from gpu_unet.engine import Engine


class PlateHandOver:
    """Used on the compute thread, by whoever calls the engine."""

    def __init__(self) -> None:
        self._told: tuple[Engine | None, CleanPlate | None] = (None, None)

    def tell(self, engine: Engine, plate: CleanPlate | None) -> None:
        """Have `engine` use `plate` from its next batch on; one of another size counts as None.

        A plate has another size where it was learnt with the engine before: the next observation
        makes one that fits.
        """
        size = (engine.architecture.height, engine.architecture.width)
        if plate is not None and (plate.height, plate.width) != size:
            plate = None
        told_engine, told_plate = self._told
        # A new engine knows of none.
        if plate is not (told_plate if told_engine is engine else None):
            engine.set_clean_plate(plate)
        self._told = (engine, plate)

    def forget(self) -> None:
        """The engine goes; nothing here keeps it."""
        self._told = (None, None)
