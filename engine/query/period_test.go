package query_test

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
)

// TestPeriods groups by stretches of the calendar where the clock changes twice
// a year: half past ten in the evening UTC is the next day in summer only.
func TestPeriods(t *testing.T) {
	t.Parallel()
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	count := []query.Measure{{Fn: query.Count, As: "n"}}
	tests := []struct{ group, want string }{
		{"seen_at:day", `{"rows":[{"seen_at:day":"2026-01-01","n":1},{"seen_at:day":"2026-03-09","n":2},{"seen_at:day":"2026-07-02","n":1},{"seen_at:day":null,"n":6}],"totalIsFloor":false}`},
		{"seen_at:hour", `{"rows":[{"seen_at:hour":"2026-01-01T22:00:00Z","n":1},{"seen_at:hour":"2026-03-09T17:00:00Z","n":2},{"seen_at:hour":"2026-07-01T22:00:00Z","n":1},{"seen_at:hour":null,"n":6}],"totalIsFloor":false}`},
		{"seen_at:week", `{"rows":[{"seen_at:week":"2025-12-29","n":1},{"seen_at:week":"2026-03-09","n":2},{"seen_at:week":"2026-06-29","n":1},{"seen_at:week":null,"n":6}],"totalIsFloor":false}`},
		{"seen_at:month", `{"rows":[{"seen_at:month":"2026-01-01","n":1},{"seen_at:month":"2026-03-01","n":2},{"seen_at:month":"2026-07-01","n":1},{"seen_at:month":null,"n":6}],"totalIsFloor":false}`},
		{"seen_at:year", `{"rows":[{"seen_at:year":"2026-01-01","n":4},{"seen_at:year":null,"n":6}],"totalIsFloor":false}`},
		{"made_on:week", `{"rows":[{"made_on:week":"2025-12-29","n":2},{"made_on:week":null,"n":8}],"totalIsFloor":false}`},
		{"made_on:day", `{"rows":[{"made_on:day":"2026-01-02","n":2},{"made_on:day":null,"n":8}],"totalIsFloor":false}`},
		{"made_on:month", `{"rows":[{"made_on:month":"2026-01-01","n":2},{"made_on:month":null,"n":8}],"totalIsFloor":false}`},
	}
	each(t, func(t *testing.T, b *bench) {
		for code, at := range map[string]time.Time{"S": time.Date(2026, 7, 1, 22, 30, 0, 0, time.UTC), "W": time.Date(2026, 1, 1, 22, 30, 0, 0, time.UTC)} {
			b.Insert("item", row{"code": code, "customer_id": b.acme, "seen_at": at})
		}
		q := query.New(b.DB, query.Options{Zone: func(context.Context, auth.Actor) *time.Location { return madrid }})
		for _, tt := range tests {
			page, err := q.Aggregate(t.Context(), b.system, "item", query.Aggregation{Group: []string{tt.group}, Measures: count})
			if err != nil {
				t.Errorf("%s: %v", tt.group, err)
			} else if got := string(page.Bytes()); got != tt.want {
				t.Errorf("%s:\n got %s\nwant %s", tt.group, got, tt.want)
			}
		}
		for _, bad := range []string{"made_on:hour", "seen_at:minute", "code:day"} {
			_, err := q.Aggregate(t.Context(), b.system, "item", query.Aggregation{Group: []string{bad}, Measures: count})
			if fault.CodeOf(err) != fault.Invalid {
				t.Errorf("%s: %v", bad, err)
			}
		}
	})
}
