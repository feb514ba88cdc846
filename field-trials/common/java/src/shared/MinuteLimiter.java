package shared;

import java.util.concurrent.ConcurrentHashMap;

/** Counts the requests of each caller in windows of a minute, aligned to the clock. */
public final class MinuteLimiter {
    private record Count(long window, int requests) {}

    /** How many of the limit are left, negative beyond it, and when the window ends, in milliseconds. */
    public record Decision(int remaining, long resetMs) {}

    private final ConcurrentHashMap<String, Count> counts = new ConcurrentHashMap<>();

    public Decision hit(String caller, int limit) {
        long window = System.currentTimeMillis() / Plans.MINUTE;
        Count count = counts.merge(caller, new Count(window, 1),
                (old, one) -> old.window == window ? new Count(window, old.requests + 1) : one);
        return new Decision(limit - count.requests, (window + 1) * Plans.MINUTE);
    }
}
