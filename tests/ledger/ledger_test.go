// Package ledger tests the stock ledger through the whole product.
package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// onHand sums what lies at a place.
func onHand(t *testing.T, w *world.World, productID int64, code string) (total, reserved int64) {
	t.Helper()
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, `SELECT COALESCE(SUM(on_hand), 0), COALESCE(SUM(reserved), 0) FROM quant WHERE product_id = ? AND position_id = ?`,
			productID, w.Places[code]).Scan(&total, &reserved)
	})
	return total / 1000, reserved / 1000
}

func move(w *world.World, code string, g contract.Goods, qty int64, from, to string) contract.Move {
	return contract.Move{
		Code: code, Goods: g, Qty: decimal.NewFromInt(qty),
		From: contract.Place{PositionID: w.Places[from]}, To: contract.Place{PositionID: w.Places[to]},
	}
}

func TestPostMovesGoods(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		id := w.Product(t, w.Owners[0], "P1", nil)
		g := world.Goods(w.Owners[0], id)
		w.Receive(t, g, "R-01", 10)
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			_, err := w.Stock.Post(ctx, data, []contract.Move{move(w, contract.Putaway, g, 7, "R-01", "A-01")})
			return err
		})
		if n, _ := onHand(t, w, id, "R-01"); n != 3 {
			t.Errorf("staging holds %d, want 3", n)
		}
		if n, _ := onHand(t, w, id, "A-01"); n != 7 {
			t.Errorf("bin holds %d, want 7", n)
		}
	})
}

func TestPostRefuses(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		plain := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P1", nil))
		lots := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P2", plugin.Row{"lot_ctl": true}))
		serials := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P3", plugin.Row{"serial_ctl": true}))
		foreign := contract.Goods{ConsignorID: w.Owners[1], ProductID: plain.ProductID, Quality: "ZP"}
		w.Receive(t, plain, "R-01", 5)
		tests := []struct {
			name string
			move contract.Move
			want string
		}{
			{"more than there is", move(w, contract.Putaway, plain, 6, "R-01", "A-01"), "stock.not_enough"},
			{"nothing", move(w, contract.Putaway, plain, 0, "R-01", "A-01"), "stock.bad_qty"},
			{"goods of another owner", move(w, contract.Putaway, foreign, 1, "R-01", "A-01"), "stock.not_the_owner"},
			{"lot missing", move(w, contract.Putaway, lots, 1, "R-01", "A-01"), "stock.lot_needed"},
			{"serials missing", move(w, contract.Putaway, serials, 1, "R-01", "A-01"), "stock.serial_needed"},
			{"unknown place", contract.Move{Code: contract.Putaway, Goods: plain, Qty: decimal.NewFromInt(1), From: contract.Place{PositionID: 1}, To: contract.Place{PositionID: w.Places["A-01"]}}, "stock.position_unknown"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				err := w.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
					_, err := w.Stock.Post(ctx, data, []contract.Move{tt.move})
					return err
				})
				if !fault.IsKey(err, tt.want) {
					t.Errorf("error %v, want %s", err, tt.want)
				}
			})
		}
		if n, _ := onHand(t, w, plain.ProductID, "R-01"); n != 5 {
			t.Errorf("staging holds %d after refusals, want 5", n)
		}
	})
}

func TestSerialsLieInOnePlace(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		g := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P1", plugin.Row{"serial_ctl": true}))
		receive := func(serials ...string) error {
			return w.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
				vendor, err := w.Stock.VirtualPosition(ctx, data, w.Warehouse, contract.UseVendor)
				if err != nil {
					return err
				}
				m := move(w, contract.Receipt, g, int64(len(serials)), "", "R-01")
				m.From.PositionID, m.Serials = vendor, serials
				posted, err := w.Stock.Post(ctx, data, []contract.Move{m})
				if err == nil && serials[0] == "S9" {
					_, err = w.Stock.Reverse(ctx, data, []int64{posted[0].MoveNo}, "test")
				}
				return err
			})
		}
		if err := receive("S1", "S2"); err != nil {
			t.Fatal(err)
		}
		if err := receive("S2"); !fault.IsKey(err, "stock.serial_duplicate") {
			t.Errorf("second S2: %v, want stock.serial_duplicate", err)
		}
		if err := receive("S9"); err != nil {
			t.Errorf("receive and reverse S9: %v", err)
		}
		m := move(w, contract.Putaway, g, 1, "R-01", "A-01")
		m.Serials = []string{"S9"}
		err := w.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
			_, err := w.Stock.Post(ctx, data, []contract.Move{m})
			return err
		})
		if !fault.IsKey(err, "stock.serial_elsewhere") {
			t.Errorf("S9 is gone again: %v, want stock.serial_elsewhere", err)
		}
	})
}

// model is the stock of the test's goods as it should be, by place.
type model struct {
	at       map[string]int64 // pieces by place
	reserved map[int64]claim  // by reservation
}

type claim struct {
	code string
	qty  int64
}

func (m *model) free(code string) int64 {
	n := m.at[code]
	for _, c := range m.reserved {
		if c.code == code {
			n -= c.qty
		}
	}
	return n
}

// TestLedgerEqualsModel plays random movements against a simple model; the seed
// is printed and may be given as the value of the constant below.
func TestLedgerEqualsModel(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 1))
		w := world.Start(t, dsn)
		g := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P1", nil))
		m := &model{at: map[string]int64{}, reserved: map[int64]claim{}}
		for i := range 150 {
			if err := step(t, w, g, m, random, int64(i)); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
		for _, code := range bins {
			got, reserved := onHand(t, w, g.ProductID, code)
			if got != m.at[code] || got-reserved != m.free(code) {
				t.Errorf("%s holds %d with %d free, the model %d with %d", code, got, got-reserved, m.at[code], m.free(code))
			}
		}
	})
}

var bins = []string{"A-01", "A-02", "A-03", "A-04"}

// step does one random thing in the ledger and in the model, and checks that both
// refuse alike.
func step(t *testing.T, w *world.World, g contract.Goods, m *model, random *rand.Rand, line int64) error {
	from, to := bins[random.IntN(len(bins))], bins[random.IntN(len(bins))]
	qty := 1 + random.Int64N(8)
	switch random.IntN(5) {
	case 0:
		w.Receive(t, g, to, qty)
		m.at[to] += qty
		return nil
	case 1, 2:
		return agree(m.free(from) >= qty, moved(t, w, move(w, contract.Transfer, g, qty, from, to)), func() { m.at[from] -= qty; m.at[to] += qty })
	case 3:
		id, err := reserve(t, w, g, from, qty, line)
		return agree(m.free(from) >= qty, err, func() { m.reserved[id] = claim{from, qty} })
	default:
		for id, c := range m.reserved {
			pick := move(w, contract.Pick, g, c.qty, c.code, to)
			pick.ReservationID = id
			return agree(true, moved(t, w, pick), func() { delete(m.reserved, id); m.at[c.code] -= c.qty; m.at[to] += c.qty })
		}
		return nil
	}
}

// agree changes the model where the ledger took the step, and reports where only
// one of them did.
func agree(allowed bool, err error, change func()) error {
	if _, refused := fault.As(err); err != nil && !refused {
		return err
	}
	if allowed != (err == nil) {
		return fmt.Errorf("the model allows: %t, the ledger says: %w", allowed, errors.Join(err, errDiffers))
	}
	if allowed {
		change()
	}
	return nil
}

var errDiffers = errors.New("ledger and model differ")

func moved(t *testing.T, w *world.World, m contract.Move) error {
	return w.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := w.Stock.Post(ctx, data, []contract.Move{m})
		return err
	})
}

func reserve(t *testing.T, w *world.World, g contract.Goods, code string, qty, line int64) (int64, error) {
	var id int64
	err := w.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
		var quant int64
		err := data.SQL().QueryRow(ctx, `SELECT COALESCE(MAX(id), 0) FROM quant WHERE product_id = ? AND position_id = ?`, g.ProductID, w.Places[code]).Scan(&quant)
		if err != nil {
			return err
		}
		ids, err := w.Stock.Reserve(ctx, data, []contract.Claim{{Doc: contract.Doc{Type: "test", ID: 1, LineID: line}, QuantID: quant, Qty: decimal.NewFromInt(qty)}})
		if err == nil {
			id = ids[0]
		}
		return err
	})
	return id, err
}

// TestNoOversell lets many allocators reserve the same few goods at once: no more
// is reserved than lies there, and everything that lies there is reserved.
func TestNoOversell(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		const products, pieces, workers, orders = 5, 40, 16, 400
		w := world.Start(t, dsn)
		var goods []contract.Goods
		for i := range products {
			g := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], fmt.Sprintf("P%d", i), nil))
			w.Receive(t, g, "A-01", pieces)
			goods = append(goods, g)
		}
		var next, served atomic.Int64
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for n := next.Add(1); n <= orders; n = next.Add(1) {
					_, err := reserve(t, w, goods[n%products], "A-01", 1, n)
					if err == nil {
						served.Add(1)
					} else if _, refused := fault.As(err); !refused {
						t.Errorf("order %d: %v", n, err)
					}
				}
			})
		}
		group.Wait()
		if served.Load() != products*pieces {
			t.Errorf("%d pieces reserved, want all %d", served.Load(), products*pieces)
		}
	})
}
