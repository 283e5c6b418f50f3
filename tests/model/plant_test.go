package model

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// plants change a row each, as a fault of the product would.
var plants = []string{
	`UPDATE quant SET on_hand = on_hand + 1 WHERE id = (SELECT MAX(id) FROM quant)`,
	`UPDATE quant SET on_hand = 0 WHERE id = (SELECT MAX(id) FROM quant WHERE on_hand > 0 AND reserved = 0)`,
	`UPDATE quant SET reserved = 1 WHERE id = (SELECT MAX(id) FROM quant WHERE on_hand > 0 AND reserved = 0)`,
	`UPDATE quant SET held_at = 1 WHERE id = (SELECT MAX(id) FROM quant WHERE held_at IS NULL)`,
	`UPDATE quant SET quality = 'XX' WHERE id = (SELECT MAX(id) FROM quant WHERE on_hand > 0)`,
	`UPDATE quant SET product_id = (SELECT MAX(id) FROM product WHERE id <> product_id) WHERE id = (SELECT MAX(id) FROM quant WHERE on_hand > 0)`,
	`UPDATE reservation SET consumed = consumed + 1 WHERE id = (SELECT MAX(id) FROM reservation WHERE status = 'active')`,
	`UPDATE reservation SET doc_id = doc_id + 1 WHERE id = (SELECT MIN(id) FROM reservation WHERE status = 'active')`,
	`UPDATE reservation SET status = 'released' WHERE id = (SELECT MIN(id) FROM reservation WHERE status = 'active')`,
	`UPDATE stock_move SET qty = qty + 1 WHERE id = (SELECT MAX(id) FROM stock_move)`,
}

var errPlanted = errors.New("planted")

// TestALookFindsWhatIsPlanted changes rows one by one, after operations that left something of
// all, and looks: whatever stands in them, the next look tells it.
func TestALookFindsWhatIsPlanted(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		p := newPlayer(build(t, dsn), rand.New(rand.NewPCG(7, 3)))
		for p.played < 150 || len(p.stock.kept) == 0 {
			p.play()
			p.look()
		}
		p.otherIn() // movements that nobody has looked at
		for _, plant := range plants {
			if said := p.after(plant); said == "" {
				t.Errorf("nothing is found after %s", plant)
			}
		}
		p.look()
	})
}

// after is what a look says after a plant, which is undone.
func (p *player) after(plant string) (said string) {
	p.Helper()
	ledger, seen := maps.Clone(p.ledger), p.seen
	err := p.DB.Write(p.Context(), func(ctx context.Context, tx *store.Tx) error {
		changed, err := tx.Exec(ctx, plant)
		if err == nil && changed != 1 {
			p.Errorf("%d rows are planted by %s", changed, plant)
		}
		if err != nil {
			return err
		}
		if said, err = p.compared(ctx, tx); err != nil {
			said = err.Error()
		}
		return errPlanted
	})
	if !errors.Is(err, errPlanted) {
		p.Error(err)
	}
	p.ledger, p.seen = ledger, seen
	return said
}
