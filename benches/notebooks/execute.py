"""Executes notebooks and writes an executed copy and a page of HTML of each; the first error ends it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter

LONGEST_CELL_S = 1800
"""A cell that takes longer is taken to hang."""


def main() -> None:
    """Executes the named notebooks into a folder."""
    here, out, *names = (Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
    for name in names:
        notebook = nbformat.read(here / f"{name}.ipynb", as_version=4)
        os.environ["NOTEBOOK_OUT"] = str(out / "data" / name)
        NotebookClient(notebook, timeout=LONGEST_CELL_S, resources={"metadata": {"path": str(here)}}).execute()
        (out / f"{name}.ipynb").write_text(nbformat.writes(notebook), encoding="utf-8")
        page, _ = HTMLExporter().from_notebook_node(notebook)
        # The template's scripts are for formulas, diagrams and widgets, come from the network, and have nothing to do here:
        # without them the page is whole offline.
        page = re.sub(r"<script\b.*?</script>", "", page, flags=re.DOTALL)
        (out / f"{name}.html").write_text(page, encoding="utf-8")
        print(f"{name}: executed; {out / name}.html")


if __name__ == "__main__":
    main()
