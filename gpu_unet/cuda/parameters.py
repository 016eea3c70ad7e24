"""Places of the values that travel in front of each batch: what may change without a new graph."""

PARAM_COUNT = 64  # float32 values

FRAME_COUNT = 0  # frames of this batch that are real
FRESH = 1  # 1 when nothing earlier may be remembered
RAMP_LOW = 2
RAMP_SLOPE = 3
GUIDE_EPSILON = 4
WRAP_STRENGTH = 5
KEEP_STILL = 6
MOTION_LOW = 7
MOTION_HIGH = 8
SPECK_AREA = 9
HOLE_AREA = 10
# Each Gaussian's three: its radius in pixels, -1 / (2 sigma^2), 1 / the sum of its taps.
BLUR = 11
WRAP = 14
# The layer's: left, top, step, reach; strength and offsets of the shadow; how light is followed.
WHERE = 17
CAST = 21
MATCH = 24
RADIUS, EXPONENT, SCALE = 0, 1, 2
