"""`main.py doctor`: what this machine offers, and what to do about what is missing."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial

from app.cli import plain_console
from app.pipeline.end_signals import FAILED, OK

HELP = "check this computer, and say how to fix what is missing"
MARKS = {"good": ("ok", "green"), "optional": ("-", "yellow"), "missing": ("!!", "red")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    add_switch = partial(parser.add_argument, action="store_true")
    add_switch("--quick", help="do not time the models (default: time them)")
    add_switch(
        "--retry", help="test the graphics card again, even one that failed before (default: once)"
    )
    add_switch("--json", help="one JSON object per line (default: a readable list)")


def run(arguments: argparse.Namespace) -> int:
    """Examine and report; fails if something necessary is missing."""
    from rich.console import Console
    from rich.text import Text

    from app.pipeline.doctor import examine
    from app.pipeline.engines import PreparingMessage

    if arguments.retry:
        from gpu_unet import Engine

        Engine.forget_card_trials()
    console = Console(highlight=False)
    waiting = plain_console()
    status = OK

    def say(sentence: str) -> None:
        if not isinstance(
            sentence, PreparingMessage
        ):  # a line for each kernel would bury the report
            waiting.print(sentence)

    for finding in examine(with_models=not arguments.quick, notify=say):
        if finding.state == "missing":
            status = FAILED
        if arguments.json:
            sys.stdout.write(json.dumps(asdict(finding)) + "\n")
            continue
        mark, style = MARKS[finding.state]
        line = Text.assemble((f"{mark:>2} ", style), (f"{finding.topic}: ", "bold"), finding.text)
        console.print(line, soft_wrap=True)
        if finding.advice:
            console.print(Text(f"     -> {finding.advice}"), soft_wrap=True)
    return status
