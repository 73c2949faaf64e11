"""What is posted as JSON by a program and as a form by a page: the same thing, read the same."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import parse_qs

from fastapi import Request
from pydantic import BaseModel, ValidationError

from affray.table.game import Refused
from affray.table.web.guard import is_form
from affray.table.web.malformed import what_is_wrong

FormModel = TypeVar("FormModel", bound=BaseModel)


def takes(wanted: type[BaseModel]) -> dict[str, Any]:
    """For a route that takes both."""
    kinds = ("application/json", "application/x-www-form-urlencoded")
    content = {kind: {"schema": wanted.model_json_schema()} for kind in kinds}
    return {"openapi_extra": {"requestBody": {"required": True, "content": content}}}


async def read_wanted(request: Request, wanted: type[FormModel], expected: str) -> FormModel:
    body = await request.body()
    try:
        if is_form(request):
            found = parse_qs(body.decode())
            one = {name: values[-1] for name, values in found.items()}
            several = {"member": found["member"]} if "member" in found else {}
            return wanted.model_validate({**one, **several})
        return wanted.model_validate_json(body)
    except UnicodeDecodeError:
        raise Refused(f"expected {expected}") from None
    except ValidationError as bad:
        raise Refused(f"{what_is_wrong(bad.errors())}; expected {expected}") from None
