package tasks

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// held is a task that somebody has. Moments are unix milliseconds.
type held struct {
	ID          int64         `db:"id"`
	WarehouseID int64         `db:"warehouse_id"`
	TakenAt     int64         `db:"taken_at"`
	LastAt      sql.NullInt64 `db:"last_at"` // when something of it was done
}

// takeBack is the job tasks.take_back: what somebody has and did nothing of for longer than
// his warehouse allows goes back to all, and the lead is told.
func takeBack(ctx context.Context, e *plugin.JobEvent) error {
	for document, kind := range kinds {
		var list []held
		err := e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Select(ctx, &list, kind.held+` ORDER BY d.id`)
		})
		if err != nil {
			return fmt.Errorf("look for tasks of %s: %w", document, err)
		}
		for _, one := range list {
			err := e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
				return one.takeBack(ctx, data, document, kind.held)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// takeBack takes the task from who has it, if he still does nothing.
func (h held) takeBack(ctx context.Context, data plugin.Data, document, question string) error {
	patience, err := patienceOf(ctx, data, h.WarehouseID)
	if err != nil || patience == 0 || h.rests(data.SQL().Now()) < patience {
		return err
	}
	rows, err := data.Find(ctx, document, plugin.Where{Match: plugin.Row{"id": h.ID}, Lock: true})
	if err != nil || len(rows) == 0 {
		return err
	}
	var now []held
	if err := data.SQL().Select(ctx, &now, question+` AND d.id = ?`, h.ID); err != nil {
		return fmt.Errorf("read task %s %d: %w", document, h.ID, err)
	}
	if len(now) == 0 || now[0] != h {
		return nil
	}
	_, err = data.Act(ctx, document, "overdue", h.ID, plugin.Row{"minutes": int64(patience / time.Minute)})
	return err
}

// rests is how long nothing was done.
func (h held) rests(now time.Time) time.Duration {
	return now.Sub(time.UnixMilli(max(h.TakenAt, h.LastAt.Int64)))
}

// patienceOf is how long a task of a warehouse may rest in somebody's hands; 0 for ever.
func patienceOf(ctx context.Context, data plugin.Data, warehouse int64) (time.Duration, error) {
	minutes, err := data.Setting(ctx, "task_patience", plugin.Row{"warehouse_id": warehouse})
	if err != nil {
		return 0, err
	}
	return time.Duration(plugin.Int(plugin.Row{"minutes": minutes}, "minutes")) * time.Minute, nil
}
