package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"time"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// longestKeyLife is how far off a key's expiry may be.
const longestKeyLife = 2 * 366 * 24 * time.Hour

// listedKey is a key as an administrator sees it.
type listedKey struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	UserID    int64    `json:"user_id"`
	Account   string   `json:"account"` // "": it may no longer sign in, and the key is dead
	TrueName  string   `json:"userTrueName"`
	UserType  string   `json:"userType"`
	OwnerID   any      `json:"ownerId"`
	Addresses []string `json:"addresses"`
	CreatedAt any      `json:"createdAt"`
	ExpiresAt any      `json:"expiresAt"`
	UsedAt    any      `json:"usedAt"`
	Expired   bool     `json:"expired"`
}

// keyList lists all keys, never their secrets.
func (a *API) keyList(q *request) (any, error) { return q.keys(func(auth.Key) bool { return true }) }

// ownKeyList lists the caller's own keys.
func (a *API) ownKeyList(q *request) (any, error) { return q.keys(q.owns) }

// owns reports whether a key acts as the caller.
func (q *request) owns(k auth.Key) bool { return k.UserID == q.actor().UserID }

func (q *request) keys(shown func(auth.Key) bool) (any, error) {
	a, rows := q.api, []listedKey{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		keys, err := auth.Keys(ctx, tx)
		if err != nil {
			return err
		}
		for _, k := range keys {
			if !shown(k) {
				continue
			}
			row, err := a.listKey(ctx, tx, k)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return nil
	})
	return map[string]any{"rows": rows}, err
}

func (a *API) listKey(ctx context.Context, tx *store.Tx, k auth.Key) (listedKey, error) {
	row := listedKey{
		ID: k.ID, Name: k.Name, UserID: k.UserID, Addresses: make([]string, len(k.Addresses)), Expired: tx.Now().After(k.ExpiresAt),
		CreatedAt: rfc3339(k.CreatedAt.UnixMilli()), ExpiresAt: rfc3339(k.ExpiresAt.UnixMilli()),
	}
	if !k.UsedAt.IsZero() {
		row.UsedAt = rfc3339(k.UsedAt.UnixMilli())
	}
	for i, prefix := range k.Addresses {
		row.Addresses[i] = prefix.String()
	}
	holder, err := a.Auth.Holder(ctx, tx, k.UserID)
	if err != nil && fault.CodeOf(err) != fault.NotFound {
		return row, err
	}
	row.Account, row.TrueName, row.UserType = holder.Account, holder.TrueName, holder.UserType
	if holder.OwnerID != 0 {
		row.OwnerID = holder.OwnerID
	}
	return row, nil
}

// longestKeyName is the most characters of what a key is called.
const longestKeyName = 100

// keyCreate makes a key of an account; its secret is shown this once.
func (a *API) keyCreate(q *request) (any, error) {
	var body struct {
		UserID    int64     `json:"user_id"`
		Name      string    `json:"name"`
		Addresses []string  `json:"addresses"`
		ExpiresAt time.Time `json:"expires_at"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	switch {
	case body.Name == "":
		return nil, missing("name")
	case utf8.RuneCountInString(body.Name) > longestKeyName:
		return nil, wrong("name")
	}
	addresses, err := prefixes(body.Addresses)
	if err != nil {
		return nil, err
	}
	if q.onOwnKeys() {
		body.UserID = q.actor().UserID
	}
	return q.makeKey(func(context.Context, *store.Tx) (auth.Key, error) {
		return auth.Key{UserID: body.UserID, Name: body.Name, Addresses: addresses, ExpiresAt: body.ExpiresAt}, nil
	})
}

// ownKeyCreate makes a key that acts as the caller. A key makes no further keys: who got
// hold of one would have others when it is revoked.
func (a *API) ownKeyCreate(q *request) (any, error) {
	if err := q.bySession(); err != nil {
		return nil, err
	}
	return a.keyCreate(q)
}

// ownKeyRotate makes a second key beside one of the caller's.
func (a *API) ownKeyRotate(q *request) (any, error) {
	if err := q.bySession(); err != nil {
		return nil, err
	}
	return a.keyRotate(q)
}

// keyRotate makes a second key beside one; both are good until the old one is
// revoked or expires.
func (a *API) keyRotate(q *request) (any, error) {
	var body struct {
		ID        string    `json:"id"`
		ExpiresAt time.Time `json:"expires_at"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.makeKey(func(ctx context.Context, tx *store.Tx) (auth.Key, error) {
		k, err := auth.FindKey(ctx, tx, body.ID)
		k.ExpiresAt = body.ExpiresAt
		return k, err
	})
}

// makeKey makes a key and answers its secret. What is kept for a repeated call
// does not hold the secret: the repetition answers null for it.
func (q *request) makeKey(of func(context.Context, *store.Tx) (auth.Key, error)) (any, error) {
	var made, secret string
	kept, err := q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		k, err := of(ctx, tx)
		if err != nil {
			return nil, err
		}
		if err := q.mayHold(ctx, tx, k); err != nil {
			return nil, err
		}
		made, secret, err = q.api.Auth.AddKey(ctx, tx, k)
		return made, err
	})
	if err != nil {
		return nil, err
	}
	var id string
	if err := json.Unmarshal(kept.(json.RawMessage), &id); err != nil {
		return nil, fmt.Errorf("read the kept id of a key: %w", err)
	}
	if id != made {
		secret = ""
	}
	q.api.log.Info("key made", slog.String("key", id), slog.Int64("by", q.actor().UserID))
	return map[string]any{"id": id, "secret": orNull(secret)}, nil
}

// mayHold holds that a key ends in time, that its account may sign in, and that it
// gives nobody more than the caller has.
func (q *request) mayHold(ctx context.Context, tx *store.Tx, k auth.Key) error {
	if left := k.ExpiresAt.Sub(tx.Now()); left <= 0 || left > longestKeyLife {
		return fault.Join([]*fault.Fault{fault.New(fault.Invalid, "auth.key_life").On("expires_at").Breaking("range")})
	}
	if _, err := q.api.Auth.Holder(ctx, tx, k.UserID); err != nil {
		return err
	}
	return q.mayReach(ctx, tx, k)
}

// mayReach holds that a key acts as nobody who has more than the caller; on one's own
// keys it acts as oneself. NotFound for those of others there.
func (q *request) mayReach(ctx context.Context, tx *store.Tx, k auth.Key) error {
	switch {
	case !q.onOwnKeys():
		return q.rights.Within(ctx, tx, "user", []map[string]any{{"id": k.UserID}})
	case !q.owns(k):
		return fault.New(fault.NotFound, "auth.no_key", "id", k.ID)
	}
	return nil
}

// onOwnKeys reports whether the call is about the caller's own keys.
func (q *request) onOwnKeys() bool { return q.route.asks.right == meta.RightOwnKeys }

// keyRevoke ends a key at once.
func (a *API) keyRevoke(q *request) (any, error) {
	var body struct {
		ID string `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	done, err := q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		k, err := auth.FindKey(ctx, tx, body.ID)
		if err != nil {
			return nil, err
		}
		if err := q.mayReach(ctx, tx, k); err != nil {
			return nil, err
		}
		_, err = a.Auth.RevokeKey(ctx, tx, body.ID)
		return nil, err
	})
	if err == nil {
		a.log.Info("key revoked", slog.String("key", body.ID), slog.Int64("by", q.actor().UserID))
	}
	return done, err
}

// prefixes reads addresses and networks.
func prefixes(texts []string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for i, text := range texts {
		if address, err := netip.ParseAddr(text); err == nil {
			all = append(all, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			bad := fault.New(fault.Invalid, "auth.key_address", "address", text).On(fmt.Sprintf("addresses[%d]", i)).Breaking("format")
			return nil, fault.Join([]*fault.Fault{bad})
		}
		all = append(all, prefix)
	}
	return all, nil
}
