"""The small data set that the page of the test is made from: some shipped recordings, and one with hostile words."""

import csv
import shutil
from pathlib import Path

TAKEN = {
    "generated-crash": ["train-frontal_mount-1", "test-rollover-1", "train-pothole-1", "test-phone_drop-1"],
    "generated-distraction": ["train-type-2", "test-take_off_mount-1", "test-swipe-2", "train-pick_up_and_read-1"],
}

# Copies of a crash and of a pothole that are labelled wrongly on purpose: one must be a false alarm, one missed.
UNLABELLED, INVENTED = "crash-without-label", "label-without-crash"

# Everything that could end a string, a cell, an element or a script.
HOSTILE_NAME = "odd <img src=x onerror=alert(1)> & \"quote\", 'q'"
HOSTILE_NOTE = "generated </script><script>alert(2)</script><!-- ]]> \u2028 \\u003c {{}}"


def write_rows(path: Path, rows: list[dict[str, str]]) -> None:
    """Writes rows as the CSV files of a data set have them."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_rows(path: Path) -> list[dict[str, str]]:
    """Reads the rows of a CSV file by the names of their columns."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def make_small_sets(shipped: Path, out: Path) -> None:
    """Copies what is taken of each shipped set; to the crashes come copies that the page must be good for, too."""
    for dataset, names in TAKEN.items():
        source, target = shipped / dataset, out / dataset
        (target / "recordings").mkdir(parents=True)
        listed = {row["recording"]: {**row, "assumed_speed_mps": ""} for row in read_rows(source / "recordings.csv")}
        infos = [listed[name] for name in names]
        labels = [row for row in read_rows(source / "labels.csv") if row["recording"] in names]
        for name in names:
            shutil.copy(source / "recordings" / f"{name}.csv", target / "recordings")
        if dataset == "generated-crash":
            add_copies(target, infos, labels)
        write_rows(target / "recordings.csv", infos)
        write_rows(target / "labels.csv", labels)


def add_copies(target: Path, infos: list[dict[str, str]], labels: list[dict[str, str]]) -> None:
    """Adds copies of a crash and of a pothole with hostile words, with wrong labels, and without a speed."""
    crash, _, pothole, _ = infos
    label = next(row for row in labels if row["recording"] == crash["recording"])
    recordings = target / "recordings"
    for name in (HOSTILE_NAME, UNLABELLED):
        shutil.copy(recordings / f"{crash['recording']}.csv", recordings / f"{name}.csv")
    shutil.copy(recordings / f"{pothole['recording']}.csv", recordings / f"{INVENTED}.csv")
    write_without_speed(recordings / f"{crash['recording']}.csv", recordings / "no-speed.csv")
    infos.append({**crash, "recording": HOSTILE_NAME, "note": HOSTILE_NOTE, "device": "<b>phone</b>"})
    infos.append({**crash, "recording": UNLABELLED})
    infos.append({**pothole, "recording": INVENTED})
    infos.append({**crash, "recording": "no-speed", "assumed_speed_mps": "20"})
    labels.append({**label, "recording": HOSTILE_NAME, "note": HOSTILE_NOTE})
    labels.append({**label, "recording": INVENTED, "start": "2", "end": "2.1"})
    labels.append({**label, "recording": "no-speed"})


def write_without_speed(source: Path, target: Path) -> None:
    """Copies a recording without its fixes, so that a speed has to be assumed."""
    dropped = {"speed", "lat", "lon", "accuracy"}
    rows = [{key: value for key, value in row.items() if key not in dropped} for row in read_rows(source)]
    write_rows(target, rows)
