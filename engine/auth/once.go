package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

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
	claims *atomic.Bool // nobody looked yet whether its signature was used before
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
	id, err := call.claim(ctx, tx, part)
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return call.first(ctx, tx, part)
	}
	answer, err := fn()
	if err != nil || call.Key == "" || call.secret.Load() { // without a key nobody can ask for the answer again
		return answer, err
	}
	if err := tx.AtEnd(ctx, "update auth_call set answer = ? where id = ?", store.Packed(answer), id); err != nil {
		return nil, fmt.Errorf("keep answer of call: %w", err)
	}
	return answer, nil
}

// errKnown is the failure of a call that was taken for the first of its kind.
var errKnown = errors.New("the call came before")

// claim inserts the call row; its id is 0 when one of its keys is taken. Most calls are
// the first, so that the row goes out with what the call does; one that is not runs anew
// and waits for it.
func (c Call) claim(ctx context.Context, tx *store.Tx, part string) (int64, error) {
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return 0, err
	}
	digest := c.Digest
	if c.Key == "" { // nothing can come under its key
		digest = ""
	}
	text, args := insertCall, []any{id, c.UserID, part, orNull(c.Nonce), orNull(c.Key), digest, tx.Now().UnixMilli()}
	if c.claims.Load() {
		text, args = insertUnused, append(args, c.UserID, orNull(c.Nonce))
	}
	heard := func(taken int64, err error) error {
		if err == nil && taken == 0 {
			return tx.Again(errKnown)
		}
		return err
	}
	if tx.Tries() == 0 {
		err = tx.PutSure(ctx, heard, text, args...)
	} else {
		var taken int64
		if taken, err = tx.Exec(ctx, text, args...); err == nil && taken == 0 {
			return 0, nil
		}
	}
	if err != nil {
		return 0, fmt.Errorf("insert call: %w", err)
	}
	tx.AfterCommit(func() { c.kept.Store(true) })
	return id, nil
}

// The row of a call, also where it must be the first of its signature.
const (
	callColumns  = "insert into auth_call (id, user_id, part, nonce, call_key, digest, created_at) "
	insertCall   = callColumns + "values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
	insertUnused = callColumns + `select ?, ?, ?, ?, ?, ?, ?
		where not exists (select 1 from auth_call where user_id = ? and nonce = ?) on conflict do nothing`
)

// first gives the answer kept under the call's key.
func (c Call) first(ctx context.Context, tx *store.Tx, part string) ([]byte, error) {
	var replayed bool
	seen, args := "select count(*) > 0 from auth_call where user_id = ? and nonce = ?", []any{c.UserID, c.Nonce}
	if !c.claims.Load() { // other parts of this very call
		seen, args = seen+" and part = ?", append(args, part)
	}
	if err := tx.Get(ctx, &replayed, seen, args...); err != nil {
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
