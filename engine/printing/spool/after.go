package spool

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// AfterEffect goes on with a job after the label that a person saw as the last one: those that
// follow it wait anew, whatever was told of them, and a job that was stopped is open. What an
// agent may still print by itself is waited for.
//
// Conflict: print.on_their_way.
func (s *Spool) AfterEffect(ctx context.Context, e *document.EffectEvent, _ []record.Row) error {
	for _, seen := range e.Heads {
		if err := s.goOnAfter(ctx, e, record.ID(seen), record.Int(seen, "print_job_id")); err != nil {
			return fmt.Errorf("go on after label %d: %w", record.ID(seen), err)
		}
	}
	return s.SettleEffect(ctx, e, nil)
}

func (s *Spool) goOnAfter(ctx context.Context, e *document.EffectEvent, seen, job int64) error {
	var way int
	const onTheirWay = "select count(*) from print_label where print_job_id = ? and id >= ? and status = 'sent' and ended_at is null"
	if err := e.Tx.Get(ctx, &way, onTheirWay, job, seen); err != nil {
		return err
	}
	if way > 0 {
		return fault.New(fault.Conflict, "print.on_their_way", "n", way)
	}
	const again = `update print_label set status = 'waiting', attempt = attempt + 1, agent_guid = null, handed_at = null, ended_at = null, why = null,
		version = version + 1 where print_job_id = ? and id > ? and status <> 'waiting' and (status <> 'sent' or ended_at is not null)`
	if _, err := e.Tx.Exec(ctx, again, job, seen); err != nil {
		return err
	}
	_, err := e.Tx.Exec(ctx, "update print_job set status = 'open', version = version + 1 where id = ? and status = 'stopped'", job)
	return err
}
