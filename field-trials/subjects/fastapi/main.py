from enum import Enum

from animal_store import PLAN_LIMITS, AnimalStore, MinuteLimiter, read_api_keys
from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

api_keys = read_api_keys()
store = AnimalStore()
limiter = MinuteLimiter()
bearer = HTTPBearer()
app = FastAPI(title="Animal Store")


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    name: str
    categoryId: int
    status: PetStatus | None = None


class Pet(NewPet):
    id: int


class ApiError(Exception):
    def __init__(self, status: int, code: str, message: str):
        self.status = status
        self.content = {"code": code, "message": message, "status": status}


@app.exception_handler(ApiError)
async def answer_error(request: Request, error: ApiError):
    return JSONResponse(error.content, error.status)


@app.middleware("http")
async def limit_requests(request: Request, call_next):
    key = request.headers.get("Authorization", "").removeprefix("Bearer ")
    plan = api_keys.get(key, "business")
    caller = key if key in api_keys else request.client.host
    allowed, headers = limiter.hit(caller, PLAN_LIMITS[plan])
    if allowed:
        response = await call_next(request)
    else:
        content = {"code": "rate_limited", "message": "Too many requests", "status": 429}
        response = JSONResponse(content, 429)
    response.headers.update(headers)
    return response


def require_api_key(credentials: HTTPAuthorizationCredentials = Depends(bearer)):
    if credentials.credentials not in api_keys:
        raise ApiError(401, "unauthorized", "The API key is not valid")


router = APIRouter(prefix="/v1", dependencies=[Depends(require_api_key)])


@router.get("/pets", response_model=list[Pet])
def list_pets(limit: int = Query(20, ge=1, le=100), status: PetStatus | None = None):
    return store.list(limit, status)


@router.post("/pets", response_model=Pet, status_code=201)
def create_pet(new_pet: NewPet):
    return store.add(new_pet.model_dump())


@router.get("/pets/{pet_id}", response_model=Pet, deprecated=True)
def get_pet(pet_id: int):
    pet = store.get(pet_id)
    if pet is None:
        raise ApiError(404, "pet_not_found", f"There is no pet {pet_id}")
    return pet


app.include_router(router)
