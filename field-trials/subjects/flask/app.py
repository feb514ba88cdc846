from animal_store import PLAN_LIMITS, AnimalStore, MinuteLimiter, read_api_keys
from flask import Flask, g, jsonify, request

STATUSES = ("available", "pending", "sold")

api_keys = read_api_keys()
store = AnimalStore()
limiter = MinuteLimiter()
app = Flask(__name__)


def error(status, code, message):
    return jsonify(code=code, message=message, status=status), status


@app.before_request
def authenticate_and_limit():
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    known = scheme == "Bearer" and key in api_keys
    limit = PLAN_LIMITS[api_keys[key] if known else "business"]
    allowed, g.rate_limit_headers = limiter.hit(key if known else request.remote_addr, limit)
    if not allowed:
        return error(429, "rate_limited", "Too many requests")
    if not known:
        return error(401, "unauthorized", "The API key is missing or not valid")


@app.after_request
def add_rate_limit_headers(response):
    response.headers.update(g.rate_limit_headers)
    return response


@app.get("/v1/pets")
def list_pets():
    limit = request.args.get("limit", default=20, type=int)
    status = request.args.get("status")
    if not 1 <= limit <= 100:
        return error(400, "invalid_limit", "limit must be from 1 to 100")
    if status is not None and status not in STATUSES:
        return error(400, "invalid_status", f"status must be one of {', '.join(STATUSES)}")
    return jsonify(store.list(limit, status))


@app.post("/v1/pets")
def create_pet():
    data = request.get_json()
    for field in ("name", "categoryId"):
        if field not in data:
            return error(400, "missing_field", f"{field} is required")
    if not isinstance(data["name"], str):
        return error(400, "invalid_name", "name must be a string")
    if not isinstance(data["categoryId"], int):
        return error(400, "invalid_category", "categoryId must be an integer")
    status = data.get("status", "available")
    if status not in STATUSES:
        return error(400, "invalid_status", f"status must be one of {', '.join(STATUSES)}")
    pet = store.add({"name": data["name"], "categoryId": data["categoryId"], "status": status})
    return jsonify(pet), 201, {"Location": f"/v1/pets/{pet['id']}"}


@app.get("/v1/pets/<int:pet_id>")
def get_pet(pet_id):
    pet = store.get(pet_id)
    if pet is None:
        return error(404, "pet_not_found", f"There is no pet {pet_id}")
    return jsonify(pet)
