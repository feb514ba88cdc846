package shared;

/** What a limiter says of one request. `retryAfterNanos` is 0 where it is allowed. */
public record Decision(boolean allowed, long remaining, long resetNanos, long retryAfterNanos) {}
