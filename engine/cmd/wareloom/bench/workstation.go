package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/agent"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Code is what one scans to stand at the bench.
const Code = "BENCH-1"

// name is what people call the bench, and the agent at it.
const name = "Packing 1"

// look is how long it waits between two looks for what the agent found.
const look = 300 * time.Millisecond

// knows reports whether the agent is enrolled in this database.
func (b Bench) knows(ctx context.Context, id *agent.Identity) bool {
	return b.App.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := b.App.Auth.Prove(ctx, tx, auth.Device{Guid: id.Guid, Secret: id.Secret})
		return err
	}) == nil
}

// code makes the code that the agent is paired by.
func (b Bench) code(ctx context.Context) (code string, err error) {
	err = b.App.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		admin, err := b.App.Auth.Find(ctx, tx, auth.BackOffice, "admin")
		if err != nil {
			return fmt.Errorf("find who pairs the agent: %w", err)
		}
		code, _, err = b.App.Auth.DeviceCode(ctx, tx, name, admin.UserID)
		return err
	})
	return code, err
}

// settle makes the workstation, once, as soon as the server has heard of its devices.
func (b Bench) settle(ctx context.Context, guid string) error {
	return b.App.Once(ctx, "demo bench", func() error {
		for {
			row, err := b.devices(ctx, guid)
			if err != nil {
				return err
			}
			if row != nil {
				return b.save(ctx, row)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(look):
			}
		}
	})
}

// devices is the workstation with the printer and scale of an agent; nil while one of them is
// not known.
func (b Bench) devices(ctx context.Context, guid string) (row record.Row, err error) {
	err = b.App.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		var found []struct {
			Printer int64 `db:"printer"`
			Scale   int64 `db:"scale"`
		}
		const text = "select p.id as printer, s.id as scale from printer p join scale s on s.agent_guid = p.agent_guid where p.agent_guid = ?"
		if err := tx.Select(ctx, &found, text, guid); err != nil || len(found) == 0 {
			return err
		}
		row = record.Row{"code": Code, "name": name, "printer_ids": []any{found[0].Printer}, "scale_id": found[0].Scale}
		return nil
	})
	return row, err
}

func (b Bench) save(ctx context.Context, row record.Row) error {
	return b.App.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		rights, err := b.App.Access.For(ctx, tx, b.App.Catalog.Current(), auth.System("demo"))
		if err != nil {
			return err
		}
		_, err = b.App.Records.Save(ctx, tx, rights, "workstation", row)
		return err
	})
}
