package shared;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;

/** A store whose only question is its limiter. */
public final class LimitedStore {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Pet(long id, String name, long categoryId, String status) {}

    record Failure(String code, String message, int status) {}

    record Answer(int status, Object body) {}

    /** Counts a request of a key, given the requests a minute of its plan. */
    public interface Limiter {
        Decision hit(String key, int limit);
    }

    private static final long SECOND = 1_000_000_000;

    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, String> plans = Plans.ofApiKeys();
    private final AnimalStore<Pet> store = new AnimalStore<>();
    private final Limiter limiter;
    private final boolean roundsUp;

    private LimitedStore(Limiter limiter, boolean roundsUp) {
        this.limiter = limiter;
        this.roundsUp = roundsUp;
    }

    /** `roundsUp`: whether Retry-After is rounded up to whole seconds, or down. */
    public static void serve(Limiter limiter, boolean roundsUp) throws IOException {
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 1_000);
        server.createContext("/", new LimitedStore(limiter, roundsUp)::handle);
        server.setExecutor(Executors.newFixedThreadPool(64));
        server.start();
        System.out.println("listening");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange);
            byte[] body = json.writeValueAsBytes(answer.body);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        String key = header != null && header.startsWith("Bearer ") ? header.substring(7) : "";
        String plan = plans.get(key);
        if (plan == null) {
            setRateLimit(exchange.getResponseHeaders(), 60, new Decision(true, 60, 0, 0));
            return failure(401, "unauthorized", "The API key is missing or not valid");
        }
        int limit = Plans.LIMITS.get(plan);
        Decision decision = limiter.hit(key, limit);
        setRateLimit(exchange.getResponseHeaders(), limit, decision);
        if (!decision.allowed()) {
            return failure(429, "rate_limited", "Too many requests");
        }
        String[] path = exchange.getRequestURI().getPath().split("/");
        if (path.length == 4) {
            Pet pet = store.get(Long.parseLong(path[3]));
            return pet == null ? failure(404, "pet_not_found", "There is no such pet") : new Answer(200, pet);
        }
        return exchange.getRequestMethod().equals("POST") ? create(json.readTree(body)) : list(exchange);
    }

    private void setRateLimit(Headers headers, int limit, Decision decision) {
        headers.set("X-RateLimit-Limit", Integer.toString(limit));
        headers.set("X-RateLimit-Remaining", Long.toString(decision.remaining()));
        long resetMs = System.currentTimeMillis() + decision.resetNanos() / 1_000_000;
        headers.set("X-RateLimit-Reset", Long.toString((resetMs + 999) / 1000));
        if (!decision.allowed()) {
            long up = roundsUp ? SECOND - 1 : 0;
            headers.set("Retry-After", Long.toString((decision.retryAfterNanos() + up) / SECOND));
        }
    }

    private Answer create(JsonNode pet) {
        if (!pet.path("name").isTextual() || !pet.path("categoryId").canConvertToLong()) {
            return failure(400, "invalid_pet", "name or categoryId is missing or not valid");
        }
        String status = pet.path("status").asText("available");
        return new Answer(201, store.add(
                id -> new Pet(id, pet.path("name").textValue(), pet.path("categoryId").longValue(), status)));
    }

    private Answer list(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        Map<String, String> parameters = new HashMap<>(Map.of("limit", "20"));
        Arrays.stream(query == null ? new String[0] : query.split("&"))
                .map(parameter -> parameter.split("=", 2))
                .forEach(pair -> parameters.put(pair[0], pair[1]));
        String status = parameters.get("status");
        return new Answer(200, store.list(Integer.parseInt(parameters.get("limit")),
                pet -> status == null || status.equals(pet.status())));
    }

    private static Answer failure(int status, String code, String message) {
        return new Answer(status, new Failure(code, message, status));
    }
}
