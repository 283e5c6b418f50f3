package main

import (
	"context"
	"database/sql"
	"fmt"

	_ "modernc.org/sqlite" // the driver that the engine has, too
)

// pragmas are those that the engine sets.
const pragmas = "?_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)&_pragma=foreign_keys(on)" +
	"&_pragma=cache_size(-8192)&_pragma=temp_store(memory)&_txlock=immediate"

// Rows are made from running numbers i.
const (
	numbers      = "with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < %[2]d) "
	fillProducts = `insert into product (id, version, consignor_id, sku, sku__fold, name, name__fold, status, base_unit, created_at, updated_at)
		` + numbers + `select %[1]d + i, 1, (select id from consignor where code = 'ACME'), 'BN-' || i, 'bn-' || i, 'Item ' || i, 'item ' || i, 'active', 'pcs', 1, 1 from n`
	fillPositions = `insert into position (id, version, warehouse_id, storage_area_id, code, code__fold, barcode, barcode__fold, position_use, status, enabled, created_at, updated_at)
		` + numbers + `select %[1]d + i, 1, a.warehouse_id, a.id, 'BN-' || i, 'bn-' || i, 'BN-' || i, 'bn-' || i, 'pick', 'normal', true, 1, 1
		from n, (select * from storage_area where warehouse_id = (select id from warehouse where code = 'SH1') limit 1) a`
	fillMoves = `insert into stock_move (id, version, move_no, leg, code, warehouse_id, position_id, consignor_id, product_id, quality, qty, at, created_at)
		` + numbers + `select %[1]d + i, 1, %[1]d + i, 1, 'bench', (select id from warehouse where code = 'SH1'), %[1]d + i %% %[3]d, (select id from consignor where code = 'ACME'),
		%[1]d + cast(i as bigint) * 31 %% %[4]d, case i / 7 %% 10 when 0 then 'CP' else 'ZP' end, 1000 + i %% 500, 1700000000000 + cast(i as bigint) * 1000, 1 from n`
	// fillQuants gives each bin goods of its own; of ten quants one is emptied.
	fillQuants = `insert into quant (id, version, warehouse_id, position_id, consignor_id, product_id, quality, on_hand, reserved, seq, in_date, created_at, updated_at)
		` + numbers + `select %[1]d + i, 1, (select id from warehouse where code = 'SH1'), %[1]d + i %% %[3]d, (select id from consignor where code = 'ACME'),
		%[1]d + (cast(i as bigint) * 7 + i / %[3]d) %% %[4]d, 'ZP', case i %% 10 when 0 then 0 else 1000 + i %% 500 end, 0, 1, '2026-01-01', 1, 1 from n`
	// fillRule narrows what the person of the bench sees.
	fillRule = `insert into role_rule (id, version, role_id, table_key, rows, created_at, updated_at)
		select %[1]d, 1, id, 'stock_move', 'row.quality == "ZP"', 1, 1 from role where code = 'lead'`
)

// fill adds rows to a database that the engine has set up.
func fill(ctx context.Context, db *sql.DB, s size) error {
	for _, text := range []string{
		fmt.Sprintf(fillProducts, firstID, s.products),
		fmt.Sprintf(fillPositions, firstID, s.positions),
		fmt.Sprintf(fillMoves, firstID, s.moves, s.positions, s.products),
		fmt.Sprintf(fillQuants, firstID, s.quants, s.positions, s.products),
		fmt.Sprintf(fillRule, firstID),
		"vacuum", "analyze",
	} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("fill: %w", err)
		}
	}
	return nil
}
