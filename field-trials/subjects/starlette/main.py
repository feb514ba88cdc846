"""Starlette as its documentation teaches: AuthenticationMiddleware with a backend, `requires`, HTTPException."""

from animal_store import PLAN_LIMITS, AnimalStore, MinuteLimiter, read_api_keys
from starlette.applications import Starlette
from starlette.authentication import AuthCredentials, AuthenticationBackend, AuthenticationError, SimpleUser, requires
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

STATUSES = ("available", "pending", "sold")

api_keys = read_api_keys()
store = AnimalStore()
limiter = MinuteLimiter()


class ApiKeyBackend(AuthenticationBackend):
    async def authenticate(self, conn):
        if "Authorization" not in conn.headers:
            return None
        scheme, _, key = conn.headers["Authorization"].partition(" ")
        if scheme.lower() != "bearer":
            return None
        if key not in api_keys:
            raise AuthenticationError("The API key is not valid")
        return AuthCredentials(["authenticated"]), SimpleUser(key)


async def limit_requests(request, call_next):
    key = request.headers.get("Authorization", "").removeprefix("Bearer ")
    caller = key if key in api_keys else request.client.host
    allowed, headers = limiter.hit(caller, PLAN_LIMITS[api_keys.get(key, "business")])
    if allowed:
        response = await call_next(request)
    else:
        content = {"code": "rate_limited", "message": "Too many requests", "status": 429}
        response = JSONResponse(content, 429)
    response.headers.update(headers)
    return response


@requires("authenticated")
async def list_pets(request):
    limit = int(request.query_params.get("limit", 20))
    if not 1 <= limit <= 100:
        raise HTTPException(400, "limit must be from 1 to 100")
    status = request.query_params.get("status")
    if status is not None and status not in STATUSES:
        raise HTTPException(400, f"status must be one of {', '.join(STATUSES)}")
    return JSONResponse(store.list(limit, status))


@requires("authenticated")
async def create_pet(request):
    data = await request.json()
    name, category, status = data.get("name"), data.get("categoryId"), data.get("status", "available")
    if not isinstance(name, str):
        raise HTTPException(400, "name must be a string")
    if not isinstance(category, int):
        raise HTTPException(400, "categoryId must be an integer")
    if status not in STATUSES:
        raise HTTPException(400, f"status must be one of {', '.join(STATUSES)}")
    return JSONResponse(store.add({"name": name, "categoryId": category, "status": status}), 201)


@requires("authenticated")
async def get_pet(request):
    pet = store.get(request.path_params["pet_id"])
    if pet is None:
        raise HTTPException(404, "There is no such pet")
    return JSONResponse(pet)


app = Starlette(
    routes=[
        Route("/v1/pets", list_pets, methods=["GET"]),
        Route("/v1/pets", create_pet, methods=["POST"]),
        Route("/v1/pets/{pet_id:int}", get_pet, methods=["GET"]),
    ],
    middleware=[
        Middleware(BaseHTTPMiddleware, dispatch=limit_requests),
        Middleware(AuthenticationMiddleware, backend=ApiKeyBackend()),
    ],
)
