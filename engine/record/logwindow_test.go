package record_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// logPages asks for page after page, to the end.
func logPages(t *testing.T, s *recordtest.Shop, ask record.LogRequest) (found []record.Logged, pages int) {
	t.Helper()
	for pages = 1; ; pages++ {
		var more []record.Logged
		err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			more, ask.Before, err = s.Records.Log(ctx, tx, s.Office(recordtest.MenuAll), ask)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if found = append(found, more...); ask.Before == 0 {
			return found, pages
		}
		if pages == 1000 {
			t.Fatal("the log has no end")
		}
	}
}

// spreadOut moves the rows of the audit so many ids apart, or half as many more, and has one be
// of every twenty minutes, within half an hour of where its id stands.
func spreadOut(t *testing.T, s *recordtest.Shop, random *rand.Rand, from time.Time, apart int64) {
	t.Helper()
	err := s.Write(func(ctx context.Context, tx *store.Tx) error {
		var ids []int64
		if err := tx.Select(ctx, &ids, "select id from record_audit order by id desc"); err != nil {
			return err
		}
		for i, id := range ids {
			nth := int64(len(ids) - i)
			at := from.Add(time.Duration(nth)*20*time.Minute + time.Duration(random.Int64N(int64(time.Hour))) - 30*time.Minute)
			const text = "update record_audit set id = ?, at = ? where id = ?"
			if _, err := tx.Exec(ctx, text, id+nth*apart+random.Int64N(apart/2), at.UnixMilli(), id); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "update id_block set next_id = next_id + ?", (int64(len(ids))+1)*apart)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheLogIsWholeWindowAfterWindow: whatever part of the log each answer looks through, all
// pages together have each change once, and of a period those of the period.
func TestTheLogIsWholeWindowAfterWindow(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // a test
		s.Goods("ACME", "A", "B", "C")
		for range 12 {
			s.Must(s.System(), "order", order("ACME", "A", "B", "C"))
		}
		before, _ := logPages(t, s, record.LogRequest{Size: 1000})
		from := recordtest.Now().Add(-30 * 24 * time.Hour)
		spreadOut(t, s, random, from, 400_000)

		all, pages := logPages(t, s, record.LogRequest{Size: 1000})
		if len(all) != len(before) || pages < 5 {
			t.Fatalf("%d changes on %d pages, of %d", len(all), pages, len(before))
		}
		for range 60 {
			ask := record.LogRequest{Size: 1 + random.IntN(9)}
			if random.IntN(4) > 0 {
				ask.From = from.Add(time.Duration(random.Int64N(int64(12 * time.Hour))))
			}
			if random.IntN(4) > 0 {
				ask.To = from.Add(time.Duration(random.Int64N(int64(16 * time.Hour))))
			}
			found, _ := logPages(t, s, ask)
			want := slices.DeleteFunc(slices.Clone(all), func(one record.Logged) bool {
				return one.At.Before(ask.From) || !ask.To.IsZero() && !one.At.Before(ask.To)
			})
			if got, want := idsOf(found), idsOf(want); !slices.Equal(got, want) {
				t.Errorf("%v to %v by %d: changes %v, want %v", ask.From, ask.To, ask.Size, got, want)
			}
		}
	})
}

func idsOf(found []record.Logged) (ids []int64) {
	for _, one := range found {
		ids = append(ids, one.ID)
	}
	return ids
}

// TestARowAcrossABoundIsToldWhole: no line of those that share a row is left out where its row
// lies across the ids that bound an answer.
func TestARowAcrossABoundIsToldWhole(t *testing.T) {
	now := recordtest.Now()
	for name, c := range map[string]struct {
		ask record.LogRequest
		id  string // of the shared row
	}{
		"of what one answer looks through": {record.LogRequest{}, "next_id - (1 << 20) - 1"},
		"of a period":                      {record.LogRequest{From: now.Add(-time.Hour), To: now.Add(time.Hour)}, "next_id / 2 - 1"},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *recordtest.Shop) {
				s.Goods("ACME", "A", "B", "C")
				s.Must(s.System(), "order", order("ACME", "A", "B", "C"))
				err := s.Write(func(ctx context.Context, tx *store.Tx) error {
					_, err := tx.Exec(ctx, "update id_block set next_id = next_id + ?", 1<<22)
					if err == nil {
						_, err = tx.Exec(ctx, "update record_audit set id = (select "+c.id+" from id_block) where record_id = 0 and head_id <> 0")
					}
					if err == nil { // long after
						_, err = tx.Exec(ctx, "update record_audit set id = (select next_id - 1 from id_block), at = at + ? where id = (select min(id) from record_audit)", 5*time.Hour.Milliseconds())
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				c.ask.Size = 50
				lines := 0
				found, _ := logPages(t, s, c.ask)
				for _, one := range found {
					if one.Table == "order_line" {
						lines++
					}
				}
				if lines != 3 {
					t.Errorf("%d lines of 3", lines)
				}
			})
		})
	}
}

// TestAPeriodOfLongAgoIsOnePage: a period is not looked for through all that happened since.
func TestAPeriodOfLongAgoIsOnePage(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		for range 100 {
			s.Must(s.System(), "order", order("ACME", "A"))
		}
		from := recordtest.Now().Add(-30 * 24 * time.Hour)
		spreadOut(t, s, rand.New(rand.NewPCG(1, 2)), from, 50_000) //nolint:gosec // a test
		found, pages := logPages(t, s, record.LogRequest{Size: 50, From: from.Add(2 * time.Hour), To: from.Add(3 * time.Hour)})
		if len(found) == 0 || pages != 1 {
			t.Errorf("%d changes on %d pages, want some on one", len(found), pages)
		}
	})
}

// TestTheLogIsSearchedByPartsOfNames: in any letters, and what nobody is called is not looked
// for.
func TestTheLogIsSearchedByPartsOfNames(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		s.Must(s.System(), "order", order("ACME", "A"))
		angel := s.Insert("user", record.Row{"account": "angel", "true_name": "Ángel Núñez", "user_type": "user"})
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update record_audit set user_id = ?", angel)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for search, want := range map[string]bool{"ÁNGEL": true, "núñez": true, "nadie": false} {
			found, _ := logPages(t, s, record.LogRequest{Size: 5, Search: search})
			if got := len(found) > 0; got != want {
				t.Errorf("%s is found: %v, want %v", search, got, want)
			}
		}
	})
}
