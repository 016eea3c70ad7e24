"""Which decoder and encoder a job takes: an NVIDIA card's where a trial measured it to be better.

The trial runs once, on the first film of its kind. Verdicts are kept in the cache folder, keyed by
what they hold for (codec, format, size, card, driver, libav).
"""

from __future__ import annotations

import ctypes
import functools
import logging
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import av

from app.messages import Message
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.plain_data import plain_of, read_as
from app.video.files.codec_trial import Trial, try_decoder, try_encoder
from app.video.files.decoder import Nvdec
from app.video.files.file_source import FileSource
from app.video.files.output_format import PICTURE_CODECS, card_refusal
from app.video.source import SourceError
from gpu_unet import OwnFolder

_NAME_BYTES = 128


@dataclass(frozen=True, slots=True)
class Card:
    """The first card that this process sees.

    Attributes:
        name: For people, e.g. "NVIDIA H200".
        driver: The newest CUDA version that its driver supports, e.g. "13.0".
    """

    name: str
    driver: str


@functools.cache
def first_card() -> Card | None:
    """Find the first card, once; None without a driver or card, or if the driver does not start.

    Any thread. Takes a millisecond if there is no driver.
    """
    if sys.platform == "darwin":
        return None
    count, device, version = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    name = ctypes.create_string_buffer(_NAME_BYTES)
    try:
        library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        for function, *arguments in (
            (library.cuInit, 0),
            (library.cuDeviceGetCount, ctypes.byref(count)),
            (library.cuDeviceGet, ctypes.byref(device), 0),
            (library.cuDeviceGetName, name, _NAME_BYTES, device),
            (library.cuDriverGetVersion, ctypes.byref(version)),
        ):
            if function(*arguments) != 0:
                return None
    except (OSError, AttributeError):
        return None
    driver = f"{version.value // 1000}.{version.value % 1000 // 10}"
    return Card(name.value.decode(errors="replace"), driver)


_LOG = logging.getLogger(__name__)

NO_CARD = "no NVIDIA card was found"
SHORTEST_S = 10.0  # a shorter film ends before a trial would
FILE = "codecs.json"
_MOST_VERDICTS = 500


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a trial.

    Attributes:
        reason: Why not, in a few words; empty: the card is used, or no trial was asked for.
    """

    takes_card: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """Decides for one job, on its thread.

    Attributes:
        tell: Receives one sentence if a trial makes the user wait.
        cancelled: Checked now and then during a trial.
    """

    spec: JobSpec
    tell: Callable[[str], None]
    cancelled: Callable[[], bool]
    make_decoder: Callable[[], Nvdec] = Nvdec
    card: Callable[[], Card | None] = first_card

    @property
    def computes(self) -> bool:
        """Whether the network may run on the card."""
        return self.spec.settings.device != "cpu" and self.card() is not None

    def decoder(self) -> tuple[Nvdec | None, str]:
        """The decoder to use in place of software, and why there is none; see `Verdict.reason`."""
        verdict = self._decided(self.spec.settings.decoder, "nvdec", self._decoder_verdict)
        return (self.make_decoder() if verdict.takes_card else None), verdict.reason

    def encoder(self, source: object) -> Verdict:
        """Whether the card encodes."""
        spec = self.spec
        wanted = spec.output_format
        if wanted.codec in PICTURE_CODECS:
            return Verdict(False)

        def measured(card: Card) -> Verdict:
            if not isinstance(source, FileSource):
                return Verdict(False)
            size = {"height": source.format.height, "width": source.format.width}
            refusal = card_refusal(wanted, **size, bits=source.format.bits)
            if refusal or source.format.layout != "yuv420":
                return Verdict(False, refusal)
            key = f"encode {wanted.codec} {wanted.crf} {size['width']}x{size['height']}"
            return self._measured(
                key,
                card,
                source,
                lambda: try_encoder(spec.input, wanted, cancelled=self.cancelled),
            )

        return self._decided(spec.settings.encoder, "nvenc", measured)

    def _decided(self, wanted: str, name: str, measured: Callable[[Card], Verdict]) -> Verdict:
        if wanted == "software":
            return Verdict(False)
        card = self.card()
        if card is None:
            return Verdict(False, NO_CARD if wanted == name else "")
        return Verdict(True) if wanted == name else measured(card)

    def _decoder_verdict(self, card: Card) -> Verdict:
        try:
            with closing(FileSource(self.spec.input)) as source:
                refusal = source.refusal_of(self.make_decoder())
                if refusal:
                    return Verdict(False, refusal)
                media = source.media
                size = f"{source.width}x{source.height}"
                return self._measured(
                    f"decode {media.codec} {media.stored_format} {size}",
                    card,
                    source,
                    lambda: try_decoder(
                        self.spec.input, self.make_decoder, cancelled=self.cancelled
                    ),
                )
        except SourceError:  # a picture, or no such file: opening it for the job reports that
            return Verdict(False)

    def _measured(
        self, what: str, card: Card, source: FileSource, run: Callable[[], Trial | None]
    ) -> Verdict:
        libav = ".".join(str(part) for part in av.library_versions["libavcodec"])
        key = f"{what} | {card.name} | {card.driver} | libavcodec {libav}"
        known = read_verdicts().get(key)
        if known is not None:
            return known
        if source.duration_s is None or source.duration_s < SHORTEST_S:
            return Verdict(False, "the film is too short for a trial")
        verb = what.partition(" ")[0]
        told = {"name": source.name, "card": card.name}
        asked = (
            Message("{name}: testing whether {card} encodes this video faster.", **told)
            if verb == "encode"
            else Message("{name}: testing whether {card} decodes this video faster.", **told)
        )
        self.tell(asked)
        trial = run()
        if trial is None:
            return Verdict(False)
        verdict = Verdict(trial.takes_card, trial.reason)
        keep_verdict(key, verdict)
        return verdict


def read_verdicts() -> dict[str, Verdict]:
    """The verdicts so far; none if the file is missing, malformed or not this user's."""
    try:
        known = read_as(dict[str, Verdict], OwnFolder.recall(FILE) or {})
    except ValueError as error:
        _LOG.info("%s is not used: %s", FILE, error)
        return {}
    return dict(list(known.items())[-_MOST_VERDICTS:])


def keep_verdict(key: str, verdict: Verdict) -> None:
    """Remember one more verdict; if it cannot be written, the trial runs again."""
    # If two processes write at the same time, one verdict is lost and measured again.
    OwnFolder.remember(FILE, plain_of({**read_verdicts(), key: verdict}))
