"""Refuses notebooks that were saved with what belongs to one run on one machine: output, counts, absolute paths."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ABSOLUTE = re.compile(r"""(?:^|["'\s=(])(?:/(?:home|Users|root|tmp|work|mnt|opt|var)/|[A-Za-z]:\\\\)""")


def problems(path: Path) -> list[str]:
    """What is wrong with one notebook."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    found = []
    for place, cell in enumerate(notebook["cells"]):
        where = f"{path}: cell {place}"
        if cell.get("outputs"):
            found.append(f"{where} holds output")
        if cell.get("execution_count") is not None:
            found.append(f"{where} holds an execution count")
        if ABSOLUTE.search("".join(cell["source"])):
            found.append(f"{where} names an absolute path")
        if cell.get("attachments") or cell["metadata"]:
            found.append(f"{where} holds attachments or metadata")
    if set(notebook["metadata"]) - {"kernelspec", "language_info"}:
        found.append(f"{path}: the notebook's metadata says more than its language")
    return found


def main() -> None:
    """Checks all notebooks of a folder."""
    paths = sorted(Path(sys.argv[1]).glob("*.ipynb"))
    found = [problem for path in paths for problem in problems(path)]
    if found or not paths:
        raise SystemExit("\n".join(found) or f"no notebooks in {sys.argv[1]}")
    print(f"{len(paths)} notebooks without output, counts and absolute paths.")


if __name__ == "__main__":
    main()
