package exchange

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// States of an imported file; each is a state of the document import_batch.
const (
	beingRead  = "running"
	allSaved   = "done"
	partly     = "partly"
	nothing    = "refused" // no row was saved
	broken     = "broken"
	cancelled  = "cancelled"
	rolledBack = "rolled_back"
)

// Ask has a job read a file, and keeps that the file came: who brought it, and through
// which mapping. A trial leaves no trace.
//
// Conflict job.too_many.
func (x *Exchange) Ask(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Import, name string) (int64, error) {
	actor := rights.Actor()
	number, err := job.Ask(ctx, tx, job.New{Kind: JobImport, Args: ask, CreatedBy: actor.UserID, OwnerID: actor.OwnerID})
	if err != nil || ask.DryRun {
		return number, err
	}
	mapping := rights.Release().Mappings[ask.Mapping]
	what, err := fault.Keep(fault.Tell("exchange.what", "what", mapping.Meta.Title))
	if err != nil {
		return 0, err
	}
	system, err := x.Records.Elevate(ctx, tx, rights)
	if err != nil {
		return 0, err
	}
	_, err = x.Records.Save(ctx, tx, system, meta.BatchTable, record.Row{
		"file_name": name, "what": what, "mapping": mapping.Key, "table_key": mapping.Table.Key, "file": ask.File, "job_no": number,
	})
	return number, err
}

// batchOf finds the row of the file that a job reads; 0 for a trial.
func (x *Exchange) batchOf(ctx context.Context, number int64) (id int64, err error) {
	err = x.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &id, "select coalesce(max(id), 0) from import_batch where job_no = ?", number)
	})
	if err != nil {
		return 0, fmt.Errorf("find the file of job %d: %w", number, err)
	}
	return id, nil
}

// noteBatch changes the row of a file that is being read; none where the console reads it.
func (x *Exchange) noteBatch(ctx context.Context, ask Import, row record.Row) error {
	if ask.batch == 0 {
		return nil
	}
	err := x.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		row["id"] = ask.batch
		if row["status"] != beingRead {
			row["ended_at"] = tx.Now()
		}
		return x.setBatches(ctx, tx, []record.Row{row})
	})
	if err != nil {
		return fmt.Errorf("note what became of a file: %w", err)
	}
	return nil
}

func (x *Exchange) setBatches(ctx context.Context, tx *store.Tx, rows []record.Row) error {
	return x.Records.Set(ctx, tx, access.System(x.Release(), "import"), meta.BatchTable, rows)
}

// row is what the row of a file says of it in the end.
func (o *Outcome) row(mode string) record.Row {
	failed := o.Failed + o.Rejected
	row := record.Row{
		"status": allSaved, "rows_read": o.Rows, "rows_ok": o.OK, "rows_failed": failed,
		"made": o.Created, "changed": o.Updated, "why": nil,
	}
	switch {
	case failed > 0 && o.OK == 0, o.Failed > 0 && mode == "all":
		row["status"] = nothing
	case failed > 0:
		row["status"] = partly
	}
	return row
}

// Settle closes the rows of files whose job ended without the file being read to its
// end: it failed, was cancelled, or died with its server.
func (x *Exchange) Settle(ctx context.Context, tx *store.Tx) error {
	var left []struct {
		ID      int64  `db:"id"`
		State   string `db:"state"`
		Failure string `db:"failure"`
	}
	const text = `select b.id, coalesce(j.state, 'dead') as state, coalesce(j.failure, '') as failure from import_batch b left join job j on j.id = b.job_no
		where b.status in ('waiting', 'running') and coalesce(j.state, 'dead') in ('dead', 'cancelled', 'done')`
	if err := tx.Select(ctx, &left, text); err != nil {
		return fmt.Errorf("look for files that were not read: %w", err)
	}
	rows := make([]record.Row, len(left))
	for i, one := range left {
		rows[i] = record.Row{"id": one.ID, "status": broken, "ended_at": tx.Now(), "why": nil}
		if one.State == string(job.Cancelled) {
			rows[i]["status"] = cancelled
		}
		if one.Failure != "" {
			rows[i]["why"] = "[" + one.Failure + "]"
		}
	}
	return x.setBatches(ctx, tx, rows)
}

// batchField is the field of a mapping's table that names the file; nil where it has none.
func batchField(m *catalog.Mapping) *catalog.Field {
	if m.Meta.Batch == "" {
		return nil
	}
	field, _ := m.Table.Field(m.Meta.Batch)
	return field
}

// mark has new records name the file that they came by.
func (b *batch) mark(ctx context.Context, items []*item, saved []record.Row) error {
	field := batchField(b.mapping)
	if field == nil || b.ask.batch == 0 || b.ask.DryRun {
		return nil
	}
	var rows []record.Row
	for i, row := range saved {
		if items[i].fate == created {
			rows = append(rows, record.Row{"id": record.ID(row), field.Key: b.ask.batch})
		}
	}
	system, err := b.Records.Elevate(ctx, b.tx, b.rights)
	if err != nil {
		return err
	}
	return b.Records.Set(ctx, b.tx, system, b.mapping.Table.Key, rows)
}
