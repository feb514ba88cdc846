// Package shared holds what the services in Go share: the animals in memory, the API keys and a limit of requests a
// minute.
package shared

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var PlanLimits = map[string]int{"free": 60, "pro": 300, "business": 1000, "enterprise": 1_000_000}

type NewPet struct {
	Name       string `json:"name"`
	CategoryID *int64 `json:"categoryId"`
	Status     string `json:"status,omitempty"`
}

type Pet struct {
	ID int64 `json:"id"`
	NewPet
}

type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

// APIKeys returns the plan of every API key, from API_KEYS (PLAN=KEY, comma-separated).
func APIKeys() map[string]string {
	plans := map[string]string{}
	for _, entry := range strings.Split(os.Getenv("API_KEYS"), ",") {
		plan, key, _ := strings.Cut(entry, "=")
		plans[key] = plan
	}
	return plans
}

// Minute returns how long a minute of the limits lasts, from MINUTE_MS.
func Minute() time.Duration {
	milliseconds, err := strconv.Atoi(os.Getenv("MINUTE_MS"))
	if err != nil {
		return time.Minute
	}
	return time.Duration(milliseconds) * time.Millisecond
}

// Store keeps animals in the order of their creation.
type Store struct {
	mutex sync.RWMutex
	pets  []Pet
}

func (s *Store) Add(pet NewPet) Pet {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	added := Pet{ID: int64(len(s.pets) + 1), NewPet: pet}
	s.pets = append(s.pets, added)
	return added
}

func (s *Store) Get(id int64) (Pet, bool) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if id < 1 || id > int64(len(s.pets)) {
		return Pet{}, false
	}
	return s.pets[id-1], true
}

// List returns the newest animals first.
func (s *Store) List(limit int, status string) []Pet {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	listed := []Pet{}
	for i := len(s.pets) - 1; i >= 0 && len(listed) < limit; i-- {
		if status == "" || s.pets[i].Status == status {
			listed = append(listed, s.pets[i])
		}
	}
	return listed
}

type count struct {
	window   int64
	requests int
}

// MinuteLimiter counts the requests of each caller in windows of a minute, aligned to the clock.
type MinuteLimiter struct {
	mutex  sync.Mutex
	counts map[string]count
}

// Hit counts one request. It returns how many of the limit are left, negative where it is beyond it, and when the
// window ends.
func (l *MinuteLimiter) Hit(caller string, limit int) (remaining int, reset time.Time) {
	minute := int64(Minute())
	window := time.Now().UnixNano() / minute
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.counts == nil {
		l.counts = map[string]count{}
	}
	counted := l.counts[caller]
	if counted.window != window {
		counted = count{window: window}
	}
	counted.requests++
	l.counts[caller] = counted
	return limit - counted.requests, time.Unix(0, (window+1)*minute)
}
