package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// Ids from firstID on are the bench's own; movedGoods of the products have moves.
const (
	firstID    = int64(1) << 32
	movedGoods = 5_000
	batch      = 400
)

// known is what the calls need of the database.
type known struct {
	Owner     int64 `db:"owner"`
	Warehouse int64 `db:"warehouse"`
	Area      int64 `db:"area"`
	Brand     int64 `db:"brand"`
	Type      int64 `db:"type"`
	plan      plan
}

func (k known) product(i int) int64  { return firstID + int64(i%k.plan.products) }
func (k known) moved(i int) int64    { return firstID + int64(i*7%movedGoods) }
func (k known) position(i int) int64 { return firstID*2 + int64(i*13%k.plan.positions) }

// fill adds products, positions and ledger rows to the demo, and narrows the role
// of the account that lists to one owner's rows.
func (p plan) fill(ctx context.Context, dsn string) (k known, err error) {
	db, err := store.Open(ctx, dsn, store.Options{})
	if err != nil {
		return k, err
	}
	defer db.Close()
	err = db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		k = known{plan: p}
		if err := tx.Get(ctx, &k, `select (select id from consignor where code = 'ACME') as owner,
			(select id from warehouse where code = 'SH1') as warehouse, (select min(id) from storage_area where code = 'A') as area,
			(select min(id) from brand) as brand, (select min(id) from product_type) as type`); err != nil {
			return err
		}
		k.plan = p
		for _, step := range []func(context.Context, *store.Tx, known) error{addProducts, addPositions, addMoves, narrow} {
			if err := step(ctx, tx, k); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "analyze")
		return err
	})
	return k, err
}

// add inserts n rows in batches.
func add(ctx context.Context, tx *store.Tx, table, columns string, n int, row func(i int) []any) error {
	marks := "(" + strings.TrimSuffix(strings.Repeat("?, ", strings.Count(columns, ",")+1), ", ") + ")"
	for from := 0; from < n; from += batch {
		size := min(batch, n-from)
		var args []any
		for i := range size {
			args = append(args, row(from+i)...)
		}
		text := "insert into " + table + " (" + columns + ") values " + strings.TrimSuffix(strings.Repeat(marks+", ", size), ", ")
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return fmt.Errorf("fill %s: %w", table, err)
		}
	}
	return nil
}

func addProducts(ctx context.Context, tx *store.Tx, k known) error {
	const columns = "id, version, consignor_id, sku, sku__fold, name, name__fold, product_type_id, brand_id, status, base_unit, created_at, updated_at"
	return add(ctx, tx, "product", columns, k.plan.products, func(i int) []any {
		sku, name := fmt.Sprintf("B-%06d", i), fmt.Sprintf("Goods %d", i)
		return []any{k.product(i), 1, k.Owner, sku, strings.ToLower(sku), name, strings.ToLower(name), k.Type, k.Brand, "active", "pcs", i, i}
	})
}

func addPositions(ctx context.Context, tx *store.Tx, k known) error {
	const columns = "id, version, warehouse_id, storage_area_id, code, code__fold, barcode, barcode__fold, position_use, status, created_at, updated_at"
	return add(ctx, tx, "position", columns, k.plan.positions, func(i int) []any {
		code := fmt.Sprintf("X-%05d", i)
		return []any{firstID*2 + int64(i), 1, k.Warehouse, k.Area, code, strings.ToLower(code), code, strings.ToLower(code), "store", "normal", i, i}
	})
}

func addMoves(ctx context.Context, tx *store.Tx, k known) error {
	random := rand.New(rand.NewPCG(1, 1))
	const columns = "id, version, move_no, leg, code, warehouse_id, position_id, consignor_id, product_id, quality, qty, at, created_at, updated_at"
	return add(ctx, tx, "stock_move", columns, k.plan.rows, func(i int) []any {
		code := []string{"RCV", "PUT", "PCK", "SHP"}[random.IntN(4)]
		return []any{
			firstID*3 + int64(i), 1, firstID + int64(i/2), 1 + i%2, code, k.Warehouse, k.position(random.IntN(1 << 30)),
			k.Owner, k.moved(random.IntN(1 << 30)), "ZP", 1000, i, i, i,
		}
	})
}

// narrow gives the role of the account that lists a rule on the ledger.
func narrow(ctx context.Context, tx *store.Tx, k known) error {
	_, err := tx.Exec(ctx, `insert into role_rule (id, version, role_id, table_key, "rows", created_at, updated_at)
		select ?, 1, id, 'stock_move', ?, 0, 0 from "role" where code = 'lead'`, firstID*4, fmt.Sprintf("row.consignor_id == %d", k.Owner))
	return err
}
