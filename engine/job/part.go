package job

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/store"
)

// Keep notes in the handler's own transaction what that does, anything that JSON
// carries: a job that is taken again, after a kill or a failure, finds it with Kept
// and goes on behind it. It belongs last into the transaction, since it holds the
// job's row. A try in which something was kept does not count against the job.
//
// Its error ends the transaction when another runner has the job by now: nothing is
// done twice.
func (t *Task) Keep(ctx context.Context, tx *store.Tx, part any) error {
	content, err := json.Marshal(part)
	if err != nil {
		return fmt.Errorf("keep a part of job %d: %w", t.ID, err)
	}
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	held, err := tx.Exec(ctx, "update job set tries = 1, due_at = ?"+hold, now+t.runner.options.Lease.Milliseconds(), t.ID, t.lease)
	if err != nil {
		return fmt.Errorf("keep a part of job %d: %w", t.ID, err)
	}
	if held == 0 {
		return errLost
	}
	const insert = "insert into job_part (job_id, no, content) select ?, coalesce(max(no), 0) + 1, ? from job_part where job_id = ?"
	if _, err := tx.Exec(ctx, insert, t.ID, string(content), t.ID); err != nil {
		return fmt.Errorf("keep a part of job %d: %w", t.ID, err)
	}
	tx.AfterCommit(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.Tries = 1
	})
	return nil
}

// Kept gives what was kept so far, in order.
func (t *Task) Kept(ctx context.Context) ([]json.RawMessage, error) {
	var texts []string
	err := t.runner.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		texts = nil
		return tx.Select(ctx, &texts, "select content from job_part where job_id = ? order by no", t.ID)
	})
	if err != nil {
		return nil, fmt.Errorf("read what job %d kept: %w", t.ID, err)
	}
	parts := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		parts[i] = json.RawMessage(text)
	}
	return parts, nil
}

// keptAny reports whether a part of the job is done for good.
func (t *Task) keptAny(ctx context.Context, tx *store.Tx) (found bool, err error) {
	err = tx.QueryRow(ctx, "select exists (select 1 from job_part where job_id = ?)", t.ID).Scan(&found)
	return found, err
}

// dropParts forgets the parts of a job that has ended or begins anew.
func dropParts(ctx context.Context, tx *store.Tx, id int64) error {
	_, err := tx.Exec(ctx, "delete from job_part where job_id = ?", id)
	return err
}
