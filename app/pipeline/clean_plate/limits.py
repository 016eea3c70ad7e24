"""The numbers by which a clean plate is learnt, compared and given up."""

from __future__ import annotations

from dataclasses import dataclass

from app.pipeline.clean_plate.comparison import CONTRASTY

TICK_S = 0.1  # the maps below count time in ticks: 8 bits hold 25 seconds and saturate
MOST_TICKS_AT_ONCE = 5  # a longer gap between two frames says nothing about what happened in it


@dataclass(frozen=True, slots=True)
class PersonLimits:
    """Where the network's alpha, 0 to 255, keeps a pixel from being learnt."""

    possible_alpha: int = 64  # from here on a person may be there
    sure_alpha: int = 128  # from here on a person certainly is
    distance_widths: float = 0.03  # margin around a possible person, in widths of the picture
    empty_share: float = 0.002  # a picture with less of a possible person than this is empty


@dataclass(frozen=True, slots=True)
class LearningTimes:
    """How long a pixel is watched before it is learnt, and how fast evidence grows and falls.

    Evidence is the time for which a pixel was seen uncovered. Doubt is the time to wait after a
    person: where the network said "person", now says "background", and the picture has not
    changed at all, the network has changed its mind and the person is most likely still there.
    Doubt grows with the time for which it said "person", up to a limit, because it also takes a
    chair for a person now and then.
    """

    still_ticks: int = 20  # a pixel must be still for this long,
    after_person_ticks: int = 20  # and no person may have been near it for this long,
    watched_ticks: int = 4  # and for this long to tell the light while little is learnt
    doubt_growth: int = 4  # ticks of doubt per tick of "person"
    most_doubt_ticks: int = 200
    known_ticks: int = 10  # from this evidence on a pixel goes into the clean plate
    sure_ticks: int = 40  # from this evidence on a pixel is compared with the frame
    full_ticks: int = 80  # full confidence; evidence grows no further
    relearn_ticks: int = 8  # evidence lost per tick in which a still, uncovered pixel differs
    watch_weight: float = 0.2  # of the newest frame, in the average of what is being watched
    keep_weight: float = 0.06  # of the newest frame, in the average of what was learnt


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How much two pictures of the same thing may differ, in steps of 255.

    A difference is the mean over 3 x 3 pixels of the largest of three channels' differences. For
    two noisy pictures of the same thing it is 1.3 deviations of the noise, give or take 0.2.
    """

    noise_deviations: float = 2.6  # largest difference, in deviations of the camera's noise
    still_slack: float = 2.0  # added to it between two frames
    agree_slack: float = 7.0  # added to it between a frame and what was learnt
    least_noise: float = 0.7  # bounds of the measured deviation
    most_noise: float = 10.0
    burnt: int = 250  # a channel at this value is saturated: its true colour is unknown


@dataclass(frozen=True, slots=True)
class PlateShares:
    """Shares of the picture that a clean plate must cover."""

    judged: float = 0.03  # from here on the plate is compared with the frame
    announced: float = 0.5  # from here on `Learnt` is told
    present: float = 0.02  # below, there is no plate
    settled: float = 0.3  # a plate that covers more is not exchanged for a shelved one


@dataclass(frozen=True, slots=True)
class ViewLimits:
    """When the camera shows another view than the one that was learnt.

    "Texture" is what has contrast: there, a shift by one pixel shows.
    """

    nudged_texture: float = 0.25  # of the texture disagrees: the camera may have been nudged
    aligned_ratio: float = 0.5  # a shift that leaves less of the disagreement is believed
    other: float = 0.5  # of the sure pixels disagree: another room,
    other_texture: float = 0.75  # as if this share of the texture disagrees
    other_low: float = 0.2  # together with this share of the sure pixels
    found: float = 0.2  # a shelved plate is taken back if less of it disagrees,
    found_texture: float = 0.4  # and less of its texture
    shelf_count: int = 3  # plates that are remembered while the camera shows something else
    search_s: float = 5.0  # a plate from elsewhere is searched for so long, then it is "nowhere"
    # How often shelved plates are compared with the frame: aligning three of them takes ten times
    # as long as learning from the frame.
    search_every_s: float = 1.0


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """When the whole camera moves, rather than a curtain."""

    least_texture: float = 5.0  # of 255: a cell whose mask has a larger mean has texture
    fewest_cells: int = 4  # with fewer cells with texture nothing can be said
    moving_share: float = 0.6  # of these cells must move


@dataclass(frozen=True, slots=True)
class GhostLimits:
    """When what the network calls a person is a person in the clean plate instead (a ghost)."""

    every_s: float = 1.0  # how often ghosts are searched for
    area_share: float = 0.001  # smallest ghost, as a share of the picture
    # A ghost without an outline in the frame is still for this long; a living person never holds
    # still to within the camera's noise for five seconds.
    still_ticks: int = 50
    still_share: float = 0.9  # of the ghost's pixels must be that still
    surely_still_ticks: int = 200  # a ghost with an outline in the frame is still for this long
    edge_ratio: float = 1.5  # edges in the plate alone, for each edge in the frame alone
    edge_contrast: int = 16  # of an edge, in steps of 255


PERSON = PersonLimits()
LEARNING = LearningTimes()
TOLERANCE = Tolerances()
SHARES = PlateShares()
VIEW = ViewLimits()
MOTION = CameraMotion()
GHOST = GhostLimits()

# What `kernels.learn` takes of these.
OF_LEARNING = (
    (PERSON.possible_alpha, PERSON.sure_alpha, PERSON.empty_share),
    (
        LEARNING.still_ticks, LEARNING.after_person_ticks, LEARNING.doubt_growth,
        LEARNING.most_doubt_ticks, LEARNING.full_ticks, LEARNING.relearn_ticks,
    ),
    (LEARNING.watch_weight, LEARNING.keep_weight),
    (
        TOLERANCE.noise_deviations, TOLERANCE.still_slack, TOLERANCE.agree_slack,
        (TOLERANCE.least_noise, TOLERANCE.most_noise), TOLERANCE.burnt,
    ),
    (CONTRASTY, MOTION.least_texture, MOTION.fewest_cells, MOTION.moving_share),
)  # fmt: skip
