"""OutputPanel: virtual camera, microphone, and where recordings go."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog

from gui.shared.parts import ChoiceBox, ElidedLabel, Section, icon_button, label, row

NO_MICROPHONE = "No sound"


class OutputPanel(Section):
    """What leaves the window besides the picture.

    Signals:
        virtual_camera_asked: Switch it on or off.
        microphone_chosen: Name of the microphone; empty: no sound.
        folder_chosen: Where recordings and snapshots go from now on.
    """

    virtual_camera_asked = Signal(bool)
    microphone_chosen = Signal(str)
    folder_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("Output")
        self.virtual_camera = QCheckBox("Virtual camera")
        self.virtual_camera.setObjectName("VirtualCamera")
        self.virtual_camera.setToolTip("Show this picture to other programs as a camera")
        self.virtual_camera.clicked.connect(self.virtual_camera_asked)
        self.sentence = label("", "small", wraps=True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self.virtual_camera)
        self.body.addWidget(self.sentence)
        self.microphone = ChoiceBox("Microphone", "Microphone")
        self.microphone.activated.connect(
            lambda i: self.microphone_chosen.emit(self.microphone.itemText(i) if i > 0 else "")
        )
        words = label("Sound")
        words.setMinimumWidth(56)
        words.setBuddy(self.microphone)
        line = row(words, self.microphone)
        line.setStretch(1, 1)
        self.body.addLayout(line)
        self.folder = ElidedLabel("", "value")
        self.change_folder = icon_button("folder", "Choose where recordings go", kind="small")
        self.change_folder.setObjectName("RecordingFolder")
        self.change_folder.clicked.connect(self._ask_for_folder)
        caption = label("Save to")
        caption.setMinimumWidth(56)
        line = row(caption, self.folder, self.change_folder)
        line.setStretch(1, 1)
        self.body.addLayout(line)
        self._path = Path()
        self.show_microphones([], current="")
        self.show_virtual_camera(is_on=False, is_available=False, sentence="")

    def show_virtual_camera(self, *, is_on: bool, is_available: bool, sentence: str) -> None:
        """Show whether other programs see the picture, or why they cannot."""
        self.virtual_camera.setEnabled(is_available)
        self.virtual_camera.setChecked(is_on)
        self.virtual_camera.setAccessibleDescription(sentence)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))

    def show_microphones(self, names: list[str], *, current: str) -> None:
        """List these; greyed where the system has none."""
        self.microphone.clear()
        self.microphone.addItems([NO_MICROPHONE, *names])
        self.microphone.setCurrentIndex(names.index(current) + 1 if current in names else 0)
        self.microphone.setEnabled(bool(names))
        self.microphone.setToolTip(
            "The sound that is recorded with the picture"
            if names
            else "This computer offers no microphone"
        )

    def show_folder(self, path: Path) -> None:
        """Show where recordings go."""
        self._path = path
        self.folder.setText(path.name or str(path))
        self.folder.setToolTip(str(path))

    def _ask_for_folder(self) -> None:
        dialog = QFileDialog(self.window(), "Where recordings go", str(self._path))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self.folder_chosen.emit(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
