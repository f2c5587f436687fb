"""Reads recordings and their truth, and scores orientations as bench-detectors does."""

import csv
import math
import os

import numpy as np


def read(path):
    """The columns of a CSV as arrays, empty cells as NaN; text columns are left out."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    header, rows = rows[0], rows[1:]
    columns = {}
    for index, name in enumerate(header):
        try:
            columns[name] = np.array([float(row[index]) if row[index] else np.nan for row in rows])
        except ValueError:
            continue
    return columns


def names(dataset):
    """The recordings of a data set that are labelled for the heading, with their declination."""
    with open(os.path.join(dataset, "recordings.csv"), newline="") as file:
        for row in csv.DictReader(file):
            if "heading" in row["labelled_for"].split():
                yield row["recording"], float(row.get("declination_deg") or 0)


class Case:
    """One recording with one magnetometer: its readings in order of time, and its truth."""

    def __init__(self, dataset, name, declination, raw):
        stem = os.path.join(dataset, "recordings", name)
        columns = read(stem + ".csv")
        field = read(stem + ".magraw.csv") if raw else columns
        self.dataset = os.path.basename(os.path.normpath(dataset))
        self.name = name
        self.magnetometer = "raw" if raw else "recorded"
        self.declination = declination
        self.streams = [
            self._stream(columns, ("gx", "gy", "gz")),
            self._stream(columns, ("ax", "ay", "az")),
            self._stream(field, ("mx", "my", "mz")),
        ]
        self.truth = read(stem + ".truth.csv")

    @staticmethod
    def _stream(columns, axes):
        there = np.isfinite(columns[axes[0]])
        return columns["t"][there], np.column_stack([columns[axis][there] for axis in axes])

    def interval(self, sensor):
        """The sensor's usual spacing in seconds."""
        return float(np.median(np.diff(self.streams[sensor][0])))

    def events(self):
        """Every reading as (time, sensor, vector), in order of time."""
        merged = [
            (time, sensor, vector)
            for sensor, (times, vectors) in enumerate(self.streams)
            for time, vector in zip(times, vectors)
        ]
        merged.sort(key=lambda event: (event[0], event[1]))
        return merged

    def synchronous(self):
        """Gyroscope times, with the last reading of each other sensor at each of them; from the first complete one on."""
        times, rates = self.streams[0]
        columns = [rates]
        first = 0
        for sensor in (1, 2):
            other, vectors = self.streams[sensor]
            index = np.searchsorted(other, times + 1e-6, side="right") - 1
            first = max(first, int(np.argmax(index >= 0)))
            columns.append(vectors[np.maximum(index, 0)])
        return times[first:], *(column[first:] for column in columns)

    def error(self, times, attitudes):
        """Root mean square of the heading error in degrees; attitudes are w, x, y, z from sensor to east, north, up."""
        truth = self.truth
        index = np.searchsorted(times, truth["t"] + 1e-6, side="right") - 1
        known = index >= 0
        estimate = attitudes[np.maximum(index, 0)]
        if "moving" in truth:
            counts = known & (truth["moving"] == 1) & np.isfinite(truth["qw"])
            w, x, y, z = estimate[counts].T
            tw, tx, ty, tz = (truth[key][counts] for key in ("qw", "qx", "qy", "qz"))
            scalar = w * tw + x * tx + y * ty + z * tz
            vertical = -w * tz - x * ty + y * tx + z * tw
            errors = np.degrees(2 * np.arctan2(np.abs(vertical), np.abs(scalar)))
        else:
            counts = known & (np.abs(truth["axis_elevation_deg"]) <= 60) & np.isfinite(truth["heading_deg"])
            w, x, y, z = estimate[counts].T
            azimuth = np.degrees(np.arctan2(2 * (x * y - w * z), 1 - 2 * (x * x + z * z)))
            turn = azimuth + self.declination - truth["heading_deg"][counts]
            errors = (turn + 180) % 360 - 180
        return math.sqrt(float(np.mean(errors**2)))


def cases(datasets):
    for dataset in datasets:
        for name, declination in names(dataset):
            yield Case(dataset, name, declination, raw=False)
            if os.path.exists(os.path.join(dataset, "recordings", name + ".magraw.csv")):
                yield Case(dataset, name, declination, raw=True)
