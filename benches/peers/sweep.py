"""Chooses the defaults of the heading estimator, and shows how sharply they were chosen.

    sweep.py search SECONDS SEED DATASET…   random search from the present defaults; prints every improvement
    sweep.py around FILE DATASET…           each setting alone, halved and doubled; writes FILE
    sweep.py halves SECONDS DATASET…        the search on either half of the recordings, scored on the other

The objective weighs, over the recordings: the mean error, how much worse than VQF any recording of BROAD is, the errors on
phones, and how far the published accuracy falls short of covering 72 % and, doubled, 96 % of the time.
"""

import csv
import json
import os
import subprocess
import sys
import time

import numpy as np

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

# RMS heading error of VQF 2.1.2 with its defaults, in degrees: the bar for each recording of BROAD.
VQF = {
    "01": 1.93, "03": 1.93, "05": 0.91, "06": 4.09, "08": 3.14, "10": 1.76, "12": 1.33, "15": 2.12,
    "18": 0.51, "24": 1.45, "26": 1.85, "28": 4.31, "30": 0.98, "32": 7.84, "34": 3.33, "36": 2.65,
}

DEFAULTS = {
    "gravityTauSec": 1.5, "initialBiasErrorDegPerSec": 6, "biasWalkDegPerSecPerRootSec": 0.002,
    "tiltRateNoise": 3.5, "restRateNoise": 0.03, "fieldNoise": 16, "restFieldNoiseFactor": 15,
    "initialFieldError": 22, "fieldStartSec": 0.7, "headingWalkDegPerRootSec": 2, "fieldWalk": 0.8,
    "initialHardIronError": 1, "hardIronWalk": 0.004, "normTolerance": 0.06, "dipToleranceDeg": 4,
    "realignmentErrorDeg": 15, "accuracyScale": 0.45, "departureScale": 1.3, "departureTauSec": 1.3,
    "minimumAccuracyDeg": 1.5, "calibration.minimumSphereCoverage": 0.2,
    "calibration.minimumEllipsoidCoverage": 0.45, "calibration.maximumResidual": 0.06,
    "calibration.maximumResidualRatio": 0.75,
}

# Where the search of `halves` starts: what the papers and the data sheets suggest, before any tuning.
UNTUNED = DEFAULTS | {
    "gravityTauSec": 3, "initialBiasErrorDegPerSec": 3, "biasWalkDegPerSecPerRootSec": 0.01,
    "tiltRateNoise": 1, "restRateNoise": 0.05, "fieldNoise": 5, "restFieldNoiseFactor": 1,
    "initialFieldError": 10, "fieldStartSec": 2, "headingWalkDegPerRootSec": 0.5, "fieldWalk": 0.2,
    "initialHardIronError": 5, "hardIronWalk": 0.02, "normTolerance": 0.1, "dipToleranceDeg": 10,
    "realignmentErrorDeg": 20, "accuracyScale": 0.5, "departureScale": 0.5, "departureTauSec": 5,
    "minimumAccuracyDeg": 2, "calibration.minimumSphereCoverage": 0.1,
    "calibration.minimumEllipsoidCoverage": 0.4, "calibration.maximumResidualRatio": 0.5,
}

# Bounds that keep the search from settings that make sense on these recordings only.
BOUNDS = {
    "initialBiasErrorDegPerSec": (1, 6), "biasWalkDegPerSecPerRootSec": (0.001, 1),
    "initialHardIronError": (1, 20), "hardIronWalk": (0.003, 1), "fieldStartSec": (0.2, 10),
    "restFieldNoiseFactor": (1, 100), "initialFieldError": (2, 60), "departureTauSec": (1, 30),
    "minimumAccuracyDeg": (1, 6), "gravityTauSec": (1, 4), "normTolerance": (0.01, 0.2),
    "dipToleranceDeg": (1, 20), "calibration.minimumSphereCoverage": (0.1, 0.4),
    "calibration.minimumEllipsoidCoverage": (0.2, 0.7), "calibration.maximumResidual": (0.03, 0.07),
    "calibration.maximumResidualRatio": (0.4, 0.75),
}


class Estimator:
    """heading-peers, fed with settings line by line."""

    def __init__(self, datasets):
        binaries = subprocess.check_output(
            ["swift", "build", "-c", "release", "--show-bin-path"], cwd=ROOT, text=True
        ).strip()
        self.process = subprocess.Popen(
            [os.path.join(binaries, "heading-peers"), "sweep", *datasets],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        names = [name.split("/") for name in self.process.stdout.readline().strip().split(",")]
        self.names = names
        self.vqf = np.array([VQF.get(name[1][:2], np.nan) if len(name) == 2 else np.nan for name in names])
        self.is_board = np.isfinite(self.vqf)
        self.is_raw = np.array([name[-1] == "raw" for name in names])

    def results(self, settings):
        """Rows of RMS, share within, share within twice, mean accuracy, invalid share; None for settings out of bounds."""
        nested = {}
        for key, value in settings.items():
            section, _, field = key.rpartition(".")
            (nested.setdefault(section, {}) if section else nested)[field] = value
        self.process.stdin.write(json.dumps(nested) + "\n")
        self.process.stdin.flush()
        rows = json.loads(self.process.stdout.readline())
        return None if rows is None else np.array(rows, dtype=float)

    def objective(self, results, counts):
        board, phones = results[self.is_board & counts], results[~self.is_board & counts]
        excess = (results[:, 0] - self.vqf)[self.is_board & counts] - 0.1
        total = board[:, 0].mean() + 0.6 * np.maximum(0, excess).sum()
        total += 0.03 * np.minimum(phones[:, 0], 60).mean()
        for raw in (False, True):
            total += 0.02 * np.median(results[~self.is_board & counts & (self.is_raw == raw), 0])
        for group in (board, phones):
            total += 2 * max(0, 0.72 - group[:, 1].mean()) + 4 * max(0, 0.96 - group[:, 2].mean())
        return total + 0.04 * board[:, 3].mean() + 0.01 * phones[:, 3].mean() + results[counts, 4].mean()


def search(estimator, start, seconds, seed, counts):
    random = np.random.default_rng(seed)
    best, results = dict(start), estimator.results(start)
    least, begin = estimator.objective(results, counts), time.time()
    while (gone := (time.time() - begin) / seconds) < 1:
        tried = dict(best)
        for key in random.choice(list(best), size=random.integers(1, 5), replace=False):
            tried[key] *= float(np.exp((0.15 + 0.5 * (1 - gone)) * random.normal()))
            low, high = BOUNDS.get(key, (0, np.inf))
            tried[key] = min(max(tried[key], low), high)
        found = estimator.results(tried)
        if found is None:
            continue
        value = estimator.objective(found, counts)
        if np.isfinite(value) and value < least:
            least, best, results = value, tried, found
            print(f"{value:.4f} {json.dumps({k: float(f'{v:.4g}') for k, v in best.items()})}", flush=True)
    return best, results


def summary(estimator, results, counts):
    board, phones = estimator.is_board & counts, ~estimator.is_board & counts
    worst = np.max((results[:, 0] - estimator.vqf)[board])
    calibrated, raw = (results[phones & (estimator.is_raw == kind), 0] for kind in (False, True))
    return {
        "broad_mean_rms_deg": results[board, 0].mean(),
        "broad_vqf_mean_rms_deg": estimator.vqf[board].mean(),
        "broad_worst_against_vqf_deg": worst,
        "broad_within": results[board, 1].mean(),
        "broad_within_twice": results[board, 2].mean(),
        "phones_calibrated_median_rms_deg": np.median(calibrated),
        "phones_raw_median_rms_deg": np.median(raw),
        "phones_within": results[phones, 1].mean(),
        "phones_within_twice": results[phones, 2].mean(),
    }


def around(estimator, path):
    every = np.ones(len(estimator.names), bool)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        base = summary(estimator, estimator.results(DEFAULTS), every)
        writer.writerow(["setting", "value", *base])
        writer.writerow(["(defaults)", "", *(f"{value:.3f}" for value in base.values())])
        for key, value in DEFAULTS.items():
            for factor in (0.5, 0.8, 1.25, 2):
                # The ratio of two scatters is at most one.
                if key.endswith("Ratio") and value * factor > 1:
                    continue
                results = estimator.results(DEFAULTS | {key: value * factor})
                figures = summary(estimator, results, every).values()
                writer.writerow([key, f"{value * factor:.4g}", *(f"{figure:.3f}" for figure in figures)])


def halves(estimator, seconds):
    places = np.zeros(len(estimator.names), int)
    for group in (estimator.is_board, ~estimator.is_board & ~estimator.is_raw, estimator.is_raw):
        places[group] = np.arange(group.sum())
    for half in (0, 1):
        tuned = places % 2 == half
        _, results = search(estimator, UNTUNED, seconds, 100 + half, tuned)
        for label, counts in (("tuned on", tuned), ("held out", ~tuned)):
            figures = summary(estimator, results, counts)
            print(f"half {half}, {label}: " + ", ".join(f"{k} {v:.3f}" for k, v in figures.items()), flush=True)


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "search":
        estimator = Estimator(arguments[2:])
        every = np.ones(len(estimator.names), bool)
        _, results = search(estimator, DEFAULTS, float(arguments[0]), int(arguments[1]), every)
        print(summary(estimator, results, every))
    elif command == "around":
        around(Estimator(arguments[1:]), arguments[0])
    elif command == "halves":
        halves(Estimator(arguments[1:]), float(arguments[0]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
