"""A card's process that misbehaves: `python card_double.py KIND`, with the worker's protocol.

It answers the first `GOOD` pictures as the processor does, then is slow, wrong, NaN, says again
what it said first, hangs or crashes; "refuses" never opens. The trial's own runs on the processor
are answered well. With GOOD "drawn" it runs no network, which takes long to load: alpha is the mean
of a picture's channels.
"""

import json
import os
import sys
import time

import numpy as np

from gpu_unet.onnx.pictures import Pictures
from gpu_unet.onnx.worker import TIME


def draw(colours, plate):
    return colours.mean(axis=1, dtype=np.float32, keepdims=True)


def open_network(graph):
    if is_drawn:
        return draw
    from gpu_unet.onnx.providers import find_provider
    from gpu_unet.onnx.worker import make_run, make_session

    session, _ = make_session(find_provider("processor"), graph)
    return make_run(session, is_bound=False)


kind, is_drawn = sys.argv[1], sys.argv[2] == "drawn"
good = 0 if is_drawn else int(sys.argv[2])
asked = json.loads(sys.stdin.buffer.readline())
graph = sys.stdin.buffer.read(asked["bytes"])
is_reference = asked["provider"] == "processor"
if kind == "refuses" and not is_reference:
    sys.stdout.write('{"error": "no adapter"}\n')
    sys.exit()
if kind == "hangs at once" and not is_reference:
    time.sleep(60)
run = open_network(graph)
pictures = Pictures.find(**asked["pictures"])
run(pictures.given[:1, :3], pictures.given[:1, 3:])
sys.stdout.write('{"device": "Double"}\n')
sys.stdout.flush()
count, first = 0, None
while len(request := sys.stdin.buffer.read(2)) == 2:
    given = pictures.given[request[0]][np.newaxis]
    alpha = run(given[:, :3], given[:, 3:] if request[1] else None)[0, 0]
    count += 1
    if count > good and not is_reference:
        if kind == "slow":
            time.sleep(0.05)
        if kind == "wrong":
            alpha = 1 - alpha
        if kind == "keeps its first":
            first = first if count > good + 1 else alpha
            alpha = first
        if kind == "nan":
            alpha = np.full_like(alpha, np.nan)
        if kind == "hangs":
            time.sleep(60)
        if kind == "crashes":
            sys.stderr.write("the driver has crashed\n")
            sys.stderr.flush()
            os.abort()
    pictures.alpha[request[0]] = alpha
    sys.stdout.buffer.write(TIME.pack(0.0))
    sys.stdout.buffer.flush()
