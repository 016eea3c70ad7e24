"""SENDERS: the ways to other programs, by name."""

from __future__ import annotations

from app.video.cameras.ndi import NDI
from app.video.cameras.sender import SenderKind
from app.video.cameras.spout import SPOUT
from app.video.cameras.syphon import SYPHON
from app.video.cameras.unity_capture import UNITY_CAPTURE
from app.video.cameras.virtual_camera import VIRTUAL_CAMERA

SENDERS: dict[str, SenderKind] = {
    kind.name: kind for kind in (VIRTUAL_CAMERA, NDI, SPOUT, UNITY_CAPTURE, SYPHON)
}


def senders_here() -> list[SenderKind]:
    """Those that this system has."""
    return [kind for kind in SENDERS.values() if kind.is_here]
