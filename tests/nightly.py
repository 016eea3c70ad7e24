"""Which tests run at night and before a release only: sweeps of settings, and long rounds.

The default round leaves them out and says how many. `bootstrap.py test all` and `pytest --nightly`
run all tests; a test that is named by its `::`, or chosen by `-m`, runs in any case. Of each sweep
the cases that once found a fault, or that differ most, stay in the default round. Random rounds
(the attack, the monkey) take longer at night: see the fixture `is_nightly_round`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# From a test, its file counted from here, to the cases that stay in the default round: a pattern
# for their whole ids. "" leaves out the whole test.
KEPT: dict[str, str] = {
    # The kernels of both layouts come from one source, and those of the ladder run nowhere else.
    "gpu_unet/unit/cuda/test_ptx_rules.py::test_simple_kernels_compute_in_single_precision": (
        r"(?!.*_rgb_).*"
    ),
    "gpu_unet/unit/cuda/test_ptx_rules.py"
    "::test_the_ladder_s_kernels_keep_to_registers_and_single_precision": r".*-9\.0",
    "gpu_unet/unit/cuda/test_launch_arguments.py::test_every_launch_fits_its_kernel": (
        r"7\.5-rgb|8\.9-yuv420|9\.0-yuv420"
    ),
    # Frames that are odd, smaller and larger than the network's input; all sizes of two settings.
    "gpu_unet/kernels/test_cpu_frame_path.py::test_frames_agree_with_the_reference": (
        r"(rgb-size1|yuv420-size7).*|.*-(defaults|everything)"
    ),
    "gpu_unet/kernels/test_cpu_frames_ahead.py::test_the_kernels_are_as_their_definition": (
        r"1-.*|3-61-83"
    ),
    # Minutes of a life: the whole ones at night.
    "app/pipeline/test_plate_keeper.py"
    "::test_a_person_who_sits_still_for_minutes_never_gets_in_and_leaves_no_trace": "3",
    "app/pipeline/test_plate_keeper.py::test_falling_daylight_is_followed": "300",
    "app/video/test_recording_sound.py"
    "::test_after_many_minutes_the_sound_is_in_step_with_the_picture": "6",
    "app/video/test_sound_clock.py::test_half_an_hour_of_drift_stays_in_step_to_40_ms": "500",
    "app/live/test_rates_agree.py::test_a_clip_has_the_same_matte_at_every_rate": "asl_again.mkv",
    # Whole processes.
    "app/end_to_end/test_memory.py::test_a_job_takes_less_than_a_gibibyte": (
        "largest_over_largest.png"
    ),
    "app/end_to_end/test_threading_layer.py"
    "::test_a_job_ends_with_the_same_threading_layer_everywhere": "TBB-1|no TBB-2",
    "app/end_to_end/test_bad_command.py::test_unusual_video_is_no_trouble": "(?!8K).*",
    "app/end_to_end/test_as_a_program.py"
    "::test_however_often_a_camera_is_told_to_end_its_recording_plays": "SIGINT|SIGINT-SIGTERM.*",
    "app/end_to_end/test_as_a_program.py::test_ctrl_c_keeps_a_playable_part_beside_a_message": (
        "signals[045]"
    ),
    "app/end_to_end/test_as_a_program.py"
    "::test_who_asks_for_the_end_at_the_very_start_hears_one_word": (
        "argparse-SIGINT|app.cli-SIGTERM|app.cli.headless-SIGHUP"
    ),
    "app/cluster/test_who_is_let_in.py::test_a_dashboard_is_for_those_who_ask_for_it": "",
    "lab/training/test_runs.py::test_a_teacher_sees_the_same_scenes_larger": "",
    # One window a case.
    "gui/test_gui_address.py::test_what_is_no_address_is_said_under_the_field": (
        r"two words|http://\[::1/x"
    ),
    "gui/test_gui_person.py::test_each_slider_of_the_person_reaches_the_engine_and_resets": (
        "person_size|shadow"
    ),
    "gui/test_gui_look.py::test_double_click_resets_a_slider": "light_wrap",
    "gui/test_gui_export.py::test_wrong_names_are_said_beside_the_button": (
        "-Choose where|/nowhere.*"
    ),
    "gui/test_gui_display.py::test_without_a_screen_one_sentence_is_said": "changes1.*",
}


def is_nightly(nodeid: str) -> bool:
    """Whether the default round leaves out this test, or this case of it."""
    name, _, case = nodeid.removeprefix("tests/").partition("[")
    kept = KEPT.get(name)
    return kept is not None and not (kept and re.fullmatch(kept, case.removesuffix("]")))


def unused(nodeids: Iterable[str]) -> list[str]:
    """Rows whose file was collected whole, and which leave out nothing or keep nothing of it."""
    found: dict[str, set[bool]] = {}
    for nodeid in nodeids:
        name = nodeid.removeprefix("tests/").partition("[")[0]
        found.setdefault(name, set()).add(is_nightly(nodeid))
    files = {name.partition("::")[0] for name in found}
    return [
        name
        for name, kept in KEPT.items()
        if name.partition("::")[0] in files
        and found.get(name) != ({True, False} if kept else {True})
    ]
