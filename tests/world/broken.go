package world

import (
	"context"
	"errors"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/store"
)

// Broken gives the invariants that do not hold after a statement, which is taken back.
func (w *World) Broken(t testing.TB, text string, args ...any) []string {
	t.Helper()
	return broken(t, w.Server, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
}

// Broken gives the invariants that do not hold after these statements, which are
// taken back.
func (f *Floor) Broken(statements ...string) []string {
	f.Helper()
	return broken(f, f.Server, func(ctx context.Context, tx *store.Tx) error {
		for _, text := range statements {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
}

// errTakenBack ends a transaction that was only a trial.
var errTakenBack = errors.New("taken back")

func broken(t testing.TB, s *apptest.Server, plant store.Func) (keys []string) {
	t.Helper()
	err := s.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		keys = nil
		if err := plant(ctx, tx); err != nil {
			return err
		}
		report, err := s.VerifyIn(ctx, tx)
		if err != nil {
			return err
		}
		for _, one := range report.Invariants {
			if !one.OK {
				keys = append(keys, one.Key)
			}
		}
		return errTakenBack
	})
	if !errors.Is(err, errTakenBack) {
		t.Errorf("plant: %v", err)
	}
	return keys
}
