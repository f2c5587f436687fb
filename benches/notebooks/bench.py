"""What the notebooks share: calls of `bench-detectors`, whose CSV files are all that they read, and the looks of plots.

Environment variables, all set by `run`: `BENCH_DETECTORS`, the program; `NOTEBOOK_OUT`, the folder for its files;
`NOTEBOOK_SMALL`, set where a coarse grid is enough.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
import polars

ROOT = Path(__file__).resolve().parents[2]
"""The package's folder."""

SMALL = bool(os.environ.get("NOTEBOOK_SMALL"))
"""Whether coarse grids are enough: the notebook is only shown to work."""

OURS, CHOSEN, OTHER, BAD = "#1f5fa8", "#c2570c", "#8a8f98", "#b3261e"
"""Colours: our rule as it is, the configuration that was chosen, what stands beside them, what must not happen."""

COUNTS = {
    "configuration",
    "recordings",
    "labels",
    "found",
    "missed",
    "false_alarms",
    "unsettled",
    "split_labels",
    "merged_episodes",
    "id",
}
"""The columns that count things."""

Fields = dict[str, float]
"""Fields of a configuration by name, sections and fields with a point between: `crashDetection.impactThreshold`."""


def style() -> None:
    """Sets the looks of plots."""
    polars.Config.set_tbl_hide_dataframe_shape(True).set_tbl_hide_column_data_types(True).set_tbl_rows(60)
    polars.Config.set_fmt_str_lengths(60).set_tbl_cols(20).set_float_precision(3)
    plt.rcParams.update(
        {
            "figure.dpi": 110,
            "figure.constrained_layout.use": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#e3e6ea",
            "axes.axisbelow": True,
            "font.size": 10,
            "axes.titlesize": 11,
            "axes.titlelocation": "left",
            "legend.frameon": False,
        }
    )


def call(*arguments: str) -> str:
    """Runs `bench-detectors` and gives its standard output; what it complains about is raised."""
    program = os.environ.get("BENCH_DETECTORS") or str(ROOT / ".build/release/bench-detectors")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def out(name: str) -> Path:
    """A folder of the notebook's own for files of one kind."""
    folder = Path(os.environ.get("NOTEBOOK_OUT") or ROOT / "benches/notebooks/out/data") / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def configuration(fields: Fields) -> str:
    """Some fields as a configuration in JSON."""
    result: dict = {}
    for name, value in fields.items():
        *sections, field = name.split(".")
        place = result
        for section in sections:
            place = place.setdefault(section, {})
        place[field] = int(value) if value == int(value) else value
    return json.dumps(result)


def run(name: str, datasets: list[Path], detector: str, split: str, fields: Fields | None = None) -> Path:
    """Scores data sets and gives the folder of the files that `bench-detectors run` wrote."""
    folder = out(name)
    (folder / "configuration.json").write_text(configuration(fields or {}), encoding="utf-8")
    sets = [word for dataset in datasets for word in ("--datasets", str(dataset))]
    options = ["--detector", detector, "--split", split, "--config", str(folder / "configuration.json")]
    call("run", *sets, *options, "--out", str(folder))
    return folder


def read(path: Path) -> polars.DataFrame:
    """Reads a table of the bench, in which an empty cell means that there is no value."""
    table = polars.read_csv(path, infer_schema_length=None)
    # What a column holds must not hang on which values it happens to hold: a share of 1 is no whole number, and a column
    # without any value no text.
    numbers = [
        name
        for name, kind in table.schema.items()
        if (kind.is_integer() and name not in COUNTS) or table[name].null_count() == table.height > 0
    ]
    return table.with_columns(polars.col(numbers).cast(polars.Float64))


def sweep(
    name: str, datasets: list[Path], values: dict[str, Iterable[float]], confirm: int | None = None
) -> polars.DataFrame:
    """Scores the train split with every combination of some fields' values, and gives `sweep.csv`.

    With `confirm`, the number of one of the configurations, it gives `confirm.csv`: that one and the defaults, on train and
    on test.
    """
    folder = out(name)
    sets = [word for dataset in datasets for word in ("--datasets", str(dataset))]
    fields = [
        word for field, list_ in values.items() for word in ("--set", f"{field}={','.join(map(format_value, list_))}")
    ]
    chosen = [] if confirm is None else ["--confirm", str(confirm)]
    call("sweep", *sets, *fields, *chosen, "--out", str(folder))
    return read(folder / ("sweep.csv" if confirm is None else "confirm.csv"))


def format_value(value: float) -> str:
    """A number as the command line takes it."""
    return f"{value:.9g}"


def headings(name: str, datasets: list[Path], split: str, points: list[Fields]) -> polars.DataFrame:
    """Scores the heading with each of some configurations, recording by recording.

    The columns: `configuration` (a number, by the order of `points`), one for each field, then those of `heading.csv`.
    """
    names = list(dict.fromkeys(field for point in points for field in point))

    def scores(place: int) -> polars.DataFrame:
        point = points[place]
        rows = read(run(f"{name}/{place}", datasets, "heading", split, point) / "heading.csv")
        return rows.select(
            polars.lit(place).alias("configuration"),
            *[polars.lit(point.get(field), dtype=polars.Float64).alias(field) for field in names],
            polars.all(),
        )

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return polars.concat(pool.map(scores, range(len(points))), how="vertical_relaxed")
