"""The numbers by which a clean plate is learnt, compared and given up."""

from __future__ import annotations

from app.pipeline.clean_plate.comparison import CONTRASTY

TICK_S = 0.1  # the maps below count time in ticks: 8 bits hold 25 seconds and saturate
MOST_TICKS_AT_ONCE = 5  # a longer gap between two frames says nothing about what happened in it

# Where the network's alpha, 0 to 255, keeps a pixel from being learnt.
POSSIBLE_ALPHA = 64  # from here on a person may be there
SURE_ALPHA = 128  # from here on a person certainly is
DISTANCE_WIDTHS = 0.03  # margin around a possible person, in widths of the picture
EMPTY_SHARE = 0.002  # a picture with less of a possible person than this is empty

# How long a pixel is watched before it is learnt, and how fast evidence grows and falls.
# Evidence is the time for which a pixel was seen uncovered. Doubt is the time to wait after a
# person: where the network said "person", now says "background", and the picture has not
# changed at all, the network has changed its mind and the person is most likely still there.
# Doubt grows with the time for which it said "person", up to a limit, because it also takes a
# chair for a person now and then.
STILL_TICKS = 20  # a pixel must be still for this long,
AFTER_PERSON_TICKS = 20  # and no person may have been near it for this long,
WATCHED_TICKS = 4  # and for this long to tell the light while little is learnt
DOUBT_GROWTH = 4  # ticks of doubt per tick of "person"
MOST_DOUBT_TICKS = 200
KNOWN_TICKS = 10  # from this evidence on a pixel goes into the clean plate
SURE_TICKS = 40  # from this evidence on a pixel is compared with the frame
FULL_TICKS = 80  # full confidence; evidence grows no further
RELEARN_TICKS = 8  # evidence lost per tick in which a still, uncovered pixel differs
WATCH_WEIGHT = 0.2  # of the newest frame, in the average of what is being watched
KEEP_WEIGHT = 0.06  # of the newest frame, in the average of what was learnt

# How much two pictures of the same thing may differ, in steps of 255. A difference is the mean over
# 3 x 3 pixels of the largest of three channels' differences. For two noisy pictures of the same
# thing it is 1.3 deviations of the noise, give or take 0.2.
NOISE_DEVIATIONS = 2.6  # largest difference, in deviations of the camera's noise
STILL_SLACK = 2.0  # added to it between two frames
AGREE_SLACK = 7.0  # added to it between a frame and what was learnt
LEAST_NOISE, MOST_NOISE = 0.7, 10.0  # bounds of the measured deviation
BURNT = 250  # a channel at this value is saturated: its true colour is unknown

# Shares of the picture that a clean plate must cover.
JUDGED_SHARE = 0.03  # from here on the plate is compared with the frame
ANNOUNCED_SHARE = 0.5  # from here on `Learnt` is told
PRESENT_SHARE = 0.02  # below, there is no plate
SETTLED_SHARE = 0.3  # a plate that covers more is not exchanged for a shelved one

# When the camera shows another view than the one that was learnt. "Texture" is what has contrast:
# there, a shift by one pixel shows.
NUDGED_TEXTURE = 0.25  # of the texture disagrees: the camera may have been nudged
ALIGNED_RATIO = 0.5  # a shift that leaves less of the disagreement is believed
OTHER = 0.5  # of the sure pixels disagree: another room,
OTHER_TEXTURE = 0.75  # as if this share of the texture disagrees
OTHER_LOW = 0.2  # together with this share of the sure pixels
FOUND = 0.2  # a shelved plate is taken back if less of it disagrees,
FOUND_TEXTURE = 0.4  # and less of its texture
SHELF_COUNT = 3  # plates that are remembered while the camera shows something else
SEARCH_S = 5.0  # a plate from elsewhere is searched for so long, then it is "nowhere"
# How often shelved plates are compared with the frame: aligning three of them takes ten times as
# long as learning from the frame.
SEARCH_EVERY_S = 1.0

# When the whole camera moves, rather than a curtain.
LEAST_TEXTURE = 5.0  # of 255: a cell whose mask has a larger mean has texture
FEWEST_CELLS = 4  # with fewer cells with texture nothing can be said
MOVING_SHARE = 0.6  # of these cells must move

# When what the network calls a person is a person in the clean plate instead (a ghost).
GHOSTS_EVERY_S = 1.0  # how often ghosts are searched for
GHOST_SHARE = 0.001  # smallest ghost, as a share of the picture
# A ghost without an outline in the frame is still for this long; a living person never holds still
# to within the camera's noise for five seconds.
GHOST_STILL_TICKS = 50
GHOST_STILL_SHARE = 0.9  # of the ghost's pixels must be that still
GHOST_SURE_TICKS = 200  # a ghost with an outline in the frame is still for this long
EDGE_RATIO = 1.5  # edges in the plate alone, for each edge in the frame alone
EDGE_CONTRAST = 16  # of an edge, in steps of 255

# What `kernels.learn` takes of these.
OF_LEARNING = (
    (POSSIBLE_ALPHA, SURE_ALPHA, EMPTY_SHARE),
    (
        STILL_TICKS, AFTER_PERSON_TICKS, DOUBT_GROWTH, MOST_DOUBT_TICKS, FULL_TICKS, RELEARN_TICKS,
    ),
    (WATCH_WEIGHT, KEEP_WEIGHT),
    (NOISE_DEVIATIONS, STILL_SLACK, AGREE_SLACK, (LEAST_NOISE, MOST_NOISE), BURNT),
    (CONTRASTY, LEAST_TEXTURE, FEWEST_CELLS, MOVING_SHARE),
)  # fmt: skip
