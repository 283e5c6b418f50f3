package spool

import (
	"context"
	"embed"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own tables. Jobs, labels, printers and workstations are
// tables of metadata.
func Migrations() store.Migrations { return store.Migrations{Owner: "printing", FS: migrations} }

// Tables of metadata.
const (
	jobTable         = "print_job"
	labelTable       = "print_label"
	printerTable     = "printer"
	workstationTable = "workstation"
)

// States of a label. A label that is sent and has no end is with an agent; one that has
// one was handed to a printer, or the browser, that tells nothing of the end.
const (
	stateWaiting = "waiting"
	stateSent    = "sent"
	statePrinted = "printed"
	stateUnknown = "unknown"
	stateFailed  = "failed"
)

// States of a job.
const (
	jobOpen = "open"
	jobDone = "done"
)

// Spool prints records for good.
type Spool struct {
	*printing.Papers
	DB      *store.DB
	Access  *access.Access
	Release func() *catalog.Release
	Records *record.Records
	Files   files.Store
	// Act takes an action on a document, for templates that have one follow their print.
	Act func(ctx context.Context, tx *store.Tx, rights *access.Rights, table, action string, id int64) error
	// Past gives the release in force with a template as an earlier release had it.
	Past func(ctx context.Context, template string, release int64) (*catalog.Release, error)
	// Current gives an actor as he is by now.
	Current func(ctx context.Context, tx *store.Tx, was auth.Actor) (auth.Actor, error)
}

// settle ends the jobs that have nothing left to print or to decide, and opens those
// again that have.
func settle(ctx context.Context, tx *store.Tx, jobs []int64) error {
	const left = `exists (select 1 from print_label l where l.print_job_id = print_job.id
		and (l.status in ('waiting', 'unknown') or l.status = 'sent' and l.ended_at is null))`
	for _, id := range unique(jobs) {
		for _, text := range []string{
			"update print_job set status = 'done', version = version + 1 where id = ? and status = 'open' and not " + left,
			"update print_job set status = 'open', version = version + 1 where id = ? and status in ('done', 'cancelled') and " + left,
		} {
			if _, err := tx.Exec(ctx, text, id); err != nil {
				return fmt.Errorf("settle print job %d: %w", id, err)
			}
		}
	}
	tx.Changed(jobTable, labelTable)
	return nil
}
