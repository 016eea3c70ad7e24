"""EnginePanel: which network works on which device, what that costs here, and live figures."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel

from gui.parts import ChoiceBox, Section, label, push_button, row
from gui.stage_plot import StagePlot
from pipeline.live.statistics import LiveStatistics

DASH = "\u2013"
FIGURES = (
    ("fps_in", "Frames in", "Frames a second that the source delivers"),
    ("fps_out", "Frames out", "Finished frames a second"),
    ("p50", "Delay, median", "From capture to finished picture"),
    ("p95", "Delay, 95 %", "Nineteen of twenty frames are faster than this"),
    ("dropped", "Dropped", "Frames that were replaced by newer ones before their turn"),
    ("pace", "Detail", "Lowered by itself where this machine cannot keep up"),
)


class EnginePanel(Section):
    """Two choices, six figures and a plot that opens on demand.

    Signals:
        model_chosen: Name of the model, or "auto".
        device_chosen: "auto", "cuda" or "cpu".
        measure_asked: Find out what every model costs here.
    """

    model_chosen = Signal(str)
    device_chosen = Signal(str)
    measure_asked = Signal()

    def __init__(self, plot_colours: list[str]) -> None:
        super().__init__("Engine")
        self._model_keys: list[str] = []
        self._device_keys: list[str] = []
        self.model = ChoiceBox("ModelChoice", "Model", "The network that finds you")
        self.model.activated.connect(lambda i: self.model_chosen.emit(self._model_keys[i]))
        self.device = ChoiceBox("DeviceChoice", "Device", "Where the network runs")
        self.device.activated.connect(lambda i: self.device_chosen.emit(self._device_keys[i]))
        for caption, choice in (("Model", self.model), ("Device", self.device)):
            words = label(caption)
            words.setMinimumWidth(56)
            words.setBuddy(choice)
            line = row(words, choice)
            line.setStretch(1, 1)
            self.body.addLayout(line)
        self.reason = label("", "small", wraps=True)
        self.body.addWidget(self.reason)
        card = QFrame()
        card.setProperty("role", "card")
        grid = QGridLayout(card)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setVerticalSpacing(2)
        self._figures: dict[str, QLabel] = {}
        for index, (key, name, tip) in enumerate(FIGURES):
            figure = label(DASH, "figure")
            figure.setAccessibleName(name)
            figure.setToolTip(tip)
            caption = label(name, "small")
            caption.setToolTip(tip)
            row_index = index // 2 * 3
            grid.addWidget(figure, row_index, index % 2)
            grid.addWidget(caption, row_index + 1, index % 2)
            grid.setRowMinimumHeight(row_index + 2, 6)
            self._figures[key] = figure
        self.body.addWidget(card)
        self.fold = push_button(
            "Show time per stage", "Where each frame's milliseconds go", kind="link"
        )
        self.fold.setObjectName("StagesFold")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._on_fold)
        self.plot = StagePlot(plot_colours)
        self.plot.hide()
        self.measure = push_button(
            "Measure models",
            "Find out what a frame costs with each model; the picture waits meanwhile",
            kind="link",
        )
        self.measure.setObjectName("MeasureModels")
        self.measure.clicked.connect(self.measure_asked)
        self.body.addLayout(row(self.fold, None, self.measure))
        self.body.addWidget(self.plot)

    def show_models(self, choices: list[tuple[str, str]], *, current: str) -> None:
        """List (key, words), `current` as taken."""
        self._model_keys = _fill(self.model, choices, current)

    def show_devices(
        self, choices: list[tuple[str, str]], *, current: str, reasons: Mapping[str, str]
    ) -> None:
        """List (key, words), `current` as taken; those with a reason cannot be chosen."""
        self._device_keys = _fill(self.device, choices, current)
        for index, key in enumerate(self._device_keys):
            if key in reasons:
                item = self._items(self.device).item(index)
                item.setEnabled(False)
                item.setToolTip(reasons[key])
        self.reason.setText(reasons.get(current, ""))
        self.reason.setVisible(current in reasons)

    def show_statistics(self, statistics: LiveStatistics) -> None:
        """Fill in the figures."""
        latency = statistics.latency_ms
        self._figures["fps_in"].setText(f"{statistics.fps_in:.1f}")
        self._figures["fps_out"].setText(f"{statistics.fps_out:.1f}")
        self._figures["p50"].setText(f"{latency.p50:.0f} ms" if latency else DASH)
        self._figures["p95"].setText(f"{latency.p95:.0f} ms" if latency else DASH)
        self._figures["dropped"].setText(str(statistics.dropped_frames))
        level = statistics.pace_level
        self._figures["pace"].setText("Full" if level == 0 else f"Reduced ({level})")

    @staticmethod
    def _items(box: ChoiceBox) -> QStandardItemModel:
        model = box.model()
        assert isinstance(model, QStandardItemModel), "what a QComboBox makes for itself"
        return model

    def show_measuring(self, is_measuring: bool) -> None:
        """Whether models are being measured now."""
        self.measure.setEnabled(not is_measuring)
        self.measure.setText("Measuring\u2026" if is_measuring else "Measure models")

    def figure(self, key: str) -> str:
        """The text of a figure, for tests and for the status line."""
        return self._figures[key].text()

    def _on_fold(self, is_open: bool) -> None:
        self.plot.setVisible(is_open)
        self.fold.setText("Hide time per stage" if is_open else "Show time per stage")


def _fill(box: ChoiceBox, choices: list[tuple[str, str]], current: str) -> list[str]:
    keys = [key for key, _ in choices]
    box.clear()
    box.addItems([words for _, words in choices])
    box.setCurrentIndex(keys.index(current) if current in keys else -1)
    return keys
