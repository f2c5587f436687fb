"""Scores recordings on many workers and writes the `scores.csv` that one machine would write.

The unit of work is one recording. A worker calls `bench-detectors part` on it and sends back a few lines of text; nothing
depends on which worker did what, how often it was tried, or in which order. `bench-detectors pool` adds the lines up in
the order of a run, by the code that a run uses.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import dask
from distributed import Client, LocalCluster, as_completed

TRIES = 10
"""How many workers may die on one recording before it is given up: those that take it with them are more than bad luck."""


class BenchError(RuntimeError):
    """What `bench-detectors` said when it failed; trying again would not help."""


def bench(binary: str, *arguments: str) -> str:
    """Runs the bench and gives its standard output."""
    done = subprocess.run([binary, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchError(done.stderr.strip() or f"{binary} ended with status {done.returncode}")
    return done.stdout


def part(binary: str, options: list[str], unit: tuple[str, str, str]) -> str | BenchError:
    """What one recording adds to the scores, or why not; runs on a worker.

    A failure is a result here: raised on a worker, it would be logged with its traceback for every recording in flight.
    """
    folder, dataset, recording = unit
    try:
        return bench(binary, "part", "--datasets", folder, "--dataset", dataset, "--recording", recording, *options)
    except BenchError as error:
        return error


def units(binary: str, datasets: list[str]) -> list[tuple[str, str, str]]:
    """The recordings of the data sets, in the order of a run."""
    folders = [argument for folder in datasets for argument in ("--datasets", str(Path(folder).resolve()))]
    rows = csv.DictReader(bench(binary, "part", "--list", *folders).splitlines())
    return [(row["folder"], row["dataset"], row["recording"]) for row in rows]


def score(
    client: Client,
    binary: str,
    datasets: list[str],
    options: list[str],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> str:
    """Scores data sets on the client's workers and gives the text of `scores.csv`."""
    work = units(binary, datasets)
    # Keys name the recording, so that the scheduler's own pages can be read; `pure` would share results between runs.
    futures = [
        client.submit(part, binary, options, unit, key=f"part-{place}-{unit[2]}", pure=False)
        for place, unit in enumerate(work)
    ]
    places = {future.key: place for place, future in enumerate(futures)}
    results = [""] * len(work)
    for done, future in enumerate(as_completed(futures), start=1):
        if isinstance(result := future.result(), BenchError):
            client.cancel(futures)
            raise result
        results[places[future.key]] = result
        progress(done, len(work))
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as lines:
        lines.writelines(results)
        lines.flush()
        return bench(binary, "pool", lines.name)


def local_cluster(workers: int | None = None) -> LocalCluster:
    """Workers on this machine, one a core unless their number is given."""
    dask.config.set({"distributed.scheduler.allowed-failures": TRIES})
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


def show(done: int, total: int) -> None:
    """A line on the terminal that says how far the work has come."""
    if sys.stderr.isatty():
        print(f"\r{done} of {total} recordings", end="\n" if done == total else "", file=sys.stderr)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Scores folders of recordings on many workers.")
    parser.add_argument("--bench", required=True, help="the program bench-detectors, at the same path on every worker")
    parser.add_argument("--datasets", required=True, action="append", help="a data set, or a folder of them")
    parser.add_argument("--out", required=True, type=Path, help="where scores.csv goes")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler; without it, workers run on this machine")
    parser.add_argument("--config", help="a configuration in JSON, as for 'bench-detectors run'")
    parser.add_argument("--detector", action="append", default=[], help="only this detector")
    arguments = parser.parse_args()
    options = ["--config", str(Path(arguments.config).resolve())] if arguments.config else []
    options += [word for name in arguments.detector for word in ("--detector", name)]
    cluster = arguments.scheduler or local_cluster()
    try:
        with Client(cluster) as client:
            text = score(client, arguments.bench, arguments.datasets, options, show)
    except BenchError as error:
        raise SystemExit(str(error)) from error
    finally:
        if not arguments.scheduler:
            cluster.close()
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "scores.csv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
