package contract

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// What the code of a product says beside it.
const (
	PackQty = "pack_qty" // pieces that it stands for
	Filled  = "filled"   // they are what a logistic unit holds, by its label
)

// PackOf is how many pieces a scanned code stands for.
func PackOf(c plugin.Candidate) decimal.Decimal {
	if pack, ok := c.Values[PackQty].(decimal.Decimal); ok && pack.Sign() > 0 {
		return pack
	}
	return decimal.NewFromInt(1)
}

// ReadPieces reads how many pieces of a product are meant, with at most scale digits
// after the point: a number, or the label of a logistic unit that says what it holds.
//
// Invalid station.bad_qty: it is neither.
func ReadPieces(ctx context.Context, codes *plugin.Codes, data plugin.Data, in plugin.Input, product int64, scale int32) (decimal.Decimal, error) {
	if in.Kind == plugin.KindScan {
		found, err := codes.Resolve(ctx, data, in.Text(), nil, "product")
		if err != nil && !fault.IsKey(err, "station.code_unknown") {
			return decimal.Zero, err
		}
		isIt := func(c plugin.Candidate) bool { return c.ID == product && c.Values[Filled] == true }
		if at := slices.IndexFunc(found, isIt); at >= 0 {
			return PackOf(found[at]), nil
		}
	}
	return plugin.ReadQuantity(in.Text(), scale)
}
