"""Measures our speed beside our peers': takes turns between them, prints one table and writes speed.csv.

Everything that is compared runs on one core, the same one, in turns: a round measures each once, and what is reported is
the median over the rounds with the lowest and the highest. Times are the processor's, which leave out what others do on the
machine. benches/README.md says what each row and column means.
"""

import argparse
import csv
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

# Before the import that reads it: everything is compared on one thread.
os.environ["POLARS_MAX_THREADS"] = "1"

import duckdb
import imufusion
import numpy as np
import pandas as pd
import polars as pl
from vqf import VQF

G = 9.80665
ENGINE = "DetectorEngine, all armed"


@dataclass
class Row:
    """One line of the table and of speed.csv."""

    kind: str
    subject: str
    unit: str
    values: list[float] = field(default_factory=list)
    instructions: float | None = None
    allocations: float | None = None
    bytes: int | None = None
    beside: str = ""
    ratio: float | None = None

    @property
    def median(self) -> float:
        """The middle of what was measured."""
        return statistics.median(self.values)

    def cells(self) -> list[str]:
        """The cells of speed.csv."""
        numbers = [self.median, min(self.values), max(self.values), self.instructions, self.allocations]
        texts = ["" if number is None else f"{number:.6g}" for number in numbers]
        size = "" if self.bytes is None else str(self.bytes)
        ratio = "" if self.ratio is None else f"{self.ratio:.4g}"
        return [self.kind, self.subject, self.unit, *texts, size, self.beside, ratio]


# A small program between us and what is measured, whose peak of memory would else be ours.
USAGE = """
import resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""

HEADER = ["kind", "subject", "unit", "median", "low", "high", "instructions", "allocations", "bytes", "beside", "ratio"]


class Bench:
    """The whole run."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.quick: bool = options.quick
        self.rounds = 5 if self.quick else 15
        self.binaries = pathlib.Path(options.binaries)
        self.out = pathlib.Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.rows: list[Row] = []
        self.cores = sorted(os.sched_getaffinity(0))[:2]
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="speed-"))

    # Tools

    def program(self, name: str) -> str:
        """The path of one of our programs."""
        return str(self.binaries / name)

    def say(self, text: str) -> None:
        """Tells whoever waits what is being measured."""
        print(f"{text} …", file=sys.stderr, flush=True)

    def preloaded(self) -> dict[str, str]:
        """An environment in which allocations are counted."""
        return os.environ | {"LD_PRELOAD": self.program("liballocation-counter.so")}

    def row(self, kind: str, subject: str, unit: str, values: Iterable[float]) -> Row:
        """Adds a line."""
        row = Row(kind, subject, unit, list(values))
        self.rows.append(row)
        return row

    def compare(self, rows: Iterable[Row], beside: Row, *, per_round: bool = True) -> None:
        """Gives lines their ratio to another: the median of the ratios within each round."""
        for row in rows:
            row.beside = beside.subject
            pairs = zip(row.values, beside.values)
            row.ratio = statistics.median(a / b for a, b in pairs) if per_round else row.median / beside.median

    def timed(self, rounds: int, work: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
        """Lets each have its turn in each round; a warm-up round before counts for nothing."""
        values: dict[str, list[float]] = {name: [] for name in work}
        for turn in range(rounds + 1):
            for name, measure in work.items():
                value = measure()
                if turn > 0:
                    values[name].append(value)
        return values

    # What is measured

    def run(self) -> None:
        """Measures everything, in the order of the table."""
        os.sched_setaffinity(0, {self.cores[0]})
        self.server = subprocess.Popen(
            [self.program("speed"), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for minutes, channels in ((10, "a"), (10, "ag"), (10, "agm"), (60, "agm"), (60, "ag"), (60, "a"), (1, "agm")):
            subprocess.run(
                [self.program("speed"), "drive", self.drive(minutes, channels), str(minutes), channels], check=True
            )
        self.samples()
        self.reading()
        self.naive_rule()
        self.replays()
        self.starts()
        if not self.quick:
            self.long_stream()
            self.sizes()
        self.server.stdin.close()
        self.server.wait()
        os.sched_setaffinity(0, set(self.cores))
        self.fleet()

    def drive(self, minutes: int, channels: str) -> str:
        """The path of a generated drive."""
        return str(self.work / f"{minutes}min-{channels}.csv")

    def ask(self, *request: str) -> list[str]:
        """Has our side measure something."""
        self.server.stdin.write("\t".join(request) + "\n")
        self.server.stdin.flush()
        return self.server.stdout.readline().rstrip("\n").split("\t")

    def samples(self) -> None:
        """Nanoseconds, instructions, allocations and bytes of each subject, and of the fusions that others ship."""
        self.say("samples")
        names = subprocess.run(
            [self.program("speed"), "list"], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        count = 20_000 if self.quick else 60_000

        def step(name: str) -> Callable[[], float]:
            return lambda: int(self.ask("step", name, str(count))[0]) / count

        path = self.drive(10, "agm")
        frame = pl.read_csv(path, schema=typed(path)).head(count)
        rates, forces, fields = (
            np.ascontiguousarray(frame.select(columns).to_numpy().astype(float))
            for columns in (["gx", "gy", "gz"], ["ax", "ay", "az"], ["mx", "my", "mz"])
        )
        calls = 5_000

        def vqf_batch() -> float:
            fusion = VQF(0.01)
            start = time.process_time_ns()
            fusion.updateBatch(rates, forces, fields)
            return (time.process_time_ns() - start) / len(rates)

        def vqf_calls() -> float:
            fusion = VQF(0.01)
            start = time.process_time_ns()
            for index in range(calls):
                fusion.update(rates[index], forces[index], fields[index])
            return (time.process_time_ns() - start) / calls

        def imufusion_calls() -> float:
            fusion = imufusion.Ahrs()
            degrees, gs = np.degrees(rates[:calls]), forces[:calls] / G
            start = time.process_time_ns()
            for index in range(calls):
                fusion.update(degrees[index], gs[index], fields[index])
            return (time.process_time_ns() - start) / calls

        peers = {
            "vqf, C++ batch": vqf_batch,
            "vqf, per call": vqf_calls,
            "imufusion, per call": imufusion_calls,
        }
        values = self.timed(self.rounds, {name: step(name) for name in names} | peers)
        rows = {name: self.row("peer" if name in peers else "sample", name, "ns", values[name]) for name in values}
        self.compare((row for name, row in rows.items() if name not in peers), rows["vqf, C++ batch"])
        self.compare([rows["vqf, per call"], rows["imufusion, per call"]], rows["vqf, C++ batch"])

        self.say("allocations")
        counts = subprocess.run(
            [self.program("allocations"), "5000"], check=False, env=self.preloaded(), capture_output=True, text=True
        ).stdout
        for line in csv.reader(counts.splitlines()[1:]):
            row = rows[line[0]]
            row.allocations = (int(line[4]) - int(line[2])) / (int(line[3]) - int(line[1]))
            row.bytes = int(line[6])

        self.say("instructions")
        counted = [ENGINE, "DetectorEngine, all disarmed"] if self.quick else names
        for name in counted:
            few, many = (self.instructions(name, number) for number in (4_000, 8_000))
            rows[name].instructions = (many - few) / 4_000

    def instructions(self, name: str, count: int) -> int:
        """Instructions from a program's start to its end, of so many samples."""
        result = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.program("speed"), "count", name]
            + [str(count)],
            env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        line = next(line for line in result.stderr.splitlines() if "Collected" in line)
        return int(line.split(":")[1])

    def reading(self) -> None:
        """Megabytes a second of reading one recording into typed columns."""
        self.say("reading")
        for minutes, channels in ((60, "agm"), (60, "a")):
            path = self.drive(minutes, channels)
            size = os.path.getsize(path) / 1e6
            schema = typed(path)
            connection = duckdb.connect(config={"threads": 1})
            columns = "{" + ",".join(f"'{name}':'DOUBLE'" for name in schema) + "}"
            query = (
                f"create or replace temp table r as select * from read_csv('{path}', columns={columns}, header=true)"
            )

            def rate(read: Callable[[], object], size: float = size) -> Callable[[], float]:
                def measure() -> float:
                    start = time.process_time_ns()
                    read()
                    return size / ((time.process_time_ns() - start) / 1e9)

                return measure

            work = {
                "ours": lambda path=path, size=size: size / (int(self.ask("read", path)[0]) / 1e9),
                "polars": rate(lambda path=path, schema=schema: pl.read_csv(path, schema=schema)),
                "pandas, C engine": rate(lambda path=path: pd.read_csv(path, engine="c", dtype=float)),
                "duckdb": rate(lambda connection=connection, query=query: connection.execute(query)),
            }
            values = self.timed(self.rounds, work)
            file = f"{channels}, {minutes} min at 100 Hz"
            rows = {name: self.row("read", f"{name}: {file}", "MB/s", values[name]) for name in work}
            self.compare(rows.values(), rows["polars"])

    def naive_rule(self) -> None:
        """The rule naive-2g over the same recording: with reading it, and alone."""
        self.say("the naive rule")
        path = self.drive(60, "agm")
        schema = typed(path)
        frame = pl.read_csv(path, schema=schema)
        found: dict[str, int] = {}

        def in_polars(frame: pl.DataFrame) -> int:
            norm = (pl.col("ax") ** 2 + pl.col("ay") ** 2 + pl.col("az") ** 2).sqrt()
            hits = frame.select(
                "t", hit=(norm / G >= 2) & (pl.col("speed").forward_fill().shift(1) >= 25 / 3.6)
            ).filter(pl.col("hit"))
            return spaced(hits["t"].to_numpy())

        def in_numpy(t: np.ndarray, force: np.ndarray, speed: np.ndarray) -> int:
            known = np.maximum.accumulate(np.where(np.isnan(speed), 0, np.arange(len(speed))))
            # A row's fix comes after its reading.
            hit = (np.sqrt((force[1:] ** 2).sum(axis=1)) / G >= 2) & (speed[known[:-1]] >= 25 / 3.6)
            return spaced(t[1:][hit])

        def spaced(times: np.ndarray) -> int:
            count, last = 0, -(10**18)
            for now in np.rint(times * 1e9).astype(np.int64):
                if now - last >= 5 * 10**9:
                    count, last = count + 1, now
            return count

        def arrays(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            return frame["t"].to_numpy(), frame[["ax", "ay", "az"]].to_numpy(), frame["speed"].to_numpy()

        loaded = arrays(pd.read_csv(path, engine="c"))

        def ours(*request: str) -> Callable[[], float]:
            def measure() -> float:
                elapsed, count = self.ask(*request)
                found["ours"] = int(count)
                return int(elapsed) / len(frame)

            return measure

        def others(name: str, work: Callable[[], int]) -> Callable[[], float]:
            def measure() -> float:
                start = time.process_time_ns()
                found[name] = work()
                return (time.process_time_ns() - start) / len(frame)

            return measure

        work = {
            "ours, reading included": ours("naive", path),
            "polars, reading included": others("polars", lambda: in_polars(pl.read_csv(path, schema=schema))),
            "numpy, reading by pandas included": others(
                "numpy", lambda: in_numpy(*arrays(pd.read_csv(path, engine="c")))
            ),
            "ours, alone": ours("rule"),
            "polars, alone": others("polars", lambda: in_polars(frame)),
            "numpy, alone": others("numpy", lambda: in_numpy(*loaded)),
        }
        values = self.timed(min(self.rounds, 7), work)
        if len(set(found.values())) != 1:
            sys.exit(f"speed.py: the rule found different crashes: {found}")
        rows = {name: self.row("rule", f"naive-2g: {name}", "ns a row", values[name]) for name in work}
        names = list(work)
        self.compare((rows[name] for name in names[:3]), rows[names[1]])
        self.compare((rows[name] for name in names[3:]), rows[names[4]])

    def replays(self) -> None:
        """Whole replays, from the file to the events, without the start of the process."""
        self.say("replays")
        crash = self.work / "crash.json"
        crash.write_text(json.dumps(configuration("crash")))
        drivers = self.work / "drivers.json"
        drivers.write_text(json.dumps(configuration("crash", "distraction")))
        cases: dict[str, tuple[int, list[str]]] = {
            "crash, a": (60, [self.drive(60, "a"), "--config", str(crash)]),
            "crash and distraction, ag": (60, [self.drive(60, "ag"), "--config", str(drivers)]),
        }
        for channels in ("a", "ag", "agm"):
            cases[f"every detector, {channels}"] = 60, [self.drive(60, channels)]
        for minutes in (1, 10):
            cases[f"every detector, agm, {minutes} min"] = minutes, [self.drive(minutes, "agm")]

        def replay(minutes: int, arguments: list[str]) -> Callable[[], float]:
            command = [self.program("speed"), "replay", "2", *arguments]

            def measure() -> float:
                with open(self.work / "events.csv", "wb") as file:
                    result = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, text=True, check=True)
                return minutes * 60 / (min(int(line) for line in result.stderr.splitlines()) / 1e9)

            return measure

        values = self.timed(min(self.rounds, 9), {name: replay(*case) for name, case in cases.items()})
        for name in cases:
            self.row("replay", name, "times real time", values[name])

    def starts(self) -> None:
        """How long it takes to start: a process that makes an engine, gives it a reading and ends."""
        self.say("starts")

        def start(command: list[str]) -> Callable[[], float]:
            def measure() -> float:
                begin = time.perf_counter_ns()
                subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                return (time.perf_counter_ns() - begin) / 1e6

            return measure

        work = {
            "a process that does nothing": start(["/bin/true"]),
            "a process with an engine": start([self.program("speed"), "start"]),
            "bench-detectors": start([self.program("bench-detectors"), "--help"]),
        }
        values = self.timed(self.rounds, work)
        for name in work:
            self.row("start", name, "ms", values[name])

    def long_stream(self) -> None:
        """What the engine holds over a day, and what a tick costs in each hour of it."""
        self.say("a day")
        result = subprocess.run(
            [self.program("speed"), "day", "24"], env=self.preloaded(), capture_output=True, text=True, check=True
        )
        hours = list(csv.DictReader(result.stdout.splitlines()))
        for hour in (hours[0], hours[11], hours[23]):
            row = self.row("stream", f"{ENGINE}, hour {hour['hour']} of a stream", "ns", [float(hour["ns"])])
            row.bytes = int(hour["bytes"])

    def sizes(self) -> None:
        """How large the stripped library is, and a program with everything linked in."""
        for name, path in (
            ("the dynamic library", self.options.library),
            ("a host with everything linked in", self.options.static_host),
        ):
            stripped = self.work / "stripped"
            shutil.copy(path, stripped)
            subprocess.run(["strip", str(stripped)], check=True)
            self.row("size", f"{name}, stripped", "MB", [stripped.stat().st_size / 1e6])

    def fleet(self) -> None:
        """A day of a fleet, scored on two cores, and what each detector adds on a tenth of it."""
        count = self.options.fleet or (20 if self.quick else 1000)
        few = max(2, count // 10)
        self.say(f"a fleet of {count}")
        for number in (few, count):
            subprocess.run(
                [self.program("speed"), "fleet", str(self.work / f"fleet-{number}"), str(number)], check=True
            )
        for number in (few, count):
            wall, cpu, peak = self.score(number, None)
            self.row("fleet", f"{number} drives of 10 minutes, two cores", "s", [wall])
            row = self.row("fleet", f"{number} drives: peak memory", "MB", [peak])
            row.bytes = int(peak * 1e6)
            self.row("fleet", f"{number} drives: processor time a drive", "ms", [cpu / number * 1e3])
        base = None
        for name, detectors in (
            ("no detector", ()),
            ("crash", ("crash",)),
            ("distraction", ("distraction",)),
            ("heading", ("heading",)),
            ("every detector", ("crash", "distraction", "heading")),
        ):
            path = self.work / "fleet.json"
            path.write_text(json.dumps(configuration(*detectors)))
            values = [self.score(few, str(path))[1] / few * 1e3 for _ in range(3)]
            row = self.row("fleet", f"a drive with {name}", "ms", values)
            base = base or row
            self.compare([row], base, per_round=False)

    def score(self, count: int, config: str | None) -> tuple[float, float, float]:
        """Scores a fleet; gives seconds, processor seconds and the peak of memory in MB."""
        command = [self.program("bench-detectors"), "run", "--datasets", str(self.work / f"fleet-{count}")]
        if config:
            command += ["--config", config]
        result = subprocess.run(
            [sys.executable, "-S", "-c", USAGE, *command], capture_output=True, text=True, check=True
        )
        wall, cpu, peak = (float(number) for number in result.stdout.split())
        return wall, cpu, peak * 1024 / 1e6

    # What comes out

    def report(self) -> None:
        """Prints the table and writes speed.csv."""
        with open(self.out / "speed.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(HEADER)
            writer.writerows(row.cells() for row in self.rows)
        width = max(len(row.subject) for row in self.rows)
        print(
            f"{'kind':8}{'subject':{width + 2}}{'median':>10}{'low':>10}{'high':>10}  {'unit':16}{'instr.':>8}"
            f"{'alloc.':>8}{'bytes':>10}  ratio"
        )
        for row in self.rows:
            instructions = "" if row.instructions is None else f"{row.instructions:.0f}"
            allocations = "" if row.allocations is None else f"{row.allocations:.3g}"
            ratio = "" if row.ratio is None else f"{row.ratio:.3g} × {row.beside}"
            print(
                f"{row.kind:8}{row.subject:{width + 2}}{row.median:10.4g}{min(row.values):10.4g}{max(row.values):10.4g}"
                f"  {row.unit:16}{instructions:>8}{allocations:>8}{row.bytes or '':>10}  {ratio}"
            )
        print("median, low and high over the rounds, in each of which everything has its turn on the same core")


def typed(path: str) -> dict[str, type[pl.Float64]]:
    """Every column of a recording as a number, whatever its first rows hold."""
    with open(path) as file:
        return dict.fromkeys(file.readline().strip().split(","), pl.Float64)


def configuration(*detectors: str) -> dict[str, dict[str, bool]]:
    """A configuration with the named detectors and no others."""
    sections = {"crash": "crashDetection", "distraction": "distractionDetection", "heading": "heading"}
    return {section: {"enabled": name in detectors} for name, section in sections.items()}


def main() -> None:
    """Reads the command line and runs."""
    parser = argparse.ArgumentParser(prog="benches/speed/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less of everything")
    parser.add_argument("--fleet", type=int, help="how many drives the fleet has")
    parser.add_argument("--out", default="benches/speed/out", help="where speed.csv goes")
    parser.add_argument("--binaries", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--library", help=argparse.SUPPRESS)
    parser.add_argument("--static-host", help=argparse.SUPPRESS)
    bench = Bench(parser.parse_args())
    try:
        bench.run()
    finally:
        shutil.rmtree(bench.work, ignore_errors=True)
    bench.report()


if __name__ == "__main__":
    main()
