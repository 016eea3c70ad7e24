"""Live pictures: a camera or file composited as it comes, for preview, recording and calls."""

from app.pipeline.live.recordings import RecordingOptions
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.statistics import LiveStatistics, Percentiles, RecordingStatus
from app.pipeline.live.worker import LiveWorker
from app.video.recording.summary import RecordingError

__all__ = [
    "LiveStatistics",
    "LiveWorker",
    "Percentiles",
    "RecordingError",
    "RecordingOptions",
    "RecordingStatus",
    "SourceRequest",
]
