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
	numbers      = "with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?2) "
	fillProducts = `insert into product (id, version, consignor_id, sku, sku__fold, name, name__fold, status, base_unit, created_at, updated_at)
		select ?1 + i, 1, (select id from consignor where code = 'ACME'), 'BN-' || i, 'bn-' || i, 'Item ' || i, 'item ' || i, 'active', 'pcs', 1, 1 from n`
	fillPositions = `insert into position (id, version, warehouse_id, storage_area_id, code, code__fold, barcode, barcode__fold, position_use, status, enabled, created_at, updated_at)
		select ?1 + i, 1, a.warehouse_id, a.id, 'BN-' || i, 'bn-' || i, 'BN-' || i, 'bn-' || i, 'pick', 'normal', 1, 1, 1
		from n, (select * from storage_area where warehouse_id = (select id from warehouse where code = 'SH1') limit 1) a`
	fillMoves = `insert into stock_move (id, version, move_no, leg, code, warehouse_id, position_id, consignor_id, product_id, quality, qty, at, created_at, updated_at)
		select ?1 + i, 1, ?1 + i, 1, 'bench', (select id from warehouse where code = 'SH1'), ?1 + i %% %d, (select id from consignor where code = 'ACME'),
		?1 + i * 31 %% %d, case i / 7 %% 10 when 0 then 'CP' else 'ZP' end, 1000 + i %% 500, 1700000000000 + i * 1000, 1, 1 from n`
	// fillRule narrows what the person of the bench sees.
	fillRule = `insert into role_rule (id, version, role_id, table_key, rows, created_at, updated_at)
		select ?1, 1, id, 'stock_move', 'row.quality == "ZP"', 1, 1 from role where code = 'lead'`
)

// fill adds rows to a database that the engine has set up, and copies it for the
// server written by hand.
func fill(ctx context.Context, file, copied string, s size) error {
	db, err := sql.Open("sqlite", "file:"+file+pragmas)
	if err != nil {
		return err
	}
	defer db.Close()
	moves := fmt.Sprintf(fillMoves, s.positions, s.products)
	for _, part := range []struct {
		count int
		text  string
	}{{s.products, fillProducts}, {s.positions, fillPositions}, {s.moves, moves}} {
		if _, err := db.ExecContext(ctx, numbers+part.text, firstID, part.count); err != nil {
			return fmt.Errorf("fill: %w", err)
		}
	}
	if _, err := db.ExecContext(ctx, fillRule, firstID); err != nil {
		return fmt.Errorf("fill the rule: %w", err)
	}
	for _, text := range []string{"create table bench_session (token_hash text primary key, guid text not null, sign_key blob not null)", "vacuum", "pragma analysis_limit = 1000; analyze"} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "vacuum into ?", copied)
	return err
}
