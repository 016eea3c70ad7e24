"""EnginePanel: choice of model and device, with live figures and times per stage."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen, QStandardItemModel
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from app.messages import marked
from app.pipeline.live.statistics import LiveStatistics
from gui.shared.language import number, tr
from gui.shared.parts import ChoiceBox, Painted, Section, SelfPainted, fill, label, push_button, row
from gui.shared.words import milliseconds

DASH = "\u2013"
FIGURES = (
    ("fps_in", marked("Frames in"), marked("Frames per second from the source")),
    ("fps_out", marked("Frames out"), marked("Finished frames per second")),
    ("p50", marked("Delay, median"), marked("From capture to finished picture")),
    ("p95", marked("Delay, 95 %"), marked("95th percentile: 95 % of frames are faster than this")),
    ("dropped", marked("Dropped"), marked("Frames skipped because a newer one was ready")),
    (
        "pace",
        marked("Quality"),
        marked("Frame rate and detail are lowered automatically when this computer is busy"),
    ),
)
STAGES = {
    "wait": marked("wait"),
    "upload": marked("upload"),
    "resize": marked("resize"),
    "network": marked("network"),
    "refine": marked("refine"),
    "composite": marked("composite"),
    "layer": marked("layer"),
    "download": marked("download"),
    "hand_over": marked("output"),
    "rest": marked("other"),
}
FRAMES_SHOWN = 150
PLOT_HEIGHT_PX = 88
LEGEND_ROW_PX = 18
LEGEND_COLUMNS = 2
STEPS_MS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def parts_of_frame(stage_ms: Mapping[str, float]) -> dict[str, float]:
    """Stages that add up to the delay; "rest" is "process" minus the engine's own stages."""
    parts = {stage: value for stage, value in stage_ms.items() if stage != "process"}
    if "process" in stage_ms:
        engine = sum(value for stage, value in parts.items() if stage != "wait")
        parts["rest"] = max(0.0, stage_ms["process"] - engine)
    return parts


class StagePlot(SelfPainted, QWidget):
    """Stacked areas over the last frames, with a legend of medians."""

    colours = Painted[list[str]]([])  # one per stage, in order

    def __init__(self) -> None:
        super().__init__()
        self._frames: deque[dict[str, float]] = deque(maxlen=FRAMES_SHOWN)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # time runs to the right
        self._stages: list[str] = []
        self.setAccessibleName(tr("Time per stage"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add(self, stage_ms: Mapping[str, float]) -> None:
        """One more frame, as in `Composed`; stages keep the order in which they came."""
        parts = parts_of_frame(stage_ms)
        self._frames.append(parts)
        new = [stage for stage in parts if stage not in self._stages]
        if new:
            self._stages += new
            self.updateGeometry()
        if self.isVisible():
            self.update()

    def clear(self) -> None:
        """Clear the plot, for another source or engine."""
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
        return QSize(200, PLOT_HEIGHT_PX + 8 + rows * LEGEND_ROW_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: D102, N802
        return self.sizeHint()

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        palette = self.palette()
        area = QRectF(0, 0, self.width(), PLOT_HEIGHT_PX)
        shape = QPainterPath()
        shape.addRoundedRect(area, 8, 8)
        painter.fillPath(shape, palette.color(QPalette.ColorRole.Button))
        if not self._frames:
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, tr("No frames yet"))
            return
        totals = sorted(sum(frame.values()) for frame in self._frames)
        # The scale ignores the slowest frames: one spike would flatten the plot.
        usual = totals[round(0.95 * (len(totals) - 1))] * 1.15
        top_ms = next((step for step in STEPS_MS if step >= usual), STEPS_MS[-1])
        painter.save()
        painter.setClipPath(shape)
        self._paint_areas(painter, area, top_ms)
        painter.restore()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(0, PLOT_HEIGHT_PX / 2), QPointF(self.width(), PLOT_HEIGHT_PX / 2))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(QPointF(8, 14), milliseconds(top_ms))
        painter.drawText(QPointF(8, PLOT_HEIGHT_PX / 2 - 4), number(top_ms / 2, "g"))
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
            y = PLOT_HEIGHT_PX + 8 + index // LEGEND_COLUMNS * LEGEND_ROW_PX
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._cycled()[index])
            painter.drawRoundedRect(QRectF(x + 2, y + 5, 8, 8), 2, 2)
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
            box = QRectF(x + 16, y, width - 32, LEGEND_ROW_PX)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, tr(STAGES.get(stage, stage)))
            aligned = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(box, aligned, milliseconds(median, ".1f"))

    def _cycled(self) -> list[QColor]:
        times = -(-len(self._stages) // max(1, len(self.colours)))
        return [QColor(colour) for colour in self.colours] * max(1, times)


def _y(value_ms: float, area: QRectF, top_ms: float) -> float:
    return area.bottom() - min(1.0, value_ms / top_ms) * area.height()


class EnginePanel(Section):
    """Two choices, six figures, and a plot that opens on demand."""

    def __init__(self) -> None:
        super().__init__(tr("Engine"))
        self.model = ChoiceBox(tr("Model"), tr("Neural network that cuts you out"))
        self.device = ChoiceBox(tr("Device"), tr("Processor or graphics card that runs the model"))
        for caption, choice in ((tr("Model"), self.model), (tr("Device"), self.device)):
            words = label(caption)
            words.setMinimumWidth(56)
            words.setBuddy(choice)
            self.body.addLayout(row(words, choice, wide=choice))
        self.reason = label("", "small", wraps=True)
        card = QFrame()
        card.setProperty("role", "card")
        grid = QGridLayout(card)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setVerticalSpacing(2)
        self.figures: dict[str, QLabel] = {}
        self._names = {key: tr(name) for key, name, _ in FIGURES}
        for index, (key, name, tip) in enumerate(FIGURES):
            figure = label(DASH, "figure")
            figure.setAccessibleName(tr(name))
            if self.isRightToLeft():  # Qt puts digits where left-to-right writing begins
                figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
            figure.setToolTip(tr(tip))
            caption = label(tr(name), "small", wraps=True)
            caption.setToolTip(tr(tip))
            row_index = index // 2 * 3
            grid.addWidget(figure, row_index, index % 2)
            grid.addWidget(caption, row_index + 1, index % 2)
            grid.setRowMinimumHeight(row_index + 2, 6)
            self.figures[key] = figure
        self.alone = label("", "small", wraps=True)
        self.alone.hide()
        self.fold = push_button(
            tr("Show time per stage"), tr("Milliseconds per frame in each stage"), kind="link"
        )
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._on_fold)
        self.plot = StagePlot()
        self.plot.hide()
        tip = tr("Time each model on this computer; the picture pauses meanwhile")
        self.measure = push_button(tr("Measure models"), tip, kind="link")
        buttons = row(self.fold, None, self.measure, gap=0)
        fill(self.body, self.reason, card, self.alone, buttons, self.plot)

    def show_models(self, choices: list[tuple[str, str]], *, current: str) -> None:
        """List (key, words) and select `current`."""
        _fill(self.model, choices, current)

    def show_devices(
        self, choices: list[tuple[str, str]], *, current: str, reasons: Mapping[str, str]
    ) -> None:
        """List (key, words) and select `current`; entries with a reason are disabled."""
        _fill(self.device, choices, current)
        items = self.device.model()
        assert isinstance(items, QStandardItemModel), "what a QComboBox makes for itself"
        for index, (key, _) in enumerate(choices):
            if key in reasons:
                item = items.item(index)
                item.setEnabled(False)
                item.setToolTip(reasons[key])
        self.reason.setText(reasons.get(current, ""))
        self.reason.setVisible(current in reasons)

    def show_statistics(self, statistics: LiveStatistics) -> None:
        """Fill in the figures."""
        latency, level = statistics.latency_ms, statistics.pace_level
        for key, text in (
            ("fps_in", number(statistics.fps_in, ".1f")),
            ("fps_out", number(statistics.fps_out, ".1f")),
            ("p50", milliseconds(latency.p50) if latency else DASH),
            ("p95", milliseconds(latency.p95) if latency else DASH),
            ("dropped", str(statistics.dropped_frames)),
            ("pace", tr("Reduced") if level > 0 else tr("Full")),
        ):
            self.figures[key].setText(text)
            # The accessible name includes the number, or screen readers would skip it.
            words = tr("unknown") if text == DASH else text
            name = tr("{name}: {words}", name=self._names[key], words=words)
            self.figures[key].setAccessibleName(name)
        reason = statistics.alone_because
        if reason is not None:
            words = tr("The background alone is shown. {reason}", reason=tr(reason.sentence))
            self.alone.setText(words)
        self.alone.setVisible(reason is not None)

    def show_measuring(self, is_measuring: bool) -> None:
        """Whether models are being measured now."""
        self.measure.setEnabled(not is_measuring)
        self.measure.setText(tr("Measuring\u2026") if is_measuring else tr("Measure models"))

    def _on_fold(self, is_open: bool) -> None:
        self.plot.setVisible(is_open)
        self.fold.setText(tr("Hide time per stage") if is_open else tr("Show time per stage"))


def _fill(box: ChoiceBox, choices: list[tuple[str, str]], current: str) -> None:
    box.clear()
    for key, words in choices:
        box.addItem(words, key)
    box.setCurrentIndex(box.findData(current))
