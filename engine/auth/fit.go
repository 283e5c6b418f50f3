package auth

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/wareloom/wareloom/engine/store"
)

// markKey is the mark by which a database knows its master key, without giving it away.
const markKey = "master_key"

// KeyFits reports whether the master key is the one of the database. The first key
// that fits what is sealed is the database's for good.
func (k MasterKey) KeyFits(ctx context.Context, tx *store.Tx) (bool, error) {
	known, err := tx.Mark(ctx, markKey)
	if err != nil || known != "" {
		return known == k.sign(), err
	}
	if opens, err := k.opensSessions(ctx, tx); err != nil || !opens { // of a version without the mark
		return false, err
	}
	return true, tx.SetMark(ctx, markKey, k.sign())
}

// sign is a name of the key, from which nobody can tell the key.
func (k MasterKey) sign() string { return hex.EncodeToString(k.Derive("sign")) }

func (k MasterKey) opensSessions(ctx context.Context, tx *store.Tx) (bool, error) {
	var newest []struct {
		Hash   string `db:"token_hash"`
		Sealed []byte `db:"sign_key"`
	}
	if err := tx.Select(ctx, &newest, "select token_hash, sign_key from auth_session order by id desc limit 1"); err != nil {
		return false, err
	}
	for _, s := range newest {
		if _, err := k.Open(signKeyPlace(s.Hash), s.Sealed); err != nil {
			return false, nil
		}
	}
	return true, nil
}

// Adopt makes the key that of a database whose own one is lost. What that sealed can
// never be read again: sessions end, and keys of other systems are revoked.
func (k MasterKey) Adopt(ctx context.Context, tx *store.Tx) error {
	for _, text := range []string{"delete from auth_session", "delete from auth_key"} {
		if _, err := tx.Exec(ctx, text); err != nil {
			return fmt.Errorf("adopt a new master key: %w", err)
		}
	}
	return tx.SetMark(ctx, markKey, k.sign())
}
