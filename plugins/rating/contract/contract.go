// Package contract is what other plugins may ask of rating.
package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Parcel is what is to be carried. Of the ids, 0 asks for every port and carrier.
type Parcel struct {
	On          string // the day whose prices count, as 2026-11-25
	PortID      int64
	CarrierID   int64
	ConsignorID int64
	Zip         string
	City        string
	Country     string
	Pieces      int64
	Gross       decimal.Decimal // kg
	Length      decimal.Decimal // cm, of one piece
	Width       decimal.Decimal
	Height      decimal.Decimal
}

// Part is one step on the way to a price: its word (a value of the dropdown
// freight_part), the figures it went by and what it adds.
type Part struct {
	Key    string
	Name   string
	Count  decimal.Decimal
	Each   decimal.Decimal
	Amount decimal.Decimal
}

// Quote is what one sheet asks for a parcel. Amount is the sum of the parts.
type Quote struct {
	SheetID    int64
	Sheet      string
	CarrierID  int64
	PortID     int64
	Currency   string
	Zone       string
	Chargeable decimal.Decimal
	Amount     decimal.Decimal
	Cost       decimal.Decimal
	Parts      []Part
	Refusal    string // why the sheet has no price: no_zone, no_bracket
}

// Quotes tells what carrying a parcel costs.
type Quotes interface {
	// Quote asks every sheet that is in force on the day for the port, carrier and
	// consignor: those with a price first, the cheapest first. A consignor's own sheet
	// goes before that of all for the same port and carrier.
	Quote(ctx context.Context, data plugin.Data, p Parcel) ([]Quote, error)
}
