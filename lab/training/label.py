"""Label pictures without masks by a committee of networks, on a GPU.

    python -m lab.training.label --packs lab/training/unlabelled --first 100 --processes 16

Reads what `lab.training.gather_many` wrote and writes packs as `lab.training.pack` does, from
`pack-100.npz` on: people with mask and confidence, in the sets "teach" and "teach_seat"; rooms are
copied. Pictures on which the committee does not agree on a person are left out, about a quarter.
45,000 pictures take five minutes on two H200, in twelve processes; each of them writes packs with
numbers of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from safetensors.numpy import load_file

from gpu_unet import available_cores, load_weights
from gpu_unet.cores import SHARE_VARIABLE
from gpu_unet.network_input import CLEAN_PLATE
from lab.training.gather_many import read_list
from lab.training.labels.clones import decoded
from lab.training.labels.committee import MEMBERS, Plane, Verdict, fitted, verdict
from lab.training.labels.onnx_torch import SIDE_STEP_PX, StillMatting
from lab.training.network.input_shapes import usual_size
from lab.training.network.model import UNet, load_file_tensors
from lab.training.pack import Entry, PackWriter, lossless_webp, read_pack

ROOT = Path(__file__).resolve().parents[2]
MATTING, SELFIE = "rvm_mobilenetv3_8bit_ratio1.onnx", "mediapipe_selfie_256.onnx"
SELFIE_SIDE_PX = 256
OWN = ("quality", "fast")  # the weights files of our own members
BATCH, AHEAD = 24, 6  # pictures at a time, and batches that are scaled in advance

SizeOf = Callable[[int, int], tuple[int, int]]
Answer = Callable[[torch.Tensor], Sequence[torch.Tensor]]


class Committee:
    """The members of `lab.training.labels.committee`, ready to be asked.

    Args:
        peers: Folder of Robust Video Matting and MediaPipe's selfie network.
        weights: Folder of our own two models.
        device: Device of all but MediaPipe's, which runs on the processor.
        threads: That scale pictures beside it.
    """

    def __init__(self, peers: Path, weights: Path, device: str, threads: int) -> None:
        import onnxruntime

        cv2.setNumThreads(1)
        self._device = device
        self._threads = ThreadPoolExecutor(threads)
        self._own = [OwnModel(weights / f"{name}.safetensors", device) for name in OWN]
        self._matting = StillMatting(peers / MATTING, device)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._selfie = onnxruntime.InferenceSession(
            str(peers / SELFIE), options, providers=["CPUExecutionProvider"]
        )

    def opinions(self, pictures: Sequence[Plane]) -> list[Plane]:
        """Alpha by each member, uint8 (6, H, W), for each picture, uint8 RGB (H, W, 3)."""
        found = [np.empty((len(MEMBERS), *p.shape[:2]), np.uint8) for p in pictures]
        waiting: list[Future[None]] = []

        def keep(index: int, member: int, alpha: np.ndarray) -> None:
            height, width = found[index].shape[1:]
            plane = np.rint(np.clip(alpha, 0, 1) * 255).astype(np.uint8)
            found[index][member] = fitted(plane, height=height, width=width)

        def ask(size_of: SizeOf, members: Sequence[int], answer: Answer) -> None:
            for indices, x in self._batches(pictures, size_of):
                for member, alphas in zip(members, answer(x), strict=True):
                    answered = alphas[: len(indices)].float().cpu().numpy()
                    for index, alpha in zip(indices, answered, strict=True):
                        waiting.append(self._threads.submit(keep, index, member, alpha))

        for index, picture in enumerate(pictures):
            waiting.append(
                self._threads.submit(lambda i, p: keep(i, 5, self._selfie_alpha(p)), index, picture)
            )
        for member, own in enumerate(self._own):
            ask(own.input_size, [member], lambda x, own=own: [own.alpha(x)])
        ask(_long_side(512), [2, 3], lambda x: (self._matted(x), self._matted(x.flip(2)).flip(-1)))
        ask(_long_side(640), [4], lambda x: [self._matted(x)])
        for future in waiting:
            future.result()
        return found

    def _batches(
        self, pictures: Sequence[Plane], size_of: SizeOf
    ) -> Iterator[tuple[list[int], torch.Tensor]]:
        """Pictures of one size of input, uint8 (BATCH, H, W, 3) on the device, scaled in advance.

        The last ones of a batch without an index are black.
        """
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, picture in enumerate(pictures):
            groups[size_of(*usual_size(*picture.shape[:2]))].append(index)
        batches = [
            (size, indices[start : start + BATCH])
            for size, indices in groups.items()
            for start in range(0, len(indices), BATCH)
        ]

        def scaled(batch: tuple[tuple[int, int], list[int]]) -> np.ndarray:
            (height, width), indices = batch
            planes = np.zeros((BATCH, height, width, 3), np.uint8)
            planes[: len(indices)] = [
                fitted(pictures[i], height=height, width=width) for i in indices
            ]
            return planes

        ahead = [self._threads.submit(scaled, batch) for batch in batches[:AHEAD]]
        for number, (_, indices) in enumerate(batches):
            x = torch.from_numpy(ahead.pop(0).result()).to(self._device)
            if number + AHEAD < len(batches):
                ahead.append(self._threads.submit(scaled, batches[number + AHEAD]))
            yield indices, x

    def _matted(self, x: torch.Tensor) -> torch.Tensor:
        return self._matting(x.float() / 255)

    def _selfie_alpha(self, picture: Plane) -> np.ndarray:
        x = fitted(picture, height=SELFIE_SIDE_PX, width=SELFIE_SIDE_PX).astype(np.float32) / 255
        answer = self._selfie.run(None, {self._selfie.get_inputs()[0].name: x[None]})[0]
        return np.asarray(answer).reshape(SELFIE_SIDE_PX, SELFIE_SIDE_PX, -1)[..., 0]


class OwnModel:
    """The network of one of our weights files.

    Args:
        path: The weights file.
        device: Of the network and of the pictures.
    """

    def __init__(self, path: Path, device: str) -> None:
        self._weights = load_weights(path)
        network = UNet(self._weights.architecture)
        load_file_tensors(network, load_file(path))
        self._network = network.to(device, memory_format=torch.channels_last).eval()

    def input_size(self, height: int, width: int) -> tuple[int, int]:
        """(height, width) in which it is shown a picture of this height and width."""
        fitted = self._weights.architecture.fitted_to(
            frame_height=height, frame_width=width, input_pixels=self._weights.input_pixels
        )
        return fitted.height, fitted.width

    @torch.no_grad()
    def alpha(self, x: torch.Tensor) -> torch.Tensor:
        """The plain mean of its answers to pictures and their mirror images.

        Args:
            x: uint8 (N, H, W, 3), of an `input_size`.

        Returns:
            float32 (N, H, W) in [0, 1].
        """
        planes = x.permute(0, 3, 1, 2).float() / 255
        both = torch.cat((planes, planes.flip(-1)))
        no_plate = both.new_zeros((len(both), CLEAN_PLATE.channels, *both.shape[2:]))
        both = torch.cat((both, no_plate), 1).contiguous(memory_format=torch.channels_last)
        with torch.autocast(x.device.type, torch.bfloat16, enabled=x.device.type == "cuda"):
            logits = self._network(both)
        told, mirrored = torch.sigmoid(logits.float())[:, 0].chunk(2)
        return (told + mirrored.flip(-1)) / 2


def _long_side(long_side_px: int) -> SizeOf:
    """Of about this long side, in steps that keep the sizes few."""

    def size(height: int, width: int) -> tuple[int, int]:
        scale = long_side_px / max(height, width) / SIDE_STEP_PX
        return (
            max(1, round(height * scale)) * SIDE_STEP_PX,
            max(1, round(width * scale)) * SIDE_STEP_PX,
        )

    return size


def label_packs(
    packs: Sequence[Path],
    out: Path,
    opinions_of: Callable[[Sequence[Plane]], Sequence[Plane]],
    *,
    first: int,
    with_seats: frozenset[str],
    threads: int = 1,
) -> Counter[str]:
    """Write labelled packs; returns how many pictures were "kept", "left out" and "rooms".

    Args:
        packs: With entries of the roles "unlabelled" and "room".
        out: Made if missing.
        opinions_of: See `Committee.opinions`.
        first: Number of the first pack; the others follow.
        with_seats: Sources whose people sit.
        threads: That count votes.
    """
    out.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    writer = PackWriter(lambda number: out / f"pack-{first + number}.npz")
    with ThreadPoolExecutor(threads) as pool:
        for pack in packs:
            items = list(read_pack(pack))
            for entry, parts in items:
                if entry.role == "room":
                    counts["rooms"] += 1
                    writer.add(entry, parts)
            people = [(entry, parts[0]) for entry, parts in items if entry.role == "unlabelled"]
            opinions = (
                opinions_of(
                    [decoded(content, frame=None, name=entry.name) for entry, content in people]
                )
                if people
                else []
            )
            votes = pool.map(
                lambda item: verdict(item[1], has_seats=item[0][0].dataset in with_seats),
                zip(people, opinions, strict=True),
            )
            for (entry, content), said in zip(people, votes, strict=True):
                counts["kept" if said.is_agreed else "left out"] += 1
                if said.is_agreed:
                    writer.add(*_labelled(entry, content, said, entry.dataset in with_seats))
            print(f"{pack.name}: {dict(counts)}", flush=True)
    if counts["kept"] or counts["rooms"]:
        writer.close()
    return counts


def _labelled(
    entry: Entry, content: bytes, said: Verdict, has_seats: bool
) -> tuple[Entry, list[bytes]]:
    parts = [content, lossless_webp(said.mask), lossless_webp(said.confidence)]
    dataset = "teach_seat" if has_seats else "teach"
    sizes = (len(parts[0]), len(parts[1]), len(parts[2]))
    return Entry(entry.name, "person", dataset, entry.split, sizes), parts


def share_out(packs: Sequence[Path], processes: int) -> list[list[Path]]:
    """The packs in as many shares of about one size, none of them empty."""
    shares: list[list[Path]] = [[] for _ in range(min(processes, len(packs)))]
    bytes_of = [0] * len(shares)
    for path in sorted(packs, key=lambda path: path.stat().st_size, reverse=True):
        least = bytes_of.index(min(bytes_of))
        shares[least].append(path)
        bytes_of[least] += path.stat().st_size
    return shares


def label_side_by_side(
    packs: Sequence[Path],
    processes: int,
    command_of: Callable[[Sequence[Path], int], list[str]],
    *,
    first: int,
    cards: int,
) -> int:
    """Label shares of the packs in processes of their own; returns the worst exit status.

    Args:
        packs: See `label_packs`.
        processes: How many, spread over the cards, the processor's cores divided among them.
        command_of: The command that labels some packs, its packs numbered from a number on.
        first: Number of the first pack that is written.
        cards: NVIDIA GPUs of this machine; 0 for none.
    """
    cores = str(max(1, available_cores() // processes))
    running = []
    for number, share in enumerate(share_out(packs, processes)):
        environment = {**os.environ, SHARE_VARIABLE: cores}
        if cards:
            environment["CUDA_VISIBLE_DEVICES"] = str(number % cards)
        # Labels and masks take no more room than the pictures do.
        command = command_of(share, first)
        first += 2 * len(share) + 1
        running.append(subprocess.Popen(command, env=environment))
    return max(process.wait() for process in running)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    folder = ROOT / "lab" / "training"
    parser.add_argument(
        "--packs", type=Path, nargs="+", default=[folder / "unlabelled"], help="folders or files"
    )
    parser.add_argument("--out", type=Path, default=folder / "packs")
    parser.add_argument("--first", type=int, default=100, help="number of the first pack")
    parser.add_argument("--peers", type=Path, default=ROOT.parent / "shared" / "peers")
    parser.add_argument("--weights", type=Path, default=ROOT / "weights")
    parser.add_argument(
        "--seats", nargs="*", default=[], help="sources whose people sit, beside those of many.csv"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--processes", type=int, default=1, help="side by side, on all cards")
    arguments = parser.parse_args()
    packs = [
        path
        for given in arguments.packs
        for path in (sorted(given.glob("*.npz")) if given.is_dir() else [given])
    ]
    if not packs:
        parser.error(f"{arguments.packs} has no packs; write them with lab.training.gather_many")
    for name in (MATTING, SELFIE):
        if not (arguments.peers / name).is_file():
            parser.error(f"{arguments.peers} has no {name}; the committee needs it")
    if arguments.processes > 1:

        def command_of(share: Sequence[Path], first: int) -> list[str]:
            options = {
                name: vars(arguments)[name] for name in ("out", "peers", "weights", "device")
            }
            words = [f"--{name}={value}" for name, value in options.items()]
            command = [sys.executable, "-m", "lab.training.label", *words, f"--first={first}"]
            return [*command, "--packs", *map(str, share), "--seats", *arguments.seats]

        cards = torch.cuda.device_count() if arguments.device == "cuda" else 0
        raise SystemExit(
            label_side_by_side(
                packs, arguments.processes, command_of, first=arguments.first, cards=cards
            )
        )
    threads = available_cores()
    committee = Committee(arguments.peers, arguments.weights, arguments.device, threads)
    listed = (folder.source for folder in read_list() if folder.has_seats)
    seats = frozenset((*listed, *arguments.seats))
    print(
        label_packs(
            packs,
            arguments.out,
            committee.opinions,
            first=arguments.first,
            with_seats=seats,
            threads=threads,
        )
    )


if __name__ == "__main__":
    main()
