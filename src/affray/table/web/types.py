"""The page's types, written from the models: python -m affray.table.web.types"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from pydantic import TypeAdapter

from affray.table import web
from affray.table.web.messages import Command
from affray.table.web.sent import Sent

WHERE = Path(__file__).parent / "static" / "protocol.d.ts"
HEAD = "// Written by python -m affray.table.web.types from the protocol's models: do not edit.\n"
PLAIN = {
    "string": "string", "integer": "number", "number": "number",
    "boolean": "boolean", "null": "null",
}  # fmt: skip


def page_types() -> str:
    """Every model that is sent, and every command, as TypeScript."""
    told_in = [import_module(f"{web.__name__}.{name}") for name in _told_in()]
    sent = [model for module in told_in for model in _models(module)]
    shapes: dict[str, Any] = {}
    for model in sent:
        shapes |= _shapes(TypeAdapter(model).json_schema(mode="serialization"))
    posted = TypeAdapter(Command).json_schema(mode="validation")
    shapes |= _shapes(posted)
    told = [_interface(name, shape) for name, shape in sorted(shapes.items())]
    return "\n".join([HEAD, *told, f"export type Command = {_type(posted)};\n"])


def _told_in() -> list[str]:
    """Wherever something is sent from."""
    return [module.name for module in iter_modules(web.__path__) if module.name != "types"]


def _models(module: Any) -> Iterator[type[Sent]]:
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Sent):
            yield found


def _shapes(schema: dict[str, Any]) -> dict[str, Any]:
    own = {schema["title"]: schema} if "properties" in schema else {}
    return {**schema.get("$defs", {}), **own}


def _interface(name: str, shape: dict[str, Any]) -> str:
    needed = shape.get("required", [])
    lines = [
        f"  {field}{'' if field in needed else '?'}: {_type(of)};"
        for field, of in shape.get("properties", {}).items()
    ]
    about = " ".join(shape.get("description", "").split())
    comment = f"/** {about} */\n" if about else ""
    return f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _type(of: dict[str, Any]) -> str:
    if "$ref" in of:
        return str(of["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in of:
            return " | ".join(_type(one) for one in of[several])
    if "const" in of or "enum" in of:
        return " | ".join(_literal(one) for one in of.get("enum", [of.get("const")]))
    if of.get("type") == "array":
        return _list(of)
    if of.get("type") == "object":
        values = of.get("additionalProperties", True)
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(of.get("type", ""), "unknown")


def _list(of: dict[str, Any]) -> str:
    if "prefixItems" in of:
        return f"[{', '.join(_type(one) for one in of['prefixItems'])}]"
    item = _type(of["items"])
    return f"({item})[]" if " | " in item else f"{item}[]"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    WHERE.write_text(page_types(), encoding="utf-8")
