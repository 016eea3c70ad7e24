"""SilentDialog: warns before the first recording without sound."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from gui.shared.language import tr
from gui.shared.parts import ChoiceBox, label, push_button, row

WIDTH_PX = 420


class SilentDialog(QDialog):
    """Accepted: start the recording.

    Args:
        microphones: The choices; the first one is proposed.

    Signals:
        microphone_chosen: Name of the one to record with; before `accepted`.
    """

    microphone_chosen = Signal(str)

    def __init__(self, microphones: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Record without sound?"))
        self.setMinimumWidth(WIDTH_PX)
        sentence = (
            tr("No microphone is selected, so the recording will have no sound.")
            if microphones
            else tr(
                "No microphone found, so the recording will have no sound. Plug one "
                "in, or record without sound."
            )
        )
        self.microphone = ChoiceBox(
            "SilentMicrophone", tr("Microphone"), tr("Record with this one")
        )
        self.microphone.addItems(microphones)
        self.with_sound = push_button(
            tr("Record with sound"), tr("Record with this microphone"), kind="primary"
        )
        self.with_sound.setObjectName("RecordWithSound")
        self.with_sound.clicked.connect(self._on_with_sound)
        kind = "" if microphones else "primary"
        self.without = push_button(
            tr("Record without"), tr("You will not be asked again"), kind=kind
        )
        self.without.setObjectName("RecordWithout")
        self.without.clicked.connect(self.accept)
        self.cancel = push_button(tr("Cancel"), tr("Do not record yet (Esc)"))
        self.cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        layout.addWidget(label(tr("Record without sound?"), "title"))
        layout.addWidget(label(sentence, wraps=True))
        layout.addWidget(self.microphone)
        layout.addLayout(row(self.cancel, None, self.without, self.with_sound))
        for part in (self.microphone, self.with_sound):
            part.setVisible(bool(microphones))
        (self.with_sound if microphones else self.without).setDefault(True)

    def _on_with_sound(self) -> None:
        self.microphone_chosen.emit(self.microphone.currentText())
        self.accept()
