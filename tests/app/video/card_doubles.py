"""Cards that are none: software's frames, with what a real card may do wrong."""

import av

from app.pipeline.jobs import job
from app.pipeline.jobs.card_choice import CardChoice
from app.video.files.decoder import CardError, Nvdec, open_input


class FakeCard(Nvdec):
    """Decodes as software does until something is asked for.

    Args:
        fails_at: Number of the packet that it does not take.
        error: What it raises there; libav's errors are of many kinds.
        opens: Or not.
        shift: Added to each frame's time.
        changes: A sample of each frame.
        drops: Number of a frame that it loses.
    """

    name = "fake card"

    def __init__(
        self,
        *,
        fails_at=None,
        error=None,
        opens=True,
        shift=0,
        changes=False,
        drops=None,
        refuses="",
    ):
        self._fails_at, self._opens, self._shift = fails_at, opens, shift
        self._error = error or CardError("it is tired")
        self._changes, self._drops = changes, drops
        self._refuses = refuses
        self.packet_count = self.frame_count = 0
        self.open_count = 0

    def refusal(self, stream):
        return self._refuses

    def open(self, path):
        self.open_count += 1
        if not self._opens:
            raise CardError("it does not open")
        return open_input(path)

    def frames(self, packet):
        if self.packet_count == self._fails_at:
            raise self._error
        self.packet_count += 1
        return [frame for frame in packet.decode() if self._is_kept(frame)]

    def _is_kept(self, frame: av.VideoFrame) -> bool:
        self.frame_count += 1
        if self._shift:
            frame.pts += self._shift
        if self._changes:
            memory = memoryview(frame.planes[0])
            frame.make_writable()
            memory = memoryview(frame.planes[0])
            memory[0] ^= 1
        return self.frame_count - 1 != self._drops


def put_into_jobs(monkeypatch, find_card):
    """Let jobs of this process find a card that decodes as `FakeCard` does; returns those made."""
    made = []

    class Choice(CardChoice):
        def __init__(self, spec, **options):
            super().__init__(
                spec,
                **options,
                make_decoder=lambda: made.append(FakeCard()) or made[-1],
                card=find_card,
            )

    monkeypatch.setattr(job, "CardChoice", Choice)
    return made
