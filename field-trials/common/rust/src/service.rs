//! A store whose only question is its limiter.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header::AUTHORIZATION};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::{
    AnimalStore, ApiError, Decision, NewPet, Pet, PetStatus, now_ms, plan_limit, port, read_api_keys,
};

struct Service<F> {
    api_keys: HashMap<String, String>,
    store: AnimalStore,
    hit: F,
}

type App<F> = State<Arc<Service<F>>>;

#[derive(Deserialize)]
struct ListParameters {
    limit: Option<usize>,
    status: Option<PetStatus>,
}

async fn list_pets<F>(State(app): App<F>, Query(parameters): Query<ListParameters>) -> Json<Vec<Pet>> {
    Json(app.store.list(parameters.limit.unwrap_or(20), parameters.status))
}

async fn create_pet<F>(
    State(app): App<F>,
    body: Result<Json<NewPet>, JsonRejection>,
) -> Result<(StatusCode, Json<Pet>), ApiError> {
    let Json(new_pet) =
        body.map_err(|rejection| ApiError(StatusCode::BAD_REQUEST, "invalid_pet", rejection.body_text()))?;
    Ok((StatusCode::CREATED, Json(app.store.add(new_pet))))
}

async fn get_pet<F>(State(app): App<F>, Path(id): Path<i64>) -> Result<Json<Pet>, ApiError> {
    let found = app.store.get(id).map(Json);
    found.ok_or_else(|| {
        ApiError(
            StatusCode::NOT_FOUND,
            "pet_not_found",
            format!("there is no pet {id}"),
        )
    })
}

async fn limit<F: Fn(&String, u32) -> Decision>(
    State(app): App<F>,
    request: Request,
    next: Next,
) -> Response {
    let authorization = request
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let key = authorization
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default()
        .to_owned();
    let Some(plan) = app.api_keys.get(&key) else {
        let free = plan_limit("free");
        let unused = Decision {
            limit: free,
            remaining: free,
            reset_ms: now_ms(),
            retry_after_ms: None,
        };
        let error = ApiError(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "the API key is not valid".into(),
        );
        return (unused.headers(), error).into_response();
    };
    let decision = (app.hit)(&key, plan_limit(plan));
    if decision.retry_after_ms.is_some() {
        let error = ApiError(
            StatusCode::TOO_MANY_REQUESTS,
            "rate_limited",
            "too many requests".into(),
        );
        return (decision.headers(), error).into_response();
    }
    (decision.headers(), next.run(request).await).into_response()
}

/// Runs the store. `hit` counts a request of a key, given the requests a minute of its plan.
pub async fn serve<F: Fn(&String, u32) -> Decision + Send + Sync + 'static>(hit: F) {
    let app = Arc::new(Service {
        api_keys: read_api_keys(),
        store: AnimalStore::default(),
        hit,
    });
    let router = Router::new()
        .route("/v1/pets", get(list_pets::<F>).post(create_pet::<F>))
        .route("/v1/pets/{id}", get(get_pet::<F>))
        .layer(from_fn_with_state(app.clone(), limit::<F>))
        .with_state(app);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port()))
        .await
        .unwrap();
    println!("listening");
    axum::serve(listener, router).await.unwrap();
}
