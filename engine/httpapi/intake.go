package httpapi

import (
	"sync"

	"github.com/wareloom/wareloom/engine/fault"
)

// intake bounds the bytes of bodies that are on their way through the server: of all
// callers, of each user and of each address.
type intake struct {
	most, mostOfUser, mostOfAddress int64 // bytes
	mu                              sync.Mutex
	all                             int64
	of                              map[sender]int64
}

// sender is a user or an address.
type sender struct {
	user    int64
	address string // "" for a user
}

// newIntakes gives the bounds of bodies that nobody signed, of those that are kept in
// memory, and of files, which go to the disk. Many people share an address.
func newIntakes() (anonymous, bodies, uploads *intake) {
	return &intake{most: 16 << 20, mostOfAddress: 4 << 20, of: map[sender]int64{}},
		&intake{most: 128 << 20, mostOfUser: 48 << 20, mostOfAddress: 96 << 20, of: map[sender]int64{}},
		&intake{most: 1 << 30, mostOfUser: 256 << 20, mostOfAddress: 512 << 20, of: map[sender]int64{}}
}

// waitSeconds is how long a caller is asked to wait for room.
const waitSeconds = 2

// add takes n bytes of a user (0: nobody signed) and an address in; the Unavailable
// fault request.full when there is no room.
func (i *intake) add(user int64, address string, n int64) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.all+n > i.most || user != 0 && i.of[sender{user: user}]+n > i.mostOfUser || i.of[sender{address: address}]+n > i.mostOfAddress {
		return fault.New(fault.Unavailable, "request.full", "seconds", waitSeconds).With(map[string]any{"retryAfter": waitSeconds})
	}
	i.count(user, address, n)
	return nil
}

// leave gives the room of n bytes back.
func (i *intake) leave(user int64, address string, n int64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.count(user, address, -n)
}

func (i *intake) count(user int64, address string, n int64) {
	i.all += n
	for _, one := range []sender{{user: user}, {address: address}} {
		if i.of[one] += n; i.of[one] <= 0 {
			delete(i.of, one)
		}
	}
}
