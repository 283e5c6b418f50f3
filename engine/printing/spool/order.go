package spool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// Limits of a job.
const (
	MostLabels = 20_000 // of a printer that an agent serves
	mostReason = 200    // characters
	rowsAtOnce = 50     // labels per statement
)

// Order is what somebody prints, for good: it is logged.
type Order struct {
	Template    string
	IDs         []int64 // one that comes twice counts once
	Printer     string  // code; "" and no Workstation: the browser's
	Workstation string  // code: its printer for the template's paper
	Copies      int     // 0: 1
	Pages       string  // of what one copy has, as 1-3,5; "": all
	Reason      string  // why what was printed is printed again
	Present     bool    // it is drawn by the template as it is now, not as it was then

	to   *target // found already, instead of by code
	rule bool    // an action prints it, whatever who acts may print

	release int64 // whose template draws it
}

// Job is an order that was taken on.
type Job struct {
	ID     int64
	Labels []Label // in the order of the records
}

// Label is what became of a copy of a record.
type Label struct {
	ID     int64
	Record int64
	State  string // waiting for an agent, or sent by the browser
}

// Print takes on the print of records by a template: their labels wait for the agent of
// the printer, or are sent by the browser, which draws what Render gives. The records
// stay locked to the end of the transaction, so that of two first prints at once one is
// the first.
//
// The faults of Log, and NotFound: record.not_found. Invalid: print.no_printer,
// print.no_workstation, print.no_paper, print.copies_asked, print.pages, print.pages_of_one, print.reason_length;
// print.reprint (rule reprint) where a record was printed before and no reason is given.
// TooLarge: print.too_many_records.
func (s *Spool) Print(ctx context.Context, tx *store.Tx, rights *access.Rights, o Order) (*Job, error) {
	template, err := s.Printable(rights, o.Template, o.IDs)
	if err != nil {
		return nil, err
	}
	o.Reason = strings.TrimSpace(o.Reason)
	o.IDs = unique(o.IDs)
	if err := s.check(ctx, tx, rights.Actor(), template, &o); err != nil {
		return nil, err
	}
	seen, err := s.seen(ctx, tx, rights, template, o.IDs, true)
	if err != nil {
		return nil, err
	}
	for _, id := range o.IDs {
		if _, found := slices.BinarySearchFunc(seen, id, byID); !found {
			return nil, fault.New(fault.NotFound, "record.not_found", "table", template.Table.Meta.Title, "id", id)
		}
	}
	before, err := s.printed(ctx, tx, rights.Release(), template.Key, o.IDs)
	if err != nil {
		return nil, err
	}
	if len(before) > 0 && o.Reason == "" {
		return nil, s.reprint(ctx, rights, before)
	}
	job, err := s.note(ctx, tx, rights, template, o, seen, before)
	if err != nil || template.Meta.Act == "" || o.rule {
		return job, err
	}
	return job, s.follow(ctx, tx, rights, template, o.IDs)
}

// check finds where it is printed, and whether it may be so much.
func (s *Spool) check(ctx context.Context, tx *store.Tx, actor auth.Actor, template *catalog.Print, o *Order) (err error) {
	if utf8.RuneCountInString(o.Reason) > mostReason {
		return fault.New(fault.Invalid, "print.reason_length", "max", mostReason).On("reason")
	}
	if err := printing.CheckCopies(o.Copies); err != nil {
		return err
	}
	if err := printing.CheckPages(o.Pages); err != nil {
		return err
	}
	o.Copies = max(o.Copies, 1)
	if o.to == nil {
		if o.to, err = s.target(ctx, tx, actor, template, o); err != nil {
			return err
		}
	}
	most := MostLabels
	if o.to.printer == 0 {
		most = printing.MostRecords * o.Copies
	} else if o.Pages != "" && len(o.IDs) > 1 { // each of them has a first page
		return fault.New(fault.Invalid, "print.pages_of_one").On("pages")
	}
	if len(o.IDs)*o.Copies > most {
		return fault.New(fault.TooLarge, "print.too_many_records", "max", most/o.Copies).On("ids")
	}
	return nil
}

// reprint asks why; it tells who printed last, and when on the asker's clock.
func (s *Spool) reprint(ctx context.Context, rights *access.Rights, before []Printed) error {
	last := slices.MaxFunc(before, func(a, b Printed) int { return a.At.Compare(b.At) })
	at := last.At.In(s.Zone(ctx, rights.Actor())).Format("2006-01-02 15:04")
	return fault.New(fault.Invalid, "print.reprint", "n", len(before), "user", last.User, "at", at).On("reason").Breaking("reprint")
}

// note writes job and labels; a first print needs no reason and keeps none.
func (s *Spool) note(ctx context.Context, tx *store.Tx, rights *access.Rights, template *catalog.Print, o Order, records []subject, before []Printed) (*Job, error) {
	copies := o.Copies
	if o.to.printer == 0 {
		copies = 1 // the browser prints them all in one
	}
	first, err := tx.NextIDs(ctx, len(records)*copies+1)
	if err != nil {
		return nil, fmt.Errorf("number the labels of %s: %w", template.Key, err)
	}
	if len(before) == 0 {
		o.Reason = ""
	}
	job := &Job{ID: first}
	o.release = rights.Release().Number
	if !o.Present {
		o.release = ReleaseOf(before, len(records), o.release)
	}
	if err := s.noteJob(ctx, tx, rights, template, o, job.ID, len(records)*copies); err != nil {
		return nil, err
	}
	times := map[int64]int64{}
	for _, b := range before {
		times[b.Record] = b.Times
	}
	w := labelWriter{tx: tx, job: job, template: template.Key, user: rights.Actor().UserID, to: o.to}
	for _, record := range records {
		for n := range copies {
			if err := w.add(ctx, record, times[record.id]+1, n+1); err != nil {
				return nil, err
			}
		}
	}
	tx.Changed(jobTable, labelTable)
	return job, w.flush(ctx)
}

// noteJob writes the job; the browser's is done at once.
func (s *Spool) noteJob(ctx context.Context, tx *store.Tx, rights *access.Rights, template *catalog.Print, o Order, id int64, labels int) error {
	state, now, user := jobOpen, tx.Now().UnixMilli(), rights.Actor().UserID
	if o.to.printer == 0 {
		state = jobDone
	}
	const insert = `insert into print_job (id, version, created_at, created_by, updated_at, updated_by, status, template, table_key, printer_id,
		workstation_id, labels, copies, pages, reason, by_rule, language, release_no) values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	_, err := tx.Exec(ctx, insert, id, now, user, now, user, state, template.Key, template.Table.Key, orNil(o.to.printer),
		orNil(o.to.workstation), labels, o.Copies, orEmpty(strings.TrimSpace(o.Pages)), orEmpty(o.Reason), o.rule, rights.Actor().Language, o.release)
	if err != nil {
		return fmt.Errorf("note the print of %s: %w", template.Key, err)
	}
	return nil
}

// labelWriter writes labels, some at once.
type labelWriter struct {
	tx       *store.Tx
	job      *Job
	template string
	user     int64
	to       *target
	values   []string
	args     []any
}

func (w *labelWriter) add(ctx context.Context, record subject, printNo int64, copyNo int) error {
	label := Label{ID: w.job.ID + int64(len(w.job.Labels)) + 1, Record: record.id, State: stateWaiting}
	var ended any
	now := w.tx.Now().UnixMilli()
	if w.to.printer == 0 {
		label.State, ended = stateSent, now
	}
	w.job.Labels = append(w.job.Labels, label)
	w.values = append(w.values, "(?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)")
	w.args = append(w.args, label.ID, now, w.user, now, w.user, w.job.ID, label.State, w.template, record.id, record.title, printNo, copyNo, orNil(w.to.printer), ended)
	if len(w.values) < rowsAtOnce {
		return nil
	}
	return w.flush(ctx)
}

func (w *labelWriter) flush(ctx context.Context) error {
	if len(w.values) == 0 {
		return nil
	}
	const insert = `insert into print_label (id, version, created_at, created_by, updated_at, updated_by, print_job_id, status, template, record_id, title,
		print_no, copy_no, printer_id, attempt, ended_at) values `
	if _, err := w.tx.Exec(ctx, insert+strings.Join(w.values, ", "), w.args...); err != nil {
		return fmt.Errorf("note labels of %s: %w", w.template, err)
	}
	w.values, w.args = nil, nil
	return nil
}

func orNil(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

func orEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// unique gives ids each once and in order.
func unique(ids []int64) []int64 {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
