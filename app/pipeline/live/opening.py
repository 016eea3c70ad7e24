"""Opens what a SourceRequest or a BackgroundSpec names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.camera_feed import CameraFeed
from app.pipeline.live.events import Event
from app.pipeline.live.file_feed import FileFeed
from app.pipeline.live.source import Feed
from app.pipeline.live.source_request import SourceRequest
from app.video.backgrounds.background import Background
from app.video.source import VideoSource
from app.video.typed_path import typed_path

if TYPE_CHECKING:
    from app.video.cameras.camera_list import CameraInfo


def make_feed(request: SourceRequest, on_event: Callable[[Event], None]) -> Feed:
    """The feed for a request; opens nothing."""
    if request.is_live:
        return CameraFeed(CameraOpener(request), name=str(request), on_event=on_event)
    from app.video.files.inputs import open_source  # late, as cameras are

    path = typed_path(request.target)
    return FileFeed(lambda: open_source(path, log=request.log), on_event=on_event)


class CameraOpener:
    """Opens the source of a live request, and the same camera again after it was unplugged."""

    def __init__(self, request: SourceRequest) -> None:
        self._request = request
        self._known: CameraInfo | None = None

    def __call__(self) -> VideoSource:
        """Open it; may take seconds.

        Raises:
            SourceError: It cannot be opened; the message says what was tried.
        """
        request = self._request
        # Imported late: OpenCV takes a while to load, and files work without it.
        if request.kind == "network":
            from app.video.cameras.network_camera import NetworkCamera

            return NetworkCamera(request.target, allowed_hosts=request.allowed_hosts)
        if request.kind == "synthetic":
            from app.video.cameras.synthetic import SyntheticCamera

            return SyntheticCamera.with_sample(
                height=request.height, width=request.width, frame_rate=request.frame_rate
            )
        from app.video.cameras.camera import open_camera
        from app.video.cameras.camera_list import find_again

        camera = open_camera(
            request.target if self._known is None else find_again(self._known),
            height=request.height,
            width=request.width,
            frame_rate=request.frame_rate,
        )
        self._known = camera.info
        return camera


def open_spec(spec: BackgroundSpec) -> Background | None:
    """Open the background that a spec names; None where the engine needs none.

    Raises:
        BackgroundError: It cannot be opened or decoded.
    """
    from app.video.backgrounds.opening import open_background
    from app.video.backgrounds.picture import SCREEN

    if spec.kind in ("blur", "transparent"):
        return None
    if spec.colour is not None:
        return open_background(spec.colour)
    if spec.kind == "screen":
        return SCREEN
    assert spec.path is not None, "a spec of kind file has a path"
    return open_background(spec.path, waits=False)
