package model

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// The two warehouses.
const (
	here  = "W1"
	there = "W2"
)

// places are the positions that goods lie at, those of the small building among them.
// What an A, C or E begins is picked from; the others only keep goods.
var places = map[string]place{
	"R-01": {}, "P-01": {}, "S-01": {}, "T-01": {},
	"A-01": {bin: true, picked: true},
	"A-02": {bin: true, picked: true, oneProduct: true},
	"A-03": {bin: true, picked: true, oneLot: true},
	"A-04": {bin: true, picked: true, most: 12 * piece},
	"D-01": {bin: true},
	"B-01": {bin: true, oneOwner: true},
	"B-02": {bin: true, shut: true},
	"E-01": {bin: true, picked: true, owner: "GLOBEX"},
	"C-01": {bin: true, picked: true},
	"C-02": {bin: true, picked: true, most: 8 * piece},
}

// added are the positions that the small building lacks, by area.
var added = []struct{ house, area, kind, code string }{
	{here, "B", "storage", "B-01"},
	{here, "B", "storage", "B-02"},
	{here, "E", "picking", "E-01"},
	{there, "C", "picking", "C-01"},
	{there, "C", "picking", "C-02"},
}

// products are what lies there: with and without lots and dates, of two owners.
var products = map[string]product{
	"K1": {owner: "ACME"}, "K2": {owner: "ACME", lots: true}, "K3": {owner: "ACME", lots: true, ages: true},
	"G1": {owner: "GLOBEX"}, "G2": {owner: "GLOBEX", lots: true},
}

// like are the products of the other owner that goods become when they change hands.
var like = map[string]string{"K1": "G1", "G1": "K1", "K2": "G2", "G2": "K2"}

// house is the two warehouses of the product, with what the test must know of them.
type house struct {
	*testing.T
	*world.World
	rights   *access.Rights
	session  *apptest.Session
	houses   map[string]int64
	owners   map[string]int64
	products map[string]int64
	names    map[string]map[int64]string // code by id, by table
}

// build starts the product on a database.
func build(t *testing.T, dsn string) *house {
	t.Helper()
	w := world.StartWith(t, dsn)
	h := &house{
		T: t, World: w, session: w.Login(t, "user", world.Administrator), houses: map[string]int64{here: w.Warehouse},
		owners: map[string]int64{"ACME": w.Owners[0], "GLOBEX": w.Owners[1]}, products: map[string]int64{}, names: map[string]map[int64]string{},
	}
	h.Do(t, h.furnish)
	for _, sku := range slices.Sorted(maps.Keys(products)) {
		p := products[sku]
		h.products[sku] = h.Product(t, h.owners[p.owner], sku, plugin.Row{"lot_ctl": p.lots, "expiry_ctl": p.ages, "weight": decimal.NewFromInt(1)})
	}
	h.read(func(ctx context.Context, tx *store.Tx) error {
		admin, err := h.Auth.Find(ctx, tx, "user", world.Administrator)
		if err != nil {
			return err
		}
		h.rights, err = h.Access.For(ctx, tx, h.Catalog.Current(), admin)
		return err
	})
	return h
}

// furnish makes the second warehouse, and gives positions their rules.
func (h *house) furnish(ctx context.Context, data plugin.Data) error {
	other, err := data.Save(ctx, "warehouse", plugin.Row{"code": there, "name": there, "time_zone": "Asia/Shanghai"})
	if err != nil {
		return err
	}
	h.houses[there] = plugin.ID(other)
	areas := map[string]int64{}
	for _, a := range added {
		if areas[a.area] == 0 {
			row, err := data.Save(ctx, "storage_area", plugin.Row{"warehouse_id": h.houses[a.house], "code": a.area, "name": a.area, "area_kind": a.kind, "pick_allowed": places[a.code].picked, "consignor_id": h.ownerOf(a.code)})
			if err != nil {
				return err
			}
			areas[a.area] = plugin.ID(row)
		}
		row, err := data.Save(ctx, "position", plugin.Row{"warehouse_id": h.houses[a.house], "storage_area_id": areas[a.area], "code": a.code, "position_use": "bin"})
		if err != nil {
			return err
		}
		h.Places[a.code] = plugin.ID(row)
	}
	for _, code := range slices.Sorted(maps.Keys(places)) {
		if err := h.rule(ctx, data, code, places[code]); err != nil {
			return err
		}
	}
	return nil
}

// ownerOf is whose goods alone a position keeps; nil for anybody's.
func (h *house) ownerOf(code string) any {
	if owner := places[code].owner; owner != "" {
		return h.owners[owner]
	}
	return nil
}

// rule gives a position its rules. A piece weighs a kilogram.
func (h *house) rule(ctx context.Context, data plugin.Data, code string, p place) error {
	row := plugin.Row{"id": h.Places[code], "mix_product": !p.oneProduct, "mix_lot": !p.oneLot, "mix_consignor": !p.oneOwner, "status": "normal"}
	if p.most > 0 {
		row["max_weight"] = decimal.New(p.most, -3)
	}
	if p.shut {
		row["status"] = "no_in"
	}
	_, err := data.Save(ctx, "position", row)
	return err
}

func (h *house) read(fn func(ctx context.Context, tx *store.Tx) error) {
	h.Helper()
	if err := h.DB.Read(h.Context(), fn); err != nil {
		h.Fatal(err)
	}
}

// name is what a record is called.
func (h *house) name(ctx context.Context, tx *store.Tx, table, field string, id int64) (string, error) {
	if id == 0 {
		return "", nil
	}
	if h.names[table] == nil {
		h.names[table] = map[int64]string{}
	}
	if known, ok := h.names[table][id]; ok {
		return known, nil
	}
	var name string
	err := tx.Get(ctx, &name, fmt.Sprintf(`SELECT %s FROM %s WHERE id = ?`, field, table), id)
	h.names[table][id] = name
	return name, err
}
