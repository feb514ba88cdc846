package shared;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The plans of the API keys, and how long a minute of their limits lasts. */
public final class Plans {
    public static final Map<String, Integer> LIMITS =
            Map.of("free", 60, "pro", 300, "business", 1_000, "enterprise", 1_000_000);

    /** In milliseconds, from MINUTE_MS. */
    public static final long MINUTE = Long.parseLong(System.getenv().getOrDefault("MINUTE_MS", "60000"));

    private Plans() {}

    /** The plan of every API key, from API_KEYS (PLAN=KEY, comma-separated). */
    public static Map<String, String> ofApiKeys() {
        return Arrays.stream(System.getenv("API_KEYS").split(","))
                .map(entry -> entry.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[1], pair -> pair[0]));
    }
}
