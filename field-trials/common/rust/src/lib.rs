//! What the services in Rust share: the animals in memory, the API keys and a limit of requests a minute.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

pub mod service;

#[derive(Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PetStatus {
    Available,
    Pending,
    Sold,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewPet {
    name: String,
    category_id: i64,
    status: Option<PetStatus>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pet {
    id: i64,
    name: String,
    category_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<PetStatus>,
}

#[derive(Serialize)]
struct ErrorBody {
    code: &'static str,
    message: String,
    status: u16,
}

/// Status, code and message.
pub struct ApiError(pub StatusCode, pub &'static str, pub String);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError(status, code, message) = self;
        (
            status,
            Json(ErrorBody {
                code,
                message,
                status: status.as_u16(),
            }),
        )
            .into_response()
    }
}

#[derive(Default)]
pub struct AnimalStore(Mutex<BTreeMap<i64, Pet>>);

impl AnimalStore {
    pub fn add(
        &self,
        NewPet {
            name,
            category_id,
            status,
        }: NewPet,
    ) -> Pet {
        let mut pets = self.0.lock().unwrap();
        let pet = Pet {
            id: pets.len() as i64 + 1,
            name,
            category_id,
            status,
        };
        pets.insert(pet.id, pet.clone());
        pet
    }

    pub fn get(&self, id: i64) -> Option<Pet> {
        self.0.lock().unwrap().get(&id).cloned()
    }

    /// The newest animals first.
    pub fn list(&self, limit: usize, status: Option<PetStatus>) -> Vec<Pet> {
        let pets = self.0.lock().unwrap();
        let wanted = |pet: &&Pet| status.is_none() || pet.status == status;
        pets.values().rev().filter(wanted).take(limit).cloned().collect()
    }
}

/// The plan of every API key, from `API_KEYS` (PLAN=KEY, comma-separated).
pub fn read_api_keys() -> HashMap<String, String> {
    let entries = std::env::var("API_KEYS").unwrap_or_default();
    let pairs = entries.split(',').filter_map(|entry| entry.split_once('='));
    pairs
        .map(|(plan, key)| (key.to_owned(), plan.to_owned()))
        .collect()
}

pub fn plan_limit(plan: &str) -> u32 {
    match plan {
        "free" => 60,
        "pro" => 300,
        "business" => 1000,
        _ => 1_000_000,
    }
}

pub fn port() -> u16 {
    std::env::var("PORT")
        .ok()
        .and_then(|port| port.parse().ok())
        .expect("PORT is a number")
}

pub fn minute_ms() -> u64 {
    std::env::var("MINUTE_MS")
        .ok()
        .and_then(|minute| minute.parse().ok())
        .unwrap_or(60_000)
}

pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// What a limiter says of one request.
pub struct Decision {
    pub limit: u32,
    pub remaining: u32,
    pub reset_ms: u64,
    /// Where the request is refused: how long to wait.
    pub retry_after_ms: Option<u64>,
}

impl Decision {
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("x-ratelimit-limit", self.limit.into());
        headers.insert("x-ratelimit-remaining", self.remaining.into());
        headers.insert("x-ratelimit-reset", self.reset_ms.div_ceil(1000).into());
        if let Some(wait) = self.retry_after_ms {
            headers.insert("retry-after", wait.div_ceil(1000).into());
        }
        headers
    }
}

/// Counts the requests of each caller in windows of a minute, aligned to the clock.
#[derive(Default)]
pub struct MinuteLimiter(Mutex<HashMap<String, (u64, u32)>>);

impl MinuteLimiter {
    pub fn hit(&self, caller: &str, limit: u32) -> Decision {
        let window = now_ms() / minute_ms();
        let mut counts = self.0.lock().unwrap();
        let (counted_window, count) = counts.entry(caller.to_owned()).or_insert((window, 0));
        if *counted_window != window {
            (*counted_window, *count) = (window, 0);
        }
        *count += 1;
        let reset_ms = (window + 1) * minute_ms();
        Decision {
            limit,
            remaining: limit.saturating_sub(*count),
            reset_ms,
            retry_after_ms: (*count > limit).then(|| reset_ms.saturating_sub(now_ms())),
        }
    }
}
