import json
import re
from enum import Enum
from typing import Annotated

from animal_store import PLAN_LIMITS, AnimalStore, MinuteLimiter, read_api_keys
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, BaseModel, Field, field_validator
from starlette.exceptions import HTTPException

INT64 = Field(strict=True, ge=-(2**63), lt=2**63)

api_keys = read_api_keys()
store = AnimalStore()
limiter = MinuteLimiter()
app = FastAPI(title="Animal Store")


def encodable(text: str) -> str:
    text.encode()
    return text


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    name: Annotated[str, AfterValidator(encodable)]
    categoryId: Annotated[int, INT64]
    status: PetStatus | None = None

    @field_validator("status")
    @classmethod
    def refuse_null(cls, status):
        if status is None:
            raise ValueError("status is null")
        return status


class Pet(BaseModel):
    id: int
    name: str
    categoryId: int
    status: PetStatus | None = None


def error(status: int, code: str, message: str, headers=None):
    return JSONResponse({"code": code, "message": message, "status": status}, status, headers)


@app.exception_handler(RequestValidationError)
async def answer_invalid_request(request: Request, exception: RequestValidationError):
    return error(400, "invalid_request", "; ".join(found["msg"] for found in exception.errors()))


@app.exception_handler(HTTPException)
async def answer_http_exception(request: Request, exception: HTTPException):
    return error(exception.status_code, "http_error", exception.detail, exception.headers)


def refuse_constant(name: str):
    raise ValueError(f"{name} is not JSON")


def is_json(request: Request, body: bytes) -> bool:
    media_type = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
    try:
        json.loads(body.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return False
    return media_type == "application/json"


async def refusal(request: Request, known: bool):
    """What is checked before FastAPI parses the body: the key, the media type and the grammar."""
    if not known:
        return error(401, "unauthorized", "The API key is missing or not valid", {"WWW-Authenticate": "Bearer"})
    if request.method == "POST" and not is_json(request, await request.body()):
        return error(400, "invalid_body", "The body must be JSON, with Content-Type: application/json")
    return None


@app.middleware("http")
async def authenticate_and_limit(request: Request, call_next):
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    known = scheme == "Bearer" and key in api_keys
    plan = api_keys[key] if known else "business"
    allowed, headers = limiter.hit(key if known else request.client.host, PLAN_LIMITS[plan])
    if allowed:
        response = await refusal(request, known) or await call_next(request)
    else:
        response = error(429, "rate_limited", "Too many requests")
    response.headers.update(headers)
    return response


@app.get("/v1/pets", response_model=list[Pet], response_model_exclude_none=True)
def list_pets(limit: int = Query(20, ge=1, le=100), status: PetStatus | None = None):
    return store.list(limit, status)


@app.post("/v1/pets", response_model=Pet, response_model_exclude_none=True, status_code=201)
def create_pet(new_pet: NewPet):
    return store.add(new_pet.model_dump())


@app.get("/v1/pets/{pet_id}", response_model=Pet, response_model_exclude_none=True, deprecated=True)
def get_pet(pet_id: str):
    pet = store.get(int(pet_id)) if re.fullmatch(r"-?[0-9]{1,19}", pet_id) else None
    return pet or error(404, "pet_not_found", f"There is no pet {pet_id}")
