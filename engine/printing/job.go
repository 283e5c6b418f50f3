package printing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Limits of a job.
const (
	MostCopies = 99
	mostReason = 200 // characters
)

// Sent is the state of a label that was handed to a printer whose end nobody sees, as
// the browser's.
const Sent = "sent"

// Order is what somebody prints, for good: it is logged.
type Order struct {
	Template string
	IDs      []int64 // one that comes twice counts once
	Printer  string  // "": the browser's
	Copies   int     // 0: 1
	Reason   string  // why what was printed is printed again
}

// Job is an order that was taken on.
type Job struct {
	ID     int64
	Labels []Label // by record
}

// Label is what became of a record of a job.
type Label struct {
	Record int64
	State  string // Sent
}

// Print logs the print of records by a template; the browser draws what Render gives.
// The records stay locked to the end of the transaction, so that of two first prints at
// once one is the first.
//
// The faults of Log, and NotFound: record.not_found. Invalid: print.no_printer,
// print.copies_asked, print.reason_length; print.reprint (rule reprint) where a record
// was printed before and no reason is given.
func (p *Papers) Print(ctx context.Context, tx *store.Tx, rights *access.Rights, o Order) (*Job, error) {
	template, err := printable(rights, o.Template, o.IDs)
	if err != nil {
		return nil, err
	}
	o.Reason = strings.TrimSpace(o.Reason)
	if err := o.check(); err != nil {
		return nil, err
	}
	seen, err := p.seen(ctx, tx, rights, template, o.IDs, true)
	if err != nil {
		return nil, err
	}
	for _, id := range o.IDs {
		if !slices.Contains(seen, id) {
			return nil, fault.New(fault.NotFound, "record.not_found", "table", template.Table.Key, "id", id)
		}
	}
	before, err := p.printed(ctx, tx, rights.Release(), template.Key, seen)
	if err != nil {
		return nil, err
	}
	if len(before) > 0 && o.Reason == "" {
		return nil, p.reprint(ctx, rights, before)
	}
	return p.note(ctx, tx, rights, template, o, seen, before)
}

func (o *Order) check() error {
	switch {
	case o.Printer != "":
		return fault.New(fault.Invalid, "print.no_printer", "printer", o.Printer).On("printer")
	case utf8.RuneCountInString(o.Reason) > mostReason:
		return fault.New(fault.Invalid, "print.reason_length", "max", mostReason).On("reason")
	}
	return checkCopies(o.Copies)
}

func checkCopies(copies int) error {
	if copies < 0 || copies > MostCopies {
		return fault.New(fault.Invalid, "print.copies_asked", "max", MostCopies).On("copies")
	}
	return nil
}

// reprint asks why; it tells who printed last, and when on the asker's clock.
func (p *Papers) reprint(ctx context.Context, rights *access.Rights, before []Printed) error {
	last := slices.MaxFunc(before, func(a, b Printed) int { return a.At.Compare(b.At) })
	at := last.At.In(p.Zone(ctx, rights.Actor())).Format("2006-01-02 15:04")
	return fault.New(fault.Invalid, "print.reprint", "n", len(before), "user", last.User, "at", at).On("reason").Breaking("reprint")
}

// note writes the log; a first print needs no reason and keeps none.
func (p *Papers) note(ctx context.Context, tx *store.Tx, rights *access.Rights, template *catalog.Print, o Order, ids []int64, before []Printed) (*Job, error) {
	first, err := tx.NextIDs(ctx, len(ids)+1)
	if err != nil {
		return nil, fmt.Errorf("number the log of %s: %w", template.Key, err)
	}
	times := map[int64]int64{}
	for _, b := range before {
		times[b.Record] = b.Times
	}
	job := &Job{ID: first}
	for i, id := range ids {
		reason := o.Reason
		if times[id] == 0 {
			reason = ""
		}
		const insert = `insert into print_log (id, job, template, release, table_key, record_id, print_no, copies, reason, user_id, at)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
		_, err := tx.Exec(ctx, insert, first+int64(i)+1, job.ID, template.Key, rights.Release().Number, template.Table.Key, id,
			times[id]+1, max(o.Copies, 1), reason, rights.Actor().UserID, tx.Now().UnixMilli())
		if err != nil {
			return nil, fmt.Errorf("log the print of %s %d: %w", template.Key, id, err)
		}
		job.Labels = append(job.Labels, Label{id, Sent})
	}
	return job, nil
}
