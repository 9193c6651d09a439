#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says which links lead nowhere: check-links.py FILE..., where files are Markdown or HTML.

A link leads to a file and, behind "#", to a heading or an id in it. Addresses with a scheme are not followed. A page
that a command of the same page writes with --html exists on the site only.
"""
import html
import os
import re
import sys
import urllib.parse


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def slug(heading):
    """As forges and the site call it: 'Defaults and `--exact`' is defaults-and---exact."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def prose(text):
    """Markdown without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path):
    text = read(path)
    if path.endswith(".html"):
        return set(re.findall(r'\bid="([^"]+)"', text))
    found, times = set(), {}
    for heading in re.findall(r"^#+ (.*)$", prose(text), flags=re.MULTILINE):
        name = slug(heading)
        found.add(name + (f"-{times[name]}" if name in times else ""))
        times[name] = times.get(name, 0) + 1
    return found


def links(path):
    text = read(path)
    if path.endswith(".html"):
        # Without scripts: a page of the program builds its links there.
        text = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
        return [html.unescape(link) for link in re.findall(r'\b(?:href|src)="([^"]+)"', text)]
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose(text)))


def problem(path, link, known):
    if re.match(r"[a-z]+:|//", link):
        return None
    target, _, anchor = link.partition("#")
    target = urllib.parse.unquote(target.partition("?")[0])
    there = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
    if not os.path.exists(there):
        written = path.endswith(".md") and f"--html {target}\n" in read(path)
        return None if written else "no such file"
    if anchor and there.endswith((".md", ".html")):
        if there not in known:
            known[there] = anchors(there)
        if urllib.parse.unquote(anchor) not in known[there]:
            return "no such heading"
    return None


def main(paths):
    known = {}
    n = 0
    for path in paths:
        for link in links(path):
            n += 1
            why = problem(path, link, known)
            if why is not None:
                print(f"{path}: {link}: {why}")
    print(f"{n} links in {len(paths)} files", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
