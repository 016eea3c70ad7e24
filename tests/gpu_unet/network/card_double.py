"""A card's process that misbehaves: `python card_double.py KIND`, with the worker's protocol.

It answers the first `GOOD` pictures as the processor does, then is slow, wrong, NaN, hangs or
crashes; "refuses" never opens. The trial's own runs on the processor are answered well.
"""

import json
import os
import sys
import time

import numpy as np

from gpu_unet.onnx.providers import find_provider
from gpu_unet.onnx.worker import make_session

kind, good = sys.argv[1], int(sys.argv[2])
asked = json.loads(sys.stdin.buffer.readline())
graph = sys.stdin.buffer.read(asked["bytes"])
is_reference = asked["provider"] == "processor"
if kind == "refuses" and not is_reference:
    sys.stdout.write('{"error": "no adapter"}\n')
    sys.exit()
if kind == "hangs at once" and not is_reference:
    time.sleep(60)
session, _ = make_session(find_provider("processor"), graph)
sys.stdout.write('{"device": "Double"}\n')
sys.stdout.flush()
picture = np.zeros(asked["shape"], np.float32)
count = 0
while sys.stdin.buffer.readinto(memoryview(picture).cast("B")) == picture.nbytes:
    (alpha,) = session.run(None, {"x": picture})
    count += 1
    if count > good and not is_reference:
        if kind == "slow":
            time.sleep(0.05)
        if kind == "wrong":
            alpha = 1 - alpha
        if kind == "nan":
            alpha = np.full_like(alpha, np.nan)
        if kind == "hangs":
            time.sleep(60)
        if kind == "crashes":
            sys.stderr.write("the driver has crashed\n")
            sys.stderr.flush()
            os.abort()
    sys.stdout.buffer.write(alpha)
    sys.stdout.buffer.flush()
