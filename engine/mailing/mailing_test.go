package mailing_test

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/mailing"
	"github.com/wareloom/wareloom/engine/store"
)

func at(t *testing.T, text string, zone *time.Location) time.Time {
	t.Helper()
	found, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestNext: a timetable goes by the clock of the house, through short months and the hours
// that a change of the clock leaves out.
func TestNext(t *testing.T) {
	t.Parallel()
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name        string
		m           mailing.Mailing
		after, want string
	}{
		{"later today", mailing.Mailing{Every: mailing.Daily, Hour: 7}, "2026-03-02 06:59", "2026-03-02 07:00"},
		{"not twice at one time", mailing.Mailing{Every: mailing.Daily, Hour: 7}, "2026-03-02 07:00", "2026-03-03 07:00"},
		{"on Monday", mailing.Mailing{Every: mailing.Weekly, Day: 1, Hour: 7}, "2026-03-03 08:00", "2026-03-09 07:00"},
		{"on Sunday", mailing.Mailing{Every: mailing.Weekly, Day: 7, Hour: 7}, "2026-03-03 08:00", "2026-03-08 07:00"},
		{"on the last of a short month", mailing.Mailing{Every: mailing.Monthly, Day: 31, Hour: 7}, "2026-02-01 00:00", "2026-02-28 07:00"},
		{"at an hour that is left out", mailing.Mailing{Every: mailing.Daily, Hour: 2}, "2026-03-28 12:00", "2026-03-29 03:00"},
		{"across a year", mailing.Mailing{Every: mailing.Monthly, Day: 1, Hour: 0}, "2026-12-15 12:00", "2027-01-01 00:00"},
	} {
		if got := tt.m.Next(at(t, tt.after, madrid), madrid); !got.Equal(at(t, tt.want, madrid)) {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestADueLetterIsTakenOnce: whoever comes second, or later, finds nothing.
func TestADueLetterIsTakenOnce(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), mailing.Migrations()); err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC)
		m := mailing.Mailing{Report: "r", Params: "{}", UserID: 5, Formats: "pdf", Every: mailing.Daily, Hour: 7, DueAt: now.UnixMilli()}
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			m.ID, err = mailing.Save(ctx, tx, m)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		take := func(at time.Time) (n int) {
			t.Helper()
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				taken, err := mailing.Take(ctx, tx, at, time.UTC)
				n = len(taken)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if before, first, second := take(now.Add(-time.Second)), take(now), take(now); before != 0 || first != 1 || second != 0 {
			t.Errorf("taken %d before, %d at the time, %d after", before, first, second)
		}
		if missed, again := take(now.AddDate(0, 0, 9)), take(now.AddDate(0, 0, 9)); missed != 1 || again != 0 {
			t.Errorf("after nine days away %d letters, then %d", missed, again)
		}
		err = db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return mailing.Pause(ctx, tx, m.ID, true, now)
		})
		if n := take(now.AddDate(0, 1, 0)); err != nil || n != 0 {
			t.Errorf("a paused one is taken %d times, %v", n, err)
		}
	})
}
