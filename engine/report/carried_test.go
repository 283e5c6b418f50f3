package report_test

import (
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
)

// TestCarriedForward asks for figures until some days where records stand for those before
// them: each begins with the newest of these, and nothing before it counts.
func TestCarriedForward(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		init := b.Insert("customer", row{"code": "INIT", "name": "Initech"})
		for code, it := range map[string]struct {
			day, since string
			price      int64
			carried    bool
		}{
			"F": {"2026-05-10", "2026-05-01", 7, false},
			"G": {"2026-05-31", "2026-06-01", 10, true}, // not 7, so that it is seen which counts
			"H": {"2026-06-20", "2026-06-01", 5, false},
			"I": {"2026-06-30", "2026-07-01", 20, true},
			"J": {"2026-07-10", "2026-07-01", 100, false},
		} {
			since, err := time.ParseInLocation(time.DateOnly, it.since, east)
			if err != nil {
				t.Fatal(err)
			}
			b.Insert("item", row{"customer_id": init, "code": code, "made_on": it.day, "seen_at": since, "price": decimal.NewFromInt(it.price), "active": it.carried})
		}
		for _, tt := range []struct {
			name string
			days []any
			want string
		}{
			{"after two", []any{"2026-07-05", "2026-07-11"}, "20/120/1"},
			{"after one", []any{"2026-06-10", "2026-06-25"}, "10/15/1"},
			{"until the day of one", []any{"2026-06-10", "2026-06-30"}, "10/20/1"},
			{"with days just before that are before one", []any{"2026-07-01", "2026-07-11"}, "20/120/2"},
			{"from the day after one", []any{"2026-07-01", "2026-07-05"}, "20/20/1"},
			{"over all", []any{"2026-05-01", "2026-07-31"}, "0/120/0"},
			{"before all", []any{"2026-05-05", "2026-05-12"}, "0/7/0"},
			{"open at its end", []any{"2026-06-10", nil}, "10/120/0"},
			{"open at its beginning", []any{nil, "2026-06-25"}, "0/15/0"},
		} {
			answer, err := b.run(t, b.Rights(auth.System("test")), "items_carried", map[string]any{"made_on": tt.days, "customer_id": init})
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if len(answer.Rows) != 1 || spelled(answer.Rows[0], "before", "until", "prior") != tt.want || spelled(answer.Totals, "before", "until", "prior") != tt.want {
				t.Errorf("%s: %v, together %v, want %s", tt.name, answer.Rows, answer.Totals, tt.want)
			}
			b.ties(t, answer)
		}
	})
}
