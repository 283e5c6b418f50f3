package desk

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// standing is an order in work with all that decides whether it moves.
type standing struct {
	ID          int64          `db:"id"`
	WarehouseID int64          `db:"warehouse_id"`
	ConsignorID int64          `db:"consignor_id"`
	Status      string         `db:"status"`
	Unfit       sql.NullString `db:"unfit"`
	HeldAt      sql.NullInt64  `db:"held_at"` // unix milliseconds, as all moments here
	CaughtAt    sql.NullInt64  `db:"intercepted_at"`
	ChangedAt   int64          `db:"updated_at"`
	CarrierID   sql.NullInt64  `db:"carrier_id"`
	TrackingNo  sql.NullString `db:"tracking_no"`
	Addressed   bool           `db:"addressed"` // all that its carrier asks for is there
	NotFound    bool           `db:"not_found"` // a picker did not find something of it
	LastPick    sql.NullInt64  `db:"last_pick"` // when something of it was picked
	Taken       bool           `db:"taken"`     // a picker has a bill of it
	PickerID    sql.NullInt64  `db:"picker_id"` // who has it
}

// ordersInWork reads the orders of a warehouse that have neither left nor ended. The
// address is asked for as the audit of orders does.
const ordersInWork = `SELECT o.id, o.warehouse_id, o.consignor_id, o.status, o.unfit, o.held_at, o.intercepted_at, o.updated_at, o.carrier_id, o.tracking_no,
	(o.status <> 'new' OR (o.line_count > 0
		AND (o.phone IS NOT NULL OR NOT COALESCE(c.need_phone, o.carrier_id IS NOT NULL OR COALESCE(o.order_type, 'JYCK') NOT IN ('B2BCK', 'DBCK')))
		AND (o.city IS NOT NULL OR NOT COALESCE(c.need_city, o.carrier_id IS NOT NULL OR COALESCE(o.order_type, 'JYCK') NOT IN ('B2BCK', 'DBCK')))
		AND (o.detail IS NOT NULL OR NOT COALESCE(c.need_detail, o.carrier_id IS NOT NULL OR COALESCE(o.order_type, 'JYCK') NOT IN ('B2BCK', 'DBCK')))
		AND (o.province IS NOT NULL OR NOT COALESCE(c.need_province, ?)) AND (o.zip IS NOT NULL OR NOT COALESCE(c.need_zip, ?)) AND (o.id_no IS NOT NULL OR NOT COALESCE(c.need_id, ?)))) AS addressed,
	(o.status = 'short' AND EXISTS (SELECT 1 FROM sale_order_line l WHERE l.sale_order_id = o.id AND l.shortage IS NOT NULL AND l.picked_qty < l.base_qty)) AS not_found,
	CASE WHEN o.status IN ('waved', 'picking') THEN (SELECT MAX(t.picked_at) FROM pick_task t WHERE t.sale_order_id = o.id) END AS last_pick,
	(o.status IN ('waved', 'picking') AND EXISTS (SELECT 1 FROM pick_task t JOIN pick_bill b ON b.id = t.pick_bill_id WHERE t.sale_order_id = o.id AND t.status = 'ready' AND b.status = 'picking')) AS taken,
	CASE WHEN o.status IN ('waved', 'picking') THEN (SELECT MAX(b.picker_id) FROM pick_task t JOIN pick_bill b ON b.id = t.pick_bill_id
		WHERE t.sale_order_id = o.id AND t.status = 'ready' AND b.status = 'picking') END AS picker_id
	FROM sale_order o LEFT JOIN carrier c ON c.id = o.carrier_id
	WHERE o.warehouse_id = ? AND o.status IN ('new', 'audited', 'allocated', 'short', 'waved', 'picking', 'picked', 'checked', 'packed', 'weighed') ORDER BY o.id`

func readStanding(ctx context.Context, tx plugin.Tx, warehouse int64) ([]*standing, error) {
	var list []*standing
	if err := tx.Select(ctx, &list, ordersInWork, false, false, false, warehouse); err != nil {
		return nil, fmt.Errorf("read the orders in work of warehouse %d: %w", warehouse, err)
	}
	return list, nil
}

// moved is when something of an order was done last.
func (s *standing) moved() int64 { return max(s.ChangedAt, s.LastPick.Int64) }

// A reason is why an order stands, and since when.
type reason struct {
	key   string
	since int64
}

// Reasons; those of a shortage are said by its cause. The words, and who must act, are
// the dropdown stop_reason and the table of duties.
const (
	isHeld      = "held"
	isCaught    = "intercepted"
	isUnfit     = "unfit"
	noAddress   = "address"
	toAudit     = "to_audit"
	toAllocate  = "to_allocate"
	isNotFound  = "not_found"
	toWave      = "to_wave"
	toPick      = "to_pick"
	pickOverdue = "pick_overdue"
	toPack      = "to_pack"
	toSend      = "to_send"
	noCarrier   = "carrier"
	noNumber    = "number"
)

// stopped says why an order cannot go on, whatever it did last; false where nothing
// stops it. The cause is that of its shortage, if it is short.
func (s *standing) stopped(cause string) (reason, bool) {
	switch {
	case s.CaughtAt.Valid:
		return reason{isCaught, s.CaughtAt.Int64}, true
	case s.HeldAt.Valid:
		return reason{isHeld, s.HeldAt.Int64}, true
	case s.Unfit.Valid:
		return reason{isUnfit, s.ChangedAt}, true
	case s.Status == "short" && s.NotFound:
		return reason{isNotFound, s.ChangedAt}, true
	case s.Status == "short":
		return reason{"short_" + cause, s.ChangedAt}, true
	case !s.Addressed:
		return reason{noAddress, s.ChangedAt}, true
	}
	return reason{}, false
}

// waits says what an order waits for that nothing stops.
func (s *standing) waits() reason {
	return reason{s.step(), s.moved()}
}

func (s *standing) step() string {
	switch s.Status {
	case "new":
		return toAudit
	case "audited":
		return toAllocate
	case "allocated":
		return toWave
	case "waved", "picking":
		if s.Taken {
			return pickOverdue
		}
		return toPick
	case "picked", "checked":
		return toPack
	}
	switch {
	case !s.CarrierID.Valid:
		return noCarrier
	case !s.TrackingNo.Valid:
		return noNumber
	}
	return toSend
}

// duties say who must act on a reason; the lead where none is said.
var duties = map[string]string{
	isHeld: "service", isCaught: "packing", noAddress: "service", toAudit: "service", noCarrier: "service", noNumber: "service",
	"short_none": "owner", "short_expired": "owner", "short_receiving": "receiving", "short_returns": "receiving",
	toPick: "picking", toPack: "packing", toSend: "packing",
}

func dutyOf(key string) string {
	if duty, ok := duties[key]; ok {
		return duty
	}
	return "lead"
}
