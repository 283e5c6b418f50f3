package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

const (
	lineCount = 20
	brandSQL  = `insert into brand (id, version, code, code__fold, name, name__fold, enabled, created_at, created_by, updated_at, updated_by)
		values (?, 1, ?, ?, ?, ?, ?, ?, 1, ?, 1)`
	orderSQL = `insert into sale_order (id, version, doc_no, doc_no__fold, warehouse_id, consignor_id, status, source, ext_no, ext_no__fold, ship_policy,
		priority, receiver, receiver__fold, country, line_count, total_qty, created_at, created_by, updated_at, updated_by)
		values (?, 1, ?, ?, ?, ?, 'draft', 'manual', ?, ?, 'complete', 0, ?, ?, ?, ?, ?, ?, 1, ?, 1)`
	lineSQL = "(?, 1, ?, ?, ?, ?, ?, 'ZP', 0, 0, 0, 0, 0, ?, 1, ?, 1)"
)

// linesSQL inserts all lines of an order at once.
var linesSQL = `insert into sale_order_line (id, version, sale_order_id, line_no, product_id, qty, base_qty, quality, allocated_qty, picked_qty, packed_qty,
	shipped_qty, returned_qty, created_at, created_by, updated_at, updated_by) values ` + strings.TrimSuffix(strings.Repeat(lineSQL+", ", lineCount), ", ")

type brand struct {
	ID      int64  `json:"id"`
	Code    string `json:"code"`
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
}

func (h *byHand) saveBrand(ctx context.Context, body []byte) (any, error) {
	var b brand
	if err := json.Unmarshal(body, &b); err != nil {
		return nil, err
	}
	if b.Code == "" || len(b.Code) > 64 || b.Name == "" || len(b.Name) > 200 {
		return nil, errors.New("a brand has a code and a name")
	}
	b.ID = h.lastID.Add(1)
	now := time.Now().UnixMilli()
	err := h.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.StmtContext(ctx, h.brand).ExecContext(ctx, b.ID, b.Code, strings.ToLower(b.Code), b.Name, strings.ToLower(b.Name), b.Enabled, now, now)
		return err
	})
	return b, err
}

type byCode struct {
	Code string `json:"code"`
}

type saleOrder struct {
	ID        int64       `json:"id"`
	DocNo     string      `json:"doc_no"`
	Consignor byCode      `json:"consignor_id"`
	Warehouse byCode      `json:"warehouse_id"`
	Receiver  string      `json:"receiver"`
	Country   string      `json:"country"`
	ExtNo     string      `json:"ext_no"`
	TotalQty  thousandths `json:"total_qty"`
	Lines     []saleLine  `json:"lines"`
}

type saleLine struct {
	ID        int64       `json:"id"`
	ProductID int64       `json:"product_id"`
	Qty       thousandths `json:"qty"`
}

func (h *byHand) saveOrder(ctx context.Context, body []byte) (any, error) {
	var o saleOrder
	if err := json.Unmarshal(body, &o); err != nil {
		return nil, err
	}
	if o.Receiver == "" || o.Country == "" || len(o.Lines) != lineCount {
		return nil, errors.New("an order has a receiver, a country and its lines")
	}
	for i := range o.Lines {
		if o.Lines[i].Qty <= 0 {
			return nil, errors.New("a quantity is above zero")
		}
		o.TotalQty += o.Lines[i].Qty
	}
	err := h.write(ctx, func(tx *sql.Tx) error { return h.insertOrder(ctx, tx, &o) })
	return o, err
}

func (h *byHand) insertOrder(ctx context.Context, tx *sql.Tx, o *saleOrder) error {
	var consignor, warehouse int64
	if err := tx.StmtContext(ctx, h.consignor).QueryRowContext(ctx, o.Consignor.Code).Scan(&consignor); err != nil {
		return err
	}
	if err := tx.StmtContext(ctx, h.warehouse).QueryRowContext(ctx, o.Warehouse.Code).Scan(&warehouse); err != nil {
		return err
	}
	now := time.Now().UnixMilli()
	o.ID = h.lastID.Add(1)
	o.DocNo = "BN" + strconv.FormatInt(o.ID, 10)
	_, err := tx.StmtContext(ctx, h.order).ExecContext(ctx, o.ID, o.DocNo, strings.ToLower(o.DocNo), warehouse, consignor, o.ExtNo,
		strings.ToLower(o.ExtNo), o.Receiver, strings.ToLower(o.Receiver), o.Country, len(o.Lines), int64(o.TotalQty), now, now)
	if err != nil {
		return err
	}
	return h.insertLines(ctx, tx, o, consignor, now)
}

func (h *byHand) insertLines(ctx context.Context, tx *sql.Tx, o *saleOrder, consignor, now int64) error {
	known := tx.StmtContext(ctx, h.product)
	args := make([]any, 0, 8*lineCount)
	for i := range o.Lines {
		line := &o.Lines[i]
		var one int
		if err := known.QueryRowContext(ctx, line.ProductID, consignor).Scan(&one); err != nil {
			return err
		}
		line.ID = h.lastID.Add(1)
		args = append(args, line.ID, o.ID, (i+1)*10, line.ProductID, int64(line.Qty), int64(line.Qty), now, now)
	}
	_, err := tx.StmtContext(ctx, h.lines).ExecContext(ctx, args...)
	return err
}

func (h *byHand) write(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := h.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
