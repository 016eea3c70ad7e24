"""The errors that an engine or its weights can raise, each also a builtin."""


class WeightsError(ValueError):
    """A weights file is missing, damaged, or belongs to another architecture."""


class EngineError(RuntimeError):
    """An engine could not be made, or failed while processing."""


class GpuUnavailableError(EngineError):
    """No usable NVIDIA GPU: the message says what is missing and what to install."""


class GpuMemoryError(GpuUnavailableError):
    """The GPU has too little memory for the batch and frame size; the message names both."""


class GpuLostError(EngineError):
    """The GPU stopped answering in the middle of a stream; the batch was not processed."""
