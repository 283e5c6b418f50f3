package inventory_test

import (
	"context"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// yard is the small building with a product, and virtual places by their uses.
type yard struct {
	*testing.T
	*world.World
	goods contract.Goods
}

// eachYard runs a test in the building on either database. When it ends, every invariant
// is checked.
func eachYard(t *testing.T, run func(y *yard)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		y := &yard{T: t, World: world.Start(t, dsn)}
		y.goods = world.Goods(y.Owners[0], y.Product(t, y.Owners[0], "P1", nil))
		y.Do(t, func(ctx context.Context, data plugin.Data) error {
			for _, use := range []string{contract.UseVendor, contract.UseCustomer, contract.UseScrap, contract.UseCountDiff} {
				id, err := y.Stock.VirtualPosition(ctx, data, y.Warehouse, use)
				if err != nil {
					return err
				}
				y.Places[use] = id
			}
			return nil
		})
		run(y)
	})
}

// move is a movement of the product between two places.
func (y *yard) move(code string, qty int64, from, to string) contract.Move {
	return contract.Move{
		Code: code, Goods: y.goods, Qty: decimal.NewFromInt(qty),
		From: contract.Place{PositionID: y.Places[from]}, To: contract.Place{PositionID: y.Places[to]},
	}
}

// in is that of goods that come from outside.
func (y *yard) in(qty int64, to string) contract.Move {
	return y.move(contract.Receipt, qty, contract.UseVendor, to)
}

func (y *yard) post(moves ...contract.Move) (posted []contract.Posted, err error) {
	err = y.Try(y.Context(), func(ctx context.Context, data plugin.Data) (err error) {
		posted, err = y.Stock.Post(ctx, data, moves)
		return err
	})
	return posted, err
}

// must posts movements, and gives their numbers.
func (y *yard) must(moves ...contract.Move) (numbers []int64) {
	y.Helper()
	posted, err := y.post(moves...)
	if err != nil {
		y.Fatal(err)
	}
	for _, p := range posted {
		numbers = append(numbers, p.MoveNo)
	}
	return numbers
}

func (y *yard) reverse(numbers ...int64) error {
	return y.Try(y.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := y.Stock.Reverse(ctx, data, numbers, "test")
		return err
	})
}

// with runs a function as the system, and gives its error.
func (y *yard) with(fn func(ctx context.Context, data plugin.Data) error) error {
	return y.Try(y.Context(), fn)
}

// set gives a record fields.
func (y *yard) set(table string, row plugin.Row) {
	y.Helper()
	y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.Save(ctx, table, row)
		return err
	})
}

func (y *yard) text(question string, args ...any) (text string) {
	y.Helper()
	y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &text, `SELECT COALESCE((`+question+`), '')`, args...)
	})
	return text
}

// lies is what lies of the product at a place and is reserved there, in thousandths.
func (y *yard) lies(place, want string) {
	y.Helper()
	got := y.text(`SELECT CAST(SUM(on_hand) AS BIGINT) || ' ' || CAST(SUM(reserved) AS BIGINT) FROM quant WHERE position_id = ? AND product_id = ?`, y.Places[place], y.goods.ProductID)
	if got != want {
		y.Errorf("at %s lie and are reserved %q, want %q", place, got, want)
	}
}

// quant is the stock of the product at a place.
func (y *yard) quant(place string) (id int64) {
	y.Helper()
	y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &id, `SELECT MAX(id) FROM quant WHERE position_id = ? AND product_id = ?`, y.Places[place], y.goods.ProductID)
	})
	return id
}

// keep reserves pieces at a place for a line of a document, and gives the reservation.
func (y *yard) keep(place string, line, qty int64) (id int64, err error) {
	y.Helper()
	quant := y.quant(place)
	err = y.with(func(ctx context.Context, data plugin.Data) error {
		ids, err := y.Stock.Reserve(ctx, data, []contract.Claim{{Doc: contract.Doc{Type: "test", ID: 1, LineID: line}, QuantID: quant, Qty: decimal.NewFromInt(qty)}})
		if err == nil {
			id = ids[0]
		}
		return err
	})
	return id, err
}
