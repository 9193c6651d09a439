# SPDX-License-Identifier: Apache-2.0
"""Where would a kube-scheduler put these pods, and why?

    import fitsched

    shop = fitsched.load("cluster.json", pods="pods.yaml", policy="policy.json")
    shop.simulate()["summary"]["placed"]
    shop.explain("shop/web-3")["items"][0]["node"]
    shop.simulate(drain="worker-a1").frame()

Every answer is the document that the command of that name prints with -o json
(docs/schema describes them). Options are those of the command line, with "_" for
"-": a flag is True, an option that may be repeated takes a list. Where a file is
expected, a dictionary, a list of objects or bytes may be given instead.
"""
import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._library import Answer, run

if TYPE_CHECKING:
    import pandas

__all__ = ["Answer", "Cluster", "Document", "Error", "InputError", "RemoteError", "UsageError", "ask", "load", "run"]

Source = Union[str, "os.PathLike[str]", bytes, Mapping[str, Any], Sequence[Mapping[str, Any]]]

# The options of load() that say which rules to use; diff() has its own for each side.
_RULES = ("policy", "config", "provider")


class Error(Exception):
    """A question without an answer. The text is the program's, with its hints."""

    def __init__(self, status: int, messages: str) -> None:
        # Notes may come before it.
        notes, found, text = ("\n" + messages).partition("\nfitsched: ")
        super().__init__((text if found else notes).strip())
        self.status = status


class UsageError(Error, ValueError):
    """There is no such verb or option, or it has no such value."""


class InputError(Error, ValueError):
    """A file cannot be read, or does not hold what it should."""


class RemoteError(Error, OSError):
    """An API server or an extender did not answer."""


_ERRORS = {2: UsageError, 3: InputError, 4: RemoteError}


class Document(Dict[str, Any]):
    """An answer: the document of -o json."""

    #: 0: yes; 1: no, such as pods without a node; 4: an extender failed
    status: int
    #: notes and warnings of the program, a line each
    messages: List[str]

    def frame(self, path: str = "items") -> "pandas.DataFrame":
        """The list at path, such as "items" or "summary.nodes", as a pandas DataFrame."""
        try:
            import pandas
        except ImportError as problem:
            raise ImportError("frames need pandas; apt-get install python3-pandas") from problem
        rows: Any = self
        for name in path.split("."):
            rows = rows[name]
        if not isinstance(rows, list):
            raise ValueError(f"{path} is not a list")
        return pandas.json_normalize(rows)


def _words(options: Mapping[str, Any]) -> Tuple[List[str], Dict[str, bytes]]:
    """Options as words of a command line, and the texts that some of them name."""
    words: List[str] = []
    texts: Dict[str, bytes] = {}

    def value_of(name: str, value: Any) -> str:
        if isinstance(value, (str, os.PathLike)):
            return os.fspath(value)
        if isinstance(value, (int, float)):
            return str(value)
        text = f"<{name}{len(texts) or ''}>"
        if isinstance(value, bytes):
            texts[text] = value
        elif isinstance(value, Mapping):
            texts[text] = json.dumps(value).encode()
        else:
            raise TypeError(f"{name}: {type(value).__name__} is neither a file, nor an object, nor bytes")
        return text

    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, (list, tuple)) and value and all(isinstance(item, Mapping) for item in value):
            value = {"apiVersion": "v1", "kind": "List", "items": list(value)}
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(option)
            elif one is not None and one is not False:
                words.append(f"{option}={value_of(name, one)}")
    return words, texts


def ask(verb: str, *operands: str, **options: Any) -> Document:
    """The document that a verb of the program prints with -o json."""
    words, texts = _words(options)
    answer = run([verb, *words, "-o", "json", "--", *operands], texts)
    # "No" has a document; without one, there is no answer.
    if answer.status not in (0, 1, 4) or not answer.output:
        raise _ERRORS.get(answer.status, Error)(answer.status, answer.messages)
    document = Document(json.loads(answer.output))
    document.status = answer.status
    document.messages = answer.messages.splitlines()
    return document


class Cluster:
    """What load() returns: the files of a cluster, and the rules to use."""

    def __init__(self, files: Sequence[Source], options: Mapping[str, Any]) -> None:
        self._options = dict(options)
        self._filename: List[Source] = []
        for source in files:
            # A list of objects is one input; lists among other sources stay apart from it.
            self._filename.append(
                {"apiVersion": "v1", "kind": "List", "items": list(source)}
                if isinstance(source, (list, tuple))
                else source
            )

    def _ask(self, verb: str, *operands: str, **options: Any) -> Document:
        return ask(verb, *operands, **{"filename": self._filename, **self._options, **options})

    def simulate(self, **options: Any) -> Document:
        """Where each pending pod goes: the kind Simulation, or another with until_full and the like."""
        return self._ask("simulate", **options)

    def explain(self, *pods: str, **options: Any) -> Document:
        """Why these pods (NAMESPACE/NAME) go where they go; without any, all pending ones."""
        if not pods:
            options.setdefault("all_pending", True)
        return self._ask("explain", *pods, **options)

    def diff(self, left: Optional[Source] = None, right: Optional[Source] = None, **options: Any) -> Document:
        """Which pods two sets of rules place differently. The left ones are those of load(), unless given."""
        mine = {name: self._options[name] for name in (*_RULES, "release") if name in self._options}
        if left is None and "left_release" not in options:
            left = next((mine[name] for name in _RULES if name in mine), None)
            if "release" in mine:
                options["left_release"] = mine["release"]
        return self._ask("diff", left=left, right=right, **{**dict.fromkeys(mine), **options})


def load(*files: Source, **options: Any) -> Cluster:
    """A cluster to ask about: nodes, pods and so on, from manifests or what kubectl get -o json prints.

    Options are those that every question shares: pods="pods.yaml", and the rules as policy, provider, config and
    release. Files are read when a question is asked.
    """
    return Cluster(files, options)
