"""PlateHandOver: hands a clean plate to an engine whenever the plate or the engine changes."""

from __future__ import annotations

from gpu_unet import CleanPlate, Engine


class PlateHandOver:
    """Used on the compute thread, by the code that calls the engine."""

    def __init__(self) -> None:
        self._told: tuple[Engine | None, CleanPlate | None] = (None, None)

    def tell(self, engine: Engine, plate: CleanPlate | None) -> None:
        """Have `engine` use `plate` from its next batch on.

        A plate of another size counts as None: it was learnt with the engine before, and the next
        observation makes one that fits.
        """
        size = (engine.architecture.height, engine.architecture.width)
        if plate is not None and (plate.height, plate.width) != size:
            plate = None
        told_engine, told_plate = self._told
        # A new engine has no plate.
        if plate is not (told_plate if told_engine is engine else None):
            engine.set_clean_plate(plate)
        self._told = (engine, plate)

    def forget(self) -> None:
        """Let go of the engine, which is about to be closed."""
        self._told = (None, None)
