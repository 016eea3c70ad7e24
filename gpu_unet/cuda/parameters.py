"""Places of the values that travel in front of each batch: what may change without a new graph."""

PARAM_COUNT = 64  # float32 values

FRAME_COUNT = 0  # frames of this batch that are real
FRESH = 1  # 1 when nothing earlier may be remembered
RAMP_LOW = 2
RAMP_SLOPE = 3
GUIDE_EPSILON = 4
BLUR_SIGMA = 5
WRAP_SIGMA = 6
WRAP_STRENGTH = 7
KEEP_STILL = 8
MOTION_LOW = 9
MOTION_HIGH = 10
SPECKLE_AREA = 11
HOLE_AREA = 12
FIGURE_REACH = 13
LARGEST_ONLY = 14
MIRROR = 15
LINEAR_LIGHT = 16
