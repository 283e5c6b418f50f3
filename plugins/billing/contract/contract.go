// Package contract is what other plugins may ask of billing.
package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Cause is something that happened and may cost. A cause is known by its trigger, table
// and id, and for what comes again and again by its period; it makes its fees once.
type Cause struct {
	Trigger     string // value of the dropdown fee_trigger
	ConsignorID int64
	WarehouseID int64  // 0: nowhere
	Table       string // of the record that it comes from
	ID          int64
	No          string // by which people know the record
	Period      string // of what is repeated: the day or month; else ""
	On          string // the day of the charge, as 2026-11-25; "" is today in the warehouse
	WaybillID   int64  // 0: none
	// Figures by unit (values of the dropdown fee_unit): what a rule that charges by this
	// unit counts. "order" is 1 without being told.
	Figures  map[string]decimal.Decimal
	Currency string // of the figure "freight", which is charged in the template's
	// Older are the figures of what has lain for so many days, for rules whose first days are
	// free; nil where nothing lies.
	Older func(ctx context.Context, days int64) (map[string]decimal.Decimal, error)
}

// Fees charges consignors for what was done for them.
type Fees interface {
	// Charge makes the rows that the rules in force say of a cause. The same cause again
	// makes nothing.
	Charge(ctx context.Context, data plugin.Data, c Cause) error
	// Reverse takes the fees of a cause back by negative rows, those that no bill has by
	// voiding nothing: a row stays as it was made. What was never charged has nothing to
	// take back; a cause that happens again is charged anew. Of the cause it takes the
	// trigger, the table, the id, and the day as Charge does.
	Reverse(ctx context.Context, data plugin.Data, c Cause, reason string) error
	// Credit refuses when the consignor owes more than its client may and the setting
	// credit_stops says so.
	//
	// Invalid billing.over_limit.
	Credit(ctx context.Context, data plugin.Data, consignor int64) error
}
