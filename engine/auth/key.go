package auth

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// liveKeys is how many keys of one name may be good at the same time: the old one
// and the new one while a system changes over.
const liveKeys = 2

// usedStep is how exactly a key's last use is known, so that reads seldom write.
const usedStep = time.Minute

// Key is what is known of the key of another system. It acts as its user, whose type,
// roles and owner bound it.
type Key struct {
	ID        string
	UserID    int64
	Name      string
	Addresses []netip.Prefix // from which it is taken; none: from anywhere
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: never, exact to a minute
}

// keyRow is a row of auth_key.
type keyRow struct {
	ID        string `db:"id"`
	UserID    int64  `db:"user_id"`
	Name      string `db:"name"`
	Secret    []byte `db:"secret"`
	Addresses string `db:"addresses"`
	CreatedAt int64  `db:"created_at"`
	ExpiresAt int64  `db:"expires_at"`
	UsedAt    int64  `db:"used_at"`
}

const keyColumns = "id, user_id, name, secret, addresses, created_at, expires_at, used_at"

func (r *keyRow) key() (Key, error) {
	k := Key{ID: r.ID, UserID: r.UserID, Name: r.Name, CreatedAt: time.UnixMilli(r.CreatedAt), ExpiresAt: time.UnixMilli(r.ExpiresAt)}
	if r.UsedAt != 0 {
		k.UsedAt = time.UnixMilli(r.UsedAt)
	}
	for text := range strings.FieldsSeq(r.Addresses) {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return Key{}, fmt.Errorf("addresses of key %s: %w", r.ID, err)
		}
		k.Addresses = append(k.Addresses, prefix)
	}
	return k, nil
}

// AddKey makes a key and gives its id and its secret, 64 hex digits, which nobody
// can read again. A Conflict fault when two keys of that name are good already.
func (a *Auth) AddKey(ctx context.Context, tx *store.Tx, k Key) (id, secretText string, err error) {
	var live int
	const count = "select count(*) from auth_key where user_id = ? and name = ? and expires_at > ?"
	if err := tx.Get(ctx, &live, count, k.UserID, k.Name, a.now().UnixMilli()); err != nil {
		return "", "", fmt.Errorf("count keys: %w", err)
	}
	if live >= liveKeys {
		return "", "", fault.New(fault.Conflict, "auth.too_many_keys", "name", k.Name, "max", liveKeys)
	}
	if id, err = secret(8); err != nil {
		return "", "", err
	}
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil {
		return "", "", fmt.Errorf("make secret: %w", err)
	}
	k.ID = id
	return id, hex.EncodeToString(raw), a.keepKey(ctx, tx, k, raw)
}

func (a *Auth) keepKey(ctx context.Context, tx *store.Tx, k Key, raw []byte) error {
	sealed, err := a.master.Seal(keyPlace(k.ID), raw)
	if err != nil {
		return err
	}
	addresses := make([]string, len(k.Addresses))
	for i, prefix := range k.Addresses {
		addresses[i] = prefix.String()
	}
	const insert = "insert into auth_key (" + keyColumns + ") values (?, ?, ?, ?, ?, ?, ?, 0)"
	_, err = tx.Exec(ctx, insert, k.ID, k.UserID, k.Name, sealed, strings.Join(addresses, " "), a.now().UnixMilli(), k.ExpiresAt.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep key: %w", err)
	}
	return nil
}

// Keys lists all keys, the newest first.
func Keys(ctx context.Context, tx *store.Tx) ([]Key, error) {
	var rows []keyRow
	if err := tx.Select(ctx, &rows, "select "+keyColumns+" from auth_key order by created_at desc, id"); err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	keys := make([]Key, len(rows))
	for i := range rows {
		var err error
		if keys[i], err = rows[i].key(); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// FindKey finds a key; the NotFound fault auth.no_key when there is none.
func FindKey(ctx context.Context, tx *store.Tx, id string) (Key, error) {
	var row keyRow
	err := tx.Get(ctx, &row, "select "+keyColumns+" from auth_key where id = ?", id)
	if errors.Is(err, sql.ErrNoRows) {
		return Key{}, fault.New(fault.NotFound, "auth.no_key", "id", id)
	}
	if err != nil {
		return Key{}, fmt.Errorf("find key %s: %w", id, err)
	}
	return row.key()
}

// Holder is the person that a key acts as; the NotFound fault auth.no_holder when
// there is none, or he may not sign in.
func (a *Auth) Holder(ctx context.Context, tx *store.Tx, userID int64) (Actor, error) {
	p, err := a.admitted(ctx, tx, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return Actor{}, fault.New(fault.NotFound, "auth.no_holder").On("user_id")
	}
	if err != nil {
		return Actor{}, fmt.Errorf("find holder %d: %w", userID, err)
	}
	return p.Actor, nil
}

// RevokeKey ends a key at once; false when there is none.
func (a *Auth) RevokeKey(ctx context.Context, tx *store.Tx, id string) (bool, error) {
	n, err := tx.Exec(ctx, "delete from auth_key where id = ?", id)
	if err != nil {
		return false, fmt.Errorf("revoke key: %w", err)
	}
	return n > 0, a.changes.Count(ctx, tx)
}

// EndKeys revokes the keys of a user.
func (a *Auth) EndKeys(ctx context.Context, tx *store.Tx, userID int64) error {
	if _, err := tx.Exec(ctx, "delete from auth_key where user_id = ?", userID); err != nil {
		return fmt.Errorf("end keys of user %d: %w", userID, err)
	}
	return a.changes.Count(ctx, tx)
}

// End ends whatever lets a user in for good: sessions, tickets and keys.
func (a *Auth) End(ctx context.Context, tx *store.Tx, userID int64) error {
	if _, err := tx.Exec(ctx, "delete from auth_ticket where user_id = ?", userID); err != nil {
		return fmt.Errorf("end tickets of user %d: %w", userID, err)
	}
	if err := a.EndKeys(ctx, tx, userID); err != nil {
		return err
	}
	return a.EndSessions(ctx, tx, userID, 0)
}

// KeySession gives what a call under a key has instead of a session. shown is the
// header's value: the id alone, when the call is signed with the secret, or
// <id>.<secret>. An Unauthenticated fault when the key is not good, not from this
// address, or shows its secret on a connection that others can read.
func (a *Auth) KeySession(ctx context.Context, shown, address string, encrypted bool) (Session, error) {
	refused := fault.New(fault.Unauthenticated, "auth.bad_key")
	id, secretText, shows := strings.Cut(shown, ".")
	if shows && !encrypted {
		return Session{}, refused
	}
	row, p, err := a.readKey(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, refused
	}
	if err != nil {
		return Session{}, fmt.Errorf("find key: %w", err)
	}
	raw, err := a.master.Open(keyPlace(id), row.Secret)
	if err != nil {
		return Session{}, err
	}
	k, err := row.key()
	if err != nil {
		return Session{}, err
	}
	if shows && !equal(hex.EncodeToString(raw), secretText) || a.now().After(k.ExpiresAt) || !k.allows(address) {
		return Session{}, refused
	}
	s := Session{ID: row.UserID, Actor: p.Actor, ExpiresAt: k.ExpiresAt, Key: id, Proven: shows, signKey: raw}
	return s, a.noteUse(ctx, k)
}

// readKey reads a key and the person it acts as; sql.ErrNoRows when there is none, or
// he may not sign in.
func (a *Auth) readKey(ctx context.Context, id string) (row keyRow, p Person, err error) {
	err = a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if err = tx.Get(ctx, &row, "select "+keyColumns+" from auth_key where id = ?", id); err != nil {
			return err
		}
		p, err = a.admitted(ctx, tx, row.UserID)
		return err
	})
	return row, p, err
}

// allows reports whether the key is taken from an address.
func (k Key) allows(address string) bool {
	if len(k.Addresses) == 0 {
		return true
	}
	from, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	for _, prefix := range k.Addresses {
		if prefix.Contains(from.Unmap()) {
			return true
		}
	}
	return false
}

// noteUse keeps when the key was used last.
func (a *Auth) noteUse(ctx context.Context, k Key) error {
	now := a.now()
	if now.Sub(k.UsedAt) < usedStep {
		return nil
	}
	err := a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "update auth_key set used_at = ? where id = ?", now.UnixMilli(), k.ID)
		return err
	})
	if err != nil && !fault.IsKey(err, store.Full) { // what is read goes on
		return fmt.Errorf("note use of key %s: %w", k.ID, err)
	}
	return nil
}

func keyPlace(id string) string { return "auth_key.secret." + id }
