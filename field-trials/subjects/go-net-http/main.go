package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"shared"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	apiKeys  = shared.APIKeys()
	statuses = []string{"available", "pending", "sold"}
	store    shared.Store
	limiter  shared.MinuteLimiter
)

func listPets(w http.ResponseWriter, r *http.Request) {
	limit := 20
	if text := r.URL.Query().Get("limit"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > 100 {
			shared.WriteError(w, http.StatusBadRequest, "invalid_limit", "limit must be a number from 1 to 100")
			return
		}
		limit = number
	}
	status := r.URL.Query().Get("status")
	if status != "" && !slices.Contains(statuses, status) {
		shared.WriteError(w, http.StatusBadRequest, "invalid_status", "status must be available, pending or sold")
		return
	}
	shared.WriteJSON(w, http.StatusOK, store.List(limit, status))
}

func createPet(w http.ResponseWriter, r *http.Request) {
	var pet shared.NewPet
	if err := json.NewDecoder(r.Body).Decode(&pet); err != nil {
		shared.WriteError(w, http.StatusBadRequest, "invalid_body", err.Error())
		return
	}
	if pet.Name == "" {
		shared.WriteError(w, http.StatusBadRequest, "missing_name", "name is required")
		return
	}
	if pet.CategoryID == nil {
		shared.WriteError(w, http.StatusBadRequest, "missing_category", "categoryId is required")
		return
	}
	if pet.Status != "" && !slices.Contains(statuses, pet.Status) {
		shared.WriteError(w, http.StatusBadRequest, "invalid_status", "status must be available, pending or sold")
		return
	}
	shared.WriteJSON(w, http.StatusCreated, store.Add(pet))
}

func getPet(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("petId"), 10, 64)
	if err != nil {
		shared.WriteError(w, http.StatusBadRequest, "invalid_id", "petId must be an integer")
		return
	}
	pet, found := store.Get(id)
	if !found {
		shared.WriteError(w, http.StatusNotFound, "pet_not_found", fmt.Sprintf("there is no pet %d", id))
		return
	}
	shared.WriteJSON(w, http.StatusOK, pet)
}

func authenticateAndLimit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		plan, known := apiKeys[caller]
		known = known && bearer
		if !known {
			caller, _, _ = net.SplitHostPort(r.RemoteAddr)
			plan = "business"
		}
		limit := shared.PlanLimits[plan]
		remaining, reset := limiter.Hit(caller, limit)
		shared.SetRateLimit(w, limit, remaining, reset)
		switch {
		case remaining < 0:
			seconds := (time.Until(reset) + time.Second - 1) / time.Second
			w.Header().Set("Retry-After", strconv.Itoa(int(seconds)))
			shared.WriteError(w, http.StatusTooManyRequests, "rate_limited", "too many requests")
		case !known:
			w.Header().Set("WWW-Authenticate", "Bearer")
			shared.WriteError(w, http.StatusUnauthorized, "unauthorized", "the API key is missing or not valid")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/pets", listPets)
	mux.HandleFunc("POST /v1/pets", createPet)
	mux.HandleFunc("GET /v1/pets/{petId}", getPet)
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening")
	log.Fatal(http.Serve(listener, authenticateAndLimit(mux)))
}
