"""Makes the functions, the records and the evaluations of the package from the registry.

A test compares what this makes with the files of the package; ``RECTO_BLESS=1`` writes them.
"""

from __future__ import annotations

import ast
import json
import keyword
import textwrap
from typing import Any

from recto import _recto

HEADER = '"""{}\n\nMade by tools/generate.py from the registry; do not edit.\n"""\n\n'

#: Python's type of a field, by its kind.
TYPES = {
    "switch": "bool",
    "count": "int | None",
    "number": "float | None",
    "text": "str | None",
    "method": "str",
    "choice": "str | None",
    "notation": "int | float | str | tuple[int, int] | None",
    "list": "str | Sequence[str] | Mapping[str, float] | None",
    "file": "Contents | None",
    "number_or_file": "float | Contents | None",
    "name_or_file": "str | Contents | None",
    "label_field": "str | Sequence[str | None] | None",
    "documents": "Texts | None",
    "documents_or_file": "Texts | None",
    "folder": "Path | None",
    "output_file": "Path | None",
    "output_folder": "Path | None",
}

#: Keywords that all functions share: how files are read, then the run.
READING = [
    ("lang", "str | None", "Code of the language, such as ``'en'``; detected if None."),
    ("input_format", "str | None", "Format of files; by their endings if None."),
    ("text_field", "str", "Column or key with the text."),
    ("id_field", "str", "Column or key with the id."),
    ("time_field", "str", "Column or key with the time."),
    ("label_field", "str | None", "Column or key with the label; ``label`` or ``labels`` if None."),
    ("json_path", "str | None", "Where the documents are in a JSON file."),
    ("keep_all", "bool", "Read licences, page numbers and shared notices in files as text, too."),
    ("by_thread", "bool", "Make one document of each thread of a mailbox."),
    ("encoding", "str | None", "Encoding of files; detected if None."),
    ("max_file_bytes", "int | None", "Largest file that is read."),
    ("max_line_bytes", "int | None", "Longest line that is read."),
    ("max_token_bytes", "int | None", "Longest word that is read."),
    ("max_archive_files", "int | None", "Most files of an archive that are read."),
    ("max_archive_depth", "int | None", "Archives inside archives that are opened, at most."),
    ("max_archive_ratio", "int | None", "Most times its packed size that a file may have."),
]
MESSAGES = [
    ("strict", "bool", "Raise if a line is no message, instead of counting such lines."),
    ("time_zone", "str | None", "Zone of times that name none, such as ``'Europe/Lisbon'``."),
]
RUN = [
    ("seed", "int", "Every random draw derives from it."),
    ("threads", "int | None", "Number of threads, which changes no result; one a core if None."),
    (
        "progress",
        "bool | Report",
        "Show progress, or a function that is called with stage, steps done, steps in all and "
        "objective.",
    ),
]
DEFAULTS = {
    "bool": "False",
    "str": None,
    "int": "0",
    "bool | Report": "False",
}
USUAL = {"text_field": "text", "id_field": "id", "time_field": "time"}

#: The first arguments of a function, by what it is asked about.
SUBJECTS = {
    "documents": [
        ("texts", "Texts", "A str, a list of them, a mapping of id to text, a Series or an array, "
         "a table with a text column, or a ``pathlib.Path`` of a file or folder."),
    ],
    "groups": [
        ("groups", "Mapping[str, Texts]", "The groups by their names, each as ``texts`` of "
         ":func:`segment`."),
    ],
    "pairs": [
        ("document", "Texts", "The source: a str, or several as ``texts`` of :func:`segment`."),
        ("summary", "Texts | None", "Its summary, or as many. None if ``document`` is a list of "
         "pairs, or the path of a file of pairs."),
    ],
    "messages": [
        ("messages", "Texts", "Messages: a table or a list of dicts with text and time, or texts "
         "with ``times`` beside, or a ``pathlib.Path`` of JSON lines, CSV or mail."),
        ("times", "Sequence[object] | None", "When each of the texts was written."),
    ],
}


def registry() -> Any:
    return json.loads(_recto.registry())


def made() -> dict[str, str]:
    """The generated files, by their names in the package."""
    known = registry()
    return {
        "_records.py": records(known),
        "_functions.py": functions(known),
        "evaluate.py": evaluations(known),
    }


def named(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


# Functions.


def parameter(field: dict[str, Any]) -> tuple[str, str, str, str]:
    """Name, type, default and help of a field."""
    default = field["default"]
    if field["kind"] == "switch":
        default = False
    kind = TYPES[field["kind"]]
    if default is not None:
        kind = kind.removesuffix(" | None")
    text = field["help"].strip() + "."
    if field.get("choices"):
        text += " One of " + ", ".join(f"``{name!r}``" for name in field["choices"]) + "."
    if field["otherwise"]:
        text += f" If None: {field['otherwise']}."
    if field["excludes"]:
        text += " Not together with " + ", ".join(f"``{name}``" for name in field["excludes"]) + "."
    return named(field["name"]), kind, quoted(default), text


def shared(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str, str]]:
    def default(name: str, kind: str) -> str:
        return quoted(USUAL[name]) if name in USUAL else DEFAULTS.get(kind) or "None"

    return [(name, kind, default(name, kind), text) for name, kind, text in rows]


def fields_of(about: dict[str, Any]) -> list[dict[str, Any]]:
    """Its fields; a form of output is a method of the result instead."""
    return [field for field in about["fields"] if field["kind"] != "form"]


def docstring(summary: str, first: list[Any], rest: list[Any], more: list[str]) -> str:
    lines = [summary + ".", "", "Parameters", "----------"]
    for name, kind, text in first:
        lines += [f"{name} : {kind}", *textwrap.wrap(text, 88, initial_indent="    ",
                  subsequent_indent="    ")]
    for name, kind, default, text in rest:
        shown = f"{name} : {kind}, default {default}"
        lines += [shown, *textwrap.wrap(text, 88, initial_indent="    ", subsequent_indent="    ")]
    lines += more
    body = "\n".join(f"    {line}".rstrip() for line in lines)
    return f'    """{body.strip()}\n    """\n'


def methods_of(about: dict[str, Any]) -> list[str]:
    if len(about["methods"]) < 2:
        return []
    rows = [f"{row['name']} : {row['summary']}" for row in about["methods"]]
    lines = ["", "Notes", "-----", "Methods:", ""]
    for row in rows:
        lines += textwrap.wrap(row, 88, initial_indent="- ", subsequent_indent="  ")
    return lines


def kinds_of(about: dict[str, Any]) -> dict[str, Any]:
    def more(field: dict[str, Any]) -> Any:
        return field.get("choices") or field.get("ending") or field.get("files")

    return {field["name"]: (field["kind"], more(field)) for field in fields_of(about)}


def functions(known: Any) -> str:
    out = [HEADER.format("The functions of the package, one a capability.")]
    out.append(
        "from __future__ import annotations\n\n"
        "from collections.abc import Mapping, Sequence\n\n"
        "from ._ask import ask\n"
        "from ._keywords import Kind\n"
        "from ._progress import Report\n"
        "from ._records import (\n"
    )
    names = sorted(f"{class_name(row['name'])}Result" for row in known["capabilities"])
    out.append("".join(f"    {name},\n" for name in names) + ")\n")
    out.append("from ._types import Contents, Path, Texts\n\n__all__ = [\n")
    out.append("".join(f'    "{row["name"]}",\n' for row in known["capabilities"]) + "]\n")
    for row in known["capabilities"]:
        out.append(function(row))
    return "".join(out)


def function(row: dict[str, Any]) -> str:
    first = SUBJECTS[row["subject"]]
    rest = [parameter(field) for field in fields_of(row)]
    taken = {name for name, *_ in rest}
    reading = READING + (MESSAGES if row["subject"] == "messages" else [])
    rest += shared([one for one in reading if one[0] not in taken]) + shared(RUN)
    result = f"{class_name(row['name'])}Result"
    lines = [f"\n\ndef {row['name']}(\n"]
    for at, (name, kind, _) in enumerate(first):
        lines.append(f"    {name}: {kind}{' = None' if at else ''},\n")
    lines.append("    *,\n")
    lines += [f"    {name}: {kind} = {default},\n" for name, kind, default, _ in rest]
    lines.append(f") -> {result}:\n")
    lines.append(docstring(row["summary"], first, rest, methods_of(row)))
    constant = row["name"].upper()
    call = f'ask({result}, "{row["name"]}", "{row["subject"]}", _{constant}, _{constant}_USUAL, dict(locals()))'
    lines.append(f"    return {call}\n")
    usual = {name: json_default(default) for name, _, default, _ in rest}
    lines.append(f"\n\n_{constant}: dict[str, Kind] = {pretty(kinds_of(row))}\n")
    lines.append(f"_{constant}_USUAL: dict[str, object] = {pretty(usual)}\n")
    return "".join(lines)


def json_default(text: str) -> Any:
    return ast.literal_eval(text)


def pretty(table: dict[str, Any]) -> str:
    rows = (f"    {quoted(key)}: {quoted(value)},\n" for key, value in table.items())
    return "{\n" + "".join(rows) + "}"


def quoted(value: Any) -> str:
    """A literal, with the quotation marks that formatters choose."""
    return repr(value).replace("'", '"')


# Evaluations.


def evaluations(known: Any) -> str:
    out = [HEADER.format("How good an answer is, beside what trivial answers reach.")]
    out.append(
        "from __future__ import annotations\n\n"
        "from collections.abc import Mapping, Sequence\n\n"
        "from ._ask import evaluate as _evaluate\n"
        "from ._evaluation import EvaluationResult\n"
        "from ._keywords import Kind\n"
        "from ._progress import Report\n"
        "from ._types import Answers, Contents, Path, Texts\n\n"
        '__all__ = [\n    "EvaluationResult",\n'
    )
    out.append("".join(f'    "{row["name"]}",\n' for row in known["evaluations"]) + "]\n")
    first = [
        ("reference", "Answers", "What is right: a ``pathlib.Path``, a result, JSON as Python "
         "values, or the text of a file."),
        ("output", "Answers", "What is scored: the same kinds."),
        ("second", "Answers | None", "A second output, which is compared with the first."),
    ]
    for row in known["evaluations"]:
        rest = [parameter(field) for field in fields_of(row)]
        taken = {name for name, *_ in rest}
        reading = [one for one in READING if one[0] in ("encoding", "max_file_bytes")]
        rest += shared([one for one in reading if one[0] not in taken]) + shared(RUN)
        name = row["name"]
        lines = [f"\n\ndef {named(name)}(\n    reference: Answers,\n    output: Answers,\n"]
        lines.append("    second: Answers | None = None,\n    *,\n")
        lines += [f"    {one}: {kind} = {default},\n" for one, kind, default, _ in rest]
        lines.append(") -> EvaluationResult:\n")
        lines.append(docstring(row["summary"], first, rest, []))
        lines.append(f'    return _evaluate(EvaluationResult, "{name}", _{name.upper()}, dict(locals()))\n')
        lines.append(f"\n\n_{name.upper()}: dict[str, Kind] = {pretty(kinds_of(row))}\n")
        out += lines
    return "".join(out)


# Records.


class Records:
    """The classes of a result, from the schema of its JSON."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}

    def type_of(self, schema: Any, prefix: str, defs: Any) -> tuple[str, str]:
        """Python's type of a value and how it is shown."""
        if schema is True or schema == {}:
            return "Any", "None"
        if "$ref" in schema:
            own = schema["$ref"].rsplit("/", 1)[1]
            target = defs[own]
            if "properties" in target:
                name = prefix + own
                self.add(name, target, prefix, defs)
                return name, name
            return self.type_of(target, prefix, defs)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                options = schema[several]
                some = [one for one in options if one.get("type") != "null"]
                if all("const" in one for one in some):
                    kind = f"Literal[{', '.join(repr(one['const']) for one in some)}]"
                    return kind, "None"
                if len(some) == 1:
                    kind, shape = self.type_of(some[0], prefix, defs)
                    return kind + (" | None" if len(some) < len(options) else ""), shape
                return "Any", "None"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]", "None"
        kinds = schema.get("type")
        if isinstance(kinds, list):
            some = [kind for kind in kinds if kind != "null"]
            if len(some) == 1:
                kind, shape = self.type_of({**schema, "type": some[0]}, prefix, defs)
                return f"{kind} | None", shape
            return "Any", "None"
        if kinds == "array":
            return self.array(schema, prefix, defs)
        if kinds == "object":
            inner = schema.get("additionalProperties")
            if isinstance(inner, dict):
                kind, shape = self.type_of(inner, prefix, defs)
                return f"dict[str, {kind}]", "None" if shape == "None" else f'("dict", {shape})'
            return "dict[str, Any]", "None"
        plain = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
        return plain.get(kinds, "Any"), "None"

    def array(self, schema: Any, prefix: str, defs: Any) -> tuple[str, str]:
        if "prefixItems" in schema:
            both = [self.type_of(one, prefix, defs) for one in schema["prefixItems"]]
        elif schema.get("minItems") and schema.get("minItems") == schema.get("maxItems"):
            both = [self.type_of(schema["items"], prefix, defs)] * schema["minItems"]
        else:
            kind, shape = self.type_of(schema.get("items", {}), prefix, defs)
            return f"list[{kind}]", "None" if shape == "None" else f'("list", {shape})'
        kinds = ", ".join(kind for kind, _ in both)
        shapes = ", ".join(shape for _, shape in both)
        return f"tuple[{kinds}]", f'("tuple", ({shapes},))'

    def add(self, name: str, schema: Any, prefix: str, defs: Any, base: str = "Record") -> None:
        if name in self.classes:
            return
        # Set before its fields are looked at, so that a type may hold itself.
        self.classes[name] = ""
        properties, required = flat(schema, defs)
        lines = [f"\n\nclass {name}({base}):\n"]
        about = schema.get("description", "A result.").split("\n\n")[0].replace("\n", " ")
        lines.append(f'    """{clean(about)}"""\n')
        shapes = []
        for key, value in properties.items():
            kind, shape = self.type_of(value, prefix, defs)
            if key not in required and not kind.endswith("None") and kind != "Any":
                kind += " | None"
            text = (value.get("description") if isinstance(value, dict) else None) or ""
            lines.append(f"\n    {named(key)}: {kind}\n")
            if text:
                lines.append(f'    """{clean(text)}"""\n')
            shapes.append(f'        "{named(key)}": {shape},\n')
        lines.append("\n    _shapes = {\n" + "".join(shapes) + "    }\n")
        self.classes[name] = "".join(lines)
        # Records stand before those that hold them.
        self.classes[name] = self.classes.pop(name)


def flat(schema: Any, defs: Any) -> tuple[dict[str, Any], set[str]]:
    """All properties of an object, also where it is one of several kinds."""
    properties = dict(schema.get("properties", {}))
    required = set(schema.get("required", []))
    for several in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(several, []):
            part = defs[part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
            own, needed = flat(part, defs)
            properties = {**own, **properties} if several == "allOf" else {**properties, **own}
            if several == "allOf":
                required |= needed
    if "$ref" in schema:
        own, needed = flat(defs[schema["$ref"].rsplit("/", 1)[1]], defs)
        properties, required = {**properties, **own}, required | needed
    return properties, required


def clean(text: str) -> str:
    text = " ".join(text.split()).replace("bytes", "characters").replace("byte", "character")
    return text.replace("\\", "\\\\").replace("`", "``").replace("[``", "``").replace("``](", "`` (")


def records(known: Any) -> str:
    found = Records()
    for row in known["capabilities"]:
        schema = row["schema"]["output"]
        name = class_name(row["name"])
        found.add(f"{name}Result", schema, name, schema.get("$defs", {}), "Result")
        text = found.classes[f"{name}Result"]
        about = schema.get("description", "")
        first = f'    """{clean(about.split(chr(10) + chr(10))[0])}"""\n'
        own = f'    """What :func:`recto.{row["name"]}` found."""\n'
        found.classes[f"{name}Result"] = text.replace(first, own, 1)
    out = [HEADER.format("What results hold, from the schemas of their JSON.")]
    out.append("from __future__ import annotations\n\nfrom typing import Any, Literal\n\n")
    out.append("from ._result import Record, Result\n")
    return "".join([*out, *found.classes.values()])


if __name__ == "__main__":
    import pathlib

    folder = pathlib.Path(__file__).parent.parent / "recto"
    for name, text in made().items():
        (folder / name).write_text(text)
