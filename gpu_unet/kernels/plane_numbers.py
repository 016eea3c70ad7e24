"""Which plane of several is what; colours and slopes are the three from the first on."""

# Of the guided filter's coefficients: behind its slopes.
OFFSET = 3
# Of the unknown region's colours: the original background's begin behind the person's; how much of
# a green screen that is.
ORIGINAL = 3
GREEN = 6
# Of what those are averaged from: both colours times their weight, their weights; in all.
PERSON_WEIGHT = 6
ORIGINAL_WEIGHT = 7
SHARES = 8
# Of what is blurred: behind its colour.
WEIGHT = 3
# Of the light wrap: behind its colour.
WRAP_SHARE = 3
# Of what the guided filter averages: guide, alpha, the guide's products, guide times alpha; in all.
MOMENTS = 13
# Of the sums that the light is measured by: behind the person's colour; the background's; in all.
PERSON_ALPHA = 3
BEHIND_COLOUR = 4
SUMS = 7
# Of the gains: whether there are any yet.
HAS_GAINS = 3
