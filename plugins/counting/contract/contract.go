// Package contract is what other plugins may ask of counting.
package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Doubt is stock of which less was found than the figures say.
type Doubt struct {
	QuantID int64
	Missing decimal.Decimal // what was looked for and not found
	Reason  string          // value of the dropdown shortage
	OrderID int64           // that it was looked for
}

// Counts raises what is to be counted.
type Counts interface {
	// Raise holds the doubted stock and asks for it to be counted, by its open count
	// task if it has one; it gives the id of the task. What is reserved of the stock is the caller's to free before the
	// transaction ends.
	Raise(ctx context.Context, data plugin.Data, d Doubt) (int64, error)
	// Withdraw takes a doubt back. With the last one its count task goes, and the stock
	// is released.
	//
	// Conflict counting.settled: it was counted meanwhile.
	Withdraw(ctx context.Context, data plugin.Data, task int64, missing decimal.Decimal) error
}
