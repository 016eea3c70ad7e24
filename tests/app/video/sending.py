"""A sender that is on, and what it tells, for the tests of each kind."""

import time

from app.pipeline.live.events import SenderStarted, SenderStopped
from app.pipeline.live.sender import Sender


class Sending:
    """A `Sender` that was switched on; its troubles are told, too."""

    def __init__(self, kind, *, frame_rate=500, on_sent=lambda captured_s: None):
        self.told = []
        self.sender = Sender(kind, self.told.append, on_sent, self.told.append)
        self.sender.frame_rate = frame_rate
        self.sender.set(True)
        self.offer, self.close = self.sender.offer, self.sender.close

    @property
    def device(self):
        """What other programs call it, once it has opened."""
        return next((event.device for event in self.told if isinstance(event, SenderStarted)), "")

    @property
    def stopped(self):
        """The sentences with which it ended."""
        return [event.sentence for event in self.told if isinstance(event, SenderStopped)]


def until(condition):
    while not condition():
        time.sleep(0.005)
