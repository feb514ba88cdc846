use std::collections::HashMap;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::middleware::StateInformationMiddleware;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock, clock::DefaultClock};
use shared_rust::{Decision, minute_ms, now_ms, plan_limit};

/// A limiter for each plan, with the burst of its limit, refilled with it in a minute.
struct Limiters {
    clock: DefaultClock,
    by_limit: HashMap<u32, DefaultKeyedRateLimiter<String, StateInformationMiddleware>>,
}

impl Limiters {
    fn new() -> Self {
        let limits = ["free", "pro", "business", "enterprise"].map(plan_limit);
        let limiter = |limit: u32| {
            let quota = Quota::with_period(period(limit))
                .unwrap()
                .allow_burst(NonZeroU32::new(limit).unwrap());
            (limit, RateLimiter::keyed(quota).with_middleware())
        };
        Limiters {
            clock: DefaultClock::default(),
            by_limit: limits.map(limiter).into(),
        }
    }

    fn hit(&self, key: &String, limit: u32) -> Decision {
        let full_in = |remaining: u32| now_ms() + (period(limit) * (limit - remaining)).as_millis() as u64;
        match self.by_limit[&limit].check_key(key) {
            Ok(state) => {
                let remaining = state.remaining_burst_capacity();
                Decision {
                    limit,
                    remaining,
                    reset_ms: full_in(remaining),
                    retry_after_ms: None,
                }
            }
            Err(not_until) => {
                let wait = not_until.wait_time_from(self.clock.now());
                Decision {
                    limit,
                    remaining: 0,
                    reset_ms: full_in(0),
                    retry_after_ms: Some(wait.as_millis() as u64 + 1),
                }
            }
        }
    }
}

fn period(limit: u32) -> Duration {
    Duration::from_millis(minute_ms()) / limit
}

#[tokio::main]
async fn main() {
    let limiters = Limiters::new();
    shared_rust::service::serve(move |key, limit| limiters.hit(key, limit)).await;
}
