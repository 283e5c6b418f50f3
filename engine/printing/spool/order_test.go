package spool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// TestABrowsersPrintIsDone holds that what the browser prints has ended as it is taken on,
// all copies in one label, and that a record named twice counts once.
func TestABrowsersPrintIsDone(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		job := b.must(b.print(b.person(7, printsItems), Order{Template: "tag", IDs: []int64{b.items[1], b.items[0], b.items[1]}, Copies: 3}))
		if got := b.labels(); got != "A 1/1 sent ended, B 1/1 sent ended" {
			t.Errorf("labels are %s", got)
		}
		if got := b.jobs(); got != "done 2 x3 -" {
			t.Errorf("jobs are %s", got)
		}
		var records []int64
		for _, label := range job.Labels {
			records = append(records, label.Record)
			if label.State != stateSent || label.ID <= job.ID {
				t.Errorf("the label is %+v of job %d", label, job.ID)
			}
		}
		if !slices.Equal(records, b.items[:2]) {
			t.Errorf("told are labels of %v, want of %v", records, b.items[:2])
		}
	})
}

// TestLabelsForAPrinterWait holds each copy to a label of its own, and the job to stay
// open.
func TestLabelsForAPrinterWait(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		job := b.must(b.print(b.person(7, printsItems), Order{Template: "tag", IDs: b.items[:2], Printer: "P1", Copies: 2}))
		if got := b.labels(); got != "A 1/1 waiting, A 1/2 waiting, B 1/1 waiting, B 1/2 waiting" {
			t.Errorf("labels are %s", got)
		}
		if got := b.jobs(); got != "open 4 x2 -" || len(job.Labels) != 4 || job.Labels[3].State != stateWaiting {
			t.Errorf("jobs are %s, told %+v", got, job)
		}
	})
}

// TestManyLabelsAreNotedAtOnce holds more labels than one statement takes to be all there,
// each once.
func TestManyLabelsAreNotedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		job := b.must(b.print(b.person(7, printsItems), Order{Template: "tag", IDs: b.items[:2], Printer: "P1", Copies: rowsAtOnce + 1}))
		want := fmt.Sprint(2 * (rowsAtOnce + 1))
		if got := b.told("select count(*) || ' ' || count(distinct id) || ' ' || max(copy_no) from print_label"); got != want+" "+want+" "+fmt.Sprint(rowsAtOnce+1) || fmt.Sprint(len(job.Labels)) != want {
			t.Errorf("noted are %s of %d", got, len(job.Labels))
		}
	})
}

// TestASecondPrintNeedsAReason follows a record from its first print to the third.
func TestASecondPrintNeedsAReason(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		rights := b.person(7, printsItems)
		first := Order{Template: "tag", IDs: b.items[:1], Reason: "for fun"}
		b.must(b.print(rights, first))
		for name, reason := range map[string]string{"none": "", "blanks": " \t\u3000"} {
			_, err := b.print(b.person(8, printsItems), Order{Template: "tag", IDs: b.items, Reason: reason})
			f, _ := fault.As(err)
			if !fault.IsKey(err, "print.reprint") || f.Rule != "reprint" || f.Path != "reason" || fmt.Sprint(f.Params["n"], f.Params["user"], f.Params["at"]) != "1user 72026-03-10 07:30" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := b.labels(); got != "A 1/1 sent ended" {
			t.Errorf("behind a refused print labels are %s", got)
		}
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[:2], Reason: " torn "}))
		if got := b.labels(); got != "A 1/1 sent ended, A 2/1 sent ended, B 1/1 sent ended" {
			t.Errorf("labels are %s", got)
		}
		if got := b.jobs(); got != "done 1 x1 -, done 2 x1 torn" {
			t.Errorf("jobs are %s: a first print keeps no reason", got)
		}
	})
}

// TestOfTwoFirstPrintsOneIsTheFirst has two print the same record at the same time: one
// of them is asked why.
func TestOfTwoFirstPrintsOneIsTheFirst(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		rights := b.person(7, printsItems)
		var mu sync.Mutex
		var all sync.WaitGroup
		count := map[string]int{}
		for range 4 {
			all.Go(func() {
				_, err := b.print(rights, Order{Template: "tag", IDs: b.items})
				what := "printed"
				if err != nil {
					what = err.Error()
				}
				if fault.IsKey(err, "print.reprint") {
					what = "asked"
				}
				mu.Lock()
				defer mu.Unlock()
				count[what]++
			})
		}
		all.Wait()
		if count["printed"] != 1 || count["asked"] != 3 {
			t.Errorf("of four at once: %v", count)
		}
	})
}

// TestAPrintIsRefusedWithTheField holds the faults of Print to their keys, and that
// nothing is noted then.
func TestAPrintIsRefusedWithTheField(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		rights := b.person(7, printsItems)
		some := b.as(accesstest.Office(9, b.Role("user", accesstest.Grant{Menus: []int{printsItems}, Rules: map[string]accesstest.Rule{"item": {Rows: "row.code == 'B'"}}})))
		tests := []struct {
			name, key, path string
			rights          *access.Rights
			order           Order
		}{
			{"no template", "print.unknown", "", rights, Order{Template: "none", IDs: b.items}},
			{"no right", "right.missing", "", b.person(8, looks), Order{Template: "tag", IDs: b.items}},
			{"no records", "print.no_records", "ids", rights, Order{Template: "tag"}},
			{"a record that there is not", "record.not_found", "", rights, Order{Template: "tag", IDs: []int64{b.items[0], 99}}},
			{"one that he does not see", "record.not_found", "", some, Order{Template: "tag", IDs: b.items[:2]}},
			{"too many copies", "print.copies_asked", "copies", rights, Order{Template: "tag", IDs: b.items, Copies: printing.MostCopies + 1}},
			{"too long a reason", "print.reason_length", "reason", rights, Order{Template: "tag", IDs: b.items, Reason: strings.Repeat("é", mostReason+1)}},
			{"an unknown printer", "print.no_printer", "printer", rights, Order{Template: "tag", IDs: b.items, Printer: "P2"}},
			{"an unknown workstation", "print.no_workstation", "workstation", rights, Order{Template: "tag", IDs: b.items, Workstation: "W1"}},
			{"too many for a browser", "print.too_many_records", "ids", rights, Order{Template: "tag", IDs: numbers(printing.MostRecords + 1)}},
			{"too many for a printer", "print.too_many_records", "ids", rights, Order{Template: "tag", IDs: numbers(MostLabels/99 + 1), Printer: "P1", Copies: 99}},
		}
		for _, tt := range tests {
			job, err := b.print(tt.rights, tt.order)
			f, _ := fault.As(err)
			if !fault.IsKey(err, tt.key) || f.Path != tt.path || job != nil {
				t.Errorf("%s: %v, want %s on %q", tt.name, err, tt.key, tt.path)
			}
		}
		if got := b.jobs() + b.labels(); got != "" {
			t.Errorf("noted is %s", got)
		}
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items, Reason: strings.Repeat("é", mostReason)}))
	})
}

// numbers are so many ids.
func numbers(n int) []int64 {
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	return ids
}

// TestAnActionFollowsAPrint holds what a template does with what it printed to the states
// in which that may be, and to the system under the name of who printed.
func TestAnActionFollowsAPrint(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		order := func(code, state string) int64 {
			return b.Insert("order", row{"customer_id": b.customer, "code": code, "status": state})
		}
		open, done := order("O-1", "open"), order("O-2", "done")
		rights := b.person(7, printsOrders)
		b.must(b.print(rights, Order{Template: "slip", IDs: []int64{open, done}}))
		if want := []string{"audit order by plugin as 7"}; !slices.Equal(b.acted, want) {
			t.Errorf("taken were %q, want %q", b.acted, want)
		}
		b.acted = nil
		b.must(b.print(rights, Order{Template: "slip", IDs: []int64{order("O-3", "open")}, rule: true}))
		if len(b.acted) > 0 {
			t.Errorf("behind an action that printed %q were taken", b.acted)
		}
		refusal := fault.New(fault.Conflict, "order.no_lines")
		b.Act = func(context.Context, *store.Tx, *access.Rights, string, string, int64) error { return refusal }
		if _, err := b.print(rights, Order{Template: "slip", IDs: []int64{order("O-4", "open")}}); !fault.IsKey(err, "order.no_lines") {
			t.Errorf("a refused action: %v", err)
		}
		if got := b.told("select title from print_label where title = 'O-4'"); got != "" {
			t.Errorf("a print whose action was refused is noted as %s", got)
		}
	})
}
