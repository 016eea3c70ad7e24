"""NoMatte: why a frame shows the background alone."""

from __future__ import annotations

from enum import Enum

from app.messages import marked


class NoMatte(Enum):
    """The reasons; each frame without a composite has one, in files and live.

    Attributes:
        code: Stable, for logs and for `--json`.
        sentence: For people, in English; the window translates it.
    """

    SOURCE_OPENING = ("source-opening", marked("The source is being opened."))
    SOURCE_LOST = ("source-lost", marked("The camera sends no pictures."))
    SESSION_ENDS = ("session-ends", marked("The live picture has ended."))
    ALPHA_DAMAGED = ("alpha-damaged", marked("The alpha of this frame in the file is damaged."))
    BACKGROUND_OPENING = ("background-opening", marked("The background is being opened."))
    BACKGROUND_FAILED = ("background-failed", marked("The background could not be read."))
    ENGINE_OPENING = ("engine-opening", marked("The engine is starting."))
    ENGINE_FAILED = ("engine-failed", marked("No engine works; choose another model or device."))
    ENGINE_STUCK = ("engine-stuck", marked("The engine still works on an earlier frame."))
    ENGINE_LATE = ("engine-late", marked("The engine took longer than a second for this frame."))
    ENGINE_ERROR = ("engine-error", marked("The engine failed on this frame."))
    NOT_A_COMPOSITE = (
        "not-a-composite",
        marked("The engine returned a picture of the wrong size."),
    )
    PERSON_SOUGHT = ("person-sought", marked("The person who is kept is being looked for."))
    NO_ALPHA = ("no-alpha", marked("The engine returned no matte."))

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
