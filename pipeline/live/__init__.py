"""Live pictures: a camera or file composited as it comes, for preview, recording and calls."""

from pipeline.live.recordings import RecordingOptions
from pipeline.live.source_request import SourceRequest
from pipeline.live.statistics import LiveStatistics, Percentiles, RecordingStatus
from pipeline.live.worker import LiveWorker
from video.recording.summary import RecordingError

__all__ = [
    "LiveStatistics",
    "LiveWorker",
    "Percentiles",
    "RecordingError",
    "RecordingOptions",
    "RecordingStatus",
    "SourceRequest",
]
