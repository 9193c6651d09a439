#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the site: make-site.py BUILD OUT

The pages are README.md and docs as they are, the manual pages, and the reports that the commands of docs/gallery.md
write. BUILD has the program; OUT/site is the site, and OUT/pages what it is made from.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def pages():
    """The pages of the source tree, as they are called on the site: "index.md" -> "README.md"."""
    found = {"index.md": "README.md"}
    for directory in ("docs", "docs/tasks"):
        for name in sorted(os.listdir(os.path.join(TOP, directory))):
            if name.endswith(".md"):
                path = os.path.join(directory, name)
                found[os.path.relpath(path, "docs")] = path
    return found


def relink(text, source, name, names):
    """The page with links as they are on the site. What is not on it is named, but no link."""
    copied = ("docs/schema/", "docs/pictures/", "docs/demo/")

    def new(match):
        image, label, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match.group()
        path, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), path))
        there = names.get(path)
        if there is None and (path.startswith(copied) or not os.path.exists(os.path.join(TOP, path))):
            there = os.path.relpath(path, "docs")
        if there is None:
            return f"{label} (`{path}`)"
        there = os.path.relpath(there, os.path.dirname(name) or ".")
        return f"{image}[{label}]({there}{'#' + anchor if anchor else ''})"

    return LINK.sub(new, text)


def from_man(text):
    """A manual page of the program as Markdown: the few requests that it uses."""
    out, code, term = [], False, False

    def plain(line):
        line = line.replace("\\-", "-").replace("\\(aq", "'").replace("\\(bu", "-").replace("\\e", "\\").replace("\\&", "")
        return re.sub(r"\\f[BIRP]", "", line)

    def escaped(line):
        return re.sub(r"([*_<>|`\[\]])", r"\\\1", plain(line))

    for line in text.splitlines():
        request, _, rest = line.partition(" ")
        if request == ".nf":
            code = True
            out.append("\n```sh")
        elif request == ".fi":
            code = False
            out.append("```\n")
        elif request in (".TH", ".RS", ".RE", ".br"):
            continue
        elif code:
            out.append(plain(line))
        elif request in (".SH", ".SS"):
            name = rest.strip('"')
            out.append(f"\n{'##' if request == '.SH' else '###'} {escaped(name.capitalize() if request == '.SH' else name)}\n")
        elif request == ".PP":
            out.append("")
        elif request == ".TP":
            term = True
        elif term:
            out.append(f"\n**`{plain(line.removeprefix('.B '))}`**  ")
            term = False
        else:
            out.append(escaped(re.sub(r"^\.BR? ", "", line)))
    return "\n".join(out)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()


def gallery_commands(text):
    """The commands of the page that write reports."""
    return [line[2:] for line in text.splitlines() if line.startswith("$ fitsched ") and re.search(r"\.html$", line)]


def make_gallery(build, directory, work):
    """Runs them in work, a copy of docs/demo: some write other files, too."""
    shutil.copytree(os.path.join(TOP, "docs", "demo"), work)
    for command in gallery_commands(read("docs/gallery.md")):
        words = shlex.split(command)
        words[0] = os.path.join(build, words[0])
        words[-1] = os.path.join(directory, words[-1])
        done = subprocess.run(words, cwd=work, capture_output=True, text=True, check=False)
        # That a pod found no node (1) is part of the story.
        if done.returncode > 1 or not os.path.exists(words[-1]):
            sys.exit(f"make-site: {command}\n{done.stderr}")


def main(build, out):
    build, out = os.path.abspath(build), os.path.abspath(out)
    site = os.path.join(out, "pages")
    shutil.rmtree(out, ignore_errors=True)
    names = {source: name for name, source in pages().items()}
    for source, name in names.items():
        write(os.path.join(site, name), relink(read(source), source, name, names))
    for directory in ("schema", "pictures", "demo"):
        shutil.copytree(os.path.join(TOP, "docs", directory), os.path.join(site, directory))
    manuals = []
    for name in sorted(os.listdir(os.path.join(TOP, "docs", "man")), key=lambda name: name[:-2]):
        title = name[:-2].replace("-", " ", 1)
        write(os.path.join(site, "man", name[:-2] + ".md"), f"# {title}\n{from_man(read('docs/man/' + name))}\n")
        manuals.append(f"man/{name[:-2]}.md")
    shutil.copy(os.path.join(TOP, "docs", "site", "site.css"), site)
    make_gallery(build, site, os.path.join(out, "work"))
    write(os.path.join(out, "mkdocs.yml"), read("docs/site/mkdocs.yml") + f"- Reference: [{', '.join(manuals)}]\n")
    subprocess.run(["mkdocs", "build", "--strict", "--quiet", "-f", os.path.join(out, "mkdocs.yml")], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
