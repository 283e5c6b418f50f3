package release

import (
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// recent keeps what was made lately, by a key that says all that it is made of. What
// several ask for at once is made once, and nobody waits for what is made of another key.
type recent[V any] struct {
	most  int           // is kept of it, the latest used
	spare time.Duration // is kept what nobody asked for
	now   func() time.Time

	flight singleflight.Group
	mu     sync.Mutex
	kept   map[string]*used[V]
}

type used[V any] struct {
	made V
	at   time.Time
}

// find gives what is kept under a key.
func (r *recent[V]) find(key string) (made V, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop()
	one, found := r.kept[key]
	if found {
		one.at = r.now()
		made = one.made
	}
	return made, found
}

// get gives what is kept under a key, or makes it. A failure is not kept.
func (r *recent[V]) get(key string, make func() (V, error)) (V, error) {
	made, err, _ := r.flight.Do(key, func() (any, error) {
		if made, found := r.find(key); found {
			return made, nil
		}
		made, err := make()
		if err == nil {
			r.keep(key, made)
		}
		return made, err
	})
	return made.(V), err
}

func (r *recent[V]) keep(key string, made V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil {
		r.kept = map[string]*used[V]{}
	}
	r.kept[key] = &used[V]{made, r.now()}
	if len(r.kept) > r.most {
		oldest := key
		for other, one := range r.kept {
			if one.at.Before(r.kept[oldest].at) {
				oldest = other
			}
		}
		delete(r.kept, oldest)
	}
}

// forget lets go what nobody asked for in a while.
func (r *recent[V]) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop()
}

func (r *recent[V]) drop() {
	for key, one := range r.kept {
		if r.now().Sub(one.at) > r.spare {
			delete(r.kept, key)
		}
	}
}
