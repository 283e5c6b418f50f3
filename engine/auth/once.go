package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Call is what makes a writing request happen once: its nonce, and the key under
// which its sender may repeat it. The zero Call may happen any number of times.
type Call struct {
	UserID int64
	Nonce  string // of a signed call, or what else is good once of it
	Key    string // Idempotency-Key
	Digest string // of what was asked; the same key for something else is a mistake
	kept   *atomic.Bool
	secret *atomic.Bool
	claims *atomic.Bool // its only transaction says whether it is the first of its kind
}

// KeepNoAnswer has the answer of the context's call given once: it holds a secret that
// must not stand in the database.
func KeepNoAnswer(ctx context.Context) {
	if call, ok := ctx.Value(callKey{}).(Call); ok {
		call.secret.Store(true)
	}
}

type callKey struct{}

// WithCall gives a context that carries the request's identity.
func WithCall(ctx context.Context, c Call) context.Context {
	c.kept, c.secret, c.claims = &atomic.Bool{}, &atomic.Bool{}, &atomic.Bool{}
	return context.WithValue(ctx, callKey{}, c)
}

// Once runs fn in the transaction unless the context's call ran already, and
// gives fn's answer, or the one kept from the first time. It belongs first into
// the transaction. The part tells the transactions of one call apart; "" when
// there is only one.
//
// A Stale fault means that the nonce was used before, a Conflict fault that the
// key was used for something else.
func Once(ctx context.Context, tx *store.Tx, part string, fn func() ([]byte, error)) ([]byte, error) {
	call, _ := ctx.Value(callKey{}).(Call)
	if call.Nonce == "" && call.Key == "" {
		return fn()
	}
	if call.claims.Load() && tx.Tries() == 0 {
		return call.claimLast(ctx, tx, part, fn)
	}
	id, err := call.claim(ctx, tx, part)
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return call.first(ctx, tx, part)
	}
	answer, err := fn()
	if err != nil || !call.keeps() {
		return answer, err
	}
	if err := tx.AtEnd(ctx, "update auth_call set answer = ? where id = ?", store.Packed(answer), id); err != nil {
		return nil, fmt.Errorf("keep answer of call: %w", err)
	}
	return answer, nil
}

// keeps reports whether the answer can be asked for again, which takes a key.
func (c Call) keeps() bool { return c.Key != "" && !c.secret.Load() }

// claimLast runs fn and keeps the call with its answer in one row. Most calls are the first
// of their kind; what fails may be one that is not, and runs anew with its claim first.
func (c Call) claimLast(ctx context.Context, tx *store.Tx, part string, fn func() ([]byte, error)) ([]byte, error) {
	tx.Doubt()
	answer, err := fn()
	if err != nil {
		return nil, err
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return nil, err
	}
	var kept any
	if c.keeps() {
		kept = store.Packed(answer)
	}
	if err := tx.Put(ctx, nil, insertCall, c.row(id, part, kept, tx.Now())...); err != nil {
		return nil, err
	}
	tx.AfterCommit(func() { c.kept.Store(true) })
	return answer, nil
}

const insertCall = "insert into auth_call (id, user_id, part, nonce, call_key, digest, answer, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)"

// row are the values of insertCall.
func (c Call) row(id int64, part string, answer any, now time.Time) []any {
	digest := c.Digest
	if c.Key == "" { // nothing can come under its key
		digest = ""
	}
	return []any{id, c.UserID, part, orNull(c.Nonce), orNull(c.Key), digest, answer, now.UnixMilli()}
}

// claim inserts the call row; its id is 0 when one of its keys is taken.
func (c Call) claim(ctx context.Context, tx *store.Tx, part string) (int64, error) {
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return 0, err
	}
	taken, err := tx.Exec(ctx, insertCall+" on conflict do nothing", c.row(id, part, nil, tx.Now())...)
	if err != nil {
		return 0, fmt.Errorf("insert call: %w", err)
	}
	if taken == 0 {
		return 0, nil
	}
	tx.AfterCommit(func() { c.kept.Store(true) })
	return id, nil
}

// first gives the answer kept under the call's key.
func (c Call) first(ctx context.Context, tx *store.Tx, part string) ([]byte, error) {
	var replayed bool
	const seen = "select count(*) > 0 from auth_call where user_id = ? and part = ? and nonce = ?"
	if err := tx.Get(ctx, &replayed, seen, c.UserID, part, c.Nonce); err != nil {
		return nil, fmt.Errorf("look for nonce: %w", err)
	}
	if replayed {
		return nil, fault.New(fault.Stale, "sign.replayed")
	}
	var kept struct {
		Digest string       `db:"digest"`
		Answer store.Packed `db:"answer"`
	}
	const answer = "select digest, answer from auth_call where user_id = ? and part = ? and call_key = ?"
	err := tx.Get(ctx, &kept, answer, c.UserID, part, c.Key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.Conflict, "call.in_progress")
	}
	if err != nil {
		return nil, fmt.Errorf("read first answer: %w", err)
	}
	if kept.Digest != c.Digest {
		return nil, fault.New(fault.Conflict, "call.key_reused")
	}
	if kept.Answer == nil {
		return nil, fault.New(fault.Conflict, "call.told_once")
	}
	return kept.Answer, nil
}

// orNull stores an absent key as null, which never collides.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
