package auth

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// spendTime is how long the use of a signature may take to be kept.
const spendTime = 5 * time.Second

// partWhole is the part of call rows that stand for the whole call: that of one with a single
// transaction, and one that only says that a signature was used.
const partWhole = ""

// underway are the signatures of calls that run in this process.
type underway struct {
	mu    sync.Mutex
	calls map[signature]struct{}
}

// signature is what may be used once.
type signature struct {
	userID int64
	nonce  string
}

// enter notes a signature; false when its call runs.
func (u *underway) enter(s signature) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, runs := u.calls[s]; runs {
		return false
	}
	if u.calls == nil {
		u.calls = map[signature]struct{}{}
	}
	u.calls[s] = struct{}{}
	return true
}

func (u *underway) leave(s signature) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.calls, s)
}

// Begin lets the context's call in unless its signature was used before, whatever
// was answered then. It ends with end. A Stale fault.
func (a *Auth) Begin(ctx context.Context) (end func(), err error) { return a.letIn(ctx, a.wasUsed) }

// Claim is Begin for what does all in one transaction, as the whole call (Once): the row of
// the call says that its signature is new, or else Spend does.
func (a *Auth) Claim(ctx context.Context) (end func(), err error) {
	return a.letIn(ctx, func(_ context.Context, call Call) (bool, error) {
		call.claims.Store(true)
		return false, nil
	})
}

// Use is Begin for what only reads, or is refused already: it has no transaction of its
// own to say so, and its signature is used up at once. Faults as those of Begin and Spend.
func (a *Auth) Use(ctx context.Context) (end func(), err error) { return a.letIn(ctx, a.spend) }

// letIn lets the context's call in unless its signature was used before.
func (a *Auth) letIn(ctx context.Context, wasUsed func(context.Context, Call) (bool, error)) (end func(), err error) {
	call, _ := ctx.Value(callKey{}).(Call)
	if call.Nonce == "" {
		return func() {}, nil
	}
	s := signature{call.UserID, call.Nonce}
	if !a.underway.enter(s) {
		return nil, fault.New(fault.Stale, "sign.replayed")
	}
	end = func() { a.underway.leave(s) }
	used, err := wasUsed(ctx, call)
	if err == nil && used {
		err = fault.New(fault.Stale, "sign.replayed")
	}
	if err != nil {
		end()
		return nil, err
	}
	return end, nil
}

func (a *Auth) wasUsed(ctx context.Context, call Call) (used bool, err error) {
	err = a.db.Ask(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &used, "select exists (select 1 from auth_call where user_id = ? and nonce = ?)", call.UserID, call.Nonce)
	})
	return used, err
}

// Spend keeps that the signature of the context's call was used, when no row of the
// call says so: it was refused, or gave an earlier answer again. A Stale fault where it was
// used before, an Unavailable one where the database has no time for it.
func (a *Auth) Spend(ctx context.Context) error {
	call, _ := ctx.Value(callKey{}).(Call)
	if call.Nonce == "" || call.kept.Load() {
		return nil
	}
	used, err := a.spend(ctx, call)
	if err == nil && used {
		err = fault.New(fault.Stale, "sign.replayed")
	}
	return err
}

// spend keeps by a row of its own that a signature is used, and reports whether it was
// used before. The call may end meanwhile.
func (a *Auth) spend(ctx context.Context, call Call) (used bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), spendTime)
	defer cancel()
	const unlessUsed = `insert into auth_call (id, user_id, part, nonce, digest, created_at) select ?, ?, ?, ?, '', ?
		where not exists (select 1 from auth_call where user_id = ? and nonce = ?) on conflict do nothing`
	err = a.db.WriteOne(ctx, func(ctx context.Context, tx *store.Tx) error {
		id, err := tx.NextIDs(ctx, 1)
		if err != nil {
			return err
		}
		kept, err := tx.Exec(ctx, unlessUsed, id, call.UserID, partWhole, call.Nonce, tx.Now().UnixMilli(), call.UserID, call.Nonce)
		used = kept == 0
		return err
	})
	if errors.Is(err, context.DeadlineExceeded) { // too many write; what the call did stays, and it may come again
		return false, fault.New(fault.Unavailable, store.Busy).Because(err)
	}
	if err != nil {
		return false, fmt.Errorf("use signature up: %w", err)
	}
	call.kept.Store(true)
	return used, nil
}

// HoldVersion keeps a session that signed with version 2 from signing with version 1,
// which others can rearrange. A Stale fault.
func (a *Auth) HoldVersion(ctx context.Context, s Session, version string) error {
	if s.Key != "" || version == "2" && s.signed2 {
		return nil
	}
	if version == "2" {
		err := a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update auth_session set signed2 = 1 where id = ?", s.ID)
			return err
		})
		a.sessions.Drop(hexSum([]byte(s.AccessToken)))
		if fault.IsKey(err, store.Full) {
			return nil // what is read goes on, what writes fails by itself, and the next call marks the session
		}
		return err
	}
	var signed2 bool // as of now: another server may have seen it
	err := a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &signed2, "select count(*) > 0 from auth_session where id = ? and signed2 = 1", s.ID)
	})
	if err == nil && signed2 {
		err = fault.New(fault.Stale, "sign.fell_back")
	}
	return err
}
