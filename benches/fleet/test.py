"""Runs the fleet on this machine, kills a worker in the middle of it, and asks for the bytes that one run gives."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path

import fleet
from distributed import Client

WORKERS = 3


def small_set(source: Path, folder: Path, count: int) -> Path:
    """The first recordings of each split of a data set, as one of its own."""
    lines = (source / "recordings.csv").read_text(encoding="utf-8").splitlines()
    names = [line.split(",")[0] for line in lines[1:]]
    kept = [name for split in ("train", "test") for name in [n for n in names if n.startswith(split)][:count]]
    target = folder / source.name
    (target / "recordings").mkdir(parents=True)
    for name in kept:
        (target / "recordings" / f"{name}.csv").symlink_to(source.resolve() / "recordings" / f"{name}.csv")
    for table in ("recordings.csv", "labels.csv"):
        rows = (source / table).read_text(encoding="utf-8").splitlines()
        rows = rows[:1] + [row for row in rows[1:] if row.split(",")[0] in kept]
        (target / table).write_text("\n".join(rows) + "\n", encoding="utf-8")
    return target


def main() -> None:
    """Compares one machine, a fleet, and a fleet that loses a worker."""
    binary, shipped = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        datasets = [str(small_set(source, folder / "datasets", 20)) for source in sorted(shipped.iterdir())]
        arguments = [word for dataset in datasets for word in ("--datasets", dataset)]
        fleet.bench(binary, "run", *arguments, "--out", str(folder / "run"))
        expected = (folder / "run" / "scores.csv").read_text(encoding="utf-8")
        killed: list[int] = []
        with fleet.local_cluster(WORKERS) as cluster, Client(cluster) as client:

            def kill_in_the_middle(done: int, total: int) -> None:
                if done == total // 4:
                    victim = next(iter(client.run(os.getpid).values()))
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)

            before = set(client.run(os.getpid).values())
            whole = fleet.score(client, binary, datasets, [])
            broken = fleet.score(client, binary, datasets, [], kill_in_the_middle)
            client.wait_for_workers(WORKERS)
            after = set(client.run(os.getpid).values())
            few = small_set(shipped / "generated-crash", folder / "few", 1)
            try:
                fleet.score(client, binary, [str(few)], ["--detector", "crsh"])
            except fleet.BenchError as error:
                refusal = str(error)
            else:
                raise SystemExit("a run that can't be understood was not refused")
    if expected.count("\n") < 5:
        raise SystemExit("there was nothing to score")
    if whole != expected or broken != expected:
        raise SystemExit("the fleet's scores.csv is not that of one machine")
    if not killed or killed[0] not in before or killed[0] in after:
        raise SystemExit("no worker was killed")
    if "crsh" not in refusal:
        raise SystemExit(f"the bench's own words were lost: {refusal}")
    print(
        f"{expected.count(chr(10)) - 1} rows, the same bytes by one machine, by {WORKERS} workers, and with one of them killed."
    )


if __name__ == "__main__":
    main()
