package meta

import "sync"

// keptTurns is for how many more models something is remembered that none of them has:
// edits add up.
const keptTurns = 4

// memory remembers what was made of texts from one model to the next. Its zero value is
// ready; it is safe for concurrent use.
type memory[K comparable, V any] struct {
	mu    sync.Mutex
	turn  int // how many models were read
	known map[K]*remembered[V]
}

type remembered[V any] struct {
	value V
	turn  int // when it was used last
}

// find gives what is remembered, or nothing.
func (m *memory[K, V]) find(key K) (value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	one, found := m.known[key]
	if !found {
		return value
	}
	one.turn = m.turn
	return one.value
}

func (m *memory[K, V]) keep(key K, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[K]*remembered[V]{}
	}
	m.known[key] = &remembered[V]{value, m.turn}
}

// forget ends a model: what it and the ones before did not have is let go.
func (m *memory[K, V]) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, one := range m.known {
		if one.turn+keptTurns < m.turn {
			delete(m.known, key)
		}
	}
	m.turn++
}
