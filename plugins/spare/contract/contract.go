// Package contract is what other plugins may ask of spare numbers.
package contract

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Numbers gives tracking numbers that carriers gave in advance.
type Numbers interface {
	// Give gives an order that has none the next free number of its carrier, which is
	// held for it. The Conflict fault spare.none_left when there is none.
	Give(ctx context.Context, data plugin.Data, order plugin.Row) (no string, err error)
	// Retire voids the number that was used for an order: it is on no parcel any more,
	// and never will be. It reports whether there was one.
	Retire(ctx context.Context, data plugin.Data, order int64, no string) (bool, error)
}
