package app_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

// TestLogsAreKeptAsSettingsSay: refusals for 90 days and calls for 14, until the house says
// otherwise, and all of them where it says 0.
func TestLogsAreKeptAsSettingsSay(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		noted := time.Now()
		s.API.Trail.Note(trail.Entry{Kind: trail.Refusal, Door: "refused"})
		s.API.Trail.Note(trail.Entry{Kind: trail.Call, Door: "called"})
		if err := s.API.Trail.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantLogged(t, s, noted.AddDate(0, 0, 13), "called", "refused")
		setTo(t, s, "log_call_days", "0")
		wantLogged(t, s, noted.AddDate(0, 0, 89), "called", "refused")
		setTo(t, s, "log_call_days", "88")
		wantLogged(t, s, noted.AddDate(0, 0, 89), "refused")
		setTo(t, s, "log_days", "100")
		wantLogged(t, s, noted.AddDate(0, 0, 99), "refused")
		wantLogged(t, s, noted.AddDate(0, 0, 101))
	})
}

func setTo(t *testing.T, s *apptest.Server, key, value string) {
	t.Helper()
	err := s.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return s.Settings.Save(ctx, tx, s.Catalog.Current(), auth.System("test"), setting.Change{Key: key, Level: "system", Value: value})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func wantLogged(t *testing.T, s *apptest.Server, now time.Time, doors ...string) {
	t.Helper()
	s.Clock.Put(now)
	if err := s.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	var found []string
	err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &found, "select door from trail where door in ('called', 'refused') order by door")
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(found, doors) {
		t.Errorf("on %s the log tells of %v, want %v", now.Format(time.DateOnly), found, doors)
	}
}
