package record_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

const writers = 64

func TestCodesOfManyWritersAreUniqueAndWithoutGap(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		customer := s.Goods("ACME")
		var group sync.WaitGroup
		for i := range writers {
			group.Go(func() {
				err := s.Write(func(ctx context.Context, tx *store.Tx) error {
					if _, err := s.Records.Save(ctx, tx, s.System(), "order", row{"customer_id": customer}); err != nil {
						return err
					}
					if _, err := s.Records.Save(ctx, tx, s.System(), "item", row{"customer_id": customer, "name": "n"}); err != nil {
						return err
					}
					if i%4 == 0 {
						return errRollback
					}
					return nil
				})
				if err != nil && !errors.Is(err, errRollback) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		kept := writers - writers/4
		if n := s.Count(`select count(distinct no) from "order"`); n != kept {
			t.Errorf("%d numbers of %d orders", n, kept)
		}
		if n := s.Count(`select count(*) from "order" where no = 'O2600048'`); n != 1 || kept != 48 {
			t.Error("numbers without gap do not end at 48")
		}
		if n := s.Count("select count(distinct code) from item where code like 'ACME-%'"); n != kept {
			t.Errorf("%d codes of %d items", n, kept)
		}
	})
}

var errRollback = errors.New("roll back")

func TestCodesAreCountedPerScopeAndTakenTogether(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme, globex := s.Goods("ACME"), s.Goods("GLOB")
		var saved []record.Row
		err := s.Write(func(ctx context.Context, tx *store.Tx) (err error) {
			saved, err = s.Records.SaveMany(ctx, tx, s.System(), "item", []row{
				{"customer_id": acme}, {"customer_id": globex}, {"customer_id": acme, "code": "OWN"}, {"customer_id": acme},
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"ACME-001", "GLOB-001", "OWN", "ACME-002"} {
			if saved[i]["code"] != want {
				t.Errorf("code %d = %v, want %s", i, saved[i]["code"], want)
			}
		}
		if n := s.Count("select count(*) from record_counter where rule = 'item_no'"); n != 2 {
			t.Errorf("%d counters, want 2", n)
		}
	})
}

// TestACodeTakesNoLongerValueThanItSays refuses, at the field of the code, a value that
// its metadata left no room for.
func TestACodeTakesNoLongerValueThanItSays(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		owner := s.Goods("LONGERTHAN8")
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.Save(ctx, tx, s.System(), "item", row{"customer_id": owner})
			return err
		})
		f, ok := fault.As(err)
		if !ok || f.Key != "record.code_value_too_long" || f.Path != "code" {
			t.Errorf("%v, want that the value is too long for the code", err)
		}
	})
}
