package shared

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Key returns the API key of a request and the requests a minute of its plan, which are 0 for an unknown key.
func Key(r *http.Request) (key string, limit int) {
	key, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		return "", 0
	}
	return key, PlanLimits[apiKeys[key]]
}

var (
	apiKeys = APIKeys()
	store   Store
)

// Serve runs a store whose only question is its limiter, a middleware that sees requests with a known key only.
func Serve(limiter func(http.Handler) http.Handler) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/pets", listPets)
	mux.HandleFunc("POST /v1/pets", createPet)
	mux.HandleFunc("GET /v1/pets/{petId}", getPet)
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening")
	log.Fatal(http.Serve(listener, authenticate(limiter(mux))))
}

func authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, limit := Key(r); limit > 0 {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		SetRateLimit(w, 60, 60, time.Now())
		WriteError(w, http.StatusUnauthorized, "unauthorized", "the API key is missing or not valid")
	})
}

// SetRateLimit sets the three header fields.
func SetRateLimit(w http.ResponseWriter, limit, remaining int, reset time.Time) {
	w.Header().Set("X-RateLimit-Limit", strconv.Itoa(limit))
	w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(max(0, remaining)))
	w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(unixCeiling(reset), 10))
}

// Times are in whole seconds, rounded up.
func unixCeiling(t time.Time) int64 {
	return t.Add(time.Second - time.Nanosecond).Unix()
}

func WriteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func WriteError(w http.ResponseWriter, status int, code, message string) {
	WriteJSON(w, status, Error{Code: code, Message: message, Status: status})
}

func listPets(w http.ResponseWriter, r *http.Request) {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil {
		limit = 20
	}
	WriteJSON(w, http.StatusOK, store.List(limit, r.URL.Query().Get("status")))
}

func createPet(w http.ResponseWriter, r *http.Request) {
	var pet NewPet
	if err := json.NewDecoder(r.Body).Decode(&pet); err != nil || pet.Name == "" || pet.CategoryID == nil {
		WriteError(w, http.StatusBadRequest, "invalid_pet", "name or categoryId is missing or not valid")
		return
	}
	WriteJSON(w, http.StatusCreated, store.Add(pet))
}

func getPet(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.ParseInt(r.PathValue("petId"), 10, 64)
	if pet, found := store.Get(id); found {
		WriteJSON(w, http.StatusOK, pet)
		return
	}
	WriteError(w, http.StatusNotFound, "pet_not_found", fmt.Sprintf("there is no pet %d", id))
}
