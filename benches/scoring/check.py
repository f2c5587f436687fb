"""Scores the events of a run a second time, with public tools, and holds every figure of `scores.csv` against it.

Nothing is shared with the bench but its files. Matching is networkx's maximum-weight matching, checked by scipy's linear
assignment; shares are scikit-learn's, of decisions one by one and, for time, of the stretches between all boundaries,
weighted by their length; bounds are scipy's and mpmath's; percentiles numpy's.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import mpmath
import networkx
import numpy
import polars
from scipy.optimize import linear_sum_assignment
from scipy.stats import beta, chi2
from sklearn.metrics import f1_score, precision_score, recall_score

BEFORE_S, AFTER_S = 0.5, 20.0
"""How far a crash's confirmation may lie before its label's start and after its end."""

TAIL = 0.025
"""What an interval of 95 % leaves out at each end."""

NEAR_S = 2.0
"""How far an episode may lie from its label."""

RULES = {"crash": ["ours", "contract", "naive-2g"], "distraction": ["ours", "tilt-20deg", "variance"]}
"""The rules that speak for each detector."""

MAXIMUM_SILENCE_S = 60.0
"""A stated duration counts up to this many seconds after a recording's last row."""

DIGITS = 15
"""The decimal digits that a double always keeps: where two ways of adding up round differently, they differ behind."""

Interval = tuple[float, float]


@dataclass
class Tally:
    """What belongs in one row of `scores.csv`."""

    recordings: int = 0
    seconds: list[float] = field(default_factory=list)
    truth: list[int] = field(default_factory=list)
    """1 for what was labelled, 0 for what was not, for everything that was labelled or detected."""
    found: list[int] = field(default_factory=list)
    """1 for what was detected, beside `truth`."""
    unsettled: int = 0
    delays: list[float] = field(default_factory=list)
    matches: list[tuple[Interval, Interval]] = field(default_factory=list)
    split: int = 0
    merged: int = 0
    stretches: list[tuple[float, bool, bool]] = field(default_factory=list)
    """Length, labelled, detected: of each stretch of time between two boundaries."""


def pairs(weights: dict[tuple[int, int], float], rows: int, columns: int) -> list[tuple[int, int]]:
    """The largest one-to-one matching and, of those, the one with the least weight; both tools must agree on it."""
    graph = networkx.Graph()
    ceiling = 1 + max(weights.values(), default=0)
    for (row, column), weight in weights.items():
        graph.add_edge(("row", row), ("column", column), weight=ceiling - weight)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    result = sorted(tuple(place for _, place in sorted(edge, reverse=True)) for edge in matching)

    forbidden = 1 + sum(weights.values())
    costs = numpy.full((rows, columns), forbidden)
    for place, weight in weights.items():
        costs[place] = weight
    chosen = [place for place in zip(*linear_sum_assignment(costs), strict=True) if tuple(place) in weights]
    total = sum(weights[place] for place in result)
    if len(chosen) != len(result) or not math.isclose(total, sum(weights[p] for p in chosen), abs_tol=1e-9):
        raise SystemExit(f"networkx and scipy match differently: {result} and {chosen}")
    return result


def overlap(one: Interval, other: Interval) -> float:
    """The time that two intervals share."""
    return max(0.0, min(one[1], other[1]) - max(one[0], other[0]))


def share_of_union(one: Interval, other: Interval) -> float:
    """Their overlap as a share of their union."""
    shared = overlap(one, other)
    union = one[1] - one[0] + (other[1] - other[0]) - shared
    return shared / union if union > 0 else 1.0


def add_crashes(tally: Tally, events: polars.DataFrame, labels: list[Interval]) -> None:
    """Adds the crashes of one replay."""
    instants = events.filter(polars.col("event") == "confirmed")["t"].to_list()
    weights = {
        (row, column): abs(instant - start)
        for row, instant in enumerate(instants)
        for column, (start, end) in enumerate(labels)
        if start - BEFORE_S <= instant <= end + AFTER_S
    }
    matched = pairs(weights, len(instants), len(labels))
    tally.delays += [instants[row] - labels[column][0] for row, column in matched]
    count(tally, len(instants), len(labels), len(matched))
    settled = set(events.filter(polars.col("event").is_in(["confirmed", "rejected"]))["id"].drop_nulls())
    candidates = events.filter(polars.col("event") == "candidate")["id"]
    tally.unsettled += sum(number not in settled for number in candidates)


def add_episodes(tally: Tally, events: polars.DataFrame, labels: list[Interval], end: float) -> None:
    """Adds the episodes of one replay; one that is open at the end lasts up to there."""
    episodes: list[Interval] = []
    opened: float | None = None
    for event, start, duration in events.select("event", "start", "durationSec").iter_rows():
        if event == "opened":
            opened = start
        elif event == "closed":
            episodes.append((start, start + duration))
            opened = None
    if opened is not None:
        episodes.append((opened, max(opened, end)))
    weights = {
        (row, column): 1 - share_of_union(episode, label)
        for row, episode in enumerate(episodes)
        for column, label in enumerate(labels)
        if episode[0] <= label[1] + NEAR_S and episode[1] >= label[0] - NEAR_S
    }
    matched = pairs(weights, len(episodes), len(labels))
    tally.matches += [(episodes[row], labels[column]) for row, column in matched]
    count(tally, len(episodes), len(labels), len(matched))
    tally.split += sum(sum(overlap(label, episode) > 0 for episode in episodes) > 1 for label in labels)
    tally.merged += sum(sum(overlap(label, episode) > 0 for label in labels) > 1 for episode in episodes)
    bounds = sorted({bound for interval in episodes + labels for bound in interval})
    for low, high in pairwise(bounds):
        inside = [any(start <= low and high <= stop for start, stop in part) for part in (labels, episodes)]
        tally.stretches.append((high - low, *inside))


def count(tally: Tally, detections: int, labels: int, matched: int) -> None:
    """Adds the decisions: those found, those missed, those false."""
    missed, false = labels - matched, detections - matched
    tally.truth += [1] * (matched + missed) + [0] * false
    tally.found += [1] * matched + [0] * missed + [1] * false


def interval(hits: int, trials: int) -> tuple[float | None, float | None]:
    """Clopper and Pearson's 95 % interval, the quantiles of the beta distribution.

    scipy's quantiles are right to 13 or 14 digits, so mpmath's incomplete beta function, at 30, has the last word.
    """
    if trials == 0:
        return None, None
    low, high = 0.0, 1.0
    if hits > 0:
        low = root(
            lambda share: mpmath.betainc(hits, trials - hits + 1, 0, share, regularized=True),
            float(beta.ppf(TAIL, hits, trials - hits + 1)),
        )
    if hits < trials:
        high = root(
            lambda share: mpmath.betainc(hits + 1, trials - hits, share, 1, regularized=True),
            float(beta.isf(TAIL, hits + 1, trials - hits)),
        )
    return low, high


def root(probability: Callable[[mpmath.mpf], mpmath.mpf], near: float) -> float:
    """The share at which a probability is that of a tail."""
    with mpmath.workdps(30):
        share = float(mpmath.findroot(lambda share: probability(share) - mpmath.mpf(TAIL), near))
    if abs(share - near) > 1e-11 * near:
        raise SystemExit(f"scipy and mpmath do not agree: {near} and {share}")
    return share


def percentiles(prefix: str, values: list[float]) -> dict[str, float | None]:
    """The median and the 95th percentile as columns."""
    names = [f"{prefix}_median_s", f"{prefix}_p95_s"]
    if not values:
        return dict.fromkeys(names)
    return dict(zip(names, (float(value) for value in numpy.percentile(values, [50, 95])), strict=True))


def figures(detector: str, tally: Tally) -> dict[str, float | int | None]:
    """Every figure of a row."""
    truth, found = numpy.array(tally.truth, dtype=int), numpy.array(tally.found, dtype=int)
    labels, detections, matched = int(truth.sum()), int(found.sum()), int((truth * found).sum())
    hours = sum(seconds / 3600 for seconds in tally.seconds)
    false = detections - matched
    result: dict[str, float | int | None] = {
        "recordings": tally.recordings,
        "hours": hours,
        "labels": labels,
        "found": matched,
        "missed": labels - matched,
        "false_alarms": false,
        "recall": float(recall_score(truth, found)) if labels else None,
        "precision": float(precision_score(truth, found)) if detections else None,
        "f1": float(f1_score(truth, found)) if labels + detections else None,
        "false_alarms_per_hour": false / hours if hours else None,
        "false_alarms_per_hour_bound": float(chi2.ppf(0.95, 2 * (false + 1))) / 2 / hours if hours else None,
    }
    result["recall_low"], result["recall_high"] = interval(matched, labels)
    result["precision_low"], result["precision_high"] = interval(matched, detections)
    if detector == "crash":
        result |= {"unsettled": tally.unsettled, "tolerance_before_s": BEFORE_S, "tolerance_after_s": AFTER_S}
        return result | percentiles("delay", tally.delays)
    matches = tally.matches
    lengths = [(one[1] - one[0], other[1] - other[0]) for one, other in matches]
    right = [abs(length - label) <= max(2, 0.1 * label) for length, label in lengths]
    weight = numpy.array([length for length, _, _ in tally.stretches])
    labelled = numpy.array([part for _, part, _ in tally.stretches], dtype=bool)
    detected = numpy.array([part for _, _, part in tally.stretches], dtype=bool)
    result |= {
        "split_labels": tally.split,
        "merged_episodes": tally.merged,
        "mean_overlap": float(numpy.mean([share_of_union(*match) for match in matches])) if matches else None,
        "time_recall": float(recall_score(labelled, detected, sample_weight=weight)) if labelled.any() else None,
        "time_precision": float(precision_score(labelled, detected, sample_weight=weight)) if detected.any() else None,
        "tolerance_s": NEAR_S,
        "right_duration_share": float(numpy.mean(right)) if matches else None,
    }
    result |= percentiles("onset_error", [abs(episode[0] - label[0]) for episode, label in matches])
    result |= percentiles("offset_error", [abs(episode[1] - label[1]) for episode, label in matches])
    return result | percentiles("duration_error", [abs(length - label) for length, label in lengths])


@dataclass(frozen=True)
class Recording:
    """What is known of one recording without replaying it."""

    name: str
    split: str
    origin: str
    start: float
    end: float
    labelled_for: tuple[str, ...]
    speeds: tuple[str, ...]


def recording(folder: Path, row: dict[str, str]) -> Recording:
    """Reads what the hours and the kinds of speed rest on."""
    rows = polars.read_csv(folder / "recordings" / f"{row['recording']}.csv", infer_schema=False)
    times = rows["t"].cast(polars.Float64)
    # Rows stand in the order of arrival, and one that came late arrived with those beside it.
    start, end = times[0], times.cum_max()[-1]
    stated = float(row["duration_s"])
    end = max(end, start + min(stated, end - start + MAXIMUM_SILENCE_S))
    note = row.get("note") or ""
    origin = note.split(";")[0].split(" ")[0]
    speeds = ("measured",)
    known = polars.Series([], dtype=polars.Float64)
    if "speed" in rows.columns:
        known = rows["speed"].cast(polars.Float64).drop_nulls()
    measured = known.filter(known >= 0)
    without_position = "lat" not in rows.columns or rows["lat"].null_count() == rows.height
    written = len(measured) >= 3 and measured.n_unique() == 1 and measured[0] > 0 and without_position
    if written or (len(measured) == 0 and row.get("assumed_speed_mps")):
        speeds = ("assumed", "assumed-braked")
    return Recording(
        row["recording"],
        row["split"],
        origin if origin in ("generated", "composed") else "recorded",
        start,
        end,
        tuple(row["labelled_for"].split()),
        speeds,
    )


def tallies(folder: Path, events: polars.DataFrame) -> dict[tuple[str, ...], Tally]:
    """Scores every rule on every recording of a data set."""
    lists = polars.read_csv(folder / "recordings.csv", infer_schema=False)
    labels = polars.read_csv(folder / "labels.csv", infer_schema=False) if (folder / "labels.csv").exists() else None
    groups = {key: part for key, part in events.group_by("recording", "speed", "rule", "detector", maintain_order=True)}
    nothing = events.clear()
    result: dict[tuple[str, ...], Tally] = {}
    for row in lists.with_columns(polars.all().fill_null("")).iter_rows(named=True):
        info = recording(folder, row)
        for detector, rules in RULES.items():
            if detector not in info.labelled_for:
                continue
            wanted: list[Interval] = []
            if labels is not None:
                mine = labels.filter(recording=info.name, detector=detector)
                wanted = sorted((float(start), float(end)) for start, end in mine.select("start", "end").iter_rows())
            for speed in info.speeds:
                if speed == "assumed-braked" and detector != "crash":
                    continue
                for rule in rules:
                    key = (folder.name, info.origin, speed, info.split, detector, rule)
                    tally = result.setdefault(key, Tally())
                    tally.recordings += 1
                    tally.seconds.append(info.end - info.start)
                    mine = groups.get((info.name, speed, rule, detector), nothing)
                    if detector == "crash":
                        add_crashes(tally, mine, wanted)
                    else:
                        add_episodes(tally, mine, wanted, info.end)
    return result


def same(ours: str, theirs: float | None) -> bool:
    """Whether a cell and a figure agree: whole numbers wholly, others in all the digits that a double keeps."""
    if theirs is None or ours == "":
        return theirs is None and ours == ""
    if isinstance(theirs, int):
        return ours == str(theirs)
    left, right = Decimal(ours), Decimal(repr(theirs))
    if left == right:
        return True
    unit = Decimal(10) ** (max(left.copy_abs(), right.copy_abs()).adjusted() - DIGITS + 1)
    return abs(left - right) <= unit


def main() -> None:
    """Checks a run's folder against its data sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the folder with events.csv and scores.csv")
    parser.add_argument("datasets", type=Path, nargs="+", help="the data sets that were scored, as folders")
    arguments = parser.parse_args()
    scores = polars.read_csv(arguments.out / "scores.csv", infer_schema=False)
    types = {"t": polars.Float64, "start": polars.Float64, "durationSec": polars.Float64, "id": polars.Int64}
    events = polars.read_csv(arguments.out / "events.csv", schema_overrides=types, infer_schema=False)
    place = ["dataset", "origin", "speed", "split", "detector", "rule"]
    rows = {tuple(row[column] for column in place): row for row in scores.fill_null("").iter_rows(named=True)}
    expected: dict[tuple[str, ...], Tally] = {}
    for folder in arguments.datasets:
        expected |= tallies(folder, events.filter(dataset=folder.name))
    differences = [f"{key}: no such row in scores.csv" for key in expected.keys() - rows.keys()]
    mine = {folder.name for folder in arguments.datasets}
    differences += [f"{key}: a row for nothing" for key in rows.keys() - expected.keys() if key[0] in mine]
    checked = exact = 0
    for key in [key for key in rows if key in expected]:
        found = figures(key[4], expected[key])
        for column in scores.columns:
            if column in place:
                continue
            cell, figure = rows[key][column], found.get(column)
            checked += 1
            exact += cell == "" or float(cell) == figure
            if not same(cell, figure):
                differences.append(f"{'/'.join(key)} {column}: {cell or 'nothing'}, by public tools {figure}")
    print(
        f"{checked} figures in {len(expected)} rows of {len(mine)} data sets: {len(differences)} differ; {exact} agree bit for bit."
    )
    for difference in differences:
        print(difference, file=sys.stderr)
    if differences or not checked:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
