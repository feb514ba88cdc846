package store;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import shared.MinuteLimiter;
import shared.Plans;
import tools.jackson.databind.json.JsonMapper;

/** Checks the API key, and limits the requests of each. */
@Component
class AccessFilter extends OncePerRequestFilter {
    private final Map<String, String> plans = Plans.ofApiKeys();
    private final MinuteLimiter limiter = new MinuteLimiter();
    private final JsonMapper json;

    AccessFilter(JsonMapper json) {
        this.json = json;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader("Authorization");
        String key = header != null && header.startsWith("Bearer ") ? header.substring(7) : "";
        String plan = plans.get(key);
        int limit = Plans.LIMITS.get(plan == null ? "business" : plan);
        MinuteLimiter.Decision decision = limiter.hit(plan == null ? request.getRemoteAddr() : key, limit);
        response.setIntHeader("X-RateLimit-Limit", limit);
        response.setIntHeader("X-RateLimit-Remaining", Math.max(0, decision.remaining()));
        response.setHeader("X-RateLimit-Reset", Long.toString((decision.resetMs() + 999) / 1000));
        if (decision.remaining() < 0) {
            long wait = decision.resetMs() - System.currentTimeMillis();
            response.setHeader("Retry-After", Long.toString((wait + 999) / 1000));
            write(response, new ApiError("rate_limited", "Too many requests", 429));
        } else if (plan == null) {
            write(response, new ApiError("unauthorized", "The API key is missing or not valid", 401));
        } else {
            chain.doFilter(request, response);
        }
    }

    private void write(HttpServletResponse response, ApiError error) throws IOException {
        response.setStatus(error.status());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        json.writeValue(response.getOutputStream(), error);
    }
}
