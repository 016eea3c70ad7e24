"""RemoteDialog: switches the remote control on, and shows the address and token for programs."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from gui.shared.language import plural, tr
from gui.shared.parts import check_box, label, push_button, row
from gui.shared.scrolling_dialog import GAP_PX, ScrollingDialog

WIDTH_PX = 520
FIELD_WIDTH_PX, PORT_WIDTH_PX, PORT_SIDE_PX = 290, 132, 10


class RemoteDialog(ScrollingDialog):
    """A change applies at once.

    Args:
        port: The chosen one; 0: any free one.
        parent: The window.
    """

    def __init__(self, port: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Remote control"))
        self.setMinimumWidth(WIDTH_PX)
        self.switch = check_box(
            tr("Programs on this computer may control Backdrop"),
            tr("For a Stream Deck or your own scripts; off by default"),
        )
        self.port = QSpinBox()
        self.port.setAccessibleName(tr("Port"))
        self.port.setToolTip(tr("Change it if another program uses this port; 0 takes a free one"))
        self.port.setRange(0, 65535)
        self.port.setSpecialValueText(tr("Any free port"))
        self.port.lineEdit().setTextMargins(PORT_SIDE_PX, 0, PORT_SIDE_PX, 0)
        self.port.setFixedWidth(PORT_WIDTH_PX)
        self.port.setKeyboardTracking(False)  # a port is taken once it is typed whole
        self.port.setValue(port)
        self.address, self.copy_address = _field(tr("Address"))
        self.copy_address.setToolTip(tr("Copy the address"))
        self.token, self.copy_token = _field(tr("Token"))
        self.copy_token.setToolTip(tr("Copy the token"))
        self.renew = push_button(
            tr("New token"), tr("The old token stops working, and programs are disconnected")
        )
        self.clients = label("", "muted")
        self.trouble = label("", "objection", wraps=True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for index, (words, field, button) in enumerate(
            (
                (tr("Port"), self.port, None),
                (tr("Address"), self.address, self.copy_address),
                (tr("Token"), self.token, self.copy_token),
            )
        ):
            grid.addWidget(label(words), index, 0)
            if button is None:
                grid.addWidget(field, index, 1, Qt.AlignmentFlag.AlignLeft)
            else:
                grid.addWidget(field, index, 1)
                grid.addWidget(button, index, 2)
        content = QGridLayout()
        content.setContentsMargins(0, 0, 0, 0)
        content.setVerticalSpacing(GAP_PX)
        content.addWidget(self.switch, 0, 0)
        content.addWidget(
            label(
                tr(
                    "Choose backgrounds, presets and slides, record and mute from other programs. "
                    "They need the token; other computers cannot connect."
                ),
                "muted",
                wraps=True,
            ),
            1,
            0,
        )
        content.addLayout(grid, 2, 0)
        content.addWidget(self.trouble, 3, 0)
        content.addWidget(self.clients, 4, 0)
        close = push_button(tr("Close"), tr("Save and close (Esc)"), kind="primary")
        close.clicked.connect(self.accept)
        head = label(tr("Remote control"), "title")
        self.lay_out(head, content, row(self.renew, None, close))
        self.show_state(is_on=False, address="", token="", trouble="")
        self.show_clients(0)

    def show_state(self, *, is_on: bool, address: str, token: str, trouble: str) -> None:
        """Show whether programs can connect, and how.

        Args:
            is_on: The switch.
            address: "ws://..."; empty: nothing listens.
            token: Empty: nothing listens.
            trouble: Why nothing listens although it is switched on.
        """
        with QSignalBlocker(self.switch):
            self.switch.setChecked(is_on)
        for field, button, words, text in (
            (self.address, self.copy_address, address, tr("Copy")),
            (self.token, self.copy_token, token, tr("Copy")),
        ):
            if field.text() != words:
                button.setText(text)
            field.setText(words)
            field.setCursorPosition(0)
            field.setEnabled(bool(words))
            button.setEnabled(bool(words))
        self.renew.setEnabled(bool(token))
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.clients.setVisible(bool(address))

    def show_clients(self, count: int) -> None:
        """Show how many programs are connected."""
        words = plural("{n} program is connected.", "{n} programs are connected.", n=count)
        self.clients.setText(words if count else tr("No program is connected."))


def _field(name: str) -> tuple[QLineEdit, QPushButton]:
    """A field that cannot be changed, and the button that copies it."""
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setReadOnly(True)
    field.setMinimumWidth(FIELD_WIDTH_PX)
    button = push_button(tr("Copy"), "")

    def copy() -> None:
        QGuiApplication.clipboard().setText(field.text())
        button.setText(tr("Copied"))

    button.clicked.connect(copy)
    return field, button
