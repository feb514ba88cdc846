import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import shared.Decision;
import shared.LimitedStore;
import shared.Plans;

/** Arguments: `greedy` or `intervally`, and whether Retry-After is rounded `up` or `down`. */
public final class Service {
    private static final Duration MINUTE = Duration.ofMillis(Plans.MINUTE);

    public static void main(String[] arguments) throws IOException {
        boolean greedy = arguments[0].equals("greedy");
        Map<String, Bucket> buckets = new ConcurrentHashMap<>();
        LimitedStore.serve((key, limit) -> {
            Bucket bucket = buckets.computeIfAbsent(key, any -> Bucket.builder().addLimit(bandwidth(limit, greedy)).build());
            ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
            return new Decision(probe.isConsumed(), probe.getRemainingTokens(), probe.getNanosToWaitForReset(),
                    probe.getNanosToWaitForRefill());
        }, arguments[1].equals("up"));
    }

    private static Bandwidth bandwidth(int limit, boolean greedy) {
        var capacity = Bandwidth.builder().capacity(limit);
        return greedy ? capacity.refillGreedy(limit, MINUTE).build() : capacity.refillIntervally(limit, MINUTE).build();
    }
}
