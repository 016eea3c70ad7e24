"""Plane numbers in arrays of several planes. Three colours or slopes take planes n to n + 2."""

# Coefficients of the guided filter, 4 planes: three slopes, then OFFSET. Of its windows, WINDOWS
# planes: the same times the window's weight, then that weight.
OFFSET = 3
WINDOW_WEIGHT = 4
WINDOWS = 5
# Colours of the unknown region, 7 planes: person 0 to 2, original background from ORIGINAL on, then
# how much of a green screen the background is.
ORIGINAL = 3
GREEN = 6
# Input of the colours' window means, SHARES planes: person * alpha, original * (1 - alpha) from
# ORIGINAL on, then alpha and 1 - alpha.
PERSON_WEIGHT = 6
ORIGINAL_WEIGHT = 7
SHARES = 8
# Input and output of the blurs, 4 planes: a colour times its weight, then the weight.
WEIGHT = 3
# Light wrap, 4 planes: a colour, then its share.
WRAP_SHARE = 3
# Window means of the guided filter, MOMENTS planes: guide 0 to 2, alpha, six products of the guide
# with itself, three of guide and alpha, alpha squared.
MOMENTS = 14
# Sums of the light match, SUMS values: person's R, G, B, their alpha, background's R, G, B.
PERSON_ALPHA = 3
BEHIND_COLOUR = 4
SUMS = 7
# Kept gains, 4 values: R, G, B, then 1 if there are any.
HAS_GAINS = 3
