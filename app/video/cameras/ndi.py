"""NDI: sends the picture over the network, with transparency. NDI is a trademark of Vizrt NDI AB.

cyndilib's wheels carry NDI's own library. Nothing is loaded, announced or sent before it is asked
for: NDI announces a source by mDNS, and every computer of the network can watch it.
"""

from __future__ import annotations

import importlib
import sys
from fractions import Fraction
from pathlib import Path

from app.messages.message import Message, marked
from app.video.cameras.sender import (
    NAME,
    SenderError,
    SenderKind,
    SenderStatus,
    package_error,
    package_status,
)
from gpu_unet import Image

INSTALL_LINE = "pip install cyndilib"
AVAHI_LINE = "sudo apt install avahi-daemon"
AVAHI_SOCKET = Path("/run/avahi-daemon/socket")
MOST_NAMES = 9  # as many senders of this program may run on a computer
_FINEST_RATE = 1001  # denominator of 29.97 frames/s and its like


def ndi_status() -> SenderStatus:
    """Whether NDI should work; loads nothing."""
    status = package_status("cyndilib", INSTALL_LINE)
    if status.is_available and sys.platform == "linux" and not AVAHI_SOCKET.exists():
        sentence = Message(
            "Other programs find it only while Avahi runs (Debian and Ubuntu: {command}).",
            command=AVAHI_LINE,
        )
        return SenderStatus(True, sentence, (AVAHI_LINE,))
    return status


class NdiConnection:
    """An NDI source. RGBA with straight alpha; NDI takes an odd size as the next smaller even one.

    Args:
        height: Rows of every frame.
        width: Columns of every frame.
        frame_rate: Frames per second, as receivers are told.

    Attributes:
        device: Its name in other programs: the computer's, then this program's.

    Raises:
        SenderError: The package is missing, or NDI refuses.
    """

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        try:
            cyndilib = importlib.import_module("cyndilib")
        except (ImportError, OSError) as error:
            raise package_error(INSTALL_LINE, error) from error
        for number in range(1, MOST_NAMES + 1):
            video = cyndilib.VideoSendFrame()
            video.set_resolution(width, height)
            video.set_frame_rate(Fraction(frame_rate).limit_denominator(_FINEST_RATE))
            video.set_fourcc(cyndilib.FourCC.RGBA)
            # A sender thread keeps the rate; NDI's clock would make it wait twice.
            sender = cyndilib.Sender(
                NAME if number == 1 else f"{NAME} {number}", clock_video=False, clock_audio=False
            )
            sender.set_video_frame(video)
            # No sound is sent; without this, cyndilib 0.1.3 crashes where the name is taken.
            sender.set_audio_frame(cyndilib.AudioSendFrame())
            try:
                sender.open()
            except MemoryError:  # what cyndilib makes of every refusal; usually the name is taken
                continue
            self._sender = sender
            self.device: str = sender.name
            return
        raise SenderError(Message("NDI opens no source on this computer."))

    def send(self, pixels: Image) -> None:
        """Send a frame, uint8 RGBA (H, W, 4); waits until NDI has encoded it."""
        if not self._sender.write_video(pixels.reshape(-1)):
            raise OSError(Message("the source was closed"))

    def close(self) -> None:
        """Take the source off the network; may be called twice."""
        self._sender.close()


NDI = SenderKind(
    name="ndi",
    title="NDI",
    label=marked("{name}, for every computer in your network"),
    started=marked("Programs in your network can receive \u201c{device}\u201d by {name}."),
    open=NdiConnection,
    status=ndi_status,
)
