import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.io.IOException;
import java.time.Duration;
import shared.Decision;
import shared.LimitedStore;
import shared.Plans;

/** The library doesn't say when a period ends: Reset and Retry-After are a whole period from now. */
public final class Service {
    private static final Duration MINUTE = Duration.ofMillis(Plans.MINUTE);

    public static void main(String[] arguments) throws IOException {
        RateLimiterRegistry registry = RateLimiterRegistry.ofDefaults();
        LimitedStore.serve((key, limit) -> {
            RateLimiter limiter = registry.rateLimiter(key, () -> RateLimiterConfig.custom()
                    .limitForPeriod(limit)
                    .limitRefreshPeriod(MINUTE)
                    .timeoutDuration(Duration.ZERO)
                    .build());
            boolean allowed = limiter.acquirePermission();
            int remaining = Math.max(0, limiter.getMetrics().getAvailablePermissions());
            return new Decision(allowed, allowed ? remaining : 0, MINUTE.toNanos(), MINUTE.toNanos());
        }, true);
    }
}
