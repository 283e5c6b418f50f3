package job

import (
	"sync"
	"time"
)

// longestRest bounds how long a person's next job waits for the sake of others.
const longestRest = time.Second

// rests are the persons of whom a job has just ended. Their next one waits as long as
// that one took, so that who asks for jobs without end leaves half a core to everybody
// else. The system does not rest.
type rests struct {
	mu    sync.Mutex
	until map[int64]time.Time // by user id
}

// begin has a person rest after a job that took some time, and gives how long.
func (r *rests) begin(user int64, took time.Duration) time.Duration {
	if user == 0 {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until == nil {
		r.until = map[int64]time.Time{}
	}
	took = min(took, longestRest)
	r.until[user] = time.Now().Add(took)
	return took
}

// now are the persons who rest.
func (r *rests) now() (users []int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for user, until := range r.until {
		if time.Now().After(until) {
			delete(r.until, user)
			continue
		}
		users = append(users, user)
	}
	return users
}
