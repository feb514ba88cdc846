use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header::AUTHORIZATION};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use shared_rust::{
    AnimalStore, ApiError, MinuteLimiter, NewPet, Pet, PetStatus, plan_limit, port, read_api_keys,
};

struct App {
    api_keys: HashMap<String, String>,
    store: AnimalStore,
    limiter: MinuteLimiter,
}

#[derive(Deserialize)]
struct ListParameters {
    limit: Option<usize>,
    status: Option<PetStatus>,
}

async fn list_pets(
    State(app): State<Arc<App>>,
    Query(ListParameters { limit, status }): Query<ListParameters>,
) -> Result<Json<Vec<Pet>>, ApiError> {
    match limit.unwrap_or(20) {
        limit @ 1..=100 => Ok(Json(app.store.list(limit, status))),
        _ => Err(ApiError(
            StatusCode::BAD_REQUEST,
            "invalid_limit",
            "limit must be from 1 to 100".into(),
        )),
    }
}

async fn create_pet(State(app): State<Arc<App>>, Json(new_pet): Json<NewPet>) -> impl IntoResponse {
    (StatusCode::CREATED, Json(app.store.add(new_pet)))
}

async fn get_pet(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Result<Json<Pet>, ApiError> {
    let found = app.store.get(id).map(Json);
    found.ok_or_else(|| {
        ApiError(
            StatusCode::NOT_FOUND,
            "pet_not_found",
            format!("there is no pet {id}"),
        )
    })
}

async fn authenticate_and_limit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let authorization = request
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let key = authorization
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    let plan = app.api_keys.get(key);
    let caller = if plan.is_some() { key } else { "unknown" };
    let decision = app
        .limiter
        .hit(caller, plan_limit(plan.map_or("business", String::as_str)));
    let response = if decision.retry_after_ms.is_some() {
        ApiError(
            StatusCode::TOO_MANY_REQUESTS,
            "rate_limited",
            "too many requests".into(),
        )
        .into_response()
    } else if plan.is_none() {
        ApiError(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "the API key is missing or not valid".into(),
        )
        .into_response()
    } else {
        next.run(request).await
    };
    (decision.headers(), response).into_response()
}

#[tokio::main]
async fn main() {
    let app = Arc::new(App {
        api_keys: read_api_keys(),
        store: AnimalStore::default(),
        limiter: MinuteLimiter::default(),
    });
    let router = Router::new()
        .route("/v1/pets", get(list_pets).post(create_pet))
        .route("/v1/pets/{id}", get(get_pet))
        .layer(from_fn_with_state(app.clone(), authenticate_and_limit))
        .with_state(app);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port()))
        .await
        .unwrap();
    println!("listening");
    axum::serve(listener, router).await.unwrap();
}
