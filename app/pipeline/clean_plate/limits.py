"""The numbers by which a clean plate is learnt, compared and given up."""

from __future__ import annotations

from dataclasses import dataclass

from app.pipeline.clean_plate.comparison import CONTRASTY

TICK_S = 0.1  # the maps below count time in ticks: 8 bits hold 25 seconds and saturate
MOST_TICKS_AT_ONCE = 5  # a longer gap between two frames says nothing about what happened in it


@dataclass(frozen=True, slots=True)
class PersonLimits:
    """Where the network's alpha, 0 to 255, keeps a pixel from being learnt.

    Attributes:
        possible_alpha: From here on a person may be there.
        sure_alpha: From here on a person certainly is.
        distance_widths: Margin around a possible person, as a share of the picture's width.
        empty_share: A picture with less of a possible person than this is empty.
    """

    possible_alpha: int = 64
    sure_alpha: int = 128
    distance_widths: float = 0.03
    empty_share: float = 0.002


@dataclass(frozen=True, slots=True)
class LearningTimes:
    """How long a pixel is watched before it is learnt, and how fast evidence grows and falls.

    Evidence is the time for which a pixel was seen uncovered. Doubt is the time to wait after a
    person: where the network said "person", now says "background", and the picture has not
    changed at all, the network has changed its mind and the person is most likely still there.
    Doubt grows with the time for which it said "person", up to a limit, because it also takes a
    chair for a person now and then.

    Attributes:
        still_ticks: A pixel must be still for this long.
        after_person_ticks: And no person may have been near it for this long.
        doubt_growth: Ticks of doubt per tick of "person".
        most_doubt_ticks: Limit of the doubt.
        watched_ticks: And for this long to tell the light while little is learnt.
        known_ticks: From this evidence on a pixel goes into the clean plate.
        sure_ticks: From this evidence on a pixel is compared with the frame.
        full_ticks: At this evidence a pixel has full confidence; evidence grows no further.
        relearn_ticks: Evidence lost per tick in which a still, uncovered pixel looks different.
        watch_weight: Weight of the newest frame in the average of what is being watched.
        keep_weight: Weight of the newest frame in the average of what was learnt.
    """

    still_ticks: int = 20
    after_person_ticks: int = 20
    doubt_growth: int = 4
    most_doubt_ticks: int = 200
    watched_ticks: int = 4
    known_ticks: int = 10
    sure_ticks: int = 40
    full_ticks: int = 80
    relearn_ticks: int = 8
    watch_weight: float = 0.2
    keep_weight: float = 0.06


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How much two pictures of the same thing may differ.

    A difference is the mean over 3 x 3 pixels of the largest of three channels' differences. For
    two noisy pictures of the same thing it is 1.3 deviations of the noise, give or take 0.2.

    Attributes:
        noise_deviations: Largest difference, in deviations of the camera's noise.
        still_slack: Added to it between two frames, in steps of 255.
        agree_slack: Added to it between a frame and what was learnt, in steps of 255.
        least_noise: Bounds of the measured deviation, in steps of 255.
        most_noise: See `least_noise`.
        burnt: A channel at this value is saturated: its true colour is unknown.
    """

    noise_deviations: float = 2.6
    still_slack: float = 2.0
    agree_slack: float = 7.0
    least_noise: float = 0.7
    most_noise: float = 10.0
    burnt: int = 250


@dataclass(frozen=True, slots=True)
class PlateShares:
    """Shares of the picture that a clean plate must cover.

    Attributes:
        judged: From here on the plate is compared with the frame.
        announced: From here on `Learnt` is told.
        present: Below, there is no plate.
        settled: A plate that covers more is not exchanged for a shelved one.
    """

    judged: float = 0.03
    announced: float = 0.5
    present: float = 0.02
    settled: float = 0.3


@dataclass(frozen=True, slots=True)
class ViewLimits:
    """When the camera shows another view than the one that was learnt.

    "Texture" is what has contrast: there, a shift by one pixel shows.

    Attributes:
        nudged_texture: Share of the texture that disagrees if the camera may have been nudged.
        aligned_ratio: A shift is believed if it leaves less than this of the disagreement.
        other: Share of the sure pixels that disagree in another room.
        other_texture: Or this share of the texture disagrees, together with `other_low`.
        other_low: See `other_texture`.
        found: A shelved plate is taken back if less than this share of it disagrees.
        found_texture: And less than this share of its texture.
        shelf_count: Plates that are remembered while the camera shows something else.
        search_s: A plate from elsewhere is searched for this long before `Dropped("nowhere")`.
        search_every_s: How often shelved plates are compared with the frame. Aligning three of
            them takes ten times as long as learning from the frame.
    """

    nudged_texture: float = 0.25
    aligned_ratio: float = 0.5
    other: float = 0.5
    other_texture: float = 0.75
    other_low: float = 0.2
    found: float = 0.2
    found_texture: float = 0.4
    shelf_count: int = 3
    search_s: float = 5.0
    search_every_s: float = 1.0


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """When the whole camera moves, rather than a curtain.

    Attributes:
        least_texture: A cell of the picture has texture if its mask's mean is above this, of 255.
        fewest_cells: With fewer cells with texture nothing can be said.
        moving_share: Share of the cells with texture that must move.
    """

    least_texture: float = 5.0
    fewest_cells: int = 4
    moving_share: float = 0.6


@dataclass(frozen=True, slots=True)
class GhostLimits:
    """When what the network calls a person is a person in the clean plate instead (a ghost).

    Attributes:
        every_s: How often ghosts are searched for.
        area_share: Smallest ghost, as a share of the picture.
        still_ticks: A ghost without an outline in the frame is still for this long; a living
            person never holds still to within the camera's noise for five seconds.
        still_share: Share of the ghost's pixels that must be that still.
        surely_still_ticks: A ghost with an outline in the frame is still for this long.
        edge_ratio: Edges in the plate alone, for each edge in the frame alone.
        edge_contrast: Contrast of an edge, in steps of 255.
    """

    every_s: float = 1.0
    area_share: float = 0.001
    still_ticks: int = 50
    still_share: float = 0.9
    surely_still_ticks: int = 200
    edge_ratio: float = 1.5
    edge_contrast: int = 16


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
