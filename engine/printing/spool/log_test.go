package spool

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

func (b *bench) log(rights *access.Rights, template string, ids ...int64) (list []Printed, err error) {
	err = b.Spool.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		list, err = b.Log(ctx, tx, rights, template, ids)
		return err
	})
	return list, err
}

// TestTheLogTellsOfTheLastPrint holds who printed a record last, how often it was, and
// why; of what he does not see nobody is told.
func TestTheLogTellsOfTheLastPrint(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		ann, bob := b.person(7, printsItems), b.person(8, printsItems)
		if list, err := b.log(ann, "tag", b.items...); err != nil || len(list) > 0 {
			t.Errorf("before anything is printed: %v %v", list, err)
		}
		b.must(b.print(ann, Order{Template: "tag", IDs: b.items[:1], Copies: 3}))
		b.now = b.now.Add(time.Hour)
		b.must(b.print(bob, Order{Template: "tag", IDs: b.items[:2], Reason: "torn"}))
		list, err := b.log(ann, "tag", b.items[1], b.items[0], b.items[2], b.items[0], 99)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 3, 10, 0, 30, 0, 0, time.UTC)
		want := []Printed{{b.items[0], 2, 8, "user 8", at, 1, "torn", 0}, {b.items[1], 1, 8, "user 8", at, 1, "", 0}}
		if fmt.Sprint(list) != fmt.Sprint(want) {
			t.Errorf("the log is %v, want %v", list, want)
		}
		some := b.as(accesstest.Office(9, b.Role("user", accesstest.Grant{Menus: []int{printsItems}, Rules: map[string]accesstest.Rule{"item": {Rows: "row.code == 'B'"}}})))
		if list, err := b.log(some, "tag", b.items...); err != nil || len(list) != 1 || list[0].Record != b.items[1] {
			t.Errorf("who sees one is told %v (%v)", list, err)
		}
	})
}

func TestTheLogIsRefusedWithTheField(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		ann := b.person(7, printsItems)
		for name, tt := range map[string]struct {
			rights   *access.Rights
			template string
			ids      []int64
			key      string
		}{
			"no template": {ann, "none", b.items, "print.unknown"}, "no right": {b.person(8, looks), "tag", b.items, "right.missing"},
			"no records": {ann, "tag", nil, "print.no_records"}, "too many": {ann, "tag", numbers(printing.MostRecords + 1), "print.too_many_records"},
		} {
			if list, err := b.log(tt.rights, tt.template, tt.ids...); !fault.IsKey(err, tt.key) || list != nil {
				t.Errorf("%s: %v %v", name, list, err)
			}
		}
	})
}

// TestOldPrintsAreForgotten holds pruning to jobs that have ended and were asked for before
// the day; what is forgotten is a first print again.
func TestOldPrintsAreForgotten(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		rights := b.person(7, printsItems)
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[:1]}))
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[1:2], Printer: "P1"}))
		b.now = b.now.Add(24 * time.Hour)
		day := b.now
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[2:]}))
		b.write(func(ctx context.Context, tx *store.Tx) error { return Prune(ctx, tx, day) })
		if got := b.labels(); got != "B 1/1 waiting, C 1/1 sent ended" {
			t.Errorf("left are %s", got)
		}
		if got := b.jobs(); got != "open 1 x1 -, done 1 x1 -" {
			t.Errorf("left are the jobs %s", got)
		}
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[:1]}))
	})
}
