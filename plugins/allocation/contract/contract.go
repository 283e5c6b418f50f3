// Package contract is what other plugins may ask of allocation.
package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// Wish is goods that a document wants of its owner's stock.
type Wish struct {
	ProductID int64
	LotNo     string // "" for any
	Quality   string // value of the dropdown quality
	Qty       decimal.Decimal
}

// Part is what one quant gives to a wish.
type Part struct {
	QuantID int64
	Qty     decimal.Decimal
}

// Chosen is what a wish gets.
type Chosen struct {
	Parts   []Part
	Missing decimal.Decimal
	Why     fault.Told // what is missing, and what lies there unusable; none where nothing is
}

// Chooser chooses stock as orders get it: what is free in picking areas, neither held nor
// too old, in the order of the rule of the owner and the warehouse.
type Chooser interface {
	// Choose gives what each wish gets, in order; none gets what another was given. The
	// head names the warehouse_id and the consignor_id. Nothing is reserved, and nothing
	// locked on the first try of a transaction: stock.claim_failed of Reserve asks for the
	// next, as Tx.Again does.
	Choose(ctx context.Context, data plugin.Data, head plugin.Row, wishes []Wish) ([]Chosen, error)
}
