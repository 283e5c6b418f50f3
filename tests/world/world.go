// Package world starts the whole product on a test's database, with a small
// building and two owners, for tests that span rooms. When a test ends, the
// invariants of stock are checked.
package world

import (
	"context"
	"maps"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/inventory"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// World is the product at work in a small building.
type World struct {
	*apptest.Server
	Warehouse int64
	Owners    []int64          // two of them
	Places    map[string]int64 // position by code
	Stock     contract.Stock
}

// bare is the product without data.
var bare = apptest.Beginning{Name: "bare"}

// Start starts the product on a fresh database.
func Start(t testing.TB, dsn string) *World {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	return open(t, bare.Start(t, dsn, p))
}

// open makes the building in a product that has no data, and has the invariants checked
// when the test ends.
func open(t testing.TB, server *apptest.Server) *World {
	t.Helper()
	w := &World{Server: server, Places: map[string]int64{}, Stock: inventory.Ledger{}}
	t.Cleanup(func() { w.Verify(t) })
	w.Do(t, w.build)
	return w
}

// Verify fails the test when an invariant does not hold.
func (w *World) Verify(t testing.TB) {
	t.Helper()
	report, err := w.App.Verify(context.Background())
	if err != nil {
		t.Errorf("verify: %v", err)
	}
	for _, one := range report.Invariants {
		if !one.OK {
			t.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
		}
	}
}

// Do runs a function in one transaction and fails the test on its error.
func (w *World) Do(t testing.TB, fn func(ctx context.Context, data plugin.Data) error) {
	t.Helper()
	if err := w.Try(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// Try runs a function in one transaction as the system.
func (w *World) Try(ctx context.Context, fn func(ctx context.Context, data plugin.Data) error) error {
	return w.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		data, err := w.Documents.Open(ctx, tx, w.Catalog.Current(), auth.System("test"))
		if err != nil {
			return err
		}
		return fn(ctx, data)
	})
}

// Rights are what an actor may do now.
func (w *World) Rights(ctx context.Context, actor auth.Actor) (rights *access.Rights, err error) {
	err = w.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		rights, err = w.Access.For(ctx, tx, w.Catalog.Current(), actor)
		return err
	})
	return rights, err
}

// Work runs the jobs that are due or soon will be, until none is left but the timetable's.
func (w *World) Work(t testing.TB) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Jobs.Run(ctx)
	}()
	for left := 1; left > 0; {
		time.Sleep(5 * time.Millisecond)
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			soon := time.Now().Add(5 * time.Second).UnixMilli()
			return data.SQL().Get(ctx, &left, `SELECT COUNT(*) FROM job WHERE (state = 'running' OR state = 'waiting' AND due_at < ?) AND cron = ''`, soon)
		})
	}
	stop()
	<-ended
}

// Wave has the system put orders into a released wave of bills of 20 orders and 60
// lines, unless the params say else.
func (w *World) Wave(ctx context.Context, params plugin.Row, orders ...int64) (*document.SetResult, error) {
	all := plugin.Row{"max_orders": 20, "max_lines": 60, "release": true}
	maps.Copy(all, params)
	rights, err := w.Rights(ctx, auth.System("test"))
	if err != nil {
		return nil, err
	}
	result, err := w.Documents.Act(ctx, rights, "sale_order", document.Request{Name: "wave", IDs: orders, Params: all})
	return result.Set, err
}

// areas are the areas of the building and whether orders are served from them.
var areas = []struct {
	code, kind string
	pick       bool
	places     []place
}{
	{"R", "receiving", false, []place{{"R-01", contract.UseStagingIn}}},
	{"A", "picking", true, []place{{"A-01", contract.UseBin}, {"A-02", contract.UseBin}, {"A-03", contract.UseBin}, {"A-04", contract.UseBin}}},
	{"D", "damaged", false, []place{{"D-01", contract.UseBin}}},
	{"P", "checking", false, []place{{"P-01", contract.UseTote}}},
	{"S", "sending", false, []place{{"S-01", contract.UseShipStaging}}},
	{"T", "returns", false, []place{{"T-01", contract.UseReturns}}},
}

type place struct{ code, use string }

// build makes the building and the owners.
func (w *World) build(ctx context.Context, data plugin.Data) error {
	for _, code := range []string{"ACME", "GLOBEX"} {
		row, err := data.Save(ctx, "consignor", plugin.Row{"code": code, "name": code})
		if err != nil {
			return err
		}
		w.Owners = append(w.Owners, plugin.ID(row))
	}
	row, err := data.Save(ctx, "warehouse", plugin.Row{"code": "W1", "name": "W1", "time_zone": "Asia/Shanghai"})
	if err != nil {
		return err
	}
	w.Warehouse = plugin.ID(row)
	for _, a := range areas {
		area, err := data.Save(ctx, "storage_area", plugin.Row{"warehouse_id": w.Warehouse, "code": a.code, "name": a.code, "area_kind": a.kind, "pick_allowed": a.pick})
		if err != nil {
			return err
		}
		for i, p := range a.places {
			if err := w.addPlace(ctx, data, plugin.ID(area), p, int64(i+1)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *World) addPlace(ctx context.Context, data plugin.Data, area int64, p place, seq int64) error {
	row, err := data.Save(ctx, "position", plugin.Row{
		"warehouse_id": w.Warehouse, "storage_area_id": area, "code": p.code, "position_use": p.use, "pick_seq": seq, "put_seq": seq,
		"aisle": "1", "x": decimal.Zero, "y": decimal.NewFromInt(seq),
	})
	w.Places[p.code] = plugin.ID(row)
	return err
}

// Product makes a product with its SKU as barcode; more sets further fields.
func (w *World) Product(t testing.TB, owner int64, sku string, more plugin.Row) int64 {
	t.Helper()
	row := plugin.Row{"consignor_id": owner, "sku": sku, "name": sku, "barcodes": []any{map[string]any{"barcode": sku}}}
	for key, value := range more {
		row[key] = value
	}
	var id int64
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		saved, err := data.Save(ctx, "product", row)
		id = plugin.ID(saved)
		return err
	})
	return id
}

// Goods are good-quality goods of a product.
func Goods(owner, productID int64) contract.Goods {
	return contract.Goods{ConsignorID: owner, ProductID: productID, Quality: "ZP"}
}

// Receive puts goods from outside at a place, through the ledger.
func (w *World) Receive(t testing.TB, g contract.Goods, code string, qty int64) {
	t.Helper()
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		vendor, err := w.Stock.VirtualPosition(ctx, data, w.Warehouse, contract.UseVendor)
		if err != nil {
			return err
		}
		_, err = w.Stock.Post(ctx, data, []contract.Move{{
			Code: contract.Receipt, Goods: g, Qty: decimal.NewFromInt(qty),
			From: contract.Place{PositionID: vendor}, To: contract.Place{PositionID: w.Places[code]},
		}})
		return err
	})
}
