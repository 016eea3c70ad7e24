"""Files at http:// and https://, fetched like network cameras: from the named host only.

fsspec would follow a redirect to any host, this computer's network included.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.video.network.access import Access, HostRefusedError
from app.video.network.address import CameraAddress
from app.video.network.allowance import Allowance, BrokenError
from app.video.network.connection import reason_of
from app.video.network.http_stream import HttpOpener
from app.video.source import SourceError

OPEN_TIMEOUT_S = 30.0
READ_TIMEOUT_S = 30.0
_CHUNK = 1 << 20


def fetch(address: str, target: Path) -> None:
    """Write the file at a web address to `target`, whole.

    Args:
        address: Its name and password are sent to its own host and port only.
        target: Replaced.

    Raises:
        ValueError: It is no address.
        SourceError: It cannot be fetched, or redirects to another host; one sentence says why.
        OSError: It cannot be written.
    """
    place = CameraAddress.parse(address)
    name, allowance = place.shown, Allowance(place.shown)
    allowance.extend(OPEN_TIMEOUT_S)
    opener = HttpOpener(place, Access(place.host, (), allowance, verifies=True), allowance)
    try:
        stream = opener.open()
        with open(target, "wb") as file:
            while data := _next(stream.read, allowance):
                file.write(data)
        if stream.length is not None and stream.tell() < stream.length:
            raise SourceError(
                f"{name} ended after {stream.tell()} of {stream.length} bytes; try it again"
            )
    except HostRefusedError as error:
        raise SourceError(
            f"{name} redirects to {error.host}, another host; "
            "give the address there if you trust it"
        ) from error
    except SourceError as error:
        cause = error if isinstance(error, BrokenError) else error.__cause__
        if not isinstance(cause, OSError):
            raise
        reason = str(cause) if isinstance(cause, SourceError) else reason_of(cause)
        raise SourceError(
            f"{name} cannot be fetched ({reason}); check the address and the line to it"
        ) from error
    finally:
        opener.close()


def _next(read: Callable[[int], bytes], allowance: Allowance) -> bytes:
    """The next bytes within the time limit, which starts anew with every part; empty at the end."""
    allowance.renew()
    allowance.extend(READ_TIMEOUT_S)
    data = read(_CHUNK)
    allowance.check()
    return data
