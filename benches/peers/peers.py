"""Runs the peers over the recordings and prints one table: heading error, and time a sample.

VQF gets each sensor at its own rate and times its C++ core in one batch call; imufusion is called sample by sample from
Python, and ahrs is numpy throughout, which is what they are to a user of Python. All run with their defaults.
"""

import csv
import os
import statistics
import sys
import time
import warnings

import ahrs
import imufusion
import numpy as np
from vqf import VQF

from recordings import cases


def run_vqf(case):
    filter = VQF(*(case.interval(sensor) for sensor in range(3)))
    times, attitudes = [], []
    for now, sensor, vector in case.events():
        if sensor == 0:
            filter.updateGyr(np.ascontiguousarray(vector))
        elif sensor == 1:
            filter.updateAcc(np.ascontiguousarray(vector))
        else:
            filter.updateMag(np.ascontiguousarray(vector))
        times.append(now)
        attitudes.append(filter.getQuat9D())
    return np.array(times), np.array(attitudes), None


def time_vqf(case):
    """Nanoseconds a sample of the C++ core in one batch call, the fastest of seven."""
    _, rates, forces, fields = case.synchronous()
    arrays = [np.ascontiguousarray(array) for array in (rates, forces, fields)]
    fastest = float("inf")
    for _ in range(7):
        filter = VQF(case.interval(0))
        start = time.perf_counter_ns()
        filter.updateBatch(*arrays)
        fastest = min(fastest, (time.perf_counter_ns() - start) / len(rates))
    return fastest


def run_imufusion(case):
    times, rates, forces, fields = case.synchronous()
    filter = imufusion.Ahrs()
    settings = imufusion.AhrsSettings()
    settings.convention = imufusion.CONVENTION_ENU
    settings.sample_rate = 1 / case.interval(0)
    filter.set_settings(settings)
    rates, forces = np.degrees(rates), forces / 9.80665
    attitudes = np.empty((len(times), 4))
    intervals = np.diff(times, prepend=times[0] - case.interval(0))
    start = time.perf_counter_ns()
    for index in range(len(times)):
        filter.set_sample_period(float(intervals[index]))
        filter.update(rates[index], forces[index], fields[index])
        attitudes[index] = filter.get_quaternion()
    return times, attitudes, (time.perf_counter_ns() - start) / len(times)


def from_north_west(quaternions):
    """Attitudes against north, west, up turned into ones against east, north, up."""
    half = np.sqrt(0.5)
    w, x, y, z = quaternions.T
    # A quarter turn anticlockwise about the vertical, in front.
    return np.column_stack([half * (w - z), half * (x - y), half * (x + y), half * (w + z)])


def run_ahrs(kind):
    def run(case):
        times, rates, forces, fields = case.synchronous()
        rate = 1 / case.interval(0)
        start = time.perf_counter_ns()
        if kind == "EKF":
            # Its reference points down, so it takes gravity rather than specific force; 65° is about the dip of both places.
            filter = ahrs.filters.EKF(
                gyr=rates, acc=-forces, mag=fields, frequency=rate, frame="ENU", magnetic_ref=65.0
            )
            attitudes = filter.Q
        else:
            filter = getattr(ahrs.filters, kind)(gyr=rates, acc=forces, mag=fields, frequency=rate)
            attitudes = filter.Q if kind == "Mahony" else from_north_west(filter.Q)
        return times, attitudes, (time.perf_counter_ns() - start) / len(times)

    return run


PEERS = {
    "VQF": run_vqf,
    "imufusion": run_imufusion,
    "ahrs Madgwick": run_ahrs("Madgwick"),
    "ahrs Mahony": run_ahrs("Mahony"),
    "ahrs EKF": run_ahrs("EKF"),
}


def ours(out):
    """Our errors from heading.csv, and our times."""
    errors, times = {}, {}
    with open(os.path.join(out, "heading.csv"), newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] == "recording":
                errors[row["dataset"], row["recording"], row["magnetometer"]] = float(row["rms_deg"])
    with open(os.path.join(out, "ours-time.csv"), newline="") as file:
        for name, _, nanoseconds in csv.reader(file):
            dataset, recording, *raw = name.split("/")
            times[dataset, recording, "raw" if raw else "recorded"] = float(nanoseconds)
    return errors, times


def main():
    warnings.filterwarnings("ignore")
    out, datasets = sys.argv[1], sys.argv[2:]
    errors, times = ours(out)
    header = ["dataset", "recording", "magnetometer", "ours"] + list(PEERS)
    rows, nanoseconds = [], {name: [] for name in ["ours"] + list(PEERS)}
    for case in cases(datasets):
        key = case.dataset, case.name, case.magnetometer
        row = [errors[key]]
        nanoseconds["ours"].append(times[key])
        for name, run in PEERS.items():
            try:
                instants, attitudes, taken = run(case)
                row.append(case.error(instants, attitudes))
                nanoseconds[name].append(time_vqf(case) if name == "VQF" else taken)
            except Exception as problem:
                print(f"{name} on {case.name}: {problem}", file=sys.stderr)
                row.append(float("nan"))
        rows.append((key, row))

    with open(os.path.join(out, "peers.csv"), "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for key, row in rows:
            writer.writerow([*key] + [f"{value:.3f}" for value in row])
        writer.writerow(
            ["", "nanoseconds a sample", ""]
            + [f"{statistics.median(nanoseconds[name]):.0f}" for name in header[3:]]
        )

    width = max(len(key[1]) for key, _ in rows) + 2
    print("heading error, RMS in degrees".ljust(width + 10) + "".join(name.rjust(15) for name in header[3:]))
    groups = {}
    for key, row in rows:
        groups.setdefault((key[0], key[2]), []).append(row)
        print(key[1].ljust(width) + key[2].ljust(10) + "".join(f"{value:15.2f}" for value in row))
    for (dataset, magnetometer), members in groups.items():
        for label, sum_up in (("mean", np.nanmean), ("median", np.nanmedian)):
            print(
                f"{label} of {dataset}".ljust(width)
                + magnetometer.ljust(10)
                + "".join(f"{value:15.2f}" for value in sum_up(np.array(members), axis=0))
            )
    print(
        "nanoseconds a sample, median".ljust(width + 10)
        + "".join(f"{statistics.median(nanoseconds[name]):15.0f}" for name in header[3:])
    )
    print("A sample is a reading of the gyroscope with what came of the other sensors. Ours and VQF: compiled, in memory.")


if __name__ == "__main__":
    main()
