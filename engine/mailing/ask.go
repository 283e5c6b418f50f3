package mailing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// Job is the kind of jobs that compute and send one letter.
const Job = "mailing.send"

// Asked is the letter of a mailing for one time, in unix milliseconds.
type Asked struct {
	ID  int64 `json:"id"`
	Due int64 `json:"due"`
}

// Ask has the letter for a time written, in the caller's transaction.
func Ask(ctx context.Context, tx *store.Tx, id, due int64) error {
	_, err := job.Enqueue(ctx, tx, job.New{Kind: Job, Args: Asked{id, due}, UniqueKey: fmt.Sprintf("%s:%d:%d", Job, id, due)})
	return err
}
