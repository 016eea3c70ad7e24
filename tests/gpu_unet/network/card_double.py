"""A card's process that misbehaves: `python card_double.py KIND`, with the worker's protocol.

It answers the first `GOOD` pictures as the processor does, then is slow, rough, wrong, NaN, says
again what it said first, hangs or crashes; "refuses" never opens; "chatty" prints as drivers do,
and "raving" what looks like answers.
The trial's own runs on the processor are answered well. With GOOD "drawn" it runs no network, which
takes long to load: alpha is the mean of a picture's channels.
"""

import json
import os
import sys
import time

import numpy as np

from gpu_unet.onnx.worker import ANSWER, Pictures, Runner, make_session


def draw(slot):
    return pictures.given[slot : slot + 1, :3].mean(axis=1, dtype=np.float32, keepdims=True)


def answer(**content):
    if kind == "chatty":
        sys.stderr.write("a line of the driver\nand one that it goes on with")
        sys.stderr.flush()
    if kind == "raving":
        sys.stdout.write(
            '{"a driver: no JSON\n[1]\n{}\n' + ANSWER.decode() + '{"ms": ' + "9" * 100_000
        )
    sys.stdout.write("\n" + ANSWER.decode() + json.dumps(content) + "\n")
    sys.stdout.flush()


def open_network(graph):
    if is_drawn:
        return draw
    from gpu_unet.onnx.providers import find_provider

    processor = find_provider("processor")
    session, _ = make_session(processor, graph)
    return lambda slot: Runner(session, pictures.given, slot).alpha()


kind, is_drawn = sys.argv[1], sys.argv[2] == "drawn"
good = 0 if is_drawn else int(sys.argv[2])
asked = json.loads(sys.stdin.buffer.readline())
graph = sys.stdin.buffer.read(asked["bytes"])
is_reference = asked["provider"] == "processor"
if kind == "refuses" and not is_reference:
    answer(error="no adapter")
    sys.exit()
if kind == "hangs at once" and not is_reference:
    time.sleep(60)
pictures = Pictures(asked["shape"], asked["key"])
infer = open_network(graph)
infer(0)
answer(device="Double")
count, first = 0, None
while request := sys.stdin.buffer.read(1):
    slot = request[0]
    alpha = infer(slot)[0, 0]
    count += 1
    if count > good and not is_reference:
        if kind == "slow":
            time.sleep(0.05)
        if kind == "wrong":
            alpha = 1 - alpha
        if kind == "keeps its first":
            first = first if count > good + 1 else alpha
            alpha = first
        if kind == "rough":  # as a card that sums in float16
            noise = np.random.default_rng(0).triangular(-0.08, 0, 0.08, alpha.shape) / 2
            noise[0, 0] = 0.08
            alpha = np.clip(alpha + noise, 0, 1)
        if kind == "nan":
            alpha = np.full_like(alpha, np.nan)
        if kind == "hangs":
            time.sleep(60)
        if kind == "crashes":
            sys.stderr.write("the driver has crashed\n")
            sys.stderr.flush()
            os.abort()
    pictures.alpha[slot] = alpha
    answer(ms=0.5)
