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
	callSQL = "insert into auth_call (id, user_id, part, nonce, call_key, digest, created_at) values (?, 1, '', ?, null, ?, ?) on conflict do nothing"
	lineSQL = "(?, 1, ?, ?, ?, ?, ?, 'ZP', 0, 0, 0, 0, 0, ?, 1, ?, 1)"
)

// linesSQL inserts all lines of an order at once.
var linesSQL = `insert into sale_order_line (id, version, sale_order_id, line_no, product_id, qty, base_qty, quality, allocated_qty, picked_qty, packed_qty,
	shipped_qty, returned_qty, created_at, created_by, updated_at, updated_by) values ` + strings.TrimSuffix(strings.Repeat(lineSQL+", ", lineCount), ", ")

// auditRow is the row of one record in the audit.
const (
	auditSQL = "insert into record_audit (id, table_key, record_id, action, changes, user_id, let_by, reason, source, release_number, at) values "
	auditRow = "(?, ?, ?, 'insert', ?, 1, 0, '', 'call', 1, ?)"
)

// orderAuditSQL is the audit of an order and its lines at once.
var orderAuditSQL = auditSQL + auditRow + strings.Repeat(", "+auditRow, lineCount)

// was is the change of a field from nothing.
type was map[string][2]any

type brand struct {
	ID      int64   `json:"id"`
	Version int     `json:"version"`
	Code    string  `json:"code"`
	Name    string  `json:"name"`
	Enabled bool    `json:"enabled"`
	Created instant `json:"created_at"`
	Updated instant `json:"updated_at"`
	Label   string  `json:"_label"`
}

func (h *byHand) saveBrand(ctx context.Context, body []byte) (any, error) {
	var b brand
	if err := json.Unmarshal(body, &b); err != nil {
		return nil, err
	}
	if b.Code == "" || len(b.Code) > 64 || b.Name == "" || len(b.Name) > 200 {
		return nil, errors.New("a brand has a code and a name")
	}
	b.ID, b.Version, b.Label = h.lastID.Add(1), 1, b.Code+" "+b.Name
	now := time.Now().UnixMilli()
	b.Created, b.Updated = instant(now), instant(now)
	err := h.write(ctx, body, func(tx *sql.Tx) error {
		_, err := tx.StmtContext(ctx, h.brand).ExecContext(ctx, b.ID, b.Code, strings.ToLower(b.Code), b.Name, strings.ToLower(b.Name), b.Enabled, now, now)
		if err != nil {
			return err
		}
		changes, err := json.Marshal(was{"code": {nil, b.Code}, "name": {nil, b.Name}, "enabled": {nil, b.Enabled}})
		if err != nil {
			return err
		}
		_, err = tx.StmtContext(ctx, h.audit).ExecContext(ctx, h.lastID.Add(1), "brand", b.ID, string(changes), now)
		return err
	})
	return b, err
}

// referred is a record that an order refers to by its code.
type referred struct {
	Code string `json:"code"`
	id   int64
}

type saleOrder struct {
	ID             int64       `json:"id"`
	Version        int         `json:"version"`
	DocNo          string      `json:"doc_no"`
	Status         string      `json:"status"`
	Consignor      referred    `json:"consignor_id"`
	ConsignorLabel string      `json:"consignor_id__label"`
	Warehouse      referred    `json:"warehouse_id"`
	WarehouseLabel string      `json:"warehouse_id__label"`
	Receiver       string      `json:"receiver"`
	Country        string      `json:"country"`
	ExtNo          string      `json:"ext_no"`
	LineCount      int         `json:"line_count"`
	TotalQty       thousandths `json:"total_qty"`
	Created        instant     `json:"created_at"`
	Updated        instant     `json:"updated_at"`
	Lines          []saleLine  `json:"lines"`
}

type saleLine struct {
	ID           int64       `json:"id"`
	Version      int         `json:"version"`
	LineNo       int         `json:"line_no"`
	ProductID    int64       `json:"product_id"`
	ProductLabel string      `json:"product_id__label"`
	Qty          thousandths `json:"qty"`
	BaseQty      thousandths `json:"base_qty"`
	Quality      string      `json:"quality"`
	Allocated    thousandths `json:"allocated_qty"`
	Picked       thousandths `json:"picked_qty"`
	Packed       thousandths `json:"packed_qty"`
	Shipped      thousandths `json:"shipped_qty"`
	Returned     thousandths `json:"returned_qty"`
	Created      instant     `json:"created_at"`
	Updated      instant     `json:"updated_at"`
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
	err := h.write(ctx, body, func(tx *sql.Tx) error {
		for _, insert := range []func(context.Context, *sql.Tx, *saleOrder) error{h.findParties, h.insertOrder, h.insertLines, h.auditOrder} {
			if err := insert(ctx, tx, &o); err != nil {
				return err
			}
		}
		return nil
	})
	return o, err
}

func (h *byHand) findParties(ctx context.Context, tx *sql.Tx, o *saleOrder) error {
	var consignor, warehouse string
	if err := tx.StmtContext(ctx, h.consignor).QueryRowContext(ctx, o.Consignor.Code).Scan(&o.Consignor.id, &consignor); err != nil {
		return err
	}
	if err := tx.StmtContext(ctx, h.warehouse).QueryRowContext(ctx, o.Warehouse.Code).Scan(&o.Warehouse.id, &warehouse); err != nil {
		return err
	}
	o.ConsignorLabel, o.WarehouseLabel = o.Consignor.Code+" "+consignor, o.Warehouse.Code+" "+warehouse
	return nil
}

func (h *byHand) insertOrder(ctx context.Context, tx *sql.Tx, o *saleOrder) error {
	now := time.Now().UnixMilli()
	o.ID, o.Version, o.Status, o.LineCount = h.lastID.Add(1), 1, "draft", len(o.Lines)
	o.Created, o.Updated = instant(now), instant(now)
	o.DocNo = "BN" + strconv.FormatInt(o.ID, 10)
	_, err := tx.StmtContext(ctx, h.order).ExecContext(ctx, o.ID, o.DocNo, strings.ToLower(o.DocNo), o.Warehouse.id, o.Consignor.id, o.ExtNo,
		strings.ToLower(o.ExtNo), o.Receiver, strings.ToLower(o.Receiver), o.Country, o.LineCount, int64(o.TotalQty), now, now)
	return err
}

func (h *byHand) insertLines(ctx context.Context, tx *sql.Tx, o *saleOrder) error {
	known := tx.StmtContext(ctx, h.product)
	args := make([]any, 0, 8*lineCount)
	for i := range o.Lines {
		line := &o.Lines[i]
		var sku, name string
		if err := known.QueryRowContext(ctx, line.ProductID, o.Consignor.id).Scan(&sku, &name); err != nil {
			return err
		}
		line.ID, line.Version, line.LineNo, line.BaseQty, line.Quality = h.lastID.Add(1), 1, (i+1)*10, line.Qty, "ZP"
		line.ProductLabel, line.Created, line.Updated = sku+" "+name, o.Created, o.Updated
		args = append(args, line.ID, o.ID, line.LineNo, line.ProductID, int64(line.Qty), int64(line.Qty), int64(o.Created), int64(o.Created))
	}
	_, err := tx.StmtContext(ctx, h.lines).ExecContext(ctx, args...)
	return err
}

func (h *byHand) auditOrder(ctx context.Context, tx *sql.Tx, o *saleOrder) error {
	changes, err := json.Marshal(was{
		"doc_no": {nil, o.DocNo}, "status": {nil, o.Status}, "consignor_id": {nil, o.Consignor.id}, "warehouse_id": {nil, o.Warehouse.id},
		"receiver": {nil, o.Receiver}, "country": {nil, o.Country}, "ext_no": {nil, o.ExtNo}, "line_count": {nil, o.LineCount}, "total_qty": {nil, o.TotalQty},
	})
	if err != nil {
		return err
	}
	args := append(make([]any, 0, 5*(lineCount+1)), h.lastID.Add(1), "sale_order", o.ID, string(changes), int64(o.Created))
	for _, line := range o.Lines {
		changes, err := json.Marshal(was{
			"sale_order_id": {nil, o.ID}, "line_no": {nil, line.LineNo}, "product_id": {nil, line.ProductID}, "qty": {nil, line.Qty},
			"base_qty": {nil, line.BaseQty}, "quality": {nil, line.Quality},
		})
		if err != nil {
			return err
		}
		args = append(args, h.lastID.Add(1), "sale_order_line", line.ID, string(changes), int64(o.Created))
	}
	_, err = tx.StmtContext(ctx, h.auditOrderRows).ExecContext(ctx, args...)
	return err
}

// write runs a transaction that begins with the call row, by which a request that
// comes twice is known.
func (h *byHand) write(ctx context.Context, body []byte, do func(tx *sql.Tx) error) error {
	tx, err := h.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	nonce, _ := ctx.Value(nonceKey{}).(string)
	taken, err := tx.StmtContext(ctx, h.call).ExecContext(ctx, h.lastID.Add(1), nonce, sum(string(body)), time.Now().UnixMilli())
	if err == nil {
		err = once(taken)
	}
	if err == nil {
		err = do(tx)
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// nonceKey is where a request's context keeps its nonce.
type nonceKey struct{}

func once(taken sql.Result) error {
	if n, err := taken.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errors.New("the request came before"))
	}
	return nil
}
