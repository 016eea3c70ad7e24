"""Transfer functions of HDR and log films, and the SDR picture that the network sees of them.

Light is linear, and 1.0 is SDR's white, which HDR shows at 203 nits (ITU-R BT.2408). A film's RGB
becomes light, its primaries BT.709's, a tone curve brings highlights below SDR's white, and sRGB
codes the result:

    film's RGB --to_light--> light --matrix--> BT.709's light --tone curve--> sRGB

A transfer function, with its primaries, is a row of `SPACES`. The kernels know none of them: they
look colours up in `view_table`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import HDR, LOG, FrameFormat, SpaceName, Transfer

Floats = npt.NDArray[np.floating]
Samples = npt.NDArray[np.uint16]

WHITE_NITS = 203.0  # BT.2408: HDR reference white, at which SDR's white is shown
PQ_NITS = 10000.0  # SMPTE ST 2084: light of the largest code
HLG_NITS = 1000.0  # BT.2100: a display of this peak has the system gamma 1.2
HLG_GAMMA = 1.2
PEAK_NITS = 1000.0  # what the tone curve brings down to SDR's white; brighter light is as white
SCENE_WHITE = 0.9  # reflectance of the white that log footage is exposed for
VIEW_SIZE = 33  # colours of `view_table` along each side

# CIE x and y of red, green and blue; the white is D65 throughout.
Primaries = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
D65 = (0.3127, 0.3290)
_BT709: Primaries = ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
_DISPLAY_P3: Primaries = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
_BT2020: Primaries = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
_S_GAMUT3_CINE: Primaries = ((0.766, 0.275), (0.225, 0.800), (0.089, -0.087))
_CINEMA_GAMUT: Primaries = ((0.740, 0.270), (0.170, 1.140), (0.080, -0.100))
_ALEXA_WIDE_GAMUT3: Primaries = ((0.684, 0.313), (0.221, 0.848), (0.0861, -0.102))
_ARRI_WIDE_GAMUT4: Primaries = ((0.7347, 0.2653), (0.1424, 0.8576), (0.0991, -0.0308))
_V_GAMUT: Primaries = ((0.730, 0.280), (0.165, 0.840), (0.100, -0.030))


# sRGB (IEC 61966-2-1)


def srgb_to_light(code: Floats) -> Floats:
    """Light of sRGB's codes in [0, 1]."""
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def srgb_from_light(light: Floats) -> Floats:
    """The inverse; light outside [0, 1] is clamped."""
    light = np.clip(light, 0.0, 1.0)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


# PQ (SMPTE ST 2084)

_M1, _M2 = 2610 / 16384, 2523 / 32
_C1, _C2, _C3 = 3424 / 4096, 2413 / 128, 2392 / 128


def pq_eotf(code: Floats) -> Floats:
    """Light of PQ's codes in [0, 1] as a share of 10000 nits."""
    power = np.clip(code, 0.0, 1.0) ** (1 / _M2)
    return (np.maximum(power - _C1, 0.0) / (_C2 - _C3 * power)) ** (1 / _M1)


def pq_inverse_eotf(share: Floats) -> Floats:
    """The inverse; light outside [0, 1] is clamped."""
    power = np.clip(share, 0.0, 1.0) ** _M1
    code = ((_C1 + _C2 * power) / (1.0 + _C3 * power)) ** _M2
    return np.where(power > 0.0, code, 0.0)  # without light the formula gives 7e-7


def _pq_to_light(rgb: Floats) -> Floats:
    return pq_eotf(rgb) * (PQ_NITS / WHITE_NITS)


def _pq_from_light(light: Floats) -> Floats:
    return pq_inverse_eotf(light * (WHITE_NITS / PQ_NITS))


# HLG (ARIB STD-B67, ITU-R BT.2100)

_A = 0.17883277
_B = 1.0 - 4.0 * _A
_C = 0.5 - _A * np.log(4.0 * _A)
_LUMA = np.array([0.2627, 0.6780, 0.0593], np.float32)


def hlg_inverse_oetf(code: Floats) -> Floats:
    """Scene light of HLG's codes, both in [0, 1]."""
    code = np.clip(code, 0.0, 1.0)
    return np.where(code <= 0.5, code**2 / 3.0, (np.exp((code - _C) / _A) + _B) / 12.0)


def hlg_oetf(scene: Floats) -> Floats:
    """The inverse; light outside [0, 1] is clamped."""
    scene = np.clip(scene, 0.0, 1.0)
    bright = _A * np.log(np.maximum(12.0 * scene - _B, 1e-6)) + _C
    return np.where(scene <= 1 / 12, np.sqrt(3.0 * scene), bright)


def _hlg_to_light(rgb: Floats) -> Floats:
    scene = hlg_inverse_oetf(rgb)
    luma = (scene @ _LUMA)[..., None]
    return scene * luma ** (HLG_GAMMA - 1.0) * (HLG_NITS / WHITE_NITS)


def _hlg_from_light(light: Floats) -> Floats:
    shown = np.maximum(light, 0.0) * (WHITE_NITS / HLG_NITS)
    luma = np.maximum(shown @ _LUMA, 1e-9)[..., None]
    return hlg_oetf(shown * luma ** (1.0 / HLG_GAMMA - 1.0))


# Log: reflectance of the scene, from the makers' white papers


def _slog3(code: Floats) -> Floats:
    """Sony, Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3."""
    value = code * 1023.0
    dark = (value - 95.0) * 0.01125 / (171.2102946929 - 95.0)
    return np.where(
        value < 171.2102946929, dark, 10.0 ** ((value - 420.0) / 261.5) * (0.18 + 0.01) - 0.01
    )


def _canon(code: Floats, black: float, slope: float, scale: float) -> Floats:
    away = (10.0 ** (np.abs(code - black) / slope) - 1.0) / scale
    return 0.9 * np.where(code < black, -away, away)


def _clog(code: Floats) -> Floats:
    """Canon, Canon Log Gamma Curves: Canon Log."""
    return _canon(code, 0.12512248, 0.45310179, 10.1596)


def _clog2(code: Floats) -> Floats:
    """The same: Canon Log 2."""
    return _canon(code, 0.092864125, 0.24136077, 87.09937546)


def _clog3(code: Floats) -> Floats:
    """The same: Canon Log 3."""
    low = -(10.0 ** ((0.12783901 - code) / 0.36726845) - 1.0) / 14.98325
    middle = (code - 0.12512219) / 1.9754798
    high = (10.0 ** ((code - 0.12240537) / 0.36726845) - 1.0) / 14.98325
    return 0.9 * np.where(code < 0.097465473, low, np.where(code <= 0.15277891, middle, high))


def _logc3(code: Floats) -> Floats:
    """ARRI, ALEXA Log C Curve: usage in VFX; exposure index 800."""
    bright = (10.0 ** ((code - 0.385537) / 0.247190) - 0.052272) / 5.555556
    cut = 5.367655 * 0.010591 + 0.092809
    return np.where(code > cut, bright, (code - 0.092809) / 5.367655)


def _logc4(code: Floats) -> Floats:
    """ARRI, LogC4 Logarithmic Color Space: specification."""
    a, b, c = (2.0**18 - 16.0) / 117.45, (1023.0 - 95.0) / 1023.0, 95.0 / 1023.0
    s = 7.0 * np.log(2.0) * 2.0 ** (7.0 - 14.0 * c / b) / (a * b)
    t = (2.0 ** (14.0 * (-c / b) + 6.0) - 64.0) / a
    bright = (2.0 ** (14.0 * (code - c) / b + 6.0) - 64.0) / a
    return np.where(code < 0.0, code * s + t, bright)


def _vlog(code: Floats) -> Floats:
    """Panasonic, V-Log/V-Gamut reference manual."""
    bright = 10.0 ** ((code - 0.598206) / 0.241514) - 0.00873
    return np.where(code < 0.181, (code - 0.125) / 5.6, bright)


class Space(NamedTuple):
    """A transfer function with its primaries; a row of `SPACES`.

    Attributes:
        to_light: Light of RGB in [0, 1], (..., 3).
        primaries: Of red, green and blue.
        from_light: The inverse, clamped to [0, 1]; None: nothing is brought into this space.
        of_codes: The maker defines it for codes of 10 bits over 1023, also where video has its
            narrow range.
    """

    to_light: Callable[[Floats], Floats]
    primaries: Primaries
    from_light: Callable[[Floats], Floats] | None = None
    of_codes: bool = False


def _log(scene: Callable[[Floats], Floats], primaries: Primaries, *, of_codes: bool) -> Space:
    return Space(lambda rgb: scene(rgb) / SCENE_WHITE, primaries, of_codes=of_codes)


SPACES: dict[SpaceName, Space] = {
    "sdr": Space(srgb_to_light, _BT709, srgb_from_light),
    "sdr p3": Space(srgb_to_light, _DISPLAY_P3, srgb_from_light),
    "sdr bt2020": Space(srgb_to_light, _BT2020, srgb_from_light),
    "pq": Space(_pq_to_light, _BT2020, _pq_from_light),
    "pq p3": Space(_pq_to_light, _DISPLAY_P3, _pq_from_light),
    "hlg": Space(_hlg_to_light, _BT2020, _hlg_from_light),
    "slog3": _log(_slog3, _S_GAMUT3_CINE, of_codes=True),
    "clog": _log(_clog, _CINEMA_GAMUT, of_codes=True),
    "clog2": _log(_clog2, _CINEMA_GAMUT, of_codes=True),
    "clog3": _log(_clog3, _CINEMA_GAMUT, of_codes=True),
    "logc3": _log(_logc3, _ALEXA_WIDE_GAMUT3, of_codes=False),
    "logc4": _log(_logc4, _ARRI_WIDE_GAMUT4, of_codes=False),
    "vlog": _log(_vlog, _V_GAMUT, of_codes=True),
}


def _to_xyz(primaries: Primaries) -> npt.NDArray[np.float64]:
    """RGB to CIE XYZ, (3, 3), with the white at Y = 1."""
    x, y = np.array(primaries).T
    columns = np.stack([x / y, np.ones(3), (1.0 - x - y) / y])
    white = np.array([D65[0] / D65[1], 1.0, (1.0 - sum(D65)) / D65[1]])
    return columns * np.linalg.solve(columns, white)


@functools.cache
def primaries_matrix(source: SpaceName, target: SpaceName) -> Floats:
    """float32 (3, 3): light in the primaries of `source` to those of `target`."""
    to, back = _to_xyz(SPACES[source].primaries), _to_xyz(SPACES[target].primaries)
    return (np.linalg.inv(back) @ to).astype(np.float32)


def tone_curve(light: Floats) -> Floats:
    """Light up to `PEAK_NITS` brought to [0, 1]; what is darker than 87 nits stays as it is.

    Source: ITU-R BT.2390, EETF, from 0 to 1000 nits to 0 to 203 nits.
    """
    peak, most = pq_inverse_eotf(np.array([PEAK_NITS, WHITE_NITS]) / PQ_NITS)
    most /= peak
    knee = 1.5 * most - 0.5
    code = np.minimum(_pq_from_light(light) / peak, 1.0)
    t = np.maximum(code - knee, 0.0) / (1.0 - knee)
    bent = (
        (2 * t**3 - 3 * t**2 + 1) * knee
        + (t**3 - 2 * t**2 + t) * (1.0 - knee)
        + (3 * t**2 - 2 * t**3) * most
    )
    return np.where(code < knee, light, _pq_to_light(bent * peak))


def sdr_view(rgb: Floats, source: SpaceName, *, full_range: bool = False) -> Floats:
    """SDR picture of a film's colours: sRGB in [0, 1], with BT.709's primaries.

    The brightest channel follows the tone curve, and the others as much, so that hues stay.

    Args:
        rgb: (..., 3) in [0, 1], as the film's RGB is coded.
        source: The film's.
        full_range: Of the film's YUV; only some log curves ask.
    """
    space = SPACES[source]
    if space.of_codes and not full_range:
        rgb = (64.0 + 876.0 * rgb) / 1023.0
    light = space.to_light(rgb) @ primaries_matrix(source, "sdr").T
    light = np.maximum(light, 0.0)
    brightest = light.max(axis=-1, keepdims=True)
    scale = tone_curve(brightest) / np.maximum(brightest, 1e-9)
    return srgb_from_light(light * scale).astype(np.float32)


WHITE_CODE = 255 * 256  # of 16 bits, as libav's scaler has it; larger codes are as white
_STEPS = 65535  # of light, in tables
_ROWS = 64  # of a picture, converted at a time: they stay in the cache


def recoded(picture: Samples, source: SpaceName, target: SpaceName) -> Samples:
    """A whole picture in another space, with the same light; through a tone curve from HDR to SDR.

    SDR's white becomes 203 nits; light that the target cannot show is clamped. Through tables, in
    tens of milliseconds at 1280x720.

    Args:
        picture: uint16 (height, width, 3), RGB from 0 to `WHITE_CODE`.
        source, target: SDR of any primaries, PQ or HLG.

    Returns:
        A new array, likewise; within a few codes of the formulas.
    """
    decode = _decoding_table(source)
    encode = _encoding_table(target)
    matrix = primaries_matrix(source, target)
    made = np.empty_like(picture)
    for begin in range(0, picture.shape[0], _ROWS):
        rows = slice(begin, begin + _ROWS)
        light = decode[np.moveaxis(picture[rows], 2, 0)]  # planes
        if source == "hlg":
            light *= _hlg_gain(light)
        light = np.maximum([_weighted(weights, light) for weights in matrix], np.float32(0.0))
        if _is_hdr(source) and not _is_hdr(target):
            light *= _tone_table()[_by_root(light.max(axis=0))]
        elif target == "hlg":
            light *= _hlg_loss(light)
        made[rows] = np.moveaxis(encode[_by_root(light)], 0, 2)
    return made


def _is_hdr(space: SpaceName) -> bool:
    return space.split()[0] in HDR


# Light at the end of tables: in narrower primaries a channel is brighter than any of PQ.
_BRIGHTEST = np.float32(2.0 * PQ_NITS / WHITE_NITS)


def _by_root(light: Floats) -> npt.NDArray[np.int32]:
    """Index of light in a table of `_STEPS` by the fourth root, finest near black."""
    share = np.minimum(light * (1 / _BRIGHTEST), np.float32(1.0))
    return (np.sqrt(np.sqrt(share)) * np.float32(_STEPS) + np.float32(0.5)).astype(np.int32)


def _light_of_table() -> npt.NDArray[np.float64]:
    return (np.arange(_STEPS + 1) / _STEPS) ** 4 * _BRIGHTEST


@functools.cache
def _decoding_table(source: SpaceName) -> Floats:
    """Light of each code; of HLG as if a colour were grey and of gamma 1: see `_hlg_gain`."""
    codes = np.minimum(np.arange(2**16) / WHITE_CODE, 1.0)
    if source == "hlg":
        return (hlg_inverse_oetf(codes) * (HLG_NITS / WHITE_NITS)).astype(np.float32)
    return SPACES[source].to_light(codes).astype(np.float32)


@functools.cache
def _encoding_table(target: SpaceName) -> Samples:
    light = _light_of_table()
    if target == "hlg":
        code = hlg_oetf(light * (WHITE_NITS / HLG_NITS))
    else:
        made = SPACES[target].from_light
        assert made is not None, target
        code = made(light)
    return np.round(code * WHITE_CODE).astype(np.uint16)


@functools.cache
def _tone_table() -> Floats:
    light = np.maximum(_light_of_table(), 1e-9)
    return (tone_curve(light) / light).astype(np.float32)


def _weighted(weights: Floats, planes: Floats) -> Floats:
    """Weighted sum of three planes; for so few, a matrix product takes ten times as long."""
    total = weights[0] * planes[0]
    total += weights[1] * planes[1]
    total += weights[2] * planes[2]
    return total


def _hlg_gain(light: Floats) -> Floats:
    """HLG's system gamma: what the light of planes (3, ...) is multiplied by."""
    luma = _weighted(_LUMA, light) * np.float32(WHITE_NITS / HLG_NITS)
    return luma ** np.float32(HLG_GAMMA - 1.0)


def _hlg_loss(light: Floats) -> Floats:
    """The inverse of `_hlg_gain`, from light after it."""
    luma = _weighted(_LUMA, light) * np.float32(WHITE_NITS / HLG_NITS)
    return np.maximum(luma, np.float32(1e-9)) ** np.float32(1.0 / HLG_GAMMA - 1.0)


def light_of(codes: Samples, frame_format: FrameFormat) -> Floats:
    """Linear light of a film's colours, in its own primaries.

    Of SDR, PQ and HLG 1.0 is SDR's white; of HLG it is what a display of `HLG_NITS` shows. Of log
    it is the scene's reflectance, as the maker says: 18 % grey is 0.18.

    Args:
        codes: uint16 (3, ...): red, green and blue with 16 bits, in the range of the film's YUV.
            Each is one of the layout's, shifted: white is 940 * 64, or in full range 1023 * 64 of
            10 bits. Codes beyond it count in log alone.
        frame_format: The film's.

    Returns:
        float32, of the same shape.
    """
    row = frame_format.row
    full_white = row.most << (16 - row.bits) if frame_format.full_range else None
    light = _light_table(frame_format.transfer, full_white)[codes]
    if frame_format.transfer == "hlg":
        light *= _hlg_gain(light)
    return light


@functools.cache
def _light_table(transfer: Transfer, full_white: int | None) -> Floats:
    """Of each code of 16 bits; of HLG as in `_decoding_table`.

    Args:
        full_white: The code of white; None: that of narrow range.
    """
    codes = np.arange(2**16)
    rgb = codes / full_white if full_white else (codes / 64 - 64) / 876
    if transfer in LOG:
        space = SPACES[transfer]
        if space.of_codes and not full_white:
            rgb = codes / (64 * 1023)
        light = space.to_light(rgb) * SCENE_WHITE
    elif transfer == "hlg":
        light = hlg_inverse_oetf(rgb) * (HLG_NITS / WHITE_NITS)
    else:
        light = SPACES[transfer].to_light(np.clip(rgb, 0.0, 1.0))
    table = light.astype(np.float32)
    table.flags.writeable = False
    return table


def view_table(frame_format: FrameFormat) -> Floats | None:
    """`sdr_view` of equally spaced colours: float32 (VIEW_SIZE, VIEW_SIZE, VIEW_SIZE, 3).

    Indices are red, green and blue. None: the network sees the film's RGB as it is.
    """
    if frame_format.transfer == "sdr":
        return None
    steps = np.linspace(0.0, 1.0, VIEW_SIZE)
    rgb = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)
    source = frame_format.space if frame_format.is_hdr else frame_format.transfer
    view = sdr_view(rgb, source, full_range=frame_format.full_range)
    return np.ascontiguousarray(view, np.float32)
