package auth

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// keepKnown is how long a device is known after its last sign-in.
const keepKnown = 90 * 24 * time.Hour

// wasHere reports whether the account was signed in on the device before, which only
// the device can know how to name.
func (a *Auth) wasHere(ctx context.Context, l Login) (here bool, err error) {
	if !guidForm.MatchString(l.Device.Guid) {
		return false, nil
	}
	err = a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &here, `select count(*) > 0 from auth_known k join "user" u on u.id = k.user_id
			where k.device_hash = ? and k.seen_at > ? and u.user_type = ? and u.account = ?`,
			hexSum([]byte(l.Device.Guid)), a.now().Add(-keepKnown).UnixMilli(), l.UserType, l.Account)
	})
	if err != nil {
		return false, fmt.Errorf("look for known device: %w", err)
	}
	return here, nil
}

// remember notes that a person signed in on a device.
func (a *Auth) remember(ctx context.Context, tx *store.Tx, p Person, d Device) error {
	if !guidForm.MatchString(d.Guid) {
		return nil
	}
	const text = `insert into auth_known (user_id, device_hash, seen_at) values (?, ?, ?)
		on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at`
	if _, err := tx.Exec(ctx, text, p.Actor.UserID, hexSum([]byte(d.Guid)), a.now().UnixMilli()); err != nil {
		return fmt.Errorf("remember device: %w", err)
	}
	return nil
}

// mostInTurn is how many may wait for one another.
const mostInTurn = 50

// turns let one after the other in, by key.
type turns struct {
	mu   sync.Mutex
	open map[string]*turn
}

type turn struct {
	gate    chan struct{}
	waiting int
}

// take waits for one's turn and gives how to end it; the Unavailable fault auth.busy
// when too many wait.
func (t *turns) take(ctx context.Context, key string) (leave func(), err error) {
	t.mu.Lock()
	if t.open == nil {
		t.open = map[string]*turn{}
	}
	one := t.open[key]
	if one == nil {
		one = &turn{gate: make(chan struct{}, 1)}
		t.open[key] = one
	}
	if one.waiting >= mostInTurn {
		t.mu.Unlock()
		return nil, busy()
	}
	one.waiting++
	t.mu.Unlock()
	done := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if one.waiting--; one.waiting == 0 {
			delete(t.open, key)
		}
	}
	select {
	case one.gate <- struct{}{}:
		return func() { <-one.gate; done() }, nil
	case <-ctx.Done():
		done()
		return nil, ctx.Err()
	}
}
