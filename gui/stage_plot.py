"""StagePlot: where the milliseconds of the last frames went, stage by stage."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

FRAMES_SHOWN = 150
HEIGHT_PX = 88
LEGEND_ROW_PX = 18
LEGEND_COLUMNS = 2
STEPS_MS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def parts_of_frame(stage_ms: Mapping[str, float]) -> dict[str, float]:
    """Stages that add up to a frame's delay: what the engine's own leave of "process" is "rest"."""
    parts = {stage: value for stage, value in stage_ms.items() if stage != "process"}
    if "process" in stage_ms:
        engine = sum(value for stage, value in parts.items() if stage != "wait")
        parts["rest"] = max(0.0, stage_ms["process"] - engine)
    return parts


class StagePlot(QWidget):
    """Stacked areas over the last frames, with a legend of medians."""

    def __init__(self, colours: list[str]) -> None:
        super().__init__()
        self._colours = [QColor(colour) for colour in colours]
        self._frames: deque[dict[str, float]] = deque(maxlen=FRAMES_SHOWN)
        self._stages: list[str] = []
        self.setAccessibleName("Time per stage")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_colours(self, colours: list[str]) -> None:
        """One colour per stage, in order."""
        self._colours = [QColor(colour) for colour in colours]
        self.update()

    def add(self, stage_ms: Mapping[str, float]) -> None:
        """One more frame; stages keep the order in which they first came.

        Args:
            stage_ms: As in `FrameTimings`.
        """
        parts = parts_of_frame(stage_ms)
        self._frames.append(parts)
        new = [stage for stage in parts if stage not in self._stages]
        if new:
            self._stages += new
            self.updateGeometry()
        if self.isVisible():
            self.update()

    def clear(self) -> None:
        """Another source or engine: begin anew."""
        self._frames.clear()
        self._stages.clear()
        self.updateGeometry()
        self.update()

    def medians(self) -> dict[str, float]:
        """Median ms of each stage over what is shown."""
        result = {}
        for stage in self._stages:
            values = sorted(frame.get(stage, 0.0) for frame in self._frames)
            result[stage] = values[len(values) // 2] if values else 0.0
        return result

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        rows = -(-len(self._stages) // LEGEND_COLUMNS)
        return QSize(200, HEIGHT_PX + 8 + rows * LEGEND_ROW_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: D102, N802
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        area = QRectF(0, 0, self.width(), HEIGHT_PX)
        shape = QPainterPath()
        shape.addRoundedRect(area, 8, 8)
        painter.fillPath(shape, palette.color(QPalette.ColorRole.Button))
        if not self._frames:
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "No frames yet")
            return
        totals = sorted(sum(frame.values()) for frame in self._frames)
        # Scaled to all but the slowest frames: one hiccup must not flatten the rest.
        usual = totals[round(0.95 * (len(totals) - 1))] * 1.15
        top_ms = next((step for step in STEPS_MS if step >= usual), STEPS_MS[-1])
        painter.save()
        painter.setClipPath(shape)
        self._paint_areas(painter, area, top_ms)
        painter.restore()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(0, HEIGHT_PX / 2), QPointF(self.width(), HEIGHT_PX / 2))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(QPointF(8, 14), f"{top_ms} ms")
        painter.drawText(QPointF(8, HEIGHT_PX / 2 - 4), f"{top_ms / 2:g}")
        self._paint_legend(painter)

    def _paint_areas(self, painter: QPainter, area: QRectF, top_ms: float) -> None:
        step = area.width() / (FRAMES_SHOWN - 1)
        left = area.right() - step * (len(self._frames) - 1)
        xs = [left + index * step for index in range(len(self._frames))]
        floor = [0.0] * len(xs)
        for stage, colour in zip(self._stages, self._cycled(), strict=False):
            ceiling = [
                low + frame.get(stage, 0.0) for low, frame in zip(floor, self._frames, strict=True)
            ]
            path = QPainterPath(QPointF(xs[0], _y(floor[0], area, top_ms)))
            for x, value in zip(xs, ceiling, strict=True):
                path.lineTo(x, _y(value, area, top_ms))
            for x, value in zip(reversed(xs), reversed(floor), strict=True):
                path.lineTo(x, _y(value, area, top_ms))
            painter.fillPath(path, colour)
            floor = ceiling

    def _paint_legend(self, painter: QPainter) -> None:
        palette = self.palette()
        width = self.width() / LEGEND_COLUMNS
        for index, (stage, median) in enumerate(self.medians().items()):
            x = index % LEGEND_COLUMNS * width
            y = HEIGHT_PX + 8 + index // LEGEND_COLUMNS * LEGEND_ROW_PX
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._cycled()[index])
            painter.drawRoundedRect(QRectF(x + 2, y + 5, 8, 8), 2, 2)
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
            box = QRectF(x + 16, y, width - 32, LEGEND_ROW_PX)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, stage.replace("_", " "))
            aligned = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(box, aligned, f"{median:.1f} ms")

    def _cycled(self) -> list[QColor]:
        times = -(-len(self._stages) // max(1, len(self._colours)))
        return self._colours * max(1, times)


def _y(value_ms: float, area: QRectF, top_ms: float) -> float:
    return area.bottom() - min(1.0, value_ms / top_ms) * area.height()
