// Package contract is what other plugins may ask of picking.
package contract

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Picks picks without a walk, for a station at which goods lie already.
type Picks interface {
	// PickNow picks all that is reserved for an allocated order, in a wave of its own;
	// serials are the numbers of its pieces, by product. It gives the wave.
	PickNow(ctx context.Context, s *plugin.Session, order int64, serials map[int64][]string) (wave int64, err error)
	// UnpickNow takes that back: the order is allocated as before.
	UnpickNow(ctx context.Context, s *plugin.Session, wave int64) error
}
