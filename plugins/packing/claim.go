package packing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// idle is how long a station may leave an order alone before another takes it.
const idle = 30 * time.Minute

// claim is the open package of an order: who verifies it, and where.
type claim struct {
	ID        int64         `db:"id"`
	SessionID sql.NullInt64 `db:"session_id"`
	UserID    sql.NullInt64 `db:"checked_by"`
	Name      string        `db:"true_name"`
	WorkedAt  int64         `db:"worked_at"`
}

// openPackage gives an order's open package to the session, and makes it when
// there is none: an order is verified at one station at a time.
//
// Conflict packing.busy: another person is verifying it.
func openPackage(ctx context.Context, s *plugin.Session, o *order) (int64, error) {
	c, err := readClaim(ctx, s.Data.SQL(), o.ID)
	if err != nil {
		return 0, err
	}
	if c == nil {
		row := plugin.Row{
			"sale_order_id": o.ID, "warehouse_id": o.WarehouseID, "consignor_id": o.ConsignorID,
			"session_id": s.ID, "checked_by": userOf(s.Data), "worked_at": s.Data.SQL().Now(),
		}
		if o.CarrierID.Valid {
			row["carrier_id"] = o.CarrierID.Int64
		}
		made, err := s.Data.Save(ctx, "package", row)
		return plugin.ID(made), err
	}
	if c.heldAgainst(s) {
		return 0, fault.New(fault.Conflict, "packing.busy", "order", o.DocNo, "name", c.Name)
	}
	return c.ID, giveTo(ctx, s.Data, c.ID, s.ID)
}

func readClaim(ctx context.Context, tx plugin.Tx, order int64) (*claim, error) {
	var c claim
	err := tx.Get(ctx, &c, `SELECT p.id, p.session_id, p.checked_by, COALESCE(u.true_name, '') AS true_name, COALESCE(p.worked_at, p.created_at) AS worked_at FROM package p
		LEFT JOIN "user" u ON u.id = p.checked_by WHERE p.sale_order_id = ? AND p.status = 'open' ORDER BY p.id LIMIT 1`, order)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // no open package is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("read open package of order %d: %w", order, err)
	}
	return &c, nil
}

// heldAgainst reports whether somebody else is at work on the package. A person
// who comes back on another device takes it along.
func (c *claim) heldAgainst(s *plugin.Session) bool {
	own := c.SessionID.Int64 == s.ID || c.UserID.Int64 == s.Actor.UserID
	return c.SessionID.Valid && !own && s.Data.SQL().Now().Sub(time.UnixMilli(c.WorkedAt)) < idle
}

// giveTo makes the package that of a session.
func giveTo(ctx context.Context, data plugin.Data, id, session int64) error {
	row := plugin.Row{"id": id, "session_id": session, "checked_by": userOf(data), "worked_at": data.SQL().Now()}
	if err := data.Set(ctx, "package", []plugin.Row{row}); err != nil {
		return fmt.Errorf("claim package %d: %w", id, err)
	}
	return nil
}

// notIn finds the orders that are in none of some states, as SQL lists them: they are
// packed, or went another way, and who left one open has nothing to go on with.
func notIn(states string) func(ctx context.Context, tx plugin.Tx, orders []int64) ([]int64, error) {
	return func(ctx context.Context, tx plugin.Tx, orders []int64) (over []int64, err error) {
		if err := tx.Select(ctx, &over, `SELECT id FROM sale_order WHERE status NOT IN (`+states+`) AND id IN ?`, orders); err != nil {
			return nil, fmt.Errorf("read the states of orders that are left open: %w", err)
		}
		return over, nil
	}
}

// giveUp lets others have the package, if it is still the session's.
func giveUp(ctx context.Context, s *plugin.Session, id int64) error {
	_, err := s.Data.SetWhere(ctx, "package", plugin.Row{"id": id, "session_id": s.ID}, plugin.Row{"session_id": nil})
	if err != nil {
		return fmt.Errorf("give up package %d: %w", id, err)
	}
	return nil
}

// takeAgain gives the session a package back that it had given up, if nobody has it.
//
// Conflict packing.taken_over: somebody does, or it is not open any more.
func takeAgain(ctx context.Context, s *plugin.Session, id int64) error {
	free := plugin.Row{"id": id, "session_id": nil, "status": "open"}
	taken, err := s.Data.SetWhere(ctx, "package", free, plugin.Row{"session_id": s.ID, "worked_at": s.Data.SQL().Now()})
	if err != nil {
		return fmt.Errorf("take package %d again: %w", id, err)
	}
	if taken == 0 {
		return fault.New(fault.Conflict, "packing.taken_over")
	}
	return nil
}

// mustHold refuses a session that has lost its package, and notes that it works.
func mustHold(ctx context.Context, s *plugin.Session, id int64) error {
	held, err := s.Data.SetWhere(ctx, "package", plugin.Row{"id": id, "session_id": s.ID, "status": "open"}, plugin.Row{"worked_at": s.Data.SQL().Now()})
	if err != nil {
		return fmt.Errorf("claim package %d: %w", id, err)
	}
	if held == 0 {
		return fault.New(fault.Conflict, "packing.taken_over")
	}
	return nil
}

// dropOpen cancels the open package of an order that is cancelled.
func dropOpen(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		c, err := readClaim(ctx, e.Tx, plugin.ID(head))
		if err != nil {
			return err
		}
		if c == nil {
			continue
		}
		if _, err := e.Data.Act(ctx, "package", "cancel", c.ID, nil); err != nil {
			return err
		}
	}
	return nil
}
