"""The second start of the app reads compiled code from disk instead of compiling it again."""

import subprocess
import sys
from pathlib import Path

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.cpu.program import run_program

ROOT = Path(__file__).parents[3]
SECOND_START = """
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.cpu.program import run_program
from gpu_unet.weights import load_weights
weights = load_weights("weights/fast")
network = CpuNetwork(weights, weights.architecture, notify=print)
print("read from disk:", sum(run_program.stats.cache_hits.values()))
"""


def test_another_process_compiles_nothing_and_announces_nothing(random_layers, weights_of):
    architecture = UNetArchitecture.plain(base_width=4, depth=1, height=4, width=4)
    CpuNetwork(weights_of(architecture, random_layers(architecture)), architecture)
    assert run_program.signatures
    done = subprocess.run(
        [sys.executable, "-c", SECOND_START], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "read from disk: 1\n"
