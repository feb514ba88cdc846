package main

import (
	"net/http"
	"shared"

	"github.com/ulule/limiter/v3"
	"github.com/ulule/limiter/v3/drivers/middleware/stdlib"
	"github.com/ulule/limiter/v3/drivers/store/memory"
)

func byKey(r *http.Request) string {
	key, _ := shared.Key(r)
	return key
}

// The middleware that the library brings, with its defaults, one for the limit of each plan.
func main() {
	shared.Serve(func(next http.Handler) http.Handler {
		limited := map[int]http.Handler{}
		for _, limit := range shared.PlanLimits {
			rate := limiter.Rate{Period: shared.Minute(), Limit: int64(limit)}
			middleware := stdlib.NewMiddleware(limiter.New(memory.NewStore(), rate), stdlib.WithKeyGetter(byKey))
			limited[limit] = middleware.Handler(next)
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, limit := shared.Key(r)
			limited[limit].ServeHTTP(w, r)
		})
	})
}
