package app_test

import (
	"context"
	"errors"
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

func write(t *testing.T, s *apptest.Server, text string, args ...any) {
	t.Helper()
	err := s.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
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

// TestTasksAndAnswersAreKeptAsSettingsSay: tasks at stations for 90 days and answers for 7,
// until the house says otherwise.
func TestTasksAndAnswersAreKeptAsSettingsSay(t *testing.T) {
	each(t, func(t *testing.T, s *apptest.Server) {
		noted := time.Now()
		write(t, s, `insert into station_session (id, station, user_id, status, step, params, state, last_seq, created_at, updated_at)
			values (1, 'oven', 1, 'open', 'item', '{}', '', 1, ?, ?)`, noted.UnixMilli(), noted.UnixMilli())
		write(t, s, "insert into auth_call (id, user_id, part, call_key, digest, created_at) values (1, 1, '', 'repeated', '', ?)", noted.UnixMilli())
		kept := func(after int) [2]int {
			s.Clock.Put(noted.AddDate(0, 0, after))
			if err := s.Purge(t.Context()); err != nil {
				t.Fatal(err)
			}
			var calls, tasks int
			err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return errors.Join(
					tx.Get(ctx, &calls, "select count(*) from auth_call where call_key = 'repeated'"),
					tx.Get(ctx, &tasks, "select count(*) from station_session where id = 1"))
			})
			if err != nil {
				t.Fatal(err)
			}
			return [2]int{calls, tasks}
		}
		for _, tt := range []struct {
			key, value string
			after      int
			want       [2]int
		}{
			{"", "", 6, [2]int{1, 1}},
			{"answer_days", "9", 8, [2]int{1, 1}},
			{"answer_days", "7", 8, [2]int{0, 1}},
			{"", "", 89, [2]int{0, 1}},
			{"station_days", "0", 91, [2]int{0, 1}},
			{"station_days", "92", 91, [2]int{0, 1}},
			{"station_days", "90", 91, [2]int{0, 0}},
		} {
			if tt.key != "" {
				setTo(t, s, tt.key, tt.value)
			}
			if got := kept(tt.after); got != tt.want {
				t.Errorf("after %d days with %s %s: calls and tasks %v, want %v", tt.after, tt.key, tt.value, got, tt.want)
			}
		}
	})
}
