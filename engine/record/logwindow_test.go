package record_test

import (
	"context"
	"fmt"
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

// spreadOut moves the rows of the audit so many ids apart, or half as many more, has one be of
// every twenty minutes, off by some time at most, and puts seals on most of them.
func spreadOut(t *testing.T, s *recordtest.Shop, random *rand.Rand, from time.Time, apart int64, off time.Duration) {
	t.Helper()
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		var ids []int64
		if err := tx.Select(ctx, &ids, "select id from record_audit order by id desc"); err != nil {
			return err
		}
		for i, id := range ids {
			nth := int64(len(ids) - i)
			at := from.Add(time.Duration(nth)*20*time.Minute + time.Duration(random.Int64N(int64(2*off))) - off)
			const text = "update record_audit set id = ?, at = ? where id = ?"
			if _, err := tx.Exec(ctx, text, id+nth*apart+random.Int64N(apart/2), at.UnixMilli(), id); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "update id_block set next_id = next_id + ?", (int64(len(ids))+1)*apart); err != nil {
			return err
		}
		return sealUpTo(ctx, tx, random, int64(len(ids))*apart)
	})
}

// sealUpTo puts seals on all changes up to an id, which say their times, but now and then one
// that does not, as seals of before.
func sealUpTo(ctx context.Context, tx *store.Tx, random *rand.Rand, last int64) error {
	const text = `insert into record_seal (number, row_count, hash, at, until_id, first_at, last_at)
		select cast(? as bigint), 1, 'some', 0, cast(? as bigint), min(at), max(at) from record_audit where id > ? and id <= ?`
	for number, until := int64(1), int64(0); ; number++ {
		next := until + 1 + random.Int64N(last/10)
		if next > last {
			return nil
		}
		if _, err := tx.Exec(ctx, text, number, next, until, next); err != nil {
			return err
		}
		if random.IntN(20) == 0 {
			if _, err := tx.Exec(ctx, "update record_seal set first_at = null, last_at = null where number = ?", number); err != nil {
				return err
			}
		}
		until = next
	}
}

// TestTheLogIsWholeWindowAfterWindow: whatever part of the log each answer looks through, and
// whatever clocks said, all pages together have each change once, and of a period those of the
// period.
func TestTheLogIsWholeWindowAfterWindow(t *testing.T) {
	for name, off := range map[string]time.Duration{"in order": time.Minute, "clocks that are wrong": 5 * time.Hour} {
		t.Run(name, func(t *testing.T) {
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
				spreadOut(t, s, random, from, 400_000, off)

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
					wantPeriod(t, s, ask, all)
				}
			})
		})
	}
}

// wantPeriod wants what is asked for to be what is of its period.
func wantPeriod(t *testing.T, s *recordtest.Shop, ask record.LogRequest, all []record.Logged) {
	t.Helper()
	found, _ := logPages(t, s, ask)
	want := slices.DeleteFunc(slices.Clone(all), func(one record.Logged) bool {
		return one.At.Before(ask.From) || !ask.To.IsZero() && !one.At.Before(ask.To)
	})
	if got, want := idsOf(found), idsOf(want); !slices.Equal(got, want) {
		t.Errorf("%v to %v by %d: changes %v, want %v", ask.From, ask.To, ask.Size, got, want)
	}
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
	const shared, later = "where record_id = 0 and head_id <> 0", "where id = (select min(id) from record_audit)"
	hour := time.Hour.Milliseconds()
	seal := "insert into record_seal (number, row_count, hash, at, until_id, first_at, last_at) select %d, 1, 'some', 0, %s, min(at), max(at) from record_audit %s"
	now := recordtest.Now()
	for name, c := range map[string]struct {
		ask  record.LogRequest
		done []string
	}{
		"of what one answer looks through": {record.LogRequest{}, []string{
			"update record_audit set id = (select next_id - (1 << 20) - 1 from id_block) " + shared,
		}},
		"of a seal": {record.LogRequest{From: now.Add(-time.Hour), To: now.Add(time.Hour)}, []string{
			"update record_audit set id = (select next_id / 2 from id_block) " + shared,
			fmt.Sprintf("update record_audit set id = (select next_id - 1 from id_block), at = at + %d %s", 5*hour, later),
			fmt.Sprintf(seal, 1, "min(id) + 1", shared),
			fmt.Sprintf(seal, 2, "max(id)", "where at >= "+fmt.Sprint(now.UnixMilli()+5*hour)),
			"update id_block set next_id = next_id + 1000", // of what has no seal yet
		}},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *recordtest.Shop) {
				s.Goods("ACME", "A", "B", "C")
				s.Must(s.System(), "order", order("ACME", "A", "B", "C"))
				for _, statement := range append([]string{fmt.Sprintf("update id_block set next_id = next_id + %d", 1<<22)}, c.done...) {
					write(t, s, func(ctx context.Context, tx *store.Tx) error {
						_, err := tx.Exec(ctx, statement)
						return err
					})
				}
				c.ask.Size = 50
				found, _ := logPages(t, s, c.ask)
				lines := slices.DeleteFunc(found, func(one record.Logged) bool { return one.Table != "order_line" })
				if len(lines) != 3 {
					t.Errorf("%d lines of 3", len(lines))
				}
			})
		})
	}
}

// TestAPeriodOfLongAgoIsFoundAtOnce: it is not looked for through all that happened since, only
// where it is and in what has no seal yet.
func TestAPeriodOfLongAgoIsFoundAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		for range 100 {
			s.Must(s.System(), "order", order("ACME", "A"))
		}
		from := recordtest.Now().Add(-30 * 24 * time.Hour)
		spreadOut(t, s, rand.New(rand.NewPCG(1, 2)), from, 50_000, time.Minute) //nolint:gosec // a test
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "delete from record_seal where first_at is null")
			return err
		})
		_, most := logPages(t, s, record.LogRequest{Size: 1000})
		found, pages := logPages(t, s, record.LogRequest{Size: 50, From: from.Add(2 * time.Hour), To: from.Add(3 * time.Hour)})
		if len(found) == 0 || pages > 3 || most < 6 {
			t.Errorf("%d changes on %d pages, all on %d; want some on three at most", len(found), pages, most)
		}
	})
}

// TestTheLogIsSearchedByPartsOfNames, in any letters; of a name that nobody has there is nothing.
func TestTheLogIsSearchedByPartsOfNames(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		s.Goods("ACME", "A")
		s.Must(s.System(), "order", order("ACME", "A"))
		angel := s.Insert("user", record.Row{"account": "angel", "true_name": "Ángel Núñez", "user_type": "user"})
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "update record_audit set user_id = ?", angel)
			return err
		})
		for search, want := range map[string]bool{"ÁNGEL": true, "núñez": true, "nadie": false} {
			found, _ := logPages(t, s, record.LogRequest{Size: 5, Search: search})
			if got := len(found) > 0; got != want {
				t.Errorf("%s is found: %v, want %v", search, got, want)
			}
		}
	})
}
