package allocation

import (
	"testing"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestEveryPieceIsInOnePartOfAnAccount: what lies there is free, reserved, stopped, expired
// or in receiving; what is picked for somebody is in none.
func TestEveryPieceIsInOnePartOfAnAccount(t *testing.T) {
	t.Parallel()
	in := func(use string) func(*candidate) { return func(c *candidate) { c.Use, c.Usable = use, false } }
	unusable := func(c *candidate) { c.Usable = false }
	kept := func(c *candidate) { c.Reserved = contract.Pieces(4) }
	for _, tt := range []struct {
		name string
		c    *candidate
		want account
	}{
		{"free", lying(1, 10), account{Free: contract.Pieces(10)}},
		{"partly reserved", lying(1, 10, kept), account{Free: contract.Pieces(6), Others: contract.Pieces(4)}},
		{"stopped", lying(1, 10, unusable, kept), account{Stopped: contract.Pieces(6), Others: contract.Pieces(4)}},
		{"expired", lying(1, 10, until("2026-01-01")), account{Expired: contract.Pieces(10)}},
		{"stopped and expired counts once", lying(1, 10, until("2026-01-01"), unusable), account{Stopped: contract.Pieces(10)}},
		{"in receiving", lying(1, 10, in(contract.UseStagingIn)), account{Receiving: contract.Pieces(10)}},
		{"in a tote", lying(1, 10, in(contract.UseTote)), account{}},
		{"packed", lying(1, 10, in(contract.UseShipStaging)), account{}},
	} {
		var got account
		if got.add(tt.c, today); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
