#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How full are the nodes once all pending pods are placed, and how full if one is drained?

    plot-fill.py PICTURE POLICY NODE FILE...
"""
import sys

import fitsched
import matplotlib
import pandas

matplotlib.use("Agg")


def main(picture: str, policy: str, node: str, *files: str) -> None:
    cluster = fitsched.load(*files, policy=policy)
    answers = {"as it is": cluster.simulate(), f"without {node}": cluster.simulate(drain=node)}

    fill = {title: answer.frame("summary.nodes").set_index("name")["cpuPercent"] for title, answer in answers.items()}
    axes = pandas.DataFrame(fill).plot.bar(figsize=(8, 4), rot=0, xlabel="", ylabel="CPU requested, %")
    axes.figure.savefig(picture, bbox_inches="tight")

    for title, answer in answers.items():
        print(f"{title}: {answer['summary']['placed']} of {answer['summary']['pods']} pods placed")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
