package auth_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

func TestOnce(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), auth.Migrations()); err != nil {
			t.Fatal(err)
		}
		// The steps build on each other: a call, and what may follow it.
		long := strings.Repeat("a long answer ", 100) // is kept packed
		steps := []struct {
			name       string
			call       auth.Call
			part       string
			refuse     bool
			wantAnswer string
			wantCode   fault.Code
		}{
			{name: "first call", call: auth.Call{UserID: 1, Nonce: "n1", Key: "k1", Digest: "d"}, wantAnswer: "first call"},
			{name: "same key, new nonce", call: auth.Call{UserID: 1, Nonce: "n2", Key: "k1", Digest: "d"}, wantAnswer: "first call"},
			{name: "same nonce and key", call: auth.Call{UserID: 1, Nonce: "n1", Key: "k1", Digest: "d"}, wantCode: fault.Stale},
			{name: "same nonce, other key", call: auth.Call{UserID: 1, Nonce: "n1", Key: "k2", Digest: "d"}, wantCode: fault.Stale},
			{name: "same key, other body", call: auth.Call{UserID: 1, Nonce: "n3", Key: "k1", Digest: "e"}, wantCode: fault.Conflict},
			{name: "another part", call: auth.Call{UserID: 1, Nonce: "n1", Key: "k1", Digest: "d"}, part: "7", wantAnswer: "another part"},
			{name: "another person", call: auth.Call{UserID: 2, Nonce: "n1", Key: "k1", Digest: "d"}, wantAnswer: "another person"},
			{name: "refused", call: auth.Call{UserID: 1, Nonce: "n4", Key: "k4", Digest: "d"}, refuse: true, wantCode: fault.Invalid},
			{name: "repeated after a refusal", call: auth.Call{UserID: 1, Nonce: "n5", Key: "k4", Digest: "d"}, wantAnswer: "repeated after a refusal"},
			{name: "key without nonce", call: auth.Call{UserID: 1, Key: "k1", Digest: "d"}, wantAnswer: "first call"},
			{name: "neither", call: auth.Call{UserID: 1}, wantAnswer: "neither"},
			{name: long, call: auth.Call{UserID: 1, Nonce: "n6", Key: "k6", Digest: "d"}, wantAnswer: long},
			{name: "the long one again", call: auth.Call{UserID: 1, Nonce: "n7", Key: "k6", Digest: "d"}, wantAnswer: long},
		}
		for _, step := range steps {
			var answer []byte
			ctx := auth.WithCall(t.Context(), step.call)
			err := db.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
				answer, err = auth.Once(ctx, tx, step.part, func() ([]byte, error) {
					if step.refuse {
						return nil, fault.New(fault.Invalid, "test.refused")
					}
					return []byte(step.name), nil
				})
				return err
			})
			if got := fault.CodeOf(err); got != step.wantCode {
				t.Errorf("%s: code = %d, want %d (err: %v)", step.name, got, step.wantCode, err)
			}
			if err == nil && string(answer) != step.wantAnswer {
				t.Errorf("%s: answer = %q, want %q", step.name, answer, step.wantAnswer)
			}
		}
	})
}
