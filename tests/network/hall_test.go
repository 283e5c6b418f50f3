package network

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// hall is the demo building with goods, documents and people for many devices.
type hall struct {
	*world.Floor
	skus    []string
	bins    []string          // where goods are put and moved
	notices []string          // that are being unloaded
	counts  map[string]string // number of each person's count

	mu      sync.Mutex
	refused map[string]int // inputs, by station and reason
}

// plenty is more of a product than is ever taken.
const plenty = 1_000_000

// open fills the building for so many devices and scans.
func open(f *world.Floor, devices, scans int) *hall {
	f.Helper()
	h := &hall{Floor: f, counts: map[string]string{}, refused: map[string]int{}}
	for i := range 8 {
		sku := fmt.Sprintf("NET-%d", i+1)
		f.Ask("data/product/save", m{"consignor_id": m{"code": "ACME"}, "sku": sku, "name": sku, "barcodes": []m{{"barcode": sku}}})
		h.skus = append(h.skus, sku)
		h.bins = append(h.bins, fmt.Sprintf("B-01-%02d-1", i+1))
	}
	h.stock()
	for i := range max(devices/4, 1) {
		number := fmt.Sprintf("NET-IN-%d", i+1)
		f.Unload("ACME", number, h.lines(plenty)...)
		h.notices = append(h.notices, number)
	}
	each := scans / devices
	h.order(devices, max(each/40, 4))
	role := f.Find("role", "code", "admin")["id"]
	for i := range devices {
		name := fmt.Sprintf("scan%02d", i+1)
		var made m
		f.Ask("data/user/save", m{"account": name, "true_name": name, "user_type": "user", "roles": []m{{"role_id": role}}}).Into(f, &made)
		f.Act("user", world.ID(made), "reset_password", m{"password": apptest.Password})
		h.counts[name] = h.count(name, 2+each/200)
	}
	return h
}

// lines are so many pieces of each product.
func (h *hall) lines(qty int) (all []m) {
	for _, sku := range h.skus {
		all = append(all, world.Line(sku, qty))
	}
	return all
}

// stock brings goods to where they are shelved from, moved and picked.
func (h *hall) stock() {
	h.Helper()
	var all []m
	for i, sku := range h.skus {
		for _, at := range append([]string{"R-01", fmt.Sprintf("A-01-%02d-1", i+1)}, h.bins...) {
			all = append(all, world.Line(sku, plenty, "position_id", m{"warehouse_id": m{"code": "SH1"}, "code": at}))
		}
	}
	h.Other("in", "found", all, "audit", "post")
}

// order has a bill of every product to be picked by each of so many people.
func (h *hall) order(people, qty int) {
	h.Helper()
	var ids []int64
	for i := range people {
		var made m
		h.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": fmt.Sprintf("NET-SO-%d", i), "receiver": "Ada",
			"phone": "13900000000", "country": "CN", "province": "上海", "city": "上海", "detail": "1", "lines": h.lines(qty),
		}).Into(h, &made)
		for _, action := range []string{"audit", "allocate"} {
			h.Act("sale_order", world.ID(made), action, nil)
		}
		ids = append(ids, world.ID(made))
	}
	h.Ask("data/sale_order/act", m{"name": "wave", "ids": ids, "params": m{"max_orders": 1, "max_lines": 60, "release": true}})
}

// count has an area of its own with so many positions counted by one person.
func (h *hall) count(name string, positions int) string {
	h.Helper()
	var area, made m
	h.Ask("data/storage_area/save", m{"warehouse_id": m{"code": "SH1"}, "code": name, "name": name, "area_kind": "storage", "pick_allowed": false}).Into(h, &area)
	for i := range positions {
		code := fmt.Sprintf("%s-%d", name, i+1)
		h.Ask("data/position/save", m{"warehouse_id": m{"code": "SH1"}, "storage_area_id": area["id"], "code": code, "barcode": code, "position_use": "bin"})
	}
	h.Ask("data/stock_count/save", m{"warehouse_id": m{"code": "SH1"}, "count_type": "area", "storage_area_ids": []any{area["id"]}}).Into(h, &made)
	h.Act("stock_count", world.ID(made), "release", nil)
	return fmt.Sprint(made["doc_no"])
}

// bin is one of the bins.
func (h *hall) bin(random *rand.Rand) string { return h.bins[random.IntN(len(h.bins))] }

// endLogin ends the logins of a device's person elsewhere, or lets the last one expire.
func (h *hall) endLogin(d *device) error {
	return h.Server.DB.Write(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		var login struct {
			User int64 `db:"user_id"`
			Last int64 `db:"id"`
		}
		err := tx.Get(ctx, &login, `SELECT user_id, MAX(id) AS id FROM auth_session WHERE user_id = (SELECT id FROM "user" WHERE account = ?) GROUP BY user_id`, d.name)
		if err != nil {
			return err
		}
		if d.random.IntN(2) == 0 {
			d.did.ended.Add(1)
			return h.Server.Auth.EndSessions(ctx, tx, login.User, 0)
		}
		d.did.expired.Add(1)
		if _, err := tx.Exec(ctx, `UPDATE auth_session SET expires_at = 1 WHERE id = ?`, login.Last); err != nil {
			return err
		}
		return h.Server.Auth.EndSessions(ctx, tx, login.User, login.Last)
	})
}

// note counts a refused input.
func (h *hall) note(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused[what]++
}

func (h *hall) tell() {
	for _, what := range slices.Sorted(maps.Keys(h.refused)) {
		h.Logf("%6d refused at %s", h.refused[what], what)
	}
}
