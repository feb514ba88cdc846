package main

import (
	"math"
	"net/http"
	"shared"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

var limiters sync.Map

// A token bucket for each key, as large as the limit and refilled with it in a minute.
func limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, limit := shared.Key(r)
		every := shared.Minute() / time.Duration(limit)
		found, _ := limiters.LoadOrStore(key, rate.NewLimiter(rate.Every(every), limit))
		limiter := found.(*rate.Limiter)
		allowed := limiter.Allow()
		tokens := limiter.Tokens()
		full := time.Duration((float64(limit) - tokens) * float64(every))
		shared.SetRateLimit(w, limit, int(tokens), time.Now().Add(full))
		if !allowed {
			wait := time.Duration((1 - tokens) * float64(every))
			w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
			shared.WriteError(w, http.StatusTooManyRequests, "rate_limited", "too many requests")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	shared.Serve(limit)
}
